// Photos of filled-in copies of a form whose place on them is known, and the fixture that registers them.
#pragma once

#include "core/geometry.h"
#include "core/pipeline/register.h"
#include "tests/support/drawn_form.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {

inline constexpr Size kForm{1000, 1294};        // the form is Letter ...
inline constexpr int kAbove = 60, kBelow = 60;  // ... printed onto A4
inline constexpr double kSheetHeight = kForm.height + kAbove + kBelow;

struct Shot {
  std::vector<test::Flap> folds;  // instead of the curl
  double curl = 0.4;
  double pitch = 0.12, roll = 0.05, fill = 0.9;
  std::uint64_t seed = 1;
  double falloff = 0.25, noise = 2;
};

// `filled`: the form with what was filled in (drawn_form.h), on a sheet of A4.
test::PagePhoto shotOf(const Image& filled, const Shot& shot);

// Where the photo shows a place of the form.
Vec2 seenAt(const test::PagePhoto& truth, Vec2 form_uv);

// RMS distance from where the form's points are seen, in per cent of the photographed form's diagonal.
double errorPercent(const WarpGrid& grid, const test::PagePhoto& truth);

class Registration : public ::testing::Test {
 protected:
  void SetUp() override {
    form_ = test::drawForm(kForm, 1);
    test::writeImage(folder_ / "form.png", form_, FileFormat::png);
  }
  std::filesystem::path keep(const std::string& name, const test::PagePhoto& photo) {
    test::writeImage(folder_ / name, photo.photo, FileFormat::png);
    return folder_ / name;
  }
  OpenedForm opened(const std::string& name = "form.png") {
    const Result<OpenedForm> form = openForm(folder_ / name);
    EXPECT_TRUE(form) << describe(form.error());
    return *form;
  }

  test::ScratchFolder folder_;
  Image form_;
};

}  // namespace platen::pipeline
