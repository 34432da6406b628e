// One TIFF of many pages: each as it would be alone, in the order of their commits.
#include "core/io/tiff_document.h"

#include "core/io/document_writer.h"
#include "core/io/image_address.h"
#include "core/io/probe.h"
#include "core/io/tiff_encoder.h"
#include "tests/io/photo_fixtures.h"

#include <string>
#include <tiffio.h>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

PageFormat scanned(const Image& image, double dpi) {
  PageFormat format = formatOf(image, FileFormat::tiff);
  format.dpi = dpi;
  format.camera_model = "Desk";
  format.date_time = "2024:05:06 07:08:09";
  return format;
}

Image blackAndWhite(Size size) {
  Image image = rampImage(size, 1);
  for (int y = 0; y < size.height; ++y) {
    auto* row = image.rowAs<std::uint8_t>(y);
    for (int x = 0; x < size.width; ++x) {
      row[x] = (x / 5 + y / 3) % 3 == 0 ? 0 : 255;
    }
  }
  return image;
}

void addPage(DocumentWriter& document, const Image& image, const PageFormat& format, const std::string& label) {
  auto page = document.addPage(format, label);
  ASSERT_TRUE(page) << describe(page.error());
  ASSERT_TRUE((*page)->writeRows(image));
  ASSERT_TRUE((*page)->commit());
}

TEST(TiffDocument, EachPageKeepsWhatItIs) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "book.tif";
  const Image color = noiseImage({300, 200}, 3, PixelType::u8);
  const Image deep = noiseImage({120, 700}, 1, PixelType::u16);
  const Image bitonal = blackAndWhite({333, 150});
  auto document = createDocument(file, FileFormat::tiff);
  ASSERT_TRUE(document);
  PageFormat of_color = scanned(color, 300);
  of_color.icc_profile = srgbProfile();
  PageFormat of_bitonal = scanned(bitonal, 600);
  of_bitonal.bitonal = true;
  addPage(**document, color, of_color, "left");
  addPage(**document, deep, scanned(deep, 0), {});
  addPage(**document, bitonal, of_bitonal, "right");
  EXPECT_EQ((*document)->pageCount(), 3);
  EXPECT_FALSE(std::filesystem::exists(file));
  ASSERT_TRUE((*document)->commit({}));
  document->reset();
  EXPECT_THAT(folder.names(), ElementsAre("book.tif"));

  ASSERT_EQ(*imagesOf(file), 3);
  EXPECT_EQ(greatestDifference(readImage(addressed(file, 1)), color), 0U);
  EXPECT_EQ(greatestDifference(readImage(addressed(file, 2)), deep), 0U);
  EXPECT_EQ(greatestDifference(readImage(addressed(file, 3)), bitonal), 0U);
  const auto first = probe(addressed(file, 1));
  EXPECT_EQ(first->icc_profile, of_color.icc_profile);
  EXPECT_EQ(first->dpi.value_or(0), 300);
  EXPECT_EQ(first->camera_model, "Desk");
  EXPECT_EQ(first->date_time, "2024:05:06 07:08:09");
  EXPECT_TRUE(probe(addressed(file, 2))->icc_profile.empty());
  EXPECT_EQ(probe(addressed(file, 2))->bits_per_channel, 16);
  EXPECT_FALSE(probe(addressed(file, 2))->dpi);

  TIFF* tiff = TIFFOpen(file.c_str(), "r");
  ASSERT_NE(tiff, nullptr);
  const std::vector<std::string> names{"left", "", "right"};
  for (std::uint16_t k = 0; k < 3; ++k) {
    ASSERT_NE(TIFFSetDirectory(tiff, k), 0);
    std::uint16_t number = 0, pages = 0, compression = 0;
    std::uint32_t kind = 0;
    const char* name = "";
    TIFFGetField(tiff, TIFFTAG_PAGENUMBER, &number, &pages);
    TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind);
    TIFFGetField(tiff, TIFFTAG_PAGENAME, &name);
    TIFFGetField(tiff, TIFFTAG_COMPRESSION, &compression);
    EXPECT_EQ(number, k);
    EXPECT_EQ(pages, 3);
    EXPECT_EQ(kind, static_cast<std::uint32_t>(FILETYPE_PAGE));
    EXPECT_EQ(name, names[k]);
    EXPECT_EQ(compression, k == 2 ? COMPRESSION_CCITTFAX4 : COMPRESSION_ADOBE_DEFLATE);
  }
  TIFFClose(tiff);
}

TEST(TiffDocument, PagesThatAreWrittenAtATimeStandInTheOrderOfTheirCommits) {
  const ScratchFolder folder;
  const Image wide = rampImage({300, 200}, 3);
  const Image narrow = rampImage({100, 200}, 3);
  auto document = createDocument(folder / "two.tif", FileFormat::tiff);
  ASSERT_TRUE(document);
  auto first = (*document)->addPage(scanned(wide, 0), {});
  auto second = (*document)->addPage(scanned(narrow, 0), {});
  auto abandoned = (*document)->addPage(scanned(wide, 0), {});
  ASSERT_TRUE(first && second && abandoned);
  for (int row = 0; row < 200; row += 50) {
    ASSERT_TRUE((*first)->writeRows(wide.crop(0, row, {300, 50})));
    ASSERT_TRUE((*second)->writeRows(narrow.crop(0, row, {100, 50})));
    ASSERT_TRUE((*abandoned)->writeRows(wide.crop(0, row, {300, 50})));
  }
  EXPECT_EQ(folder.names().size(), 1U) << "what waits has no name";
  ASSERT_TRUE((*second)->commit());
  abandoned->reset();
  ASSERT_TRUE((*first)->commit());
  ASSERT_TRUE((*document)->commit({}));
  EXPECT_EQ(*imagesOf(folder / "two.tif"), 2);
  EXPECT_EQ(readImage(addressed(folder / "two.tif", 1)).size(), (Size{100, 200}));
  EXPECT_EQ(greatestDifference(readImage(addressed(folder / "two.tif", 2)), wide), 0U);
}

TEST(TiffDocument, NothingIsLeftOfOneThatIsNotDone) {
  const ScratchFolder folder;
  const Image image = rampImage({30, 20}, 1);
  {
    auto empty = createDocument(folder / "a.tif", FileFormat::tiff);
    ASSERT_TRUE(empty);
    EXPECT_EQ((*empty)->commit({}).error().kind, ErrorKind::badInput);
    auto stopped = createDocument(folder / "a.tif", FileFormat::tiff);
    addPage(**stopped, image, scanned(image, 0), {});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ((*stopped)->commit(stop.get_token()).error().kind, ErrorKind::stopped);
  }
  EXPECT_THAT(folder.names(), IsEmpty());
  writeBytes(folder / "a.tif", "mine");
  auto kept = createDocument(folder / "a.tif", FileFormat::tiff, IfThere::keep);
  const bool is_refused = !kept || ([&] {
    addPage(**kept, image, scanned(image, 0), {});
    return (*kept)->commit({}).error().kind == ErrorKind::inUse;
  })();
  EXPECT_TRUE(is_refused);
  EXPECT_EQ(readBytes(folder / "a.tif"), "mine");
}

// "II", then 42 or, of BigTIFF, 43. No file that could pass the bound may be a classic one, whose offsets end at 4 GB.
bool isBig(const std::string& bytes) {
  return bytes.size() > 2 && bytes[2] == 43;
}

TEST(TiffDocument, IsABigTiffBeforeItCouldPassTheBound) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder / "book.tif";
  const Image noise = noiseImage({90, 70}, 3, PixelType::u8);
  const Image bitonal = blackAndWhite({333, 150});
  PageFormat of_noise = scanned(noise, 300);
  of_noise.icc_profile = srgbProfile();
  PageFormat of_bitonal = scanned(bitonal, 600);
  of_bitonal.bitonal = true;
  const auto written = [&](std::uint64_t classic_bytes) {
    auto document = createTiffDocument(file, IfThere::replace, classic_bytes);
    EXPECT_TRUE(document);
    for (int k = 0; k < 5; ++k) {
      addPage(**document, noise, of_noise, "a name of some length, as those of photos are");
      addPage(**document, bitonal, of_bitonal, std::string(4000, 'n'));
    }
    EXPECT_TRUE((*document)->commit({}));
    return readBytes(file);
  };
  const std::string classic = written(kClassicTiffBytes);
  EXPECT_FALSE(isBig(classic));
  EXPECT_FALSE(isBig(written(classic.size() * 2)));  // with something to spare, but no more than that
  const std::string big = written(classic.size() - 1);
  EXPECT_TRUE(isBig(big));
  ASSERT_EQ(*imagesOf(file), 10);
  EXPECT_EQ(greatestDifference(readImage(addressed(file, 9)), noise), 0U);
  EXPECT_EQ(greatestDifference(readImage(addressed(file, 10)), bitonal), 0U);
}

// Of which there are no rows yet.
TEST(TiffEncoder, APageOfTooManyBytesIsABigTiff) {
  const ScratchFolder folder;
  for (const auto& [size, bitonal, is_big] : {std::tuple{Size{60000, 60000}, false, false},
                                              {Size{65000, 65000}, false, true},
                                              {Size{65000, 65000}, true, false}}) {
    PageFormat format;
    format.format = FileFormat::tiff;
    format.size = size;
    format.channels = 1;
    format.bitonal = bitonal;
    auto out = OutputFile::createNameless(folder / "page.tif");
    ASSERT_TRUE(out);
    {
      const TiffEncoder encoder(**out, format);
      std::string header(8, '\0');
      ASSERT_EQ((*out)->readAt(0, header.data(), header.size()), header.size());
      EXPECT_EQ(isBig(header), is_big) << size.width;
    }
  }
}

}  // namespace
}  // namespace platen::io
