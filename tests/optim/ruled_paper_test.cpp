// Lines at even steps, column by column: a profile as edge_profile.h has it, drawn.
#include "core/optim/ruled_paper.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

constexpr std::size_t kEnd = 160;

// `depth(k)` and `at(k)`: of line k, levels and columns; `paper(c)`: what it is drawn on.
struct Lines {
  int count = 10;
  std::function<double(int)> at = [](int k) { return 20.0 + 12 * k; };
  std::function<double(int)> depth = [](int) { return 20.0; };
  std::size_t written_to = 40;
  std::function<double(std::size_t)> paper = [](std::size_t) { return 200.0; };
};

std::size_t endOf(const Lines& lines) {
  EdgeProfile profile;
  profile.step = 1;
  for (std::size_t c = 0; c < kEnd + 20; ++c) {
    double light = c < kEnd ? lines.paper(c) : 60;
    for (int k = 0; k < lines.count; ++k) {
      const double off = std::abs(static_cast<double>(c) - lines.at(k));
      light -= lines.depth(k) * std::max(0.0, 1 - off / 2.5);
    }
    profile.colour.push_back({light, light, light});
  }
  return endOfRuling(profile, lines.written_to, kEnd);
}

TEST(RuledPaper, EndsBehindTheLastOfItsLines) {
  EXPECT_NEAR(static_cast<double>(endOf({})), 20 + 12 * 9 + 3, 1);
}

TEST(RuledPaper, MayBePaleUnevenlyLitAndWrittenOn) {
  Lines pale;
  pale.depth = [](int k) { return k % 2 == 0 ? 4.0 : 5; };
  pale.paper = [](std::size_t c) { return 220 + 3 * std::sin(static_cast<double>(c) / 25); };
  EXPECT_GT(endOf(pale), 120U);
  Lines written;
  written.at = [](int k) { return 20.0 + 12 * (k < 4 ? k : k + 1); };  // one is not seen
  EXPECT_NEAR(static_cast<double>(endOf(written)), 20 + 12 * 10 + 3, 1);
}

TEST(RuledPaper, LeavesBelowAPageAreNone) {
  Lines uneven;
  uneven.at = [](int k) { return 20.0 + 12 * k + (k % 3 == 0 ? 5 : k % 3 == 1 ? -3 : 0); };
  EXPECT_EQ(endOf(uneven), 0U);
  Lines deeper;
  deeper.depth = [](int k) { return 3 * std::pow(1.4, k); };
  EXPECT_EQ(endOf(deeper), 0U);
  Lines lower;
  lower.paper = [](std::size_t c) { return 220 - 7 * std::floor(static_cast<double>(c) / 12); };
  EXPECT_EQ(endOf(lower), 0U) << "each leaf is darker than the one above";
  Lines few;
  few.count = 3;
  EXPECT_EQ(endOf(few), 0U);
  for (const double step : {5.0, 6.0, 8.0, 12.0}) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> off(-0.3, 0.3);
    int taken = 0;
    for (int stack = 0; stack < 100; ++stack) {
      std::vector<double> places;
      places.reserve(10);
      for (int k = 0; k < 10; ++k) {
        places.push_back((places.empty() ? 60 : places.back() + step) + off(random) * step);
      }
      Lines leaves;
      leaves.written_to = 50;
      leaves.at = [places](int k) { return places[static_cast<std::size_t>(k)]; };
      leaves.paper = [step](std::size_t c) {
        return 210 - 2 * std::floor(std::max(0.0, static_cast<double>(c) - 60) / step);
      };
      taken += endOf(leaves) > 0 ? 1 : 0;
    }
    EXPECT_LE(taken, 2) << "at steps of " << step << " columns";
  }
}

TEST(RuledPaper, MayBeginBehindWhatIsWritten) {
  Lines hidden;
  hidden.written_to = 15;
  EXPECT_GT(endOf(hidden), 120U);
  hidden.count = 5;
  EXPECT_EQ(endOf(hidden), 0U) << "as few may be leaves";
}

}  // namespace
}  // namespace platen::optim
