// What the io tests share: a folder that goes away, images with known pixels, and what a folder holds.
#pragma once

#include "core/image.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace platen::io {

class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Names of all that lies in it, hidden files too, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

// Every sample differs from its neighbours: channel c of pixel (x, y) is a hash of the three.
Image noiseImage(Size size, int channels, PixelType type);
// Slow ramps in x and y, one per channel, which JPEG keeps within a few levels.
Image rampImage(Size size, int channels);
unsigned sample(const Image& image, int x, int y, int channel);
// Greatest difference of two samples; 1e9 where sizes, channels or types differ.
unsigned greatestDifference(const Image& a, const Image& b);

std::string readBytes(const std::filesystem::path& file);
void writeBytes(const std::filesystem::path& file, const std::string& bytes);
// An sRGB profile as lcms2 makes it.
std::vector<std::uint8_t> srgbProfile();

}  // namespace platen::io
