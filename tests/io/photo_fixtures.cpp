#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <lcms2.h>
#include <sstream>
#include <stdexcept>

namespace platen::io {

TestFolder::TestFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "platen-io-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  path_ = name;
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> TestFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Image noiseImage(Size size, int channels, PixelType type) {
  Image image = Image::allocate(size, channels, type);
  for (int y = 0; y < size.height; ++y) {
    for (int k = 0; k < size.width * channels; ++k) {
      std::uint32_t h = static_cast<std::uint32_t>(y) * 2654435761U + static_cast<std::uint32_t>(k) * 40503U;
      h = (h ^ (h >> 15)) * 2246822519U;
      h ^= h >> 13;
      if (type == PixelType::u8) {
        image.rowAs<std::uint8_t>(y)[k] = static_cast<std::uint8_t>(h >> 7);
      } else {
        image.rowAs<std::uint16_t>(y)[k] = static_cast<std::uint16_t>(h >> 7);
      }
    }
  }
  return image;
}

Image rampImage(Size size, int channels) {
  Image image = Image::allocate(size, channels);
  for (int y = 0; y < size.height; ++y) {
    auto* row = image.rowAs<std::uint8_t>(y);
    for (int x = 0; x < size.width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const double across = static_cast<double>(x) / size.width;
        const double down = static_cast<double>(y) / size.height;
        row[x * channels + c] = static_cast<std::uint8_t>(40 + (c == 1 ? 150 * across : 70 * across + 80 * down));
      }
    }
  }
  return image;
}

unsigned sample(const Image& image, int x, int y, int channel) {
  const int at = x * image.channels() + channel;
  return image.type() == PixelType::u8 ? image.rowAs<std::uint8_t>(y)[at] : image.rowAs<std::uint16_t>(y)[at];
}

unsigned greatestDifference(const Image& a, const Image& b) {
  if (a.empty() || b.empty() || !(a.size() == b.size()) || a.channels() != b.channels() || a.type() != b.type()) {
    return 1000000000;
  }
  unsigned greatest = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      for (int c = 0; c < a.channels(); ++c) {
        const unsigned p = sample(a, x, y, c);
        const unsigned q = sample(b, x, y, c);
        greatest = std::max(greatest, p > q ? p - q : q - p);
      }
    }
  }
  return greatest;
}

std::string readBytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

std::vector<std::uint8_t> srgbProfile() {
  cmsHPROFILE profile = cmsCreate_sRGBProfile();
  cmsUInt32Number length = 0;
  cmsSaveProfileToMem(profile, nullptr, &length);
  std::vector<std::uint8_t> bytes(length);
  cmsSaveProfileToMem(profile, bytes.data(), &length);
  cmsCloseProfile(profile);
  return bytes;
}

}  // namespace platen::io
