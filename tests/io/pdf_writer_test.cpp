// PDFs read back with qpdf: pages in order, physical sizes, and image streams byte for byte.
#include "core/io/pdf_writer.h"

#include "tests/io/photo_fixtures.h"

#include <tiffio.h>

#include <gtest/gtest.h>

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace platen::io {
namespace {

struct PdfImage {
  double width_pt = 0, height_pt = 0;
  std::string filter, stream;
  QPDFObjectHandle dict;
};

class OpenPdf {
 public:
  explicit OpenPdf(const std::filesystem::path& file) {
    pdf_.processFile(file.c_str());
    EXPECT_TRUE(pdf_.getWarnings().empty());
    for (auto& page : QPDFPageDocumentHelper(pdf_).getAllPages()) {
      PdfImage image;
      auto box = page.getMediaBox().getArrayAsVector();
      image.width_pt = box[2].getNumericValue();
      image.height_pt = box[3].getNumericValue();
      for (auto& [name, object] : page.getImages()) {
        image.dict = object.getDict();
        image.filter = image.dict.getKey("/Filter").getName();
        const auto bytes = object.getRawStreamData();
        image.stream.assign(reinterpret_cast<const char*>(bytes->getBuffer()), bytes->getSize());
      }
      images_.push_back(std::move(image));
    }
  }
  [[nodiscard]] const std::vector<PdfImage>& images() const { return images_; }

 private:
  QPDF pdf_;
  std::vector<PdfImage> images_;
};

// A checkerboard of odd-sized fields in 0 and 255.
Image bitonalImage(Size size) {
  Image image = noiseImage(size, 1, PixelType::u8);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      auto& v = image.rowAs<std::uint8_t>(y)[x];
      v = (x / 7 + y / 5) % 3 == 0 || v > 250 ? 0 : 255;
    }
  }
  return image;
}

TEST(PdfWriter, KeepsPagesInOrderWithTheirSizes) {
  const ScratchFolder folder;
  const Image color = rampImage({600, 300}, 3);
  const Image gray = rampImage({100, 200}, 1);
  PageFormat format = formatOf(color, FileFormat::pdf);
  format.dpi = 150;
  format.icc_profile = srgbProfile();
  writeBytes(folder / "ready.jpg", encodeJpeg(gray, {.density = 100}));
  auto pdf = PdfWriter::create(folder / "out.pdf");
  ASSERT_TRUE(pdf);
  for (int k = 0; k < 2; ++k) {
    auto page = (*pdf)->addPage(format);
    ASSERT_TRUE(page);
    ASSERT_TRUE((*page)->writeRows(color));
    ASSERT_TRUE((*page)->commit());
  }
  {
    auto abandoned = (*pdf)->addPage(format);
    ASSERT_TRUE((*abandoned)->writeRows(color.crop(0, 0, {600, 100})));
  }
  ASSERT_TRUE((*pdf)->addJpegFile(folder / "ready.jpg"));
  EXPECT_EQ((*pdf)->pageCount(), 3);
  EXPECT_FALSE(std::filesystem::exists(folder / "out.pdf"));
  ASSERT_TRUE((*pdf)->commit());
  pdf->reset();
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.pdf", "ready.jpg"}));

  const OpenPdf open(folder / "out.pdf");
  ASSERT_EQ(open.images().size(), 3U);
  for (int k = 0; k < 2; ++k) {
    const PdfImage& image = open.images()[static_cast<std::size_t>(k)];
    EXPECT_NEAR(image.width_pt, 600 / 150.0 * 72, 0.01);
    EXPECT_NEAR(image.height_pt, 300 / 150.0 * 72, 0.01);
    EXPECT_EQ(image.filter, "/DCTDecode");
    auto space = image.dict;
    space = space.getKey("/ColorSpace");
    ASSERT_TRUE(space.isArray());
    EXPECT_EQ(space.getArrayItem(0).getName(), "/ICCBased");
    EXPECT_EQ(space.getArrayItem(1).getDict().getKey("/N").getIntValue(), 3);
    const auto profile = space.getArrayItem(1).getStreamData();
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(profile->getBuffer()), profile->getSize()),
              std::string(format.icc_profile.begin(), format.icc_profile.end()));
    writeBytes(folder / "extracted.jpg", image.stream);
    EXPECT_LE(greatestDifference(readImage(folder / "extracted.jpg"), color), 6U);
  }
  const PdfImage& last = open.images()[2];
  EXPECT_NEAR(last.width_pt, 72, 0.01);
  EXPECT_NEAR(last.height_pt, 144, 0.01);
  EXPECT_EQ(last.stream, readBytes(folder / "ready.jpg"));
}

TEST(PdfWriter, PagesThatAreWrittenAtATimeStandInTheOrderOfTheirCommits) {
  const ScratchFolder folder;
  const Image wide = rampImage({300, 200}, 3);
  const Image narrow = rampImage({100, 200}, 3);
  auto pdf = PdfWriter::create(folder / "out.pdf");
  ASSERT_TRUE(pdf);
  auto first = (*pdf)->addPage(formatOf(wide, FileFormat::pdf));
  auto second = (*pdf)->addPage(formatOf(narrow, FileFormat::pdf));
  auto abandoned = (*pdf)->addPage(formatOf(wide, FileFormat::pdf));
  ASSERT_TRUE(first && second && abandoned);
  for (int row = 0; row < 200; row += 50) {
    ASSERT_TRUE((*first)->writeRows(wide.crop(0, row, {300, 50})));
    ASSERT_TRUE((*second)->writeRows(narrow.crop(0, row, {100, 50})));
    ASSERT_TRUE((*abandoned)->writeRows(wide.crop(0, row, {300, 50})));
  }
  // The PDF, its spool, and a file of each page that is not yet whole.
  EXPECT_EQ(folder.names().size(), 5U);
  ASSERT_TRUE((*second)->commit());
  EXPECT_EQ(folder.names().size(), 4U);
  abandoned->reset();
  EXPECT_EQ(folder.names().size(), 3U);
  ASSERT_TRUE((*first)->commit());
  EXPECT_EQ(folder.names().size(), 2U);
  ASSERT_TRUE((*pdf)->commit());
  first->reset();
  second->reset();
  pdf->reset();
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.pdf"}));
  const OpenPdf open(folder / "out.pdf");
  ASSERT_EQ(open.images().size(), 2U);
  for (const auto& [image, pixels] : {std::pair{open.images()[0], narrow}, std::pair{open.images()[1], wide}}) {
    writeBytes(folder / "extracted.jpg", image.stream);
    EXPECT_LE(greatestDifference(readImage(folder / "extracted.jpg"), pixels), 6U);
  }
}

TEST(PdfWriter, BitonalPagesAreG4) {
  const ScratchFolder folder;
  const Image image = bitonalImage({333, 222});
  PageFormat format = formatOf(image, FileFormat::pdf);
  format.bitonal = true;
  writeImage(folder / "out.pdf", image, format);
  const OpenPdf open(folder / "out.pdf");
  ASSERT_EQ(open.images().size(), 1U);
  const PdfImage& page = open.images()[0];
  EXPECT_EQ(page.filter, "/CCITTFaxDecode");
  auto dict = page.dict;
  auto parameters = dict.getKey("/DecodeParms");
  EXPECT_EQ(parameters.getKey("/K").getIntValue(), -1);
  EXPECT_EQ(parameters.getKey("/Columns").getIntValue(), 333);
  EXPECT_EQ(dict.getKey("/BitsPerComponent").getIntValue(), 1);
  // The same bytes as the one strip of a fax TIFF, where "white is zero".
  TIFF* tiff = TIFFOpen((folder / "fax.tif").c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 333);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 222);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 222);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 1);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
  std::string stream = page.stream;
  TIFFWriteRawStrip(tiff, 0, stream.data(), static_cast<tmsize_t>(stream.size()));
  TIFFClose(tiff);
  EXPECT_EQ(greatestDifference(readImage(folder / "fax.tif"), image), 0U);
}

TEST(PdfWriter, PagesOfUnknownSizeFitOnA4) {
  const ScratchFolder folder;
  for (const Size size : {Size{300, 900}, Size{900, 300}, Size{500, 500}}) {
    const Image image = rampImage(size, 1);
    writeImage(folder / "out.pdf", image, formatOf(image, FileFormat::pdf));
    const OpenPdf open(folder / "out.pdf");
    const double low = std::min(open.images()[0].width_pt, open.images()[0].height_pt) / 72 * 25.4;
    const double high = std::max(open.images()[0].width_pt, open.images()[0].height_pt) / 72 * 25.4;
    EXPECT_LE(low, 210.01);
    EXPECT_LE(high, 297.01);
    EXPECT_TRUE(low > 209.9 || high > 296.9);
    EXPECT_NEAR(open.images()[0].width_pt / open.images()[0].height_pt, 1.0 * size.width / size.height, 1e-3);
  }
}

TEST(PdfWriter, IsTheSameFileForTheSamePages) {
  const ScratchFolder folder;
  const Image image = rampImage({50, 70}, 3);
  writeImage(folder / "a.pdf", image, formatOf(image, FileFormat::pdf));
  writeImage(folder / "b.pdf", image, formatOf(image, FileFormat::pdf));
  EXPECT_EQ(readBytes(folder / "a.pdf"), readBytes(folder / "b.pdf"));
}

TEST(PdfWriter, WithoutAPageIsNoPdf) {
  const ScratchFolder folder;
  auto pdf = PdfWriter::create(folder / "out.pdf");
  ASSERT_TRUE(pdf);
  EXPECT_EQ((*pdf)->commit().error().kind, ErrorKind::badInput);
  pdf->reset();
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace platen::io
