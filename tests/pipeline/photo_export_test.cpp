// Whatever way a photo goes through its export, its pages are the same to the byte; what goes wrong is said as a decode
// of the whole photo says it, and leaves nothing behind.
#include "core/pipeline/photo_export.h"

#include "core/io/decode.h"
#include "core/io/pdf_writer.h"
#include "core/io/probe.h"
#include "core/pipeline/paper_looks.h"
#include "core/pipeline/render.h"
#include "tests/io/photo_fixtures.h"
#include "tests/pipeline/every_way.h"
#include "tests/pipeline/export_case.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <png.h>
#include <tiffio.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using io::encodeJpeg;
using io::exifBytes;
using io::JpegKind;
using io::jpegWithExif;
using io::noiseImage;
using io::pngWithExif;
using io::rampImage;
using io::TiffLayout;
using io::writeTiff;
using test::readBytes;
using test::writeBytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PhotoExport : public EveryWay {};

TEST_F(PhotoExport, IsWhatIsRenderedFromAllOfThePhoto) {
  const PhotoInfo info =
      photo("p.jpg", jpegWithExif(encodeJpeg(noiseImage({700, 500}, 3, PixelType::u8), {}), exifBytes(6)));
  const PageToExport page = pageOf(info, beyond, {650, 620});
  writeBytes(folder_ / "page.png", run(info, {page}, {"bands", Kind::bands}, {}, FileFormat::png).front());
  const Image saved = test::readImage(folder_ / "page.png");
  const Image rendered = renderPage(*io::decodeFull(info), 1, page.grid, {650, 620}, {Filter::bicubic, 1, Fill::paper});
  EXPECT_EQ(io::greatestDifference(saved, rendered), 0U);
}

TEST_F(PhotoExport, IsTheSameForEveryOrientationAndWayToLie) {
  const std::string jpeg = encodeJpeg(noiseImage({331, 270}, 3, PixelType::u8), {});
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const PhotoInfo info = photo("p.jpg", jpegWithExif(jpeg, exifBytes(orientation)));
    for (const Map& map : {Map(bent), Map(onItsSide), Map(onItsHead), Map(aslant), Map(beyond)}) {
      expectSame(info, {pageOf(info, map, {530, 300})});
    }
  }
}

TEST_F(PhotoExport, IsTheSameForEveryFilterScaleAndFill) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({400, 420}, 3, PixelType::u8), {.restart_rows = 2}));
  for (const Filter filter : {Filter::bilinear, Filter::bicubic, Filter::lanczos}) {
    for (const Vec2 extent : {Vec2{700, 620}, Vec2{90, 110}, Vec2{61, 400}}) {
      for (const Fill fill : {Fill::paper, Fill::white}) {
        ExportOptions options;
        options.filter = filter;
        options.fill = fill;
        expectSame(info, {pageOf(info, beyond, extent)}, options);
        expectSame(info, {pageOf(info, aslant, extent)}, options);
      }
    }
  }
}

TEST_F(PhotoExport, IsTheSameForEveryKindOfJpeg) {
  for (const JpegKind& kind :
       {JpegKind{.progressive = true}, JpegKind{.restart_rows = 1}, JpegKind{.restart_rows = 3},
        JpegKind{.luma_samples = {1, 1}}, JpegKind{.luma_samples = {2, 1}}, JpegKind{.luma_samples = {1, 2}}}) {
    for (const int channels : {1, 3}) {
      const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({301, 477}, channels, PixelType::u8), kind));
      for (const Map& map : {Map(bent), Map(onItsSide), Map(beyond)}) {
        expectSame(info, {pageOf(info, map, {333, 410})});
      }
    }
  }
  const PhotoInfo cmyk = photo("c.jpg", encodeJpeg(noiseImage({301, 277}, 4, PixelType::u8), {.adobe_cmyk = true}));
  expectSame(cmyk, {pageOf(cmyk, beyond, {333, 310})});
}

std::string interlacedPng(const Image& image, const std::filesystem::path& file) {
  std::FILE* out = std::fopen(file.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, out);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width()), static_cast<png_uint_32>(image.height()),
               static_cast<int>(8 * bytesPer(image.type())), PNG_COLOR_TYPE_RGB, PNG_INTERLACE_ADAM7,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  std::vector<png_bytep> rows;
  rows.reserve(static_cast<std::size_t>(image.height()));
  for (int j = 0; j < image.height(); ++j) {
    rows.push_back(const_cast<png_bytep>(image.rowAs<png_byte>(j)));
  }
  png_write_image(png, rows.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  std::fclose(out);
  return readBytes(file);
}

TEST_F(PhotoExport, IsTheSameForEveryKindOfPng) {
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    for (const int channels : {1, 3, 4}) {
      const Image pixels = noiseImage({230, 310}, channels, type);
      io::writeImage(folder_ / "plain.png", pixels, io::formatOf(pixels, FileFormat::png));
      for (const int orientation : {1, 4, 7}) {
        const PhotoInfo info = photo("p.png", pngWithExif(readBytes(folder_ / "plain.png"), exifBytes(orientation)));
        expectSame(info, {pageOf(info, beyond, {250, 330})});
        expectSame(info, {pageOf(info, aslant, {250, 330})});
      }
    }
  }
  const PhotoInfo woven = photo("w.png", interlacedPng(noiseImage({230, 310}, 3, PixelType::u8), folder_ / "i.png"));
  expectSame(woven, {pageOf(woven, onItsSide, {250, 330})});
}

TEST_F(PhotoExport, IsTheSameForEveryKindOfTiff) {
  const Image pixels = noiseImage({230, 310}, 3, PixelType::u8);
  for (TiffLayout layout :
       {TiffLayout{}, TiffLayout{.tile = 32}, TiffLayout{.mode = "w8", .tile = 48}, TiffLayout{.mode = "w8"},
        TiffLayout{.planar = true}, TiffLayout{.planar = true, .tile = 16}}) {
    layout.compression = COMPRESSION_LZW;
    for (const int orientation : {1, 3, 8}) {
      layout.orientation = orientation;
      writeTiff(folder_ / "t.tif", pixels, layout);
      const PhotoInfo info = photo("p.tif", readBytes(folder_ / "t.tif"));
      EXPECT_EQ(info.exif_orientation, orientation);
      expectSame(info, {pageOf(info, beyond, {250, 330})});
      expectSame(info, {pageOf(info, bent, {250, 330})});
    }
  }
}

TEST_F(PhotoExport, IsTheSameForEveryColourAndCleaning) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(rampImage({420, 380}, 3), {}));
  for (const ColorChoice color : {ColorChoice::keep, ColorChoice::gray, ColorChoice::bitonal}) {
    for (const Clean clean : {Clean::none, Clean::illumination}) {
      ExportOptions options;
      options.color = color;
      options.clean = clean;
      expectSame(info, {pageOf(info, bent, {600, 300})}, options);
      expectSame(info, {pageOf(info, onItsSide, {300, 600})}, options);
    }
  }
}

TEST_F(PhotoExport, FilesAreTheSameInEveryFormat) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({260, 340}, 3, PixelType::u8), {}));
  for (const FileFormat format : {FileFormat::jpeg, FileFormat::png, FileFormat::tiff}) {
    expectSame(info, {pageOf(info, aslant, {280, 330})}, {}, format);
  }
}

// Both pages of an open book, and one that lies across them.
TEST_F(PhotoExport, SeveralPagesOfAPhotoAreThoseOfEachAlone) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({640, 430}, 3, PixelType::u8), {}));
  const auto half = [](double x0) {
    return [x0](Vec2 uv) {
      const Vec2 p = bent(uv);
      return Vec2{x0 + 0.45 * p.x, p.y};
    };
  };
  const std::vector<PageToExport> pages{pageOf(info, half(0), {300, 410}, 1), pageOf(info, half(0.5), {280, 390}, 2),
                                        pageOf(info, onItsSide, {500, 700}, 3)};
  expectSame(info, pages);
  const std::vector<std::string> together = run(info, pages, {"bands", Kind::bands});
  for (std::size_t k = 0; k < pages.size(); ++k) {
    EXPECT_TRUE(together[k] == run(info, {pages[k]}, kWhole).front()) << k;
  }
}

// Two receipts on one long photo: the rows between them are gone through, however many they are.
TEST_F(PhotoExport, PagesFarApartAreThoseOfEachAlone) {
  const std::string jpeg = encodeJpeg(noiseImage({180, 1900}, 3, PixelType::u8), {});
  for (const int orientation : {1, 6}) {
    const PhotoInfo info = photo("p.jpg", jpegWithExif(jpeg, exifBytes(orientation)));
    const bool turned = orientation == 6;  // stored rows are columns
    const auto part = [turned](double from) {
      return [from, turned](Vec2 uv) {
        const Vec2 p = bent(uv);
        return turned ? Vec2{from + 0.1 * p.x, p.y} : Vec2{p.x, from + 0.1 * p.y};
      };
    };
    const Vec2 extent = turned ? Vec2{180, 160} : Vec2{160, 180};
    const std::vector<PageToExport> pages{pageOf(info, part(0.02), extent, 1), pageOf(info, part(0.88), extent, 2)};
    expectSame(info, pages);
    expectSame(info, {pages[1], pages[0]});
  }
}

// Everything that can be cut off or damaged, wherever the page lies.
TEST_F(PhotoExport, DamageIsSaidAsByADecodeOfAllAndLeavesNothing) {
  const Image pixels = noiseImage({320, 640}, 3, PixelType::u8);
  std::vector<std::pair<std::string, std::string>> whole;
  whole.emplace_back("a.jpg", encodeJpeg(pixels, {}));
  whole.emplace_back("restarts.jpg", encodeJpeg(pixels, {.restart_rows = 1}));
  whole.emplace_back("progressive.jpg", encodeJpeg(pixels, {.progressive = true}));
  for (const auto& [name, format] : {std::pair{"b.png", FileFormat::png}, std::pair{"c.tif", FileFormat::tiff}}) {
    io::writeImage(folder_ / name, pixels, io::formatOf(pixels, format));
    whole.emplace_back(name, readBytes(folder_ / name));
  }
  const auto upper = [](Vec2 uv) { return Vec2{0.2 + 0.5 * uv.x, 0.1 + 0.2 * uv.y}; };
  for (const auto& [name, bytes] : whole) {
    const PhotoInfo info = photo(name, bytes);
    const std::vector<PageToExport> pages{pageOf(info, bent, {280, 600}), pageOf(info, upper, {160, 128})};
    // Halfway, and near the end, far below the second page.
    for (const double share : {0.5, 0.93}) {
      writeBytes(info.file, bytes.substr(0, static_cast<std::size_t>(share * static_cast<double>(bytes.size()))));
      const Result<Image> full = io::decodeFull(info);
      ASSERT_FALSE(full) << name;
      std::vector<Way> ways = kOthers;
      ways.push_back(kWhole);
      for (const Way& way : ways) {
        for (const std::vector<PageToExport>& wanted : {pages, {pages[1]}}) {
          for (const std::string& said : run(info, wanted, way, {}, FileFormat::png)) {
            EXPECT_EQ(said, "ERROR: " + describe(full.error())) << way.name << ", " << name << ", " << share;
          }
        }
      }
    }
    std::filesystem::remove(info.file);
  }
  EXPECT_THAT(folder_.names(), IsEmpty());
}

// A strip above, between or below the pages, of which none needs a row.
TEST_F(PhotoExport, ADamagedStripIsSaidWhereverThePagesLie) {
  const Image pixels = noiseImage({320, 2000}, 3, PixelType::u8);  // of 273 rows a strip
  io::writeImage(folder_ / "a.tif", pixels, io::formatOf(pixels, FileFormat::tiff));
  const std::string whole = readBytes(folder_ / "a.tif");
  const PhotoInfo info = photo("a.tif", whole);
  const auto part = [](double top) { return [top](Vec2 uv) { return Vec2{0.2 + 0.5 * uv.x, top + 0.05 * uv.y}; }; };
  const std::vector<PageToExport> pages{pageOf(info, part(0.3), {160, 100}), pageOf(info, part(0.7), {160, 100})};
  std::vector<Way> ways = kOthers;
  ways.push_back(kWhole);
  const std::string lost =
      "ERROR: " + info.file.string() + ": is damaged: part of its picture is lost (copy the photo again)";
  for (const double share : {0.05, 0.5, 0.95}) {
    std::string bytes = whole;
    char& hit = bytes[static_cast<std::size_t>(share * static_cast<double>(bytes.size()))];
    hit = static_cast<char>(hit ^ 1);
    writeBytes(info.file, bytes);
    for (const Way& way : ways) {
      for (const std::string& said : run(info, pages, way, {}, FileFormat::png)) {
        EXPECT_TRUE(said == lost) << said.substr(0, 90) << " " << way.name << ", " << share;
      }
    }
  }
}

// Stops the export when so many rows have been written.
class StoppingWriter final : public io::PageWriter {
 public:
  StoppingWriter(std::unique_ptr<io::PageWriter> writer, std::stop_source& stop)
      : writer_(std::move(writer)), stop_(stop) {}
  Result<void> writeRows(const Image& band) override {
    rows_ += band.height();
    if (rows_ > 150) {
      stop_.request_stop();
    }
    return writer_->writeRows(band);
  }
  Result<void> commit() override { return writer_->commit(); }

 private:
  std::unique_ptr<io::PageWriter> writer_;
  std::stop_source& stop_;
  int rows_ = 0;
};

TEST_F(PhotoExport, AStopOnTheWayLeavesNothing) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({320, 900}, 3, PixelType::u8), {}));
  std::vector<Way> ways = kOthers;
  ways.push_back(kWhole);
  for (const Way& way : ways) {
    std::stop_source stop;
    const std::filesystem::path file = folder_ / "out.png";
    const auto make = [&](const io::PageFormat& format) -> Result<std::unique_ptr<io::PageWriter>> {
      return std::make_unique<StoppingWriter>(*io::createPage(file, format), stop);
    };
    ExportWay given;
    given.kind = way.kind;
    given.on_disk = way.on_disk;
    const auto results = exportPhoto(info, {{pageOf(info, bent, {300, 800}), FileFormat::png, make, file}}, {},
                                     way.threads, stop.get_token(), given);
    ASSERT_FALSE(results.front()) << way.name;
    EXPECT_EQ(results.front().error().kind, ErrorKind::stopped) << way.name;
    EXPECT_THAT(folder_.names(), ElementsAre("p.jpg")) << way.name;
    EXPECT_THAT(run(info, {pageOf(info, bent, {300, 800})}, way, {}, FileFormat::png, stop.get_token()).front(),
                HasSubstr("stopped"));
  }
  EXPECT_THAT(folder_.names(), ElementsAre("p.jpg"));
}

class FullDisk final : public io::PageWriter {
 public:
  Result<void> writeRows(const Image& /*band*/) override {
    return fail(ErrorKind::writeFailed, "full", "cannot be written: No space left on device");
  }
  Result<void> commit() override { return {}; }
};

TEST_F(PhotoExport, APageThatCantBeWrittenFailsAlone) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({320, 400}, 3, PixelType::u8), {}));
  const PageToExport page = pageOf(info, bent, {300, 380});
  PageToExport empty = page;
  empty.extent_px = {0, 0};
  const std::string alone = run(info, {page}, kWhole, {}, FileFormat::png).front();
  std::vector<Way> ways = kOthers;
  ways.push_back(kWhole);
  for (const Way& way : ways) {
    ExportWay given;
    given.kind = way.kind;
    given.on_disk = way.on_disk;
    const auto full_disk = [](const io::PageFormat&) -> Result<std::unique_ptr<io::PageWriter>> {
      return std::make_unique<FullDisk>();
    };
    const auto refused = [](const io::PageFormat&) -> Result<std::unique_ptr<io::PageWriter>> {
      return fail(ErrorKind::inUse, "taken", "is there already");
    };
    const auto file = folder_ / "good.png";
    const auto good = [&](const io::PageFormat& format) { return io::createPage(file, format); };
    const auto results = exportPhoto(info,
                                     {{page, FileFormat::png, full_disk, folder_ / "bad.png"},
                                      {page, FileFormat::png, refused, folder_ / "taken.png"},
                                      {empty, FileFormat::png, good, folder_ / "empty.png"},
                                      {page, FileFormat::png, good, file}},
                                     {}, way.threads, {}, given);
    EXPECT_EQ(results[0].error().kind, ErrorKind::writeFailed) << way.name;
    EXPECT_EQ(results[1].error().kind, ErrorKind::inUse) << way.name;
    EXPECT_EQ(results[2].error().kind, ErrorKind::badInput) << way.name;
    ASSERT_TRUE(results[3]) << way.name << describe(results[3].error());
    EXPECT_TRUE(readBytes(file) == alone) << way.name;
    std::filesystem::remove(file);
  }
  EXPECT_THAT(folder_.names(), ElementsAre("p.jpg"));
}

TEST_F(PhotoExport, ThePapersColourIsFoundWithoutHoldingThePhoto) {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    for (const JpegKind& kind : {JpegKind{}, JpegKind{.restart_rows = 1}, JpegKind{.luma_samples = {1, 1}}}) {
      const PhotoInfo info =
          photo("p.jpg", jpegWithExif(encodeJpeg(rampImage({1200, 1410}, 3), kind), exifBytes(orientation)));
      const Image full = *io::decodeFull(info);
      const PaperFill held(full);
      const auto kept = sourceKind(info);
      ASSERT_TRUE(kept);
      EXPECT_EQ(*kept, kindOf(full));
      const auto passed = paperFill(info, *kept, {});
      ASSERT_TRUE(passed) << describe(passed.error());
      for (const Vec2 at : {Vec2{-9, -9}, Vec2{-40, 600}, Vec2{1500, 100}, Vec2{300, 1600}, Vec2{1400, 1600}}) {
        std::byte a[3];
        std::byte b[3];
        held.write(at.x, at.y, a);
        passed->write(at.x, at.y, b);
        EXPECT_EQ(std::memcmp(a, b, 3), 0) << at.x << ", " << at.y << ", orientation " << orientation;
      }
    }
  }
}

}  // namespace
}  // namespace platen::pipeline
