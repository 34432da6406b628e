// Characters of one size: the groups that are found among them, and the energy that makes them alike.
#include "core/optim/print_sizes.h"

#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::gradientError;

struct Print {
  std::vector<double> heights;
  std::vector<Vec2> places;
  std::vector<std::size_t> kind;  // which size; 3: any
};

// Three sizes all over the page, which comes out larger towards one end: `change` is that of the logarithm.
Print printOf(Vec2 change, std::size_t count, double noise) {
  std::mt19937 random(7);
  const auto uniform = [&random] { return static_cast<double>(random()) / 4294967296.0; };
  constexpr std::array<double, 3> kSizes{18, 13, 24};
  Print print;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec2 place{2 * uniform() - 1, 2 * uniform() - 1};
    const double of = uniform();
    const std::size_t kind = of < 0.5 ? 0 : of < 0.75 ? 1 : of < 0.94 ? 2 : 3;
    const double size = kind < 3 ? kSizes[kind] : 8 + 40 * uniform();
    const double off = noise * (uniform() + uniform() + uniform() - 1.5) * 2;
    print.places.push_back(place);
    print.kind.push_back(kind);
    print.heights.push_back(size * std::exp(dot(change, place) + off));
  }
  return print;
}

class Sizes : public ::testing::TestWithParam<Vec2> {};

TEST_P(Sizes, AreToldApartThoughThePageIsStretched) {
  const Print print = printOf(GetParam(), 400, 0.04);
  const std::vector<std::vector<std::size_t>> groups = sizeGroups(print.heights, print.places);
  ASSERT_EQ(groups.size(), 3U);
  std::size_t grouped = 0;
  for (const std::vector<std::size_t>& group : groups) {
    std::array<std::size_t, 4> of{};
    for (const std::size_t k : group) {
      ++of[print.kind[k]];
    }
    grouped += group.size();
    EXPECT_GE(*std::max_element(of.begin(), of.begin() + 3), 0.93 * static_cast<double>(group.size()));
  }
  EXPECT_GT(grouped, 340U);
}

INSTANTIATE_TEST_SUITE_P(Changes, Sizes, ::testing::Values(Vec2{0, 0}, Vec2{0, 0.15}, Vec2{0, -0.3}, Vec2{0.1, 0.2}));

TEST(Sizes, OfFewCharactersTellNothing) {
  const Print print = printOf({}, 7, 0.02);
  EXPECT_TRUE(sizeGroups(print.heights, print.places).empty());
  EXPECT_TRUE(sizeGroups({}, {}).empty());
}

TEST(Sizes, LeaveOutWhatIsRareAndWhatIsUnlikeTheRest) {
  const auto groupsWith = [](double size, std::size_t count) {
    Print print;
    for (std::size_t k = 0; k < 100 + count; ++k) {
      const double t = static_cast<double>(k % 50) / 25 - 1;
      print.heights.push_back((k < 100 ? 18 : size) * (1 + 0.02 * t));
      print.places.push_back({t, k % 2 == 0 ? t : -t});
    }
    return sizeGroups(print.heights, print.places).size();
  };
  EXPECT_EQ(groupsWith(25, 40), 2U);
  EXPECT_EQ(groupsWith(25, 15), 1U) << "less than a quarter of the others";
  EXPECT_EQ(groupsWith(45, 40), 1U) << "a headline";
}

TEST(Sizes, MayHaveToLieApart) {
  const Print print = printOf({}, 400, 0.04);
  EXPECT_EQ(sizeGroups(print.heights, print.places, 0.25).size(), 3U);
  // log(24 / 18) is .29, log(18 / 13) .33.
  EXPECT_EQ(sizeGroups(print.heights, print.places, 0.3).size(), 1U);
  EXPECT_EQ(sizeGroups(print.heights, print.places, 0.4).size(), 0U);
}

constexpr NetShape kShape{4, 5};
constexpr Vec2 kExtent{520, 660};

// Characters of two sizes as seen where the page's y is stretched from top to bottom.
double seenAt(double y) {
  return y + 0.00025 * (y - 60) * (y - 600);
}
std::vector<CanvasCharacter> stretched() {
  std::vector<CanvasCharacter> characters;
  for (double y = 80; y < 600; y += 26) {
    for (double x = 70; x < 460; x += 30) {
      const double height = characters.size() % 2 == 0 ? 14 : 10;
      characters.push_back({{x, seenAt(y - height)}, {x, seenAt(y)}});
    }
  }
  return characters;
}

std::vector<std::vector<std::size_t>> everyOther(std::size_t count) {
  std::vector<std::vector<std::size_t>> groups(2);
  for (std::size_t k = 0; k < count; ++k) {
    groups[k % 2].push_back(k);
  }
  return groups;
}

TEST(PrintSize, GradientIsThatOfTheValue) {
  const std::vector<CanvasCharacter> characters = stretched();
  PrintSizeEnergy energy(1, 0.12, characters, everyOther(characters.size()), kShape, kExtent);
  const std::vector<double> zero(kShape.size(), 0.0);
  std::vector<double> gradient(kShape.size(), 0.0);
  energy.add(zero, 1, gradient);
  const auto value = [&](std::span<const double> controls) { return energy.add(controls, 0, {}); };
  EXPECT_LT(gradientError(value, zero, gradient, 1e-4), 0.02);
  // Away from no offset, a point moves while it is followed, which the gradient leaves out.
  const std::vector<double> bent = test::randomControls(kShape, 6, 5);
  std::fill(gradient.begin(), gradient.end(), 0.0);
  for (int call = 0; call < 8; ++call) {  // until the points have arrived
    energy.add(bent, 0, {});
  }
  energy.add(bent, 1, gradient);
  EXPECT_LT(gradientError(value, bent, gradient, 1e-3), 0.25);
}

TEST(PrintSize, IsLeastWhereAllAreAlike) {
  const std::vector<CanvasCharacter> characters = stretched();
  PrintSizeEnergy energy(1, 0.12, characters, everyOther(characters.size()), kShape, kExtent);
  std::vector<double> controls(kShape.size(), 0.0);
  const double at_zero = energy.add(controls, 0, {});
  // The offset that the page is seen under, a parabola: the knots' values less a sixth of their second difference.
  for (int row = 0; row < kShape.rows(); ++row) {
    const double y = kExtent.y * (row - 1) / kShape.spans_v;
    const double knot = kExtent.y / kShape.spans_v;
    for (int col = 0; col < kShape.cols(); ++col) {
      controls[2 * static_cast<std::size_t>(row * kShape.cols() + col) + 1] =
          seenAt(y) - y - 2 * 0.00025 * knot * knot / 6;
    }
  }
  PrintSizeEnergy fresh(1, 0.12, characters, everyOther(characters.size()), kShape, kExtent);
  EXPECT_GT(at_zero, 0.2);
  EXPECT_LT(fresh.add(controls, 0, {}), 0.01 * at_zero);
}

TEST(PrintSize, HoldsOutWherePrintIsLaidFlat) {
  PrintSizeEnergy energy(1, 0.12, {{{100, 100}, {100, 100}}, {{200, 100}, {200, 90}}, {{300, 300}, {300, 312}}},
                         {{0, 1, 2}}, kShape, kExtent);
  const std::vector<double> zero(kShape.size(), 0.0);
  std::vector<double> gradient(kShape.size(), 0.0);
  EXPECT_TRUE(std::isfinite(energy.add(zero, 1, gradient)));
  EXPECT_TRUE(std::all_of(gradient.begin(), gradient.end(), [](double g) { return std::isfinite(g); }));
}

}  // namespace
}  // namespace platen::optim
