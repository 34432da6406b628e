// A window that is shown, with photos of one page in a folder of its own.
#pragma once

#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "ui/window/main_window.h"

#include <filesystem>
#include <memory>

#include <QSettings>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {

inline constexpr int kPatience_ms = 60000;

class ShownWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    window_ = std::make_unique<MainWindow>(folder_ / "journals");
    window_->resize(1200, 800);
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get(), kPatience_ms));
  }
  // What a window keeps for its next start is not to reach the next test.
  void TearDown() override {
    window_.reset();
    QSettings().clear();
  }
  std::filesystem::path writePhoto(const char* name) {
    test::PhotoRecipe recipe;
    recipe.photo_px = {600, 800};
    static const Image kPhoto = test::photograph(recipe).photo;
    test::writeImage(folder_ / name, kPhoto, FileFormat::png);
    return folder_ / name;
  }
  std::filesystem::path writeNoPhoto(const char* name) {
    test::writeBytes(folder_ / name, "no photo");
    return folder_ / name;
  }
  void openAndFit(const std::vector<std::filesystem::path>& files) {
    window_->open(files);
    ASSERT_TRUE(idle());
  }
  bool idle() {
    return QTest::qWaitFor([this] { return window_->engine().isIdle(); }, kPatience_ms);
  }
  Workspace& workspace() { return window_->workspace(); }
  int current() { return workspace().indexOf(workspace().current()); }

  test::ScratchFolder folder_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace platen::ui
