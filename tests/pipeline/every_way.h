// The pages of a photo by every way through its export, which must be the same to the byte.
#pragma once

#include "core/io/page_writer.h"
#include "core/io/probe.h"
#include "core/pipeline/photo_export.h"
#include "tests/io/photo_fixtures.h"
#include "tests/pipeline/export_case.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {

struct Way {
  const char* name;
  Kind kind;
  bool on_disk = false;
  int capacity = 0;  // 0: as little as can be
  int threads = 3;
};
inline constexpr Way kWhole{"whole", Kind::whole};
inline const std::vector<Way> kOthers{{"bands", Kind::bands},
                                      {"bands, one thread", Kind::bands, false, 0, 1},
                                      {"bands, wide window", Kind::bands, false, 100000},
                                      {"blocks", Kind::blocks},
                                      {"blocks, one thread", Kind::blocks, true, 0, 1},
                                      {"blocks on disk", Kind::blocks, true, 50}};

// Takes the place of a file: rows as they come.
class CollectedRows final : public io::PageWriter {
 public:
  explicit CollectedRows(std::string& rows) : rows_(rows) { rows_.clear(); }
  Result<void> writeRows(const Image& band) override {
    for (int j = 0; j < band.height(); ++j) {
      rows_.append(reinterpret_cast<const char*>(band.row(j)),
                   static_cast<std::size_t>(band.width()) * band.bytesPerPixel());
    }
    return {};
  }
  Result<void> commit() override { return {}; }

 private:
  std::string& rows_;
};

class EveryWay : public ::testing::Test {
 protected:
  PhotoInfo photo(const std::string& name, const std::string& bytes) {
    test::writeBytes(folder_ / name, bytes);
    const auto info = io::probe(folder_ / name);
    EXPECT_TRUE(info) << describe(info.error());
    return *info;
  }

  // The pages, by one way; a page that fails is "ERROR: ...". Of FileFormat::automatic the pixels, else the files.
  std::vector<std::string> run(const PhotoInfo& photo,
                               const std::vector<PageToExport>& pages,
                               const Way& way,
                               const ExportOptions& options = {},
                               FileFormat format = FileFormat::automatic,
                               const std::stop_token& stop = {}) {
    std::vector<std::string> files(pages.size());
    std::vector<PageOut> out;
    for (std::size_t k = 0; k < pages.size(); ++k) {
      const std::filesystem::path file = folder_ / ("out" + std::to_string(k));
      const auto make = [&files, k, file, format](const io::PageFormat& f) -> Result<std::unique_ptr<io::PageWriter>> {
        if (format == FileFormat::automatic) {
          return std::make_unique<CollectedRows>(files[k]);
        }
        return io::createPage(file, f);
      };
      out.push_back({pages[k], format == FileFormat::automatic ? FileFormat::tiff : format, make, file});
    }
    ExportWay given;
    given.kind = way.kind;
    given.on_disk = way.on_disk;
    given.capacity = way.capacity;
    const auto results = exportPhoto(photo, out, options, way.threads, stop, given);
    for (std::size_t k = 0; k < pages.size(); ++k) {
      if (!results[k]) {
        files[k] = "ERROR: " + describe(results[k].error());
      } else if (format != FileFormat::automatic) {
        files[k] = test::readBytes(out[k].file);
        std::filesystem::remove(out[k].file);
      }
    }
    return files;
  }

  void expectSame(const PhotoInfo& photo,
                  const std::vector<PageToExport>& pages,
                  const ExportOptions& options = {},
                  FileFormat format = FileFormat::automatic) {
    const std::vector<std::string> whole = run(photo, pages, kWhole, options, format);
    for (const std::string& file : whole) {
      ASSERT_FALSE(file.starts_with("ERROR")) << file;
    }
    for (const Way& way : kOthers) {
      const std::vector<std::string> files = run(photo, pages, way, options, format);
      for (std::size_t k = 0; k < files.size(); ++k) {
        EXPECT_TRUE(files[k] == whole[k]) << way.name << ", page " << k << ", " << photo.file << ", orientation "
                                          << photo.exif_orientation << " " << files[k].substr(0, 90);
      }
    }
  }

  test::ScratchFolder folder_;
};

}  // namespace platen::pipeline
