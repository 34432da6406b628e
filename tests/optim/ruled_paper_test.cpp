// Lines at even steps, column by column: a profile as edge_profile.h has it, drawn.
#include "core/optim/ruled_paper.h"

#include <algorithm>
#include <cmath>
#include <functional>
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
  return endOfRuling(profile, kEnd);
}

TEST(RuledPaper, EndsBehindTheLastOfItsLines) {
  EXPECT_NEAR(static_cast<double>(endOf({})), 20 + 12 * 9 + 3, 1);
}

TEST(RuledPaper, MayBePaleUnevenlyLitAndWrittenOn) {
  Lines pale;
  pale.depth = [](int k) { return k % 2 == 0 ? 4.0 : 5; };
  pale.paper = [](std::size_t c) { return 220 - 0.3 * static_cast<double>(c); };
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
}

}  // namespace
}  // namespace platen::optim
