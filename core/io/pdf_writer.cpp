#include "core/io/pdf_writer.h"

#include "core/io/format_writers.h"
#include "core/io/g4_encoder.h"
#include "core/io/jpeg_encoder.h"
#include "core/io/metadata.h"
#include "core/io/photo_file.h"
#include "core/io/probe.h"

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFWriter.hh>

namespace platen::io {
namespace {

constexpr double kPointsPerInch = 72;
constexpr double kA4ShortInches = 210 / 25.4;
constexpr double kA4LongInches = 297 / 25.4;

struct SpooledPage {
  std::uint64_t offset = 0, length = 0;  // in the spool
  Size size;
  int channels = 1;
  bool bitonal = false;
  double dpi = 0;
  std::vector<std::uint8_t> icc_profile;
};

// Physical size in points.
Vec2 paperSize(const SpooledPage& page) {
  double dpi = page.dpi;
  if (dpi <= 0) {
    const int short_side = std::min(page.size.width, page.size.height);
    const int long_side = std::max(page.size.width, page.size.height);
    dpi = std::max(short_side / kA4ShortInches, long_side / kA4LongInches);
  }
  return {page.size.width / dpi * kPointsPerInch, page.size.height / dpi * kPointsPerInch};
}

// A page's stream, read from the spool only when qpdf writes it.
class SpooledStream final : public QPDFObjectHandle::StreamDataProvider {
 public:
  SpooledStream(OutputFile& spool, std::uint64_t offset, std::uint64_t length)
      : spool_(spool), offset_(offset), length_(length) {}

  void provideStreamData(QPDFObjGen const& /*object*/, Pipeline* pipeline) override {
    std::vector<unsigned char> part(1 << 18);
    for (std::uint64_t done = 0; done < length_;) {
      const std::size_t wanted = std::min<std::uint64_t>(part.size(), length_ - done);
      if (spool_.readAt(offset_ + done, part.data(), wanted) != wanted) {
        throw std::runtime_error("the temporary file with its pages cannot be read");
      }
      pipeline->write(part.data(), wanted);
      done += wanted;
    }
    pipeline->finish();
  }

 private:
  OutputFile& spool_;
  std::uint64_t offset_, length_;
};

class FilePipeline final : public Pipeline {
 public:
  explicit FilePipeline(OutputFile& file) : Pipeline("page file", nullptr), file_(file) {}
  void write(unsigned char const* bytes, std::size_t count) override {
    if (!file_.write(bytes, count)) {
      throw std::runtime_error("write failed");
    }
  }
  void finish() override {}

 private:
  OutputFile& file_;
};

QPDFObjectHandle name(const char* text) {
  return QPDFObjectHandle::newName(text);
}

QPDFObjectHandle number(double value) {
  return QPDFObjectHandle::newReal(value, 3);
}

}  // namespace

struct PdfWriter::State {
  std::filesystem::path path;
  std::unique_ptr<OutputFile> file, spool;
  std::vector<SpooledPage> pages;

  // Both are written into the document once, however many pages use them.
  std::map<std::string, QPDFObjectHandle> profiles;

  QPDFObjectHandle colorSpace(QPDF& pdf, const SpooledPage& page) {
    const char* device = page.channels == 1 ? "/DeviceGray" : "/DeviceRGB";
    if (page.bitonal || !profileFits(page.icc_profile, page.channels)) {
      return name(device);
    }
    const std::string profile(page.icc_profile.begin(), page.icc_profile.end());
    auto found = profiles.find(profile);
    if (found == profiles.end()) {
      QPDFObjectHandle stream = QPDFObjectHandle::newStream(&pdf, profile);
      stream.getDict().replaceKey("/N", QPDFObjectHandle::newInteger(page.channels));
      stream.getDict().replaceKey("/Alternate", name(device));
      found = profiles.emplace(profile, stream).first;
    }
    return QPDFObjectHandle::newArray({name("/ICCBased"), found->second});
  }

  QPDFObjectHandle imageObject(QPDF& pdf, const SpooledPage& page) {
    QPDFObjectHandle image = QPDFObjectHandle::newStream(&pdf);
    QPDFObjectHandle dict = image.getDict();
    dict.replaceKey("/Type", name("/XObject"));
    dict.replaceKey("/Subtype", name("/Image"));
    dict.replaceKey("/Width", QPDFObjectHandle::newInteger(page.size.width));
    dict.replaceKey("/Height", QPDFObjectHandle::newInteger(page.size.height));
    dict.replaceKey("/ColorSpace", colorSpace(pdf, page));
    dict.replaceKey("/BitsPerComponent", QPDFObjectHandle::newInteger(page.bitonal ? 1 : 8));
    QPDFObjectHandle parameters = QPDFObjectHandle::newNull();
    if (page.bitonal) {
      parameters = QPDFObjectHandle::newDictionary();
      parameters.replaceKey("/K", QPDFObjectHandle::newInteger(-1));
      parameters.replaceKey("/Columns", QPDFObjectHandle::newInteger(page.size.width));
      parameters.replaceKey("/Rows", QPDFObjectHandle::newInteger(page.size.height));
    }
    image.replaceStreamData(std::make_shared<SpooledStream>(*spool, page.offset, page.length),
                            name(page.bitonal ? "/CCITTFaxDecode" : "/DCTDecode"), parameters);
    return image;
  }

  void addTo(QPDF& pdf, const SpooledPage& page) {
    const Vec2 paper = paperSize(page);
    const std::string width = number(paper.x).unparse();
    const std::string height = number(paper.y).unparse();
    QPDFObjectHandle images = QPDFObjectHandle::newDictionary();
    images.replaceKey("/Page", imageObject(pdf, page));
    QPDFObjectHandle resources = QPDFObjectHandle::newDictionary();
    resources.replaceKey("/XObject", images);
    QPDFObjectHandle dict = QPDFObjectHandle::newDictionary();
    dict.replaceKey("/Type", name("/Page"));
    dict.replaceKey("/MediaBox", QPDFObjectHandle::newArray({number(0), number(0), number(paper.x), number(paper.y)}));
    dict.replaceKey("/Resources", resources);
    dict.replaceKey("/Contents",
                    QPDFObjectHandle::newStream(&pdf, "q " + width + " 0 0 " + height + " 0 0 cm /Page Do Q\n"));
    pdf.addPage(pdf.makeIndirectObject(dict), false);
  }
};

namespace {

// A page on its way into the spool.
class PdfPage final : public PageWriter {
 public:
  PdfPage(OutputFile& spool, std::vector<SpooledPage>& pages, const PageFormat& format)
      : spool_(spool), pages_(pages), format_(format) {
    page_.offset = spool.size();
    page_.size = format.size;
    page_.channels = format.channels;
    page_.bitonal = format.bitonal;
    page_.dpi = format.dpi;
    page_.icc_profile = format.icc_profile;
    // The PDF itself carries the profile, once for all pages.
    format_.icc_profile.clear();
    if (format.bitonal) {
      g4_ = std::make_unique<G4Encoder>(format.size);
    } else {
      jpeg_ = std::make_unique<JpegEncoder>(spool, format_);
    }
  }

  Result<void> writeRows(const Image& band) override {
    checkBand(band, format_, rows_);
    rows_ += band.height();
    if (!(g4_ ? g4_->writeRows(band) : jpeg_->writeRows(band))) {
      return spool_.failure();
    }
    return {};
  }

  Result<void> commit() override {
    checkComplete(format_, rows_);
    bool ok = false;
    if (g4_) {
      const std::vector<std::uint8_t> stream = g4_->finish();
      ok = !stream.empty() && spool_.write(stream.data(), stream.size());
    } else {
      ok = jpeg_->finish();
    }
    if (!ok) {
      return spool_.failure();
    }
    page_.length = spool_.size() - page_.offset;
    pages_.push_back(std::move(page_));
    return {};
  }

 private:
  OutputFile& spool_;
  std::vector<SpooledPage>& pages_;
  PageFormat format_;
  SpooledPage page_;
  std::unique_ptr<JpegEncoder> jpeg_;
  std::unique_ptr<G4Encoder> g4_;
  int rows_ = 0;
};

// A PDF of one page.
class PdfOfOnePage final : public PageWriter {
 public:
  PdfOfOnePage(std::unique_ptr<PdfWriter> pdf, std::unique_ptr<PageWriter> page)
      : pdf_(std::move(pdf)), page_(std::move(page)) {}
  Result<void> writeRows(const Image& band) override { return page_->writeRows(band); }
  Result<void> commit() override {
    if (Result<void> done = page_->commit(); !done) {
      return done;
    }
    return pdf_->commit();
  }

 private:
  std::unique_ptr<PdfWriter> pdf_;
  std::unique_ptr<PageWriter> page_;
};

}  // namespace

PdfWriter::PdfWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
PdfWriter::~PdfWriter() = default;

Result<std::unique_ptr<PdfWriter>> PdfWriter::create(const std::filesystem::path& file) {
  auto state = std::make_unique<State>();
  state->path = file;
  for (std::unique_ptr<OutputFile>* out : {&state->file, &state->spool}) {
    Result<std::unique_ptr<OutputFile>> opened = OutputFile::create(file);
    if (!opened) {
      return tl::unexpected(opened.error());
    }
    *out = std::move(*opened);
  }
  return std::unique_ptr<PdfWriter>(new PdfWriter(std::move(state)));
}

int PdfWriter::pageCount() const {
  return static_cast<int>(state_->pages.size());
}

Result<std::unique_ptr<PageWriter>> PdfWriter::addPage(const PageFormat& format) {
  PageFormat pdf = format;
  pdf.format = FileFormat::pdf;
  checkFormat(pdf);
  if (const std::string why = obstacle(pdf); !why.empty()) {
    return fail(ErrorKind::unsupported, state_->path, "cannot hold " + why);
  }
  return std::make_unique<PdfPage>(*state_->spool, state_->pages, pdf);
}

Result<void> PdfWriter::addJpegFile(const std::filesystem::path& jpeg, double dpi) {
  Result<PhotoInfo> info = probe(jpeg);
  if (!info) {
    return tl::unexpected(info.error());
  }
  if (info->codec != Codec::jpeg || info->exif_orientation != 1 ||
      (info->color != ColorModel::gray && info->color != ColorModel::rgb)) {
    return fail(ErrorKind::unsupported, jpeg, "is no upright grey or RGB JPEG, which is what goes into a PDF as it is");
  }
  Result<PhotoFile> file = openPhotoFile(jpeg);
  if (!file) {
    return tl::unexpected(file.error());
  }
  SpooledPage page;
  page.offset = state_->spool->size();
  std::vector<char> part(1 << 18);
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), file->handle.get())) {
    if (!state_->spool->write(part.data(), got)) {
      return state_->spool->failure();
    }
  }
  page.length = state_->spool->size() - page.offset;
  if (page.length != info->file_bytes) {
    return fail(ErrorKind::unreadable, jpeg, "changed while it was being read (try again)");
  }
  page.size = info->size;
  page.channels = info->color == ColorModel::gray ? 1 : 3;
  page.dpi = dpi > 0 ? dpi : info->dpi.value_or(0);
  page.icc_profile = info->icc_profile;
  state_->pages.push_back(std::move(page));
  return {};
}

Result<void> PdfWriter::commit() {
  if (state_->pages.empty()) {
    return fail(ErrorKind::badInput, state_->path, "would be a PDF without a page");
  }
  // qpdf reports by exceptions.
  try {
    QPDF pdf;
    pdf.emptyPDF();
    for (const SpooledPage& page : state_->pages) {
      state_->addTo(pdf, page);
    }
    QPDFObjectHandle about = QPDFObjectHandle::newDictionary();
    about.replaceKey("/Producer", QPDFObjectHandle::newString("Platen"));
    pdf.getTrailer().replaceKey("/Info", pdf.makeIndirectObject(about));
    FilePipeline output(*state_->file);
    QPDFWriter writer(pdf);
    writer.setOutputPipeline(&output);
    writer.setDeterministicID(true);
    writer.setStreamDataMode(qpdf_s_preserve);
    writer.write();
    state_->profiles.clear();
  } catch (const std::exception& e) {
    state_->profiles.clear();
    for (const auto& out : {state_->file.get(), state_->spool.get()}) {
      if (out->failed()) {
        return out->failure();
      }
    }
    return fail(ErrorKind::writeFailed, state_->path, std::string("cannot be written: ") + e.what());
  }
  return state_->file->commit();
}

Result<std::unique_ptr<PageWriter>> createPdfPage(const std::filesystem::path& file, const PageFormat& format) {
  Result<std::unique_ptr<PdfWriter>> pdf = PdfWriter::create(file);
  if (!pdf) {
    return tl::unexpected(pdf.error());
  }
  Result<std::unique_ptr<PageWriter>> page = (*pdf)->addPage(format);
  if (!page) {
    return tl::unexpected(page.error());
  }
  return std::make_unique<PdfOfOnePage>(std::move(*pdf), std::move(*page));
}

}  // namespace platen::io
