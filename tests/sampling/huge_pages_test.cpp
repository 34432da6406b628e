#include "core/sampling/huge_pages.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace platen::sampling {
namespace {

std::uintptr_t addressOf(const std::shared_ptr<void>& block) {
  return reinterpret_cast<std::uintptr_t>(block.get());
}

TEST(HugePages, IsAlignedAndWritable) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, kHugeBlock - 1, kHugeBlock, kHugeBlock + 1}) {
    const auto block = allocateOnHugePages(bytes, 64);
    EXPECT_EQ(addressOf(block) % 64, 0U) << bytes;
    std::memset(block.get(), 1, bytes);
  }
}

// The kernel's own word on the block: flag "hg" of the mapping that it begins in.
TEST(HugePages, AsksForHugePagesFromItsSizeOn) {
  std::string modes;
  std::getline(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"), modes);
  if (modes.find("[madvise]") == std::string::npos && modes.find("[always]") == std::string::npos) {
    GTEST_SKIP() << "this system gives no transparent huge pages: " << modes;
  }
  const auto asked = [](const std::shared_ptr<void>& block) {
    bool inside = false;
    std::ifstream maps("/proc/self/smaps");
    for (std::string line; std::getline(maps, line);) {
      std::uintptr_t from = 0, to = 0;
      char dash = 0;
      std::istringstream range(line);
      if (range >> std::hex >> from >> dash >> to && dash == '-') {
        inside = addressOf(block) >= from && addressOf(block) < to;
      } else if (inside && line.rfind("VmFlags:", 0) == 0) {
        return line.find(" hg") != std::string::npos;
      }
    }
    return false;
  };
  EXPECT_TRUE(asked(allocateOnHugePages(4 * kHugeBlock, 64)));
  EXPECT_FALSE(asked(allocateOnHugePages(kHugeBlock / 2, 64)));
}

}  // namespace
}  // namespace platen::sampling
