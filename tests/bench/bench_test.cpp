#include "core/bench/bench.h"

#include <gtest/gtest.h>

namespace platen::bench {
namespace {

class BenchGroup : public ::testing::TestWithParam<Group> {};

TEST_P(BenchGroup, EndsAfterTheRowInHand) {
  std::stop_source stop;
  int rows = 0;
  const auto done = [&](const BenchRow& row) {
    EXPECT_GT(row.ours, 0);
    ++rows;
    stop.request_stop();
  };
  runBench(GetParam(), true, done, stop.get_token());
  EXPECT_EQ(rows, 1);
  runBench(GetParam(), true, done, stop.get_token());
  EXPECT_EQ(rows, 1) << "stopped before it began";
}

INSTANTIATE_TEST_SUITE_P(Groups,
                         BenchGroup,
                         ::testing::Values(Group::sampling, Group::fitting, Group::pages, Group::decoding));

}  // namespace
}  // namespace platen::bench
