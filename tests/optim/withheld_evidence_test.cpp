// What is left to see when a kind of evidence is taken away.
#include "core/optim/withheld_evidence.h"

#include "core/optim/curve_solver.h"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

PageCues cuesOfAllKinds() {
  PageCues cues;
  cues.has_text = true;
  cues.segments.resize(1);
  cues.sides.resize(1);
  cues.rules.resize(2);
  cues.followed_rules.resize(1);
  cues.characters.resize(1);
  for (EvidenceImage* image : {&cues.direction, &cues.row_period, &cues.shading, &cues.photo}) {
    image->image = Image::allocate({4, 4}, 3);
  }
  return cues;
}

TEST(WithheldEvidence, RulesGoWithWhatWasFollowedOfThem) {
  const PageCues left = withoutEvidence(cuesOfAllKinds(), {Evidence::rules});
  EXPECT_TRUE(left.rules.empty());
  EXPECT_TRUE(left.followed_rules.empty());
  EXPECT_EQ(left.segments.size(), 1U);
  EXPECT_FALSE(left.shading.empty());
}

TEST(WithheldEvidence, EachKindGoesAlone) {
  const PageCues no_shading = withoutEvidence(cuesOfAllKinds(), {Evidence::shading});
  EXPECT_TRUE(no_shading.shading.empty());
  EXPECT_FALSE(no_shading.direction.empty());
  EXPECT_FALSE(no_shading.photo.empty());
  EXPECT_EQ(no_shading.followed_rules.size(), 1U);

  const PageCues no_sizes = withoutEvidence(cuesOfAllKinds(), {Evidence::sizes});
  EXPECT_TRUE(no_sizes.characters.empty());
  EXPECT_EQ(no_sizes.rules.size(), 2U);

  const PageCues no_lines = withoutEvidence(cuesOfAllKinds(), {Evidence::lines});
  EXPECT_TRUE(no_lines.segments.empty());
  EXPECT_FALSE(no_lines.has_text);
  EXPECT_EQ(no_lines.characters.size(), 1U);
}

FormCues formCuesOfAllKinds() {
  FormCues cues;
  cues.frame.focal = 1.2;
  cues.levels.resize(1);
  cues.matches.resize(3);
  cues.edges.resize(4);
  cues.sheet.weight = {1, 1, 1, 1};
  cues.sheet_is_known = true;
  cues.rows.resize(2);
  cues.baselines.resize(2);
  cues.shading.image = Image::allocate({4, 4}, 1);
  cues.columns.resize(2);
  cues.characters.resize(5);
  return cues;
}

TEST(WithheldEvidence, EachKindOfAKnownFormGoesAlone) {
  struct Left {
    std::size_t matches, edges, lines, columns, characters;
    bool shading, focal;
    bool operator==(const Left&) const = default;
  };
  const auto without = [](const std::vector<Evidence>& kinds) -> Left {
    const FormCues left = withoutEvidence(formCuesOfAllKinds(), kinds);
    EXPECT_EQ(left.levels.size(), 1U) << "the fit is judged by the print";
    EXPECT_EQ(left.rows.size(), left.baselines.size());
    EXPECT_EQ(left.sheet_is_known, !left.edges.empty());
    return {left.matches.size(),    left.edges.size(),     left.rows.size(),    left.columns.size(),
            left.characters.size(), !left.shading.empty(), left.frame.focal > 0};
  };
  EXPECT_EQ(without({}), (Left{3, 4, 2, 2, 5, true, true}));
  EXPECT_EQ(without({Evidence::lines}), (Left{3, 4, 0, 2, 5, true, true}));
  EXPECT_EQ(without({Evidence::margins}), (Left{3, 4, 2, 0, 5, true, true}));
  EXPECT_EQ(without({Evidence::sides}), (Left{3, 0, 2, 2, 5, true, true}));
  EXPECT_EQ(without({Evidence::sizes}), (Left{3, 4, 2, 2, 0, true, true}));
  EXPECT_EQ(without({Evidence::shading}), (Left{3, 4, 2, 2, 5, false, true}));
  EXPECT_EQ(without({Evidence::focal}), (Left{3, 4, 2, 2, 5, true, false}));
  EXPECT_EQ(without({Evidence::matches}), (Left{0, 4, 2, 2, 5, true, true}));
  EXPECT_EQ(without({Evidence::print, Evidence::isometry}), (Left{3, 4, 2, 2, 5, true, true}));
  EXPECT_EQ(without({Evidence::bending, Evidence::camera, Evidence::keypoints}), (Left{3, 4, 2, 2, 5, true, true}));
}

TEST(WithheldEvidence, WhatIsBelievedOfPaperAndCamerasGoesAlone) {
  const auto believed = [](std::vector<Evidence> kinds) {
    FitOptions options;
    options.without = std::move(kinds);
    return priorsOf(sheetOptionsOf(options, 0.7));
  };
  const SheetPriors all = believed({});
  EXPECT_GT(all.bend, 0);
  EXPECT_EQ(all.log_focal, std::log(0.7));
  const SheetPriors limp = believed({Evidence::bending});
  EXPECT_EQ(limp.bend, 0);
  EXPECT_EQ(limp.pitch_sigma, all.pitch_sigma);
  EXPECT_EQ(limp.log_focal_sigma, all.log_focal_sigma);
  const SheetPriors any_camera = believed({Evidence::camera});
  EXPECT_EQ(any_camera.bend, all.bend);
  EXPECT_GT(any_camera.pitch_sigma, 3) << "radians: any slant";
  EXPECT_GT(any_camera.log_focal_sigma, 1) << "any lens";
  EXPECT_GT(believed({Evidence::focal}).log_focal_sigma, all.log_focal_sigma);
}

}  // namespace
}  // namespace platen::optim
