// The environment's word on the instruction set. That it caps the loops is tested where they are (sampling_portable).
#include "core/cpu_level.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen {
namespace {

using ::testing::HasSubstr;

std::string complaintOf(const char* level) {
  const char* kept = std::getenv(kCpuLevelVariable);
  const std::string before = kept == nullptr ? "" : kept;
  setenv(kCpuLevelVariable, level, 1);
  std::string complaint = cpuLevelComplaint();
  if (kept == nullptr) {
    unsetenv(kCpuLevelVariable);
  } else {
    setenv(kCpuLevelVariable, before.c_str(), 1);
  }
  return complaint;
}

TEST(CpuLevel, NamesAndLevelsBelongTogether) {
  for (const CpuLevel level : {CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512}) {
    EXPECT_EQ(cpuLevelNamed(nameOf(level)), level);
    EXPECT_EQ(complaintOf(nameOf(level)), "");
  }
  EXPECT_EQ(cpuLevelNamed("AVX2"), std::nullopt);
  EXPECT_EQ(cpuLevelNamed(""), std::nullopt);
}

TEST(CpuLevel, AWordThatIsNoneIsNamedWithThoseThatAre) {
  EXPECT_THAT(complaintOf("sse"), HasSubstr("'sse'"));
  EXPECT_THAT(complaintOf("sse"), HasSubstr("portable, avx2 or avx512"));
  EXPECT_EQ(complaintOf(""), "");
}

}  // namespace
}  // namespace platen
