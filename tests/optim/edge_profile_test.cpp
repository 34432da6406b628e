// What lies at a side of the page, on photos drawn column by column: the same brightness all along the side.
#include "core/optim/edge_profile.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr int kWidth = 400;
constexpr int kHeight = 600;
constexpr double kH = 8;    // one photo pixel per column of a profile
constexpr int kFrom = 100;  // the text ends here, work_px
constexpr int kBelieved = 200;

using Colour = std::array<double, 3>;
using Paint = std::function<Colour(int x, int y)>;

Colour grey(double value) {
  return {value, value, value};
}

struct Scene {
  PageCues cues;
  SheetFrame frame;

  explicit Scene(const Paint& paint) {
    cues.char_height = kH;
    cues.frame.source_size = {kWidth, kHeight};
    cues.photo.scale = 1;
    cues.photo.image = Image::allocate({kWidth, kHeight}, 3);
    for (int y = 0; y < kHeight; ++y) {
      auto* row = cues.photo.image.rowAs<std::uint8_t>(y);
      for (int x = 0; x < kWidth; ++x) {
        const Colour colour = paint(x, y);
        for (std::size_t k = 0; k < 3; ++k) {
          row[3 * x + static_cast<int>(k)] = static_cast<std::uint8_t>(std::lround(std::clamp(colour[k], 0.0, 255.0)));
        }
      }
    }
    frame.centre = {kWidth / 2.0, kHeight / 2.0};
    frame.norm = kHeight;
    frame.half_width_q = kWidth / 2.0 / kHeight;  // u = -1 .. 1 over the photo
    frame.aspect = 1.5;
  }

  [[nodiscard]] static double u(double x) { return x / (kWidth / 2.0) - 1; }
  [[nodiscard]] static double x(double u) { return (u + 1) * kWidth / 2.0; }
  [[nodiscard]] EdgeProfile right(double to = kBelieved) const {
    return profileOf(cues, SheetModel(frame, {}), SideKind::right, u(kFrom), u(to), {-0.5, -1.3, 0.5, 1.3});
  }
  // work_px of the sheet's own edge that is found.
  [[nodiscard]] double own(bool other_surfaces, int believed = kBelieved) const {
    const EdgeProfile profile = right(believed);
    return x(profile.at(ownEdge(profile, profile.columnOf(u(believed)), other_surfaces)));
  }
};

// Sheets below: dark gaps, 5 pixels apart.
double stack(int x) {
  return x % 5 < 2 ? 150 : 195;
}

TEST(EdgeProfile, TheSheetsOwnEdgeIsTheInnermostLineOfAStack) {
  const Scene scene([](int x, int) { return grey(x < 160 ? 200 : stack(x)); });
  EXPECT_NEAR(scene.own(false), 157, 4);  // a little inside
}

TEST(EdgeProfile, APrintedFrameIsNotTheEdge) {
  const Scene one([](int x, int) { return grey(x >= 140 && x < 142 ? 60 : 200); });
  EXPECT_NEAR(one.own(true), kBelieved, 1);
  const Scene two([](int x, int) { return grey((x >= 140 && x < 142) || (x >= 147 && x < 149) ? 60 : 200); });
  EXPECT_NEAR(two.own(true), kBelieved, 1);
}

// A border of several lines, with the page's own paper behind it as far as the edge.
TEST(EdgeProfile, AnOrnamentOnThePageIsNoStack) {
  constexpr int kBorder = 140;
  const auto own = [](double ink, int width, int apart, double behind) {
    const Scene scene([=](int x, int) {
      const bool is_line = x >= kBorder && x < kBorder + 40 && (x - kBorder) % apart < width;
      return grey(is_line ? ink : x < kBelieved && x >= kBorder ? behind : x < kBelieved ? 200 : 60);
    });
    return scene.own(false);
  };
  EXPECT_NEAR(own(90, 2, 5, 200), kBelieved, 1);
  EXPECT_NEAR(own(180, 2, 12, 200), kBelieved, 1) << "thin lines, as of a frame around the text";
  EXPECT_LT(own(90, 2, 5, 185), kBorder) << "leaves lie lower, and are darker";
  EXPECT_LT(own(180, 3, 5, 200), kBorder) << "the edges of leaves are pale and close";
}

// A panel of a comic: dark within its frame, and a margin lighter than the picture. And a map, whose paper is a little
// darker far from its frame.
TEST(EdgeProfile, AFrameAroundAPictureIsNoStack) {
  const auto own = [](const std::function<double(int)>& inside, double margin) {
    const Scene scene([&](int x, int) { return grey(x < 140 ? inside(x) : x < 145 ? 20 : x < 165 ? margin : 50); });
    const EdgeProfile profile = scene.right(165 + 48);
    return Scene::x(profile.at(ownEdge(profile, profile.columnOf(Scene::u(165)), false)));
  };
  EXPECT_NEAR(own([](int) { return 140.0; }, 205), 165, 1);
  EXPECT_NEAR(own([](int x) { return 180.0 + 0.5 * (x - 100); }, 200), 165, 1);
  EXPECT_LT(own([](int) { return 200.0; }, 185), 142) << "what is darker than the page is no margin of it";
}

// Past its dark lines the pale ones would be a stack of their own.
TEST(EdgeProfile, AllOfAnOrnamentIsNone) {
  const Scene scene([](int x, int) {
    const bool is_dark = x >= 120 && x < 132 && x % 6 < 3;
    const bool is_pale = x >= 140 && x < 176 && x % 5 < 3;
    return grey(is_dark ? 90 : is_pale ? 180 : x < kBelieved ? 200 : 60);
  });
  EXPECT_NEAR(scene.own(false), kBelieved, 1);
}

// The braces and clefs that staves of music begin with, and a narrow margin.
TEST(EdgeProfile, LinesThatFollowPrintAreNoStack) {
  constexpr int kNear = 136;
  const auto paint = [](bool printed) {
    return [printed](int x, int y) {
      const bool is_print = printed && x < 120 && y % 6 < 3;
      const bool is_dark = x >= 108 && x < 128 && (x - 108) / 4 % 2 == 0;
      return grey(is_print ? 90 : is_dark ? 150 : x < kNear ? 200 : 60);
    };
  };
  EXPECT_NEAR(Scene(paint(true)).own(false, kNear), kNear, 1);
  EXPECT_LT(Scene(paint(false)).own(false, kNear), 114);
}

TEST(EdgeProfile, ATextColumnThatWasNotTracedStays) {
  // Letters: dark or light by a hash of the place, in rows; the column's left edge is flush.
  const Scene scene([](int x, int y) {
    const unsigned hash =
        (static_cast<unsigned>(x / 2) * 2654435761U) ^ (static_cast<unsigned>(y / 2) * 40503U * 65537U);
    return grey(x >= 130 && y % 14 < 8 && (hash >> 13) % 2 == 0 ? 50 : 200);
  });
  EXPECT_NEAR(scene.own(true), kBelieved, 1);
}

TEST(EdgeProfile, AnotherSurfaceBehindAStraightEdgeIsLeftOut) {
  const auto cover = [](int x, int) { return x < 170 ? Colour{200, 198, 190} : Colour{70, 90, 160}; };
  const Scene scene(cover);
  EXPECT_NEAR(scene.own(true), 167, 4);
  EXPECT_NEAR(scene.own(false), kBelieved, 1);
}

TEST(EdgeProfile, PaperThatBendsAwayFromTheLightIsNoOtherSurface) {
  const Scene scene([](int x, int) { return grey(x < 140 ? 200 : std::max(80.0, 200 - 2.5 * (x - 140))); });
  EXPECT_NEAR(scene.own(true), kBelieved, 1);
}

TEST(EdgeProfile, ASideOnTheSlopeGoesToTheSpine) {
  const Scene scene([](int x, int) { return grey(std::clamp(100 + 2.0 * (std::abs(x - 215) - 6), 100.0, 200.0)); });
  const EdgeProfile profile = scene.right(kBelieved + 48);
  const std::size_t believed = profile.columnOf(Scene::u(kBelieved));
  EXPECT_NEAR(Scene::x(profile.at(spineBehind(profile, believed))), 209, 4);
}

TEST(EdgeProfile, TheSpineIsTheMiddleOfThreeDips) {
  // Light on either page's slope falls, rises a little, and falls into the gap between them.
  const auto light = [](int x) {
    const double off = std::abs(x - 222);
    return off < 12 ? 96 + 0.8 * off : off < 24 ? 105 - 0.5 * (off - 12) : std::min(200.0, 99 + 3.0 * (off - 24));
  };
  const Scene scene([&](int x, int) { return grey(light(x)); });
  const EdgeProfile profile = scene.right(kBelieved + 70);
  const std::size_t believed = profile.columnOf(Scene::u(kBelieved));
  EXPECT_NEAR(Scene::x(profile.at(spineBehind(profile, believed))), 221, 2);
}

TEST(EdgeProfile, ADarkStripBesideASheetIsNoSpine) {
  // A curled sheet ends at x = 200 on a chequered cloth: dark, then light again.
  const Scene scene([](int x, int) {
    return grey(x < 200 ? std::min(200.0, 0.7 * (200 - x) + 170) : x < 240 ? 90 : 150);
  });
  const EdgeProfile profile = scene.right(kBelieved + 48);
  const std::size_t believed = profile.columnOf(Scene::u(kBelieved));
  EXPECT_EQ(spineBehind(profile, believed), believed);
}

TEST(EdgeProfile, ADarkTableIsNoSpine) {
  const Scene scene([](int x, int) { return grey(x < 200 ? 200 : 70); });
  const EdgeProfile profile = scene.right(kBelieved + 48);
  const std::size_t believed = profile.columnOf(Scene::u(kBelieved));
  EXPECT_EQ(spineBehind(profile, believed), believed);
}

TEST(EdgeProfile, EndsWithThePhotoAndIsEmptyWithoutOne) {
  Scene scene([](int, int) { return grey(200); });
  EXPECT_LT(scene.right(kWidth + 100).size(), static_cast<std::size_t>(kWidth - kFrom + 2));
  scene.cues.photo = {};
  EXPECT_EQ(scene.right().size(), 0U);
}

}  // namespace
}  // namespace platen::optim
