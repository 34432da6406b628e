// Sides that no outline gave, looked for in drawn photos.
#include "core/optim/missed_side.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr int kWidth = 400;
constexpr int kHeight = 600;
constexpr double kH = 8;
constexpr double kUnit = kWidth / 2.0;  // work_px per sheet unit

using Colour = std::array<double, 3>;
constexpr Colour kPaper{205, 203, 196};
constexpr Colour kTable{150, 110, 70};

// A flat sheet seen from straight above, turned about the photo's middle by `roll`; painted by sheet coordinates, px.
struct Scene {
  PageCues cues;
  SheetFrame frame;
  SheetParameters parameters;

  explicit Scene(double roll, const std::function<Colour(Vec2 sheet_px)>& paint) {
    cues.char_height = kH;
    cues.frame.source_size = {kWidth, kHeight};
    frame.centre = {kWidth / 2.0, kHeight / 2.0};
    frame.norm = kHeight;
    frame.half_width_q = kUnit / kHeight;
    frame.aspect = 1.5;
    parameters.roll = roll;
    cues.photo.scale = 1;
    cues.photo.image = Image::allocate({kWidth, kHeight}, 3);
    const SheetModel model(frame, parameters);
    for (int y = 0; y < kHeight; ++y) {
      auto* row = cues.photo.image.rowAs<std::uint8_t>(y);
      for (int x = 0; x < kWidth; ++x) {
        // Light falls off slowly across the photo, as it does.
        const Colour colour = paint(model.sheetFromWork({x + 0.5, y + 0.5}).sheet_uv * kUnit);
        const double light = 1 - 0.15 * y / kHeight;
        for (std::size_t k = 0; k < 3; ++k) {
          row[3 * x + static_cast<int>(k)] =
              static_cast<std::uint8_t>(std::lround(std::clamp(colour[k] * light, 0.0, 255.0)));
        }
      }
    }
  }

  [[nodiscard]] std::optional<PageSide> right(double most_unseen_px = 20) const {
    return findMissedSide(cues, SheetModel(frame, parameters),
                          {SideKind::right, 80 / kUnit, 260 / kUnit, {-0.6, -1.3, 0.4, 1.3}, most_unseen_px / kUnit});
  }
  // Where the side's points lie on the sheet, px: least and most.
  [[nodiscard]] std::pair<double, double> reach(const PageSide& side) const {
    const SheetModel model(frame, parameters);
    std::pair<double, double> reach{1e9, -1e9};
    for (const Vec2 p : side.points) {
      const double x = model.sheetFromWork(p).sheet_uv.x * kUnit;
      reach = {std::min(reach.first, x), std::max(reach.second, x)};
    }
    return reach;
  }
};

Colour sheetOnTable(Vec2 p) {
  return p.x < 150 ? kPaper : kTable;
}

TEST(MissedSide, AnEdgeInFullView) {
  const Scene scene(0, sheetOnTable);
  const auto side = scene.right();
  ASSERT_TRUE(side);
  EXPECT_EQ(side->kind, SideKind::right);
  EXPECT_GT(side->valid_fraction, 0.95);
  EXPECT_NEAR(scene.reach(*side).first, 150, 1);
  EXPECT_NEAR(scene.reach(*side).second, 150, 1);
}

TEST(MissedSide, AnEdgeThatIsMostlyOutOfThePhoto) {
  // Turned, so that only the side's upper end is inside.
  const Scene scene(0.15, [](Vec2 p) { return p.x < 215 ? kPaper : kTable; });
  const auto side = scene.right();
  ASSERT_TRUE(side);
  EXPECT_LT(side->valid_fraction, 0.5);
  EXPECT_NEAR(scene.reach(*side).first, 215, 1);
  EXPECT_NEAR(scene.reach(*side).second, 215, 1);
  for (const Vec2 p : side->points) {
    EXPECT_LE(p.x, kWidth);
  }
  EXPECT_FALSE(scene.right(2));  // too much of the page would be made up
}

TEST(MissedSide, AnEdgeThatIsNotQuiteParallel) {
  const Scene scene(0, [](Vec2 p) { return p.x < 150 + 0.02 * p.y ? kPaper : kTable; });
  const auto side = scene.right();
  ASSERT_TRUE(side);
  EXPECT_NEAR(scene.reach(*side).first, 145, 1.5);
  EXPECT_NEAR(scene.reach(*side).second, 155, 1.5);
}

TEST(MissedSide, BlankPaperUpToThePhotosEndHasNone) {
  EXPECT_FALSE(Scene(0, [](Vec2) { return kPaper; }).right());
}

TEST(MissedSide, AFigureIsNotTheTable) {
  // Beside the text stands a figure as high as the page, then paper again.
  EXPECT_FALSE(Scene(0, [](Vec2 p) { return p.x > 110 && p.x < 130 ? kTable : kPaper; }).right());
}

TEST(MissedSide, TheEdgeOfPagesBelowIsNotThePages) {
  const Scene scene(0, [](Vec2 p) {
    const bool line = p.x > 110 && static_cast<int>(p.x) % 12 < 4;
    return p.x > 170 ? kTable : line ? Colour{170, 168, 160} : kPaper;
  });
  const auto side = scene.right();
  EXPECT_FALSE(side && scene.reach(*side).second > 165);
}

TEST(MissedSide, ASlowShadowIsNoEdge) {
  EXPECT_FALSE(Scene(0, [](Vec2 p) {
                 const double light = std::clamp(1 - 0.008 * (p.x - 90), 0.4, 1.0);
                 return Colour{kPaper[0] * light, kPaper[1] * light, kPaper[2] * light};
               }).right());
}

TEST(MissedSide, NoneWithoutAPhoto) {
  Scene scene(0, sheetOnTable);
  scene.cues.photo = {};
  EXPECT_FALSE(scene.right());
}

}  // namespace
}  // namespace platen::optim
