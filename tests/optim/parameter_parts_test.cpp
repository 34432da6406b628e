// Structures of parameters and their vectors: there and back, by name, and as a sidecar keeps them.
#include "core/optim/parameter_parts.h"

#include "core/optim/fit_start.h"
#include "core/optim/folded_sheet.h"
#include "core/optim/form_paper_energy.h"
#include "core/optim/paper_net.h"
#include "core/optim/sampled_descent.h"

#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
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

// Each number another one, within the bounds of a start.
template <class Structure>
void number(Structure& structure) {
  std::vector<double> flat(sizeOf(structure));
  std::iota(flat.begin(), flat.end(), 1.0);
  for (double& x : flat) {
    x /= 1000;
  }
  structure = unflatten(std::move(structure), flat);
}

FittedShape wholeShape() {
  FittedShape shape;
  shape.frame = {{600, 800}, 1600, {0.05, -0.03}, 0.31, 1.35};
  shape.sheet = bentSheet();
  shape.rect = {-1.05, -1.4, 0.95, 1.3};
  shape.folds = folded();
  shape.grid = GridNet{{0.05, 0.5, 1, 0.2, 0.9}, OffsetNet::zero({4, 5})};
  number(shape.grid->net);
  shape.paper = PaperNets{1.4, 100, OffsetNet::zero({3, 2}), OffsetNet::zero({3, 2})};
  number(shape.paper->offsets);
  number(shape.paper->depths);
  return shape;
}

TEST(ParameterParts, AllModelsGoThereAndBack) {
  expectThereAndBack(wholeShape());
  expectThereAndBack(SheetFrame{});
  expectThereAndBack(SheetParameters{});
  expectThereAndBack(bentSheet());
  expectThereAndBack(SampledPage{bentSheet(), {0, 1, 2, 3}});
  expectThereAndBack(folded());
  expectThereAndBack(PaperState{OffsetNet::zero({2, 1}), OffsetNet::zero({2, 1}), {0, 0, 0}});
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

TEST(ParameterParts, ThoseOfAWholeShapeSayWhichModelTheyAreOf) {
  const std::vector<std::string> names = namesOf(wholeShape());
  EXPECT_THAT(names, ::testing::IsSupersetOf({"frame.norm", "sheet.bend[3]", "rect.x1", "folds.bendings[1].ruling",
                                              "grid plan.strain", "grid.controls[111]", "paper offsets.controls[0]",
                                              "paper depths.controls[59]"}));
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
  EXPECT_EQ(parametersOf(shapeOf(fit), work), kept());
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

WorkFrame workFrame() {
  WorkFrame work;
  work.scale = 0.5;
  return work;
}

TEST(FitStart, ReadsFoldsAndNetsAsTheyWereWritten) {
  const FittedShape shape = wholeShape();
  const FitParameters written = parametersOf(shape, workFrame());
  const FitStart start = startFrom(written);
  ASSERT_TRUE(start.sheet && start.sheet->folds && start.grid && start.paper);
  FittedShape read{start.sheet->frame, start.sheet->parameters, start.rect, *start.sheet->folds, start.grid,
                   start.paper};
  EXPECT_EQ(flatten(read), flatten(shape));
  EXPECT_EQ(namesOf(read), namesOf(shape));
  EXPECT_EQ(parametersOf(read, workFrame()), written);
  EXPECT_EQ(start.sheet->folds->bendings[1].reach, 1.2);
}

TEST(FitStart, IsStretchedToAnotherScaleWithItsNet) {
  const FitStart start = startFrom(parametersOf(wholeShape(), workFrame()));
  WorkFrame finer = workFrame();
  finer.scale = 1;
  const std::optional<FitStart> there = startIn(finer, start);
  ASSERT_TRUE(there && there->grid);
  EXPECT_EQ(there->sheet->frame.norm, 2 * start.sheet->frame.norm);
  EXPECT_EQ(there->grid->net.controls.back(), 2 * start.grid->net.controls.back());
  finer.quarter_turns = 1;
  EXPECT_FALSE(startIn(finer, start));
}

// What is broken is left out, and with folds what lies on them; the rest stays a start.
TEST(FitStart, LeavesOutBrokenFoldsAndNets) {
  const FitParameters whole = parametersOf(wholeShape(), workFrame());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Broken {
    const char* name;
    std::size_t at;
    double value;
  };
  const auto read = [&](const Broken& broken) {
    FitParameters parameters = whole;
    parameters.at(broken.name).at(broken.at) = broken.value;
    return startFrom(parameters);
  };
  for (const Broken& broken : {Broken{"folds", 1, 2.0},
                               {"folds", 3, 9.0},
                               {"folds", 5, nan},
                               {"folds", 9, 1e3},
                               {"folds", 10, 1.6},
                               {"folds shape", 0, 0.0},
                               {"folds shape", 0, nan},
                               {"folds shape", 1, 3.0},
                               {"folds shape", 1, 1e18},
                               {"folds shape", 2, 1.0},
                               {"folds shape", 2, -1.0},
                               {"folds shape", 5, 1.5}}) {
    const FitStart start = read(broken);
    EXPECT_TRUE(start.sheet && !start.sheet->folds && !start.grid && !start.paper) << broken.name << broken.at;
  }
  for (const Broken& broken : {Broken{"grid", 7, nan},
                               {"grid", 7, 1e6},
                               {"grid shape", 0, 5.0},
                               {"grid shape", 0, 4.5},
                               {"grid shape", 1, 1e9},
                               {"grid plan", 0, 0.0},
                               {"grid plan", 1, -1.0},
                               {"grid plan", 2, 0.5},
                               {"grid plan", 3, -2.0},
                               {"grid plan", 4, nan}}) {
    const FitStart start = read(broken);
    EXPECT_TRUE(start.sheet && start.sheet->folds && !start.grid && start.paper) << broken.name << broken.at;
  }
  for (const Broken& broken : {Broken{"paper offsets", 3, nan},
                               {"paper depths", 3, -1e6},
                               {"paper shape", 0, 0.0},
                               {"paper shape", 1, -1.0},
                               {"paper shape", 2, 2.0},
                               {"paper shape", 3, nan}}) {
    const FitStart start = read(broken);
    EXPECT_TRUE(start.sheet && start.sheet->folds && start.grid && !start.paper) << broken.name << broken.at;
  }
  for (const char* name : {"folds", "folds shape", "grid", "grid shape", "grid plan", "paper offsets", "paper depths",
                           "paper shape", "rect"}) {
    FitParameters parameters = whole;
    parameters.at(name).pop_back();
    const FitStart start = startFrom(parameters);
    EXPECT_TRUE(start.sheet) << name;
    EXPECT_FALSE(start.sheet->folds && start.grid && start.paper) << name;
    parameters.at(name).clear();
    EXPECT_TRUE(startFrom(parameters).sheet) << name;
  }
  FitParameters swapped = whole;
  swapped.at("rect") = {1, 1, -1, -1};
  EXPECT_FALSE(startFrom(swapped).grid);
}

}  // namespace
}  // namespace platen::optim
