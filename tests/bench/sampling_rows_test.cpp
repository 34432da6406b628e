#include "core/bench/sampling_rows.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SamplingRows, APhotoWithoutRoomIsNamedAndLeftOut) {
  std::vector<std::string> left_out, measured;
  SamplingBenchOptions options;
  options.seconds_per_row = 0;
  options.memory_bytes = 11'000'000;
  options.torch = platenTorchSampling();
  options.left_out = [&](const std::string& what) { left_out.push_back(what); };
  samplingRows(options, [&](const BenchRow& row) { measured.push_back(row.params); }, {});
  EXPECT_THAT(left_out, ElementsAre(HasSubstr("of 12 MP"), HasSubstr("of 100 MP"),
                                    HasSubstr("400 MP: the photo, its f32 copy and the gradient take 4.16 GB")));
  ASSERT_FALSE(measured.empty());
  EXPECT_EQ(measured.front(), "0.25 MP, 64x64");
  EXPECT_EQ(measured.back(), "1 MP, 128x192");
}

}  // namespace
}  // namespace platen::bench
