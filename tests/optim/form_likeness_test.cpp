// Does the photo show the form: what the places that are recognised add to the correlation of its print.
#include "core/optim/form_likeness.h"

#include "tests/optim/known_form_cues.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::netOf;
using test::wavyForm;
using test::wavyOffset;

// The right half in a shadow that leaves nothing of the print to correlate: what was recognised there tells, unless
// most of it lies elsewhere than the fit has it.
TEST(FormLikeness, PlacesThatAreRecognisedTellOfARegion) {
  FormCues cues = wavyForm().cues;
  cues.matches.clear();
  const Vec2 margin = cues.frame.margin, form = cues.frame.form_extent;
  for (FormLevel& level : cues.levels) {
    for (FormPoint& point : level.points) {
      point.distinct = 1;
    }
    for (int j = 0; j < level.photo.image.height(); ++j) {
      auto* row = level.photo.image.rowAs<std::uint8_t>(j);
      const int width = level.photo.image.width();
      std::fill(row + std::ptrdiff_t{4} * (width / 2), row + std::ptrdiff_t{4} * width, std::uint8_t{127});
    }
  }
  const OffsetNet truth = netOf({16, 20}, cues.frame.canvas_extent, wavyOffset);
  const double without = likeness(cues, truth).regions;
  EXPECT_GT(without, 0.4);
  EXPECT_LT(without, 0.6);
  EXPECT_FALSE(likeness(cues, truth).isConvincing());
  const auto withMatches = [&](Vec2 off) {
    FormCues recognised = cues;
    for (int i = 0; i < 40; ++i) {
      for (int j = 0; j < 32; ++j) {
        const Vec2 p = margin + Vec2{form.x * (j + 0.5) / 32, form.y * (i + 0.5) / 40};
        recognised.matches.push_back({p, p + wavyOffset(p) + ((i + j) % 4 == 0 ? Vec2{} : off), true});
      }
    }
    return likeness(recognised, truth);
  };
  EXPECT_GT(withMatches({1, 1}).regions, 0.95);
  EXPECT_TRUE(withMatches({1, 1}).isConvincing());
  EXPECT_EQ(withMatches({12, 5}).regions, without);
}

}  // namespace
}  // namespace platen::optim
