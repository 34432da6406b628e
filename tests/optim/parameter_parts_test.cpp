// Structures of parameters and their vectors: there and back, by name, and as a sidecar keeps them.
#include "core/optim/parameter_parts.h"

#include "core/optim/fit_start.h"
#include "core/optim/folded_sheet.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/paper_net.h"
#include "core/optim/sampled_descent.h"

#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using ::testing::ElementsAre;

// Another structure of the same shape has other numbers until it gets these; no two names are the same.
template <class Structure>
void expectThereAndBack(const Structure& like) {
  std::vector<double> flat(sizeOf(like));
  std::iota(flat.begin(), flat.end(), 1.0);
  EXPECT_NE(flatten(like), flat);
  EXPECT_EQ(flatten(unflatten(like, flat)), flat);
  const std::vector<std::string> names = namesOf(like);
  EXPECT_EQ(names.size(), flat.size());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  flat.push_back(0);
  EXPECT_THROW(unflatten(like, flat), std::invalid_argument);
  flat.resize(flat.size() - 2);
  EXPECT_THROW(unflatten(like, flat), std::invalid_argument);
}

SheetParameters bentSheet() {
  SheetParameters sheet;
  sheet.bend = {0.1, 0.2, 0.3, 0.4};
  return sheet;
}

FoldedParameters folded() {
  FoldedParameters p;
  p.bendings.push_back({0.05, 1.1, {0.05, 0.0, -0.04, 0.02}, {{-0.1, 0.6}, {0.2, 0.5}}});
  p.bendings.push_back({1.5, 1.2, {}, {{0.3, -0.45}}});
  return p;
}

TEST(ParameterParts, AllModelsGoThereAndBack) {
  expectThereAndBack(SheetFrame{});
  expectThereAndBack(SheetParameters{});
  expectThereAndBack(bentSheet());
  expectThereAndBack(SampledPage{bentSheet(), {0, 1, 2, 3}});
  expectThereAndBack(folded());
  expectThereAndBack(PaperState{OffsetNet::zero({2, 1}), OffsetNet::zero({2, 1})});
  PaperNet net;
  net.offsets = net.depths = OffsetNet::zero({3, 2});
  expectThereAndBack(net);
}

TEST(ParameterParts, NamesSayWhereANumberBelongs) {
  EXPECT_THAT(
      namesOf(SampledPage{bentSheet(), {}}),
      ElementsAre("sheet.roll", "sheet.pitch", "sheet.log focal", "sheet.ruling", "sheet.bend[0]", "sheet.bend[1]",
                  "sheet.bend[2]", "sheet.bend[3]", "rect.x0", "rect.y0", "rect.x1", "rect.y1"));
  EXPECT_THAT(namesOf(folded()),
              ElementsAre("roll", "pitch", "yaw", "log focal", "bendings[0].ruling", "bendings[0].profile[0]",
                          "bendings[0].profile[1]", "bendings[0].profile[2]", "bendings[0].profile[3]",
                          "bendings[0].creases[0].position", "bendings[0].creases[0].angle",
                          "bendings[0].creases[1].position", "bendings[0].creases[1].angle", "bendings[1].ruling",
                          "bendings[1].creases[0].position", "bendings[1].creases[0].angle"));
}

TEST(ParameterParts, IndicesOfTheSheetAreThoseOfItsParts) {
  const std::vector<std::string> names = namesOf(bentSheet());
  EXPECT_EQ(names[SheetIndex::kRoll], "roll");
  EXPECT_EQ(names[SheetIndex::kPitch], "pitch");
  EXPECT_EQ(names[SheetIndex::kLogFocal], "log focal");
  EXPECT_EQ(names[SheetIndex::kRuling], "ruling");
  EXPECT_EQ(names[SheetIndex::kBend], "bend[0]");
}

TEST(ParameterParts, WhatIsNoNumberOfTheVectorStays) {
  const FoldedParameters p = folded();
  const FoldedParameters moved = unflatten(p, std::vector<double>(sizeOf(p), 0.25));
  EXPECT_EQ(moved.bendings[1].reach, p.bendings[1].reach);
  EXPECT_EQ(moved.bendings[0].creases[1].angle, 0.25);
}

// The numbers of a sidecar that an earlier version wrote, key by key.
FitParameters kept() {
  return {{"frame", {600, 800, 1600, 0.05, -0.03, 0.31, 1.35}},
          {"sheet", {0.03, 0.15, 0.26, 0.2, -0.5, -0.2, 0.2, 0.3, -0.1}},
          {"rect", {-1.05, -1.4, 0.95, 1.3}},
          {"work", {0.5, 1}}};
}

TEST(FitStart, ReadsWhatSidecarsHoldAndWritesTheSame) {
  const FitStart start = startFrom(kept());
  ASSERT_TRUE(start.sheet);
  EXPECT_EQ(start.sheet->frame.origin_q.y, -0.03);
  EXPECT_EQ(start.sheet->frame.aspect, 1.35);
  EXPECT_EQ(start.sheet->parameters.log_focal, 0.26);
  EXPECT_THAT(start.sheet->parameters.bend, ElementsAre(-0.5, -0.2, 0.2, 0.3, -0.1));
  SheetFit fit;
  fit.frame = start.sheet->frame;
  fit.parameters = start.sheet->parameters;
  fit.rect = {-1.05, -1.4, 0.95, 1.3};
  WorkFrame work;
  work.scale = start.work_scale;
  work.quarter_turns = start.quarter_turns;
  EXPECT_EQ(parametersOf(fit, work), kept());
}

TEST(FitStart, RefusesWhatIsNoSheet) {
  const auto refused = [](const char* name, const std::vector<double>& values) {
    FitParameters parameters = kept();
    parameters[name] = values;
    EXPECT_FALSE(startFrom(parameters).sheet) << name << ", " << values.size();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused("frame", {600, 800, 1600, 0.05, -0.03, 0.31});
  refused("frame", {600, 800, 0, 0.05, -0.03, 0.31, 1.35});
  refused("frame", {600, 800, nan, 0.05, -0.03, 0.31, 1.35});
  refused("sheet", {});
  refused("sheet", {0, 0, 0.26, 0});
  refused("sheet", {0, 0, 0.26, 0, 0.1, 0.1});
  refused("sheet", {0, 0, 0.26, 0, 0.1, 0.1, 0.1});
  refused("sheet", {0, 0, nan, 0, 0.1});
  refused("sheet", {0, 9, 0.26, 0, 0.1});
  refused("sheet", std::vector<double>(65, 0.1));
  EXPECT_FALSE(startFrom({}).sheet);
  FitParameters flat = kept();
  flat["sheet"] = {0, 0, 0.26, 0, 0.1};
  EXPECT_TRUE(startFrom(flat).sheet);
}

}  // namespace
}  // namespace platen::optim
