// What is drawn over a photo, and how large a page is shown whose own extent is not known yet.
#include "ui/window/photo_overlay_of.h"

#include "tests/support/photo_files.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <vector>

#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

// A page that lies back: 400 px wide at its foot, 200 at its top, 300 high on the photo.
WarpGrid lyingBack() {
  WarpGrid grid{4, 3, {}};
  for (int i = 0; i < grid.rows; ++i) {
    const double width = 200 + 200.0 * i / 3;
    for (int j = 0; j < grid.cols; ++j) {
      grid.points.push_back({500 + width * (j / 2.0 - 0.5), 100.0 * i});
    }
  }
  return grid;
}

// A sheet that is folded at x = 520, with rules over the fold.
constexpr Size kPhoto{1040, 1300};
constexpr double kRuleFrom = 140, kRuleTo = 900;
const std::vector<double> kRules{300, 500, 700, 900};  // their y at the fold

double yOfRule(double at_fold, double x) {
  return at_fold + 0.07 * std::abs(x - 520);
}

Image ruledSheet() {
  Image photo = Image::allocate(kPhoto, 1);
  for (int j = 0; j < kPhoto.height; ++j) {
    auto* row = photo.rowAs<std::uint8_t>(j);
    for (int i = 0; i < kPhoto.width; ++i) {
      const Vec2 p{i + 0.5, j + 0.5};
      const bool is_paper = p.x > 90 && p.x < 950 && p.y > 120 && p.y < 1180;
      const bool is_ink = p.x > kRuleFrom && p.x < kRuleTo && std::any_of(kRules.begin(), kRules.end(), [p](double y) {
                            return std::abs(p.y - yOfRule(y, p.x)) < 1.5;
                          });
      row[i] = is_ink ? 110 : is_paper ? 225 : 60;
    }
  }
  return photo;
}

TEST(OverlayOf, HasTheRulesThatWereFollowedOverAFold) {
  constexpr int kPatience_ms = 60000;
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder / "sheet.png";
  test::writeImage(file, ruledSheet(), FileFormat::png);
  Engine engine;
  PhotoState state;
  state.due = Due::nothing;  // opened, not fitted
  PhotoSession session(file, state, engine);
  session.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.openedPhoto() != nullptr; }, kPatience_ms));
  ASSERT_LT(session.openedPhoto()->pages[0].frame.scale, 0.95) << "source_px are no work_px";
  const SessionOverlay made = overlayOf(session, 1);
  ASSERT_EQ(made.overlay.pages.size(), 1U);
  const std::vector<Polyline>& drawn = made.overlay.pages[0].rules;
  for (const double at_fold : kRules) {
    EXPECT_EQ(std::count_if(drawn.begin(), drawn.end(),
                            [at_fold](const Polyline& line) {
                              return std::abs(line.back().x - line.front().x) > 0.95 * (kRuleTo - kRuleFrom) &&
                                     std::all_of(line.begin(), line.end(), [at_fold](Vec2 p) {
                                       return std::abs(p.y - yOfRule(at_fold, p.x)) < 2;
                                     });
                            }),
              1)
        << at_fold;
  }
}

TEST(ExtentOf, IsWhatThePhotoShowsWhereNoProportionsAreKnown) {
  const Vec2 extent = extentOf(lyingBack(), 0);
  EXPECT_GT(extent.x, 250);
  EXPECT_LT(extent.x, 350);
  EXPECT_GE(extent.y, 300);
  EXPECT_LT(extent.y, 330);
}

TEST(ExtentOf, HasTheProportionsOfTheFlatPageAndLosesNoDetail) {
  const Vec2 extent = extentOf(lyingBack(), 1.4);
  EXPECT_NEAR(extent.y / extent.x, 1.4, 1e-12);
  EXPECT_GT(extent.x, 300);
  EXPECT_LE(extent.x, 400);
}

TEST(ExtentOf, OfNoGridIsOnePixel) {
  EXPECT_EQ(extentOf({}, 1.4), (Vec2{1, 1}));
}

}  // namespace
}  // namespace platen::ui
