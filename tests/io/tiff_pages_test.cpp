// TIFFs of several pages: each is a photo of its own, and nothing that is no page counts as one.
#include "core/io/decode.h"
#include "core/io/image_address.h"
#include "core/io/probe.h"
#include "core/io/sidecar.h"
#include "tests/io/photo_fixtures.h"

#include <fstream>
#include <tiffio.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::HasSubstr;

struct Directory {
  Size size;
  std::uint8_t value = 0;  // of all pixels
  std::uint32_t kind = 0;  // NewSubfileType
  int orientation = 1;
  float dpi = 0;
};

void addDirectory(TIFF* tiff, const Directory& directory) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, directory.size.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, directory.size.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, directory.kind);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, directory.orientation);
  if (directory.dpi > 0) {
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, directory.dpi);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, directory.dpi);
  }
  std::string row(static_cast<std::size_t>(directory.size.width), static_cast<char>(directory.value));
  for (int y = 0; y < directory.size.height; ++y) {
    TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y));
  }
  TIFFWriteDirectory(tiff);
}

std::filesystem::path tiffOf(const ScratchFolder& folder,
                             const std::vector<Directory>& directories,
                             const char* mode = "w") {
  TIFF* tiff = TIFFOpen((folder / "a.tif").c_str(), mode);
  for (const Directory& directory : directories) {
    addDirectory(tiff, directory);
  }
  TIFFClose(tiff);
  return folder / "a.tif";
}

TEST(TiffPages, EachIsAPhotoOfItsOwn) {
  for (const char* mode : {"w", "w8", "wb"}) {
    const ScratchFolder folder;
    const auto file = tiffOf(folder, {{{8, 3}, 10}, {{5, 4}, 20, FILETYPE_PAGE, 6, 300}, {{7, 2}, 30}}, mode);
    EXPECT_EQ(*imagesOf(file), 3);
    EXPECT_EQ(*imagesOf(addressed(file, 2)), 3);
    for (int k = 1; k <= 3; ++k) {
      const auto photo = probe(addressed(file, k));
      ASSERT_TRUE(photo) << describe(photo.error());
      EXPECT_EQ(photo->pages, 3);
      EXPECT_EQ(photo->image, k);
      EXPECT_EQ(photo->size, (std::vector<Size>{{8, 3}, {4, 5}, {7, 2}}[static_cast<std::size_t>(k - 1)]));
      EXPECT_EQ(photo->dpi.value_or(0), k == 2 ? 300 : 0);
      const auto image = decodeFull(*photo);
      ASSERT_TRUE(image) << describe(image.error());
      EXPECT_EQ(image->size(), photo->size);
      EXPECT_EQ(sample(*image, 1, 1, 0), 10U * static_cast<unsigned>(k));
      EXPECT_TRUE(decodePyramid(*photo, 100));
    }
    const auto first = probe(file);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->image, 0);
    EXPECT_EQ(first->size, (Size{8, 3}));
    EXPECT_EQ(*sha256(addressed(file, 3)), *sha256(file));
  }
}

TEST(TiffPages, ThumbnailsReducedCopiesAndMasksAreNone) {
  const ScratchFolder folder;
  const auto file = tiffOf(folder, {{{2, 2}, 1, FILETYPE_REDUCEDIMAGE},
                                    {{8, 8}, 10},
                                    {{4, 4}, 2, FILETYPE_REDUCEDIMAGE},
                                    {{8, 8}, 3, FILETYPE_MASK},
                                    {{9, 8}, 20},
                                    {{3, 3}, 4, FILETYPE_REDUCEDIMAGE | FILETYPE_PAGE}});
  EXPECT_EQ(*imagesOf(file), 2);
  EXPECT_EQ(sample(readImage(file), 0, 0, 0), 10U);
  EXPECT_EQ(sample(readImage(addressed(file, 1)), 0, 0, 0), 10U);
  EXPECT_EQ(sample(readImage(addressed(file, 2)), 0, 0, 0), 20U);
}

TEST(TiffPages, AThumbnailAloneIsStillAPicture) {
  const ScratchFolder folder;
  const auto file = tiffOf(folder, {{{6, 2}, 40, FILETYPE_REDUCEDIMAGE}, {{2, 2}, 50, FILETYPE_REDUCEDIMAGE}});
  EXPECT_EQ(*imagesOf(file), 1);
  EXPECT_EQ(readImage(file).size(), (Size{6, 2}));
}

TEST(TiffPages, SubIfdsAreNoPages) {
  const ScratchFolder folder;
  TIFF* tiff = TIFFOpen((folder / "a.tif").c_str(), "w");
  std::uint64_t children = 0;
  TIFFSetField(tiff, TIFFTAG_SUBIFD, 1, &children);
  addDirectory(tiff, {{8, 8}, 10});
  addDirectory(tiff, {{4, 4}, 11});  // goes into the SubIFD
  addDirectory(tiff, {{9, 9}, 20});
  TIFFClose(tiff);
  EXPECT_EQ(*imagesOf(folder / "a.tif"), 2);
  EXPECT_EQ(sample(readImage(addressed(folder / "a.tif", 2)), 0, 0, 0), 20U);
}

TEST(TiffPages, APageThatIsNotThereIsSaid) {
  const ScratchFolder folder;
  const auto file = tiffOf(folder, {{{8, 3}, 10}, {{5, 4}, 20}});
  const auto photo = probe(addressed(file, 3));
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::notFound);
  EXPECT_EQ(describe(photo.error()), file.string() + "[3]: there is no such image in the file (it holds 2)");
  EXPECT_THAT(describe(probe(file.string() + "[0]").error()), HasSubstr("the first image of a file is its [1]"));
  EXPECT_THAT(describe(probe((folder / "b.tif[2]").string()).error()), HasSubstr("b.tif[2]: there is no such file"));
}

TEST(TiffPages, AChainThatBreaksOffIsNotLostSilently) {
  const ScratchFolder folder;
  const auto file = tiffOf(folder, {{{8, 3}, 10}, {{5, 4}, 20}, {{5, 4}, 30}});
  std::string bytes = readBytes(file);
  // The second directory's link to the third, which libtiff writes at the end of the second.
  TIFF* tiff = TIFFOpen(file.c_str(), "r");
  TIFFSetDirectory(tiff, 2);
  const auto third = static_cast<std::uint32_t>(TIFFCurrentDirOffset(tiff));
  TIFFClose(tiff);
  writeBytes(file, bytes.substr(0, third + 5));
  EXPECT_EQ(*imagesOf(file), 3);
  EXPECT_TRUE(probe(addressed(file, 2)));
  const auto photo = probe(addressed(file, 3));
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::unreadable);
  EXPECT_THAT(photo.error().message, HasSubstr("damaged or cut off"));
}

TEST(ImageAddress, NamesWhatItSays) {
  const ScratchFolder folder;
  const auto read = [](const char* name) {
    const ImageAddress address = addressOf(name);
    return address.file.string() + " " + std::to_string(address.image);
  };
  EXPECT_EQ(read("a/b.tif[12]"), "a/b.tif 12");
  for (const char* name : {"b.tif", "b.tif[]", "b.tif[0]", "b.tif[01]", "b.tif[-1]", "b.tif[1x]", "b.tif[1", "[2]",
                           "a/[2]", "b.tif[2]x", "b.tif[99999999999]", "]", "[", ""}) {
    EXPECT_EQ(addressOf(name).file, name);
    EXPECT_EQ(addressOf(name).image, 0) << name;
  }
}

TEST(ImageAddress, AFileThatIsReallyCalledSoIsMeantItself) {
  const ScratchFolder folder;
  writeImage(folder / "a.tif", rampImage({8, 8}, 1), formatOf(rampImage({8, 8}, 1), FileFormat::tiff));
  writeImage(folder / "a.tif[1]", rampImage({5, 8}, 1), formatOf(rampImage({5, 8}, 1), FileFormat::png));
  EXPECT_EQ(probe(folder / "a.tif[1]")->codec, Codec::png);
  EXPECT_EQ(probe(folder / "a.tif[1]")->image, 0);
  EXPECT_EQ(probe((folder / "a.tif[1]").string() + "[1]")->image, 1);  // its only one
}

}  // namespace
}  // namespace platen::io
