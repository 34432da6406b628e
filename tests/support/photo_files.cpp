#include "tests/support/photo_files.h"

#include "core/io/decode.h"
#include "core/io/page_writer.h"
#include "core/io/probe.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace platen::test {
namespace {

template <class T>
T valueOf(Result<T> result) {
  if (!result) {
    throw std::runtime_error(describe(result.error()));
  }
  return std::move(*result);
}

void require(const Result<void>& result) {
  if (!result) {
    throw std::runtime_error(describe(result.error()));
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "platen-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> ScratchFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void writeImage(const std::filesystem::path& file, const Image& image, FileFormat format) {
  io::PageFormat page;
  page.format = format;
  page.size = image.size();
  page.channels = image.channels();
  page.type = image.type();
  const auto writer = valueOf(io::createPage(file, page));
  require(writer->writeRows(image));
  require(writer->commit());
}

Image readImage(const std::filesystem::path& file) {
  return valueOf(io::decodeFull(valueOf(io::probe(file))));
}

std::string readBytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw std::runtime_error(file.string() + ": can't be read");
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  if (!out.flush()) {
    throw std::runtime_error(file.string() + ": can't be written");
  }
}

}  // namespace platen::test
