// What is left to see when a kind of evidence is taken away.
#include "core/optim/withheld_evidence.h"

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

}  // namespace
}  // namespace platen::optim
