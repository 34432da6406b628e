// PDFs read back with qpdf: pages in order, physical sizes, and image streams byte for byte.
#include "core/io/pdf_writer.h"

#include "tests/io/photo_fixtures.h"

#include <lcms2.h>
#include <tiffio.h>

#include <gtest/gtest.h>

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageLabelDocumentHelper.hh>
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
    auto page = (*pdf)->addPage(format, {});
    ASSERT_TRUE(page);
    ASSERT_TRUE((*page)->writeRows(color));
    ASSERT_TRUE((*page)->commit());
  }
  {
    auto abandoned = (*pdf)->addPage(format, {});
    ASSERT_TRUE((*abandoned)->writeRows(color.crop(0, 0, {600, 100})));
  }
  ASSERT_TRUE((*pdf)->addJpegFile(folder / "ready.jpg", 100));
  EXPECT_EQ((*pdf)->pageCount(), 3);
  EXPECT_FALSE(std::filesystem::exists(folder / "out.pdf"));
  ASSERT_TRUE((*pdf)->commit({}));
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
  auto first = (*pdf)->addPage(formatOf(wide, FileFormat::pdf), {});
  auto second = (*pdf)->addPage(formatOf(narrow, FileFormat::pdf), {});
  auto abandoned = (*pdf)->addPage(formatOf(wide, FileFormat::pdf), {});
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
  ASSERT_TRUE((*pdf)->commit({}));
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
  const std::string first = readBytes(folder / "a.pdf");
  writeImage(folder / "a.pdf", image, formatOf(image, FileFormat::pdf));
  EXPECT_EQ(readBytes(folder / "a.pdf"), first);
}

// What ISO 19005-2 asks of a document of images, clause by clause. (There is no validator in Debian.)
TEST(PdfWriter, IsAnArchiveOfPages) {
  const ScratchFolder folder;
  const Image color = rampImage({60, 30}, 3);
  const Image gray = rampImage({40, 20}, 1);
  PageFormat format = formatOf(color, FileFormat::pdf);
  format.date_time = "2019:12:24 18:30:05";
  format.icc_profile = srgbProfile();
  const std::filesystem::path file = folder / "A <book> & \xC3\xA9t\xC3\xA9 \xE9.pdf";
  auto pdf = PdfWriter::create(file);
  ASSERT_TRUE(pdf);
  for (const char* label : {"in/page 1", "", "", "\xD0\xB4"}) {
    auto page = (*pdf)->addPage(format, label);
    ASSERT_TRUE(page && (*page)->writeRows(color) && (*page)->commit());
    format.date_time = "2020:02:01 00:00:00";
  }
  format.date_time = "9999:99:99 99:99:99";  // no date
  ASSERT_TRUE((*pdf)->addPage(format, {}));
  writeBytes(folder / "gray.jpg", encodeJpeg(gray, {}));
  ASSERT_TRUE((*pdf)->addJpegFile(folder / "gray.jpg", 300));
  ASSERT_TRUE((*pdf)->commit({}));

  const std::string bytes = readBytes(file);
  EXPECT_EQ(bytes.substr(0, 9), "%PDF-1.7\n");  // 6.1.2, with four bytes above 127 in the next line
  EXPECT_GT(static_cast<unsigned char>(bytes[10]), 127);
  QPDF open;
  open.processFile(file.c_str());
  EXPECT_TRUE(open.getWarnings().empty());
  EXPECT_TRUE(open.getTrailer().getKey("/ID").isArray());  // 6.1.3
  EXPECT_FALSE(open.getTrailer().hasKey("/Encrypt"));
  QPDFObjectHandle root = open.getRoot();
  const auto packet = root.getKey("/Metadata").getRawStreamData();  // 6.6.2.1: as it is, without a filter
  EXPECT_FALSE(root.getKey("/Metadata").getDict().hasKey("/Filter"));
  const std::string xmp(reinterpret_cast<const char*>(packet->getBuffer()), packet->getSize());
  for (const char* part :
       {"<pdfaid:part>2</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>",
        "A &lt;book&gt; &amp; \xC3\xA9t\xC3\xA9 \xEF\xBF\xBD</rdf:li>", "<pdf:Producer>Platen</pdf:Producer>",
        "<xmp:CreateDate>2020-02-01T00:00:00</xmp:CreateDate>"}) {
    EXPECT_NE(xmp.find(part), std::string::npos) << part << " is not in\n" << xmp;
  }
  QPDFObjectHandle about = open.getTrailer().getKey("/Info");  // 6.6.3: the same as there
  EXPECT_EQ(about.getKey("/Title").getUTF8Value(), "A <book> & \xC3\xA9t\xC3\xA9 \xEF\xBF\xBD");
  EXPECT_EQ(about.getKey("/Producer").getUTF8Value(), "Platen");
  EXPECT_EQ(about.getKey("/CreationDate").getUTF8Value(), "D:20200201000000");
  EXPECT_EQ(about.getKey("/ModDate").getUTF8Value(), "D:20200201000000");
  QPDFObjectHandle intent = root.getKey("/OutputIntents").getArrayItem(0);  // 6.2.3
  EXPECT_EQ(intent.getKey("/S").getName(), "/GTS_PDFA1");
  const auto profile = intent.getKey("/DestOutputProfile").getStreamData();
  EXPECT_EQ(intent.getKey("/DestOutputProfile").getDict().getKey("/N").getIntValue(), 3);
  const cmsHPROFILE read =
      cmsOpenProfileFromMem(profile->getBuffer(), static_cast<cmsUInt32Number>(profile->getSize()));
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(cmsGetColorSpace(read), cmsSigRgbData);
  EXPECT_EQ(cmsGetDeviceClass(read), cmsSigDisplayClass);
  EXPECT_LT(cmsGetProfileVersion(read), 4.5);
  cmsCloseProfile(read);
  for (auto& page : QPDFPageDocumentHelper(open).getAllPages()) {
    EXPECT_FALSE(page.getObjectHandle().hasKey("/Group"));  // 6.2.10: no transparency
    for (auto& [name, image] : page.getImages()) {
      QPDFObjectHandle dict = image.getDict();
      for (const char* key : {"/SMask", "/Interpolate", "/Alternates", "/OPI"}) {  // 6.2.8
        EXPECT_FALSE(dict.hasKey(key)) << key;
      }
    }
  }
  QPDFPageLabelDocumentHelper labels(open);
  const auto labelOf = [&](long long page, const char* key) {
    QPDFObjectHandle label = labels.getLabelForPage(page);
    return label.hasKey(key) ? label.getKey(key).isInteger() ? std::to_string(label.getKey(key).getIntValue())
                                                             : label.getKey(key).getUTF8Value()
                             : "";
  };
  EXPECT_EQ(labelOf(0, "/P"), "in/page 1");
  EXPECT_EQ(labelOf(1, "/St"), "2");
  EXPECT_EQ(labelOf(2, "/St"), "3");
  EXPECT_EQ(labelOf(3, "/P"), "\xD0\xB4");
  EXPECT_EQ(labelOf(4, "/St"), "5");
}

// ISO 32000-1, 12.4.2: keys are indices of pages.
TEST(PdfWriter, LabelsSpeakOfNoPageBehindTheLast) {
  const ScratchFolder folder;
  const Image gray = rampImage({40, 20}, 1);
  auto pdf = PdfWriter::create(folder / "a.pdf");
  ASSERT_TRUE(pdf);
  for (const char* label : {"one", "two"}) {
    auto page = (*pdf)->addPage(formatOf(gray, FileFormat::pdf), label);
    ASSERT_TRUE(page && (*page)->writeRows(gray) && (*page)->commit());
  }
  ASSERT_TRUE((*pdf)->commit({}));
  QPDF open;
  open.processFile((folder / "a.pdf").c_str());
  QPDFObjectHandle numbers = open.getRoot().getKey("/PageLabels").getKey("/Nums");
  ASSERT_EQ(numbers.getArrayNItems(), 4);
  EXPECT_EQ(numbers.getArrayItem(0).getIntValue(), 0);
  EXPECT_EQ(numbers.getArrayItem(2).getIntValue(), 1);
}

TEST(PdfWriter, PagesBeyondTheLongestSideAreCountedInLargerUnits) {
  const ScratchFolder folder;
  writeBytes(folder / "long.jpg", encodeJpeg(rampImage({10, 500}, 1), {}));
  auto pdf = PdfWriter::create(folder / "out.pdf");
  ASSERT_TRUE(pdf && (*pdf)->addJpegFile(folder / "long.jpg", 1) && (*pdf)->commit({}));
  QPDF open;
  open.processFile((folder / "out.pdf").c_str());
  QPDFObjectHandle page = open.getAllPages().at(0);
  const double unit = page.getKey("/UserUnit").getNumericValue();
  EXPECT_EQ(unit, 3);
  EXPECT_NEAR(page.getKey("/MediaBox").getArrayItem(3).getNumericValue() * unit, 500 * 72, 0.01);
}

TEST(PdfWriter, AFileThatWasChangedMeanwhileIsNoPage) {
  const ScratchFolder folder;
  writeBytes(folder / "page.jpg", encodeJpeg(rampImage({10, 50}, 1), {}));
  auto pdf = PdfWriter::create(folder / "out.pdf");
  ASSERT_TRUE(pdf && (*pdf)->addJpegFile(folder / "page.jpg"));
  std::filesystem::resize_file(folder / "page.jpg", 30);
  const Result<void> written = (*pdf)->commit({});
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("was changed meanwhile"), std::string::npos);
  pdf->reset();
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"page.jpg"}));
}

TEST(PdfWriter, WithoutAPageIsNoPdf) {
  const ScratchFolder folder;
  auto pdf = PdfWriter::create(folder / "out.pdf");
  ASSERT_TRUE(pdf);
  EXPECT_EQ((*pdf)->commit({}).error().kind, ErrorKind::badInput);
  pdf->reset();
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace platen::io
