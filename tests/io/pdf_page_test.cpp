// Pages of PDFs as photos: images taken out as they were scanned, and what has to be rendered.
#include "core/io/decode.h"
#include "core/io/image_address.h"
#include "core/io/pdf_image.h"
#include "core/io/pdf_marks.h"
#include "core/io/probe.h"
#include "core/io/size_limits.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <tiffio.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <qpdf/QPDF.hh>

namespace platen::io {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr Size kSize{96, 48};

std::string rowsOf(const Image& image) {
  std::string bytes;
  for (int y = 0; y < image.height(); ++y) {
    bytes.append(image.rowAs<char>(y), static_cast<std::size_t>(image.width()) * image.bytesPerPixel());
  }
  return bytes;
}

PdfImageKind jpegPage(const Image& image = rampImage(kSize, 3)) {
  return {.filter = "/DCTDecode", .data = encodeJpeg(image, {}), .size = image.size()};
}

// A program with a window has its user's. False where none has a comma, and none can be made.
class CommaLocale {
 public:
  CommaLocale() {
    ::setenv("LOCPATH", folder_.path().c_str(), 1);
    const std::string make =
        "localedef -i de_DE -f UTF-8 '" + (folder_ / "de_DE.UTF-8").string() + "' > /dev/null 2>&1";
    const bool made = std::system(make.c_str()) == 0;
    if (!made) {
      ::unsetenv("LOCPATH");
    }
    there_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr && *std::localeconv()->decimal_point == ',';
  }
  ~CommaLocale() {
    std::setlocale(LC_ALL, "C");
    ::unsetenv("LOCPATH");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  [[nodiscard]] bool isThere() const { return there_; }

 private:
  ScratchFolder folder_;
  bool there_ = false;
};

class PdfPages : public testing::Test {
 protected:
  std::filesystem::path make(const std::vector<PdfImageKind>& pages) {
    writePdf(folder_ / "a.pdf", pages);
    return folder_ / "a.pdf";
  }
  PhotoInfo seen(const PdfImageKind& page) {
    const auto photo = probe(make({page}));
    EXPECT_TRUE(photo) << describe(photo.error());
    return photo ? *photo : PhotoInfo{};
  }
  static bool isRendererThere() { return std::system("pdftoppm -v > /dev/null 2>&1") == 0; }

  ScratchFolder folder_;
};

TEST_F(PdfPages, AJpegIsTakenOutAsItIs) {
  const Image image = rampImage(kSize, 3);
  const PhotoInfo photo = seen(jpegPage(image));
  EXPECT_EQ(photo.codec, Codec::jpeg);
  EXPECT_EQ(photo.pdf_page, PhotoInfo::PdfPage::image);
  EXPECT_NEAR(photo.dpi.value_or(0), 96 / (200 / 72.0), 0.1);
  writeBytes(folder_ / "a.jpg", encodeJpeg(image, {}));
  EXPECT_EQ(greatestDifference(readImage(folder_ / "a.pdf"), readImage(folder_ / "a.jpg")), 0U);
  EXPECT_TRUE(decodePyramid(photo, 40));
}

TEST_F(PdfPages, EachPageIsAPhoto) {
  const auto file = make({jpegPage(), jpegPage(rampImage({64, 32}, 1)), jpegPage()});
  EXPECT_EQ(*imagesOf(file), 3);
  const auto second = probe(addressed(file, 2));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->size, (Size{64, 32}));
  EXPECT_EQ(second->pages, 3);
  EXPECT_EQ(second->image, 2);
  EXPECT_EQ(probe(addressed(file, 4)).error().kind, ErrorKind::notFound);
}

// A file that changes under its name is read anew.
TEST_F(PdfPages, NothingOldIsKept) {
  EXPECT_EQ(seen(jpegPage()).size, kSize);
  EXPECT_EQ(seen(jpegPage(rampImage({64, 32}, 1))).size, (Size{64, 32}));
}

struct Turned {
  std::string paints, page;
  int orientation;
};

TEST_F(PdfPages, RotateAndTheMatrixTurnItOnce) {
  const std::string upright = "q 200 0 0 100 0 0 cm /Im0 Do Q";
  for (const auto& [paints, keys, orientation] :
       {Turned{upright, "", 1}, Turned{upright, "/Rotate 90", 6}, Turned{upright, "/Rotate 180", 3},
        Turned{upright, "/Rotate 270", 8}, Turned{upright, "/Rotate -90", 8},
        Turned{"-200 0 0 100 200 0 cm /Im0 Do", "", 2}, Turned{"-200 0 0 -100 200 100 cm /Im0 Do", "", 3},
        Turned{"200 0 0 -100 0 100 cm /Im0 Do", "", 4}, Turned{"-200 0 0 -100 200 100 cm /Im0 Do", "/Rotate 180", 1},
        Turned{"q 2 0 0 1 0 0 cm 100 0 0 100 0 0 cm /Im0 Do Q", "", 1}}) {
    PdfImageKind page = jpegPage();
    page.paints = paints;
    page.page = keys;
    const PhotoInfo photo = seen(page);
    EXPECT_EQ(photo.pdf_page, PhotoInfo::PdfPage::image) << paints << keys;
    EXPECT_EQ(photo.exif_orientation, orientation) << paints << keys;
  }
}

// The orientations are those of pdftoppm's eyes.
TEST_F(PdfPages, TurnsAsPopplerDoes) {
  if (!isRendererThere()) {
    GTEST_SKIP() << "pdftoppm is not there";
  }
  for (const char* keys : {"", "/Rotate 90", "/Rotate 180", "/Rotate 270"}) {
    PdfImageKind page = jpegPage();
    page.page = keys;
    const Image taken = [&] {
      EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::image);
      return readImage(folder_ / "a.pdf");
    }();
    page.paints += " 0 0 m 0 0 l S";  // a mark that nobody sees
    EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::rendered);
    const Image rendered = readImage(folder_ / "a.pdf");
    for (const double u : {0.1, 0.9}) {
      for (const double v : {0.1, 0.9}) {
        const auto at = [&](const Image& image, int c) {
          return sample(image, static_cast<int>(u * image.width()), static_cast<int>(v * image.height()), c);
        };
        for (int c = 0; c < 3; ++c) {
          EXPECT_NEAR(at(taken, c), at(rendered, c), 8) << keys;
        }
      }
    }
  }
}

TEST_F(PdfPages, WhatIsPackedWithoutLossesIsExact) {
  const Image color = noiseImage(kSize, 3, PixelType::u8);
  const Image gray = noiseImage(kSize, 1, PixelType::u8);
  seen({.colors = "/DeviceRGB", .data = rowsOf(color), .size = kSize});
  EXPECT_EQ(greatestDifference(readImage(folder_ / "a.pdf"), color), 0U);
  seen({.colors = "/DeviceGray", .data = rowsOf(gray), .size = kSize});
  EXPECT_EQ(greatestDifference(readImage(folder_ / "a.pdf"), gray), 0U);
  // Every filter of qpdf's comes to the same rows.
  std::string hex;
  for (const char byte : rowsOf(gray)) {
    static constexpr char kDigits[] = "0123456789abcdef";
    hex.push_back(kDigits[static_cast<unsigned char>(byte) >> 4]);
    hex.push_back(kDigits[static_cast<unsigned char>(byte) & 15]);
  }
  seen({.filter = "/ASCIIHexDecode", .colors = "/DeviceGray", .data = hex + ">", .size = kSize});
  EXPECT_EQ(greatestDifference(readImage(folder_ / "a.pdf"), gray), 0U);
  // High bytes come first.
  const Image deep = noiseImage(kSize, 1, PixelType::u16);
  std::string swapped = rowsOf(deep);
  for (std::size_t k = 0; k + 1 < swapped.size(); k += 2) {
    std::swap(swapped[k], swapped[k + 1]);
  }
  seen({.colors = "/DeviceGray", .bits = 16, .data = swapped, .size = kSize});
  EXPECT_EQ(greatestDifference(readImage(folder_ / "a.pdf"), deep), 0U);
  // Turned round, and through a palette.
  const PhotoInfo inverted =
      seen({.colors = "/DeviceGray", .more = "/Decode [1 0]", .data = rowsOf(gray), .size = kSize});
  EXPECT_EQ(inverted.pdf_page, PhotoInfo::PdfPage::image);
  EXPECT_EQ(sample(readImage(folder_ / "a.pdf"), 5, 3, 0), 255 - sample(gray, 5, 3, 0));
  seen({.colors = "[/Indexed /DeviceRGB 1 <102030F0E0D0>]",
        .bits = 1,
        .data = std::string(12 * 48, '\x55'),
        .size = kSize});
  const Image palette = readImage(folder_ / "a.pdf");
  EXPECT_EQ(sample(palette, 0, 0, 0), 0x10U);
  EXPECT_EQ(sample(palette, 1, 0, 2), 0xD0U);
}

TEST_F(PdfPages, FaxCodesAndStencilsKeepTheirColours) {
  // A black bar over the left half, coded by libtiff.
  TIFF* tiff = TIFFOpen((folder_ / "bar.tif").c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, kSize.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, kSize.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, kSize.height);
  for (int y = 0; y < kSize.height; ++y) {
    std::string row = std::string(6, '\xFF') + std::string(6, '\0');
    TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y));
  }
  TIFFClose(tiff);
  tiff = TIFFOpen((folder_ / "bar.tif").c_str(), "r");
  std::string codes(TIFFRawStripSize(tiff, 0), '\0');
  TIFFReadRawStrip(tiff, 0, codes.data(), static_cast<tmsize_t>(codes.size()));
  TIFFClose(tiff);
  struct Kind {
    const char *parameters, *more, *colors;
    bool left_is_black;
  };
  for (const Kind& kind : {Kind{"/K -1 /Columns 96", "", "/DeviceGray", true},
                           Kind{"/K -1 /Columns 96 /BlackIs1 true", "", "/DeviceGray", false},
                           Kind{"/K -1 /Columns 96", "/Decode [1 0]", "/DeviceGray", false},
                           Kind{"/K -1 /Columns 96 /BlackIs1 true", "/Decode [1 0]", "/DeviceGray", true},
                           Kind{"/K -1 /Columns 96", "/ImageMask true", "", true}}) {
    const PhotoInfo photo = seen({.filter = "/CCITTFaxDecode",
                                  .parameters = std::string("<< ") + kind.parameters + " >>",
                                  .colors = kind.colors,
                                  .bits = 1,
                                  .more = kind.more,
                                  .data = codes,
                                  .size = kSize});
    EXPECT_EQ(photo.pdf_page, PhotoInfo::PdfPage::image) << kind.parameters << kind.more;
    EXPECT_EQ(photo.bits_per_channel, 1);
    const Image image = readImage(folder_ / "a.pdf");
    EXPECT_EQ(sample(image, 10, 10, 0), kind.left_is_black ? 0U : 255U) << kind.parameters << kind.more;
    EXPECT_EQ(sample(image, 80, 10, 0), kind.left_is_black ? 255U : 0U) << kind.parameters << kind.more;
  }
}

TEST_F(PdfPages, JpegTwoThousandToo) {
  const Image image = noiseImage(kSize, 3, PixelType::u8);
  const PhotoInfo photo =
      seen({.filter = "/JPXDecode", .colors = "", .data = encodeJpeg2000(image, {}), .size = kSize});
  EXPECT_EQ(photo.codec, Codec::jpeg2000);
  EXPECT_EQ(greatestDifference(readImage(folder_ / "a.pdf"), image), 0U);
}

// 1 is what decoders do with three components; 0 says that they are RGB, which a bare JPEG would not.
TEST_F(PdfPages, TheDefaultColourTransformIsNone) {
  PdfImageKind page = jpegPage();
  page.parameters = "<< /ColorTransform 1 >>";
  EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::image);
  if (isRendererThere()) {
    page.parameters = "<< /ColorTransform 0 >>";
    EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::rendered);
  }
}

TEST_F(PdfPages, ACommaOfTheLocaleIsNoPartOfANumber) {
  PdfImageKind page = jpegPage();
  page.paints = "q 0.5 0 0 +.5 0 0 cm 401 0 0 201 0 0 cm /Im0 Do Q";
  page.page = "/UserUnit 1.5";
  page.paper = {200.5, 100.5};
  PdfImageKind drawn = page;
  drawn.paints += " 0 0 m 0 0 l S";
  const auto file = make({page, drawn});
  const CommaLocale locale;
  if (!locale.isThere()) {
    GTEST_SKIP() << "no locale with a decimal comma, and localedef makes none";
  }
  const auto image = probe(addressed(file, 1));
  ASSERT_TRUE(image) << describe(image.error());
  EXPECT_EQ(image->pdf_page, PhotoInfo::PdfPage::image);
  if (isRendererThere()) {
    const auto rendered = probe(addressed(file, 2));
    ASSERT_TRUE(rendered) << describe(rendered.error());
    EXPECT_EQ(rendered->pdf_page, PhotoInfo::PdfPage::rendered);
    EXPECT_NEAR(rendered->size.width, 200.5 / 72 * 300, 1.5);
    EXPECT_EQ(rendered->dpi.value_or(0), 200);  // of a paper that is 1.5 times as large
  }
}

TEST_F(PdfPages, InvisibleTextAndLinksAreNoMarks) {
  PdfImageKind page = jpegPage();
  page.paints += " BT /F1 12 Tf 3 Tr 10 10 Td (read by a machine) Tj ET";
  page.page = "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>]";
  EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::image);
  page = jpegPage();
  page.paints = "q 0 0 200 100 re W n 200 0 0 100 0 0 cm /Im0 Do Q";  // a clip that cuts nothing off
  EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::image);
}

TEST_F(PdfPages, AllElseIsRendered) {
  if (!isRendererThere()) {
    GTEST_SKIP() << "pdftoppm is not there";
  }
  std::vector<PdfImageKind> pages(7, jpegPage());
  pages[0].paints += " BT /F1 12 Tf 10 10 Td (seen) Tj ET";
  pages[1].paints = "q 100 0 0 100 0 0 cm /Im0 Do Q";   // half of the page
  pages[2].paints += " q 100 0 0 50 0 0 cm /Im0 Do Q";  // twice
  pages[3].more = "/Mask [0 10 0 10 0 10]";
  pages[4].paints = "q 0 0 50 50 re W n 200 0 0 100 0 0 cm /Im0 Do Q";  // cut off
  pages[5].paints = "q 180 50 -50 80 40 -10 cm /Im0 Do Q";              // askew
  pages[6].paints += " 1 0 0 rg 10 10 50 20 re f";
  for (PdfImageKind& page : pages) {
    const PhotoInfo photo = seen(page);
    EXPECT_EQ(photo.pdf_page, PhotoInfo::PdfPage::rendered) << page.paints;
    EXPECT_EQ(photo.dpi.value_or(0), 300) << page.paints;
    EXPECT_NEAR(photo.size.width, 200 / 72.0 * 300, 1.5);
  }
  EXPECT_EQ(readImage(folder_ / "a.pdf").size(), probe(folder_ / "a.pdf")->size);
  // As dense as its densest image is.
  PdfImageKind dense = jpegPage(rampImage({1200, 600}, 1));
  dense.colors = "/DeviceGray";
  dense.paints += " 0 0 m 0 0 l S";
  EXPECT_NEAR(seen(dense).size.width, 1200, 2);
  dense.page = "/UserUnit 2";  // poppler's inches are 72 units
  EXPECT_NEAR(seen(dense).size.width, 1200, 2);
  // Also within a form, which is drawn 200 points wide.
  PdfImageKind nested = jpegPage(rampImage({1200, 600}, 1));
  nested.colors = "/DeviceGray";
  nested.paints = "q 100 0 0 50 0 0 cm /Fm0 Do Q";
  nested.form = "/Im0 Do";
  EXPECT_NEAR(seen(nested).size.width, 1200, 2);
  // However often it is drawn large before.
  const std::string small = nested.paints;
  for (int k = 0; k < 150; ++k) {
    nested.paints = "q 400 0 0 200 0 0 cm /Fm0 Do Q " + nested.paints;
  }
  EXPECT_NEAR(seen(nested).size.width, 1200, 2);
  nested.paints = small;
  // The form in itself, at 0.8 of its size: four levels of them are looked at.
  nested.data = encodeJpeg(rampImage({600, 300}, 1), {});
  nested.size = {600, 300};
  nested.form = "/Im0 Do q 0.4 0 0 0.4 0 0 cm /Fm0 Do Q";
  EXPECT_NEAR(seen(nested).size.width, 600 / 0.512, 2);
  // What could be taken out, but has no reader: CIELab.
  std::string lab = encodeJpeg2000(rampImage(kSize, 3), {});
  lab.replace(lab.find("colr") + 4 + 3, 4, std::string("\0\0\0\x0E", 4));
  EXPECT_EQ(seen({.filter = "/JPXDecode", .data = lab, .size = kSize}).pdf_page, PhotoInfo::PdfPage::rendered);
}

TEST_F(PdfPages, NoMorePixelsAreRenderedThanMayBeOpened) {
  if (!isRendererThere()) {
    GTEST_SKIP() << "pdftoppm is not there";
  }
  PdfImageKind page = jpegPage();
  page.paints += " 0 0 m 0 0 l S";
  for (const double most : {1e4, 99'991.0, 123'457.0}) {
    for (const Vec2 paper : {Vec2{200, 100}, Vec2{595, 842}, Vec2{3000, 40}}) {
      page.paper = paper;
      setMaxPixels(most);
      const PhotoInfo photo = seen(page);
      EXPECT_GT(static_cast<double>(photo.size.width) * photo.size.height, 0.9 * most);
      setMaxPixels(kMaxPixels);
    }
  }
}

TEST_F(PdfPages, UnitsAndCropsAreHeard) {
  PdfImageKind page = jpegPage();
  page.page = "/UserUnit 2";
  EXPECT_NEAR(seen(page).dpi.value_or(0), 0, 0.01);  // 17 pixels an inch are not believed
  page = jpegPage(rampImage({960, 480}, 3));
  page.page = "/UserUnit 2";
  EXPECT_NEAR(seen(page).dpi.value_or(0), 960 / (400 / 72.0), 0.1);
  page.page = "/CropBox [0 0 100 100]";  // half of the image is not shown
  if (isRendererThere()) {
    EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::rendered);
  }
}

TEST_F(PdfPages, WhatCannotBeReadIsSaid) {
  writePdf(folder_ / "locked.pdf", {jpegPage()}, "secret");
  const auto locked = probe(folder_ / "locked.pdf");
  ASSERT_FALSE(locked);
  EXPECT_EQ(describe(locked.error()),
            (folder_ / "locked.pdf").string() + ": is encrypted, and needs a password (save it without one)");
  EXPECT_EQ(imagesOf(folder_ / "locked.pdf").error().kind, ErrorKind::unsupported);
  const std::string bytes = readBytes(make({jpegPage()}));
  for (const std::size_t percent : {1, 10, 30, 60, 90}) {
    writeBytes(folder_ / "cut.pdf", bytes.substr(0, std::max<std::size_t>(8, bytes.size() * percent / 100)));
    const auto photo = probe(folder_ / "cut.pdf");
    if (photo) {
      continue;  // qpdf found what there is of it
    }
    EXPECT_THAT(photo.error().message,
                AnyOf(HasSubstr("damaged"), HasSubstr("cut off"), HasSubstr("rendered"), HasSubstr("without pages")));
  }
  // A header that claims too much is refused before anything is unpacked.
  PdfImageKind huge = jpegPage();
  huge.size = {60000, 60000};
  EXPECT_EQ(probe(make({huge})).error().kind, ErrorKind::tooLarge);
  PdfImageKind few{.colors = "/DeviceGray", .data = "xyz", .size = kSize};
  if (isRendererThere()) {  // poppler draws what there is
    EXPECT_EQ(seen(few).pdf_page, PhotoInfo::PdfPage::rendered);
  }
}

TEST_F(PdfPages, OperatorsHaveTheirOwnOperands) {
  const std::string image = "q 200 0 0 100 0 0 cm /Im0 Do Q";
  for (const std::string& around :
       {"/P <</MCID 0 /Of [1 /OC]>> BDC " + image + " EMC", "[3 [/Im0 Do] 1] 0 d " + image,
        "% f S Do\n" + image + " BT 3 Tr (a (f S) \\) Do) Tj [(Do) -20 <446F>] TJ ET", "] >> " + image}) {
    PdfImageKind page = jpegPage();
    page.paints = around;
    EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::image) << around;
  }
  if (isRendererThere()) {
    PdfImageKind page = jpegPage();
    page.paints += " q 9 0 0 9 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID f EI EI Q";
    EXPECT_EQ(seen(page).pdf_page, PhotoInfo::PdfPage::rendered);
  }
}

TEST_F(PdfPages, AStopEndsTheReadingOfContents) {
  QPDF pdf;
  pdf.processFile(make({jpegPage()}).c_str());
  QPDFObjectHandle page = pdf.getAllPages().at(0);
  std::stop_source stop;
  EXPECT_EQ(marksOf(page, page.getKey("/Resources"), stop.get_token()).images.size(), 1U);
  stop.request_stop();
  EXPECT_TRUE(marksOf(page, page.getKey("/Resources"), stop.get_token()).images.empty());
}

TEST_F(PdfPages, AStopEndsTheTakingOutOfAnImage) {
  PdfImageKind samples = jpegPage();
  samples.filter.clear();
  samples.data.assign(std::size_t{3} * kSize.width * kSize.height, 100);
  for (const PdfImageKind& kind : {jpegPage(), samples}) {
    const auto written = [&, file = make({kind})](const std::stop_token& stop) {
      QPDF pdf;
      pdf.processFile(file.c_str());
      QPDFObjectHandle page = pdf.getAllPages().at(0);
      QPDFObjectHandle image = marksOf(page, page.getKey("/Resources"), {}).images.at(0).image;
      const std::filesystem::path name = folder_ / "taken";
      const std::unique_ptr<std::FILE, int (*)(std::FILE*)> taken(std::fopen(name.c_str(), "w+b"), std::fclose);
      static_cast<void>(takeImage(image, kSize, taken.get(), name.c_str(), stop));
      std::fflush(taken.get());
      return std::filesystem::file_size(name);
    };
    std::stop_source stop;
    const auto whole = written(stop.get_token());
    stop.request_stop();
    EXPECT_LT(written(stop.get_token()), whole / 2) << kind.filter;
  }
}

TEST_F(PdfPages, AStoppedLookKeepsNothing) {
  std::stop_source stop;
  stop.request_stop();
  const auto file = make({jpegPage()});
  const auto photo = probe(file, stop.get_token());
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::stopped);
  EXPECT_TRUE(probe(file));
}

}  // namespace
}  // namespace platen::io
