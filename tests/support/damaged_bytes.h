// Files as they come off broken disks and torn copies: bytes changed, left out or doubled, and cut off. The same bytes
// and seed give the same damage everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

namespace platen::test {

// One to eight places damaged, half of the time within the first 512 bytes, where the headers are.
inline std::string damaged(std::string bytes, unsigned seed) {
  std::mt19937 random(seed);  // its sequence is fixed by the standard; distributions are not, so it is used bare
  const unsigned places = 1 + random() % 8;
  for (unsigned k = 0; k < places && !bytes.empty(); ++k) {
    const std::size_t reach = random() % 2 == 0 ? std::min<std::size_t>(bytes.size(), 512) : bytes.size();
    const std::size_t at = random() % reach;
    switch (random() % 6) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1u << random() % 8));
        break;
      case 2:
        bytes[at] = '\xff';
        break;
      case 3:
        bytes[at] = '\0';
        break;
      case 4:
        bytes.erase(at, 1 + random() % 16);
        break;
      default:
        bytes.insert(at, bytes.substr(at, 1 + random() % 16));
        break;
    }
  }
  return bytes;
}

// The first bytes of it, fewer than all: anywhere, a third of the time within the first 512.
inline std::string cutOff(const std::string& bytes, unsigned seed) {
  std::mt19937 random(seed);
  const std::size_t reach = random() % 3 == 0 ? std::min<std::size_t>(bytes.size(), 512) : bytes.size();
  return bytes.substr(0, random() % reach);
}

}  // namespace platen::test
