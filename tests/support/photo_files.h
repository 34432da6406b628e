// Files for tests of whole programs: a folder that goes away, and images in and out of it.
#pragma once

#include "core/image.h"
#include "core/options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace platen::test {

class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Names of all that lies in it, hidden files too, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

// Throw std::runtime_error with the reason where it does not work.
void writeImage(const std::filesystem::path& file, const Image& image, FileFormat format);
// A TIFF of several pages: u8 images.
void writeTiffPages(const std::filesystem::path& file, const std::vector<Image>& pages);
Image readImage(const std::filesystem::path& file);
// The files of a folder, by name.
std::vector<std::filesystem::path> picturesIn(const std::filesystem::path& folder);
std::string readBytes(const std::filesystem::path& file);
void writeBytes(const std::filesystem::path& file, const std::string& bytes);

}  // namespace platen::test
