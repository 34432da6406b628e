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
  BenchOptions options;
  options.group = GetParam();
  options.quick = true;
  options.program = PLATEN_PROGRAM;
  runBench(
      options, done, [](const std::string&) {}, stop.get_token());
  EXPECT_EQ(rows, 1);
  runBench(
      options, done, [](const std::string&) {}, stop.get_token());
  EXPECT_EQ(rows, 1) << "stopped before it began";
}

INSTANTIATE_TEST_SUITE_P(
    Groups,
    BenchGroup,
    ::testing::Values(Group::sampling, Group::fitting, Group::pages, Group::decoding, Group::flattening));

}  // namespace
}  // namespace platen::bench
