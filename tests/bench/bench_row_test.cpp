#include "core/bench/bench_row.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::bench {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(BenchRow, BothAreCalledInTurnAndAsOften) {
  std::string calls;
  const auto [ours, peer] = medianSeconds([&] { calls += 'o'; }, [&] { calls += 'p'; }, 0, 3);
  EXPECT_EQ(calls, "ooppooppoopp");
  EXPECT_GE(ours, 0);
  EXPECT_GE(peer, 0);
}

TEST(BenchRow, ATableHasOneLineARow) {
  const BenchRow row{"sample", "1 MP, 64x64", 2.5, 10, "grid_sample", "ns/sample", 4};
  EXPECT_THAT(tableLine(row), StartsWith("sample "));
  EXPECT_THAT(tableLine(row), HasSubstr(" 2.50 "));
  EXPECT_THAT(tableLine(row), HasSubstr(" 4.0x "));
  EXPECT_THAT(tableLine(row), EndsWith("\n"));
  EXPECT_EQ(tableHead().find("ratio"), tableLine(row).find("4.0x") - 1) << "under its heading";
}

}  // namespace
}  // namespace platen::bench
