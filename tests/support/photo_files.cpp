#include "tests/support/photo_files.h"

#include "core/io/decode.h"
#include "core/io/page_writer.h"
#include "core/io/probe.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <tiffio.h>

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

void writeTiffPages(const std::filesystem::path& file, const std::vector<Image>& pages) {
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff(TIFFOpen(file.c_str(), "w"), &TIFFClose);
  for (Image page : pages) {
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, page.width());
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, page.height());
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, page.channels());
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, page.channels() == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, 32);
    for (int y = 0; y < page.height(); ++y) {
      if (TIFFWriteScanline(tiff.get(), page.row(y), static_cast<std::uint32_t>(y)) < 0) {
        throw std::runtime_error(file.string() + ": can't be written");
      }
    }
    TIFFWriteDirectory(tiff.get());
  }
}

Image readImage(const std::filesystem::path& file) {
  return valueOf(io::decodeFull(valueOf(io::probe(file))));
}

std::vector<std::filesystem::path> picturesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
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
