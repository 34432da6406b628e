#include "core/io/pdf_writer.h"

#include "core/io/format_writers.h"
#include "core/io/g4_encoder.h"
#include "core/io/jpeg_encoder.h"
#include "core/io/pdf_document.h"
#include "core/io/probe.h"

#include <algorithm>
#include <exception>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace platen::io {

struct PdfWriter::State {
  std::filesystem::path path;
  std::unique_ptr<OutputFile> file, spool;
  std::vector<SpooledPage> pages;
  std::list<std::vector<std::uint8_t>> profiles;  // each once: few photos have one that others have not
  std::string newest;                             // photo, its EXIF date

  const std::vector<std::uint8_t>* keep(const std::vector<std::uint8_t>& profile) {
    if (profile.empty()) {
      return nullptr;
    }
    const auto known = std::find(profiles.begin(), profiles.end(), profile);
    return known != profiles.end() ? &*known : &profiles.emplace_back(profile);
  }
  void note(const std::string& date_time) {
    if (isDateTime(date_time)) {
      newest = std::max(newest, date_time);
    }
  }
};

namespace {

// A page on its way into the spool, in a file of its own until it is whole.
class PdfPage final : public PageWriter {
 public:
  // `page`: what is known of it before its stream.
  PdfPage(OutputFile& spool,
          std::vector<SpooledPage>& pages,
          std::unique_ptr<OutputFile> own,
          const PageFormat& format,
          SpooledPage page)
      : spool_(spool), pages_(pages), own_(std::move(own)), format_(format), page_(std::move(page)) {
    // The PDF itself carries the profile, once for all pages.
    format_.icc_profile.clear();
    if (format.bitonal) {
      g4_ = std::make_unique<G4Encoder>(format.size);
    } else {
      jpeg_ = std::make_unique<JpegEncoder>(*own_, format_);
    }
  }

  Result<void> writeRows(const Image& band) override {
    checkBand(band, format_, rows_);
    rows_ += band.height();
    if (!(g4_ ? g4_->writeRows(band) : jpeg_->writeRows(band))) {
      return own_->failure();
    }
    return {};
  }

  Result<void> commit() override {
    checkComplete(format_, rows_);
    bool ok = false;
    if (g4_) {
      const std::vector<std::uint8_t> stream = g4_->finish();
      ok = !stream.empty() && own_->write(stream.data(), stream.size());
    } else {
      ok = jpeg_->finish();
    }
    if (!ok) {
      return own_->failure();
    }
    page_.length = own_->size();
    page_.offset = spool_.size();
    if (!spool_.append(*own_)) {
      return spool_.failed() ? spool_.failure() : own_->failure();
    }
    pages_.push_back(std::move(page_));
    // The encoder writes to it. It must not take its room on the disk for as long as this lives.
    jpeg_.reset();
    own_.reset();
    return {};
  }

 private:
  OutputFile& spool_;
  std::vector<SpooledPage>& pages_;
  std::unique_ptr<OutputFile> own_;
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
    return pdf_->commit({});
  }

 private:
  std::unique_ptr<PdfWriter> pdf_;
  std::unique_ptr<PageWriter> page_;
};

}  // namespace

PdfWriter::PdfWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
PdfWriter::~PdfWriter() = default;

Result<std::unique_ptr<PdfWriter>> PdfWriter::create(const std::filesystem::path& file, IfThere if_there) {
  auto state = std::make_unique<State>();
  state->path = file;
  for (std::unique_ptr<OutputFile>* out : {&state->file, &state->spool}) {
    Result<std::unique_ptr<OutputFile>> opened = OutputFile::create(file, if_there);
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

Result<std::unique_ptr<PageWriter>> PdfWriter::addPage(const PageFormat& format, const std::string& label) {
  PageFormat pdf = format;
  pdf.format = FileFormat::pdf;
  checkFormat(pdf);
  if (const std::string why = obstacle(pdf); !why.empty()) {
    return fail(ErrorKind::unsupported, state_->path, "cannot hold " + why);
  }
  Result<std::unique_ptr<OutputFile>> own = OutputFile::create(state_->path);
  if (!own) {
    return tl::unexpected(own.error());
  }
  state_->note(format.date_time);
  SpooledPage page;
  page.size = format.size;
  page.channels = format.channels;
  page.bitonal = format.bitonal;
  page.dpi = format.dpi;
  page.icc_profile = state_->keep(format.icc_profile);
  page.label = label;
  return std::make_unique<PdfPage>(*state_->spool, state_->pages, std::move(*own), pdf, std::move(page));
}

Result<void> PdfWriter::addJpegFile(const std::filesystem::path& jpeg, double dpi, const std::string& label) {
  Result<PhotoInfo> info = probe(jpeg);
  if (!info) {
    return tl::unexpected(info.error());
  }
  if (info->codec != Codec::jpeg || info->exif_orientation != 1 ||
      (info->color != ColorModel::gray && info->color != ColorModel::rgb)) {
    return fail(ErrorKind::unsupported, jpeg, "is no upright grey or RGB JPEG, which is what goes into a PDF as it is");
  }
  state_->note(info->date_time);
  SpooledPage page;
  page.file = jpeg;
  page.length = info->file_bytes;
  page.size = info->size;
  page.channels = info->color == ColorModel::gray ? 1 : 3;
  page.dpi = dpi;
  page.icc_profile = state_->keep(info->icc_profile);
  page.label = label;
  state_->pages.push_back(std::move(page));
  return {};
}

Result<void> PdfWriter::commit(const std::stop_token& stop) {
  if (state_->pages.empty()) {
    return fail(ErrorKind::badInput, state_->path, "would be a PDF without a page");
  }
  // qpdf reports by exceptions.
  try {
    PdfAbout about;
    about.title = state_->path.stem().string();
    about.date_time = state_->newest;
    writePdf(state_->pages, about, *state_->spool, *state_->file, stop);
  } catch (const std::exception& e) {
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, state_->path, "stopped before it was done");
    }
    for (const auto& out : {state_->file.get(), state_->spool.get()}) {
      if (out->failed()) {
        return out->failure();
      }
    }
    return fail(ErrorKind::writeFailed, state_->path, std::string("cannot be written: ") + e.what());
  }
  return state_->file->commit();
}

Result<std::unique_ptr<PageWriter>> createPdfPage(const std::filesystem::path& file,
                                                  const PageFormat& format,
                                                  IfThere if_there) {
  Result<std::unique_ptr<PdfWriter>> pdf = PdfWriter::create(file, if_there);
  if (!pdf) {
    return tl::unexpected(pdf.error());
  }
  Result<std::unique_ptr<PageWriter>> page = (*pdf)->addPage(format, {});
  if (!page) {
    return tl::unexpected(page.error());
  }
  return std::make_unique<PdfOfOnePage>(std::move(*pdf), std::move(*page));
}

}  // namespace platen::io
