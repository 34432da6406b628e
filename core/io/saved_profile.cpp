#include "core/io/saved_profile.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <lcms2.h>

namespace platen::io {

std::vector<std::uint8_t> savedProfile(void* profile) {
  // ICC.1:2010, 7.2: a header of 128 bytes; 7.2.8: six numbers of 16 bits from byte 24 on, the 1st of January 2000.
  constexpr std::size_t kHeader = 128;
  constexpr std::size_t kDate = 24;
  constexpr std::array<std::uint8_t, 12> kSomeDay{0x07, 0xD0, 0, 1, 0, 1};
  cmsUInt32Number count = 0;
  if (cmsSaveProfileToMem(profile, nullptr, &count) == 0 || count < kHeader) {
    return {};
  }
  std::vector<std::uint8_t> bytes(count);
  if (cmsSaveProfileToMem(profile, bytes.data(), &count) == 0) {
    return {};
  }
  std::copy(kSomeDay.begin(), kSomeDay.end(), bytes.begin() + kDate);
  return bytes;
}

}  // namespace platen::io
