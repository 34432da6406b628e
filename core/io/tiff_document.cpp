#include "core/io/tiff_document.h"

#include "core/io/format_writers.h"
#include "core/io/tiff_encoder.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace platen::io {
namespace {

constexpr std::uint64_t kBytesOfTags =
    1024;  // of a page, at most, but for its name, and its profile, which is in its TIFF
constexpr std::size_t kMostNumbered = 65535;  // PageNumber has 16 bits

// A page that is done: a TIFF of its own in the file where all wait. The profile is in there.
struct WaitingPage {
  PageFormat format;
  std::string label;
  std::uint64_t offset = 0, length = 0;
};

class DocumentPage final : public PageWriter {
 public:
  DocumentPage(OutputFile& waiting, std::vector<WaitingPage>& pages, std::unique_ptr<OutputFile> own, WaitingPage page)
      : waiting_(waiting),
        pages_(pages),
        page_(std::move(page)),
        own_(std::move(own)),
        encoder_(std::make_unique<TiffEncoder>(*own_, page_.format)) {}

  Result<void> writeRows(const Image& band) override {
    checkBand(band, page_.format, rows_);
    rows_ += band.height();
    if (!encoder_->writeRows(band)) {
      return own_->failure();
    }
    return {};
  }

  Result<void> commit() override {
    checkComplete(page_.format, rows_);
    if (!encoder_->finish()) {
      return own_->failure();
    }
    page_.offset = waiting_.size();
    page_.length = own_->size();
    if (!waiting_.append(*own_)) {
      return waiting_.failed() ? waiting_.failure() : own_->failure();
    }
    page_.format.icc_profile = {};
    pages_.push_back(std::move(page_));
    // It must not take its room on the disk for as long as this lives.
    encoder_.reset();
    own_.reset();
    return {};
  }

 private:
  OutputFile& waiting_;
  std::vector<WaitingPage>& pages_;
  WaitingPage page_;
  std::unique_ptr<OutputFile> own_;
  std::unique_ptr<TiffEncoder> encoder_;
  int rows_ = 0;
};

// The encoded strips of a page's own TIFF, as they are, as the next page of another one.
bool addRaw(TIFF* to, TIFF* from, const WaitingPage& page, std::size_t number, std::size_t pages) {
  setTiffTags(to, page.format);
  std::uint32_t profile_bytes = 0;
  const void* profile = nullptr;
  if (TIFFGetField(from, TIFFTAG_ICCPROFILE, &profile_bytes, &profile) != 0) {
    TIFFSetField(to, TIFFTAG_ICCPROFILE, profile_bytes, profile);
  }
  TIFFSetField(to, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
  if (pages <= kMostNumbered) {
    TIFFSetField(to, TIFFTAG_PAGENUMBER, static_cast<std::uint16_t>(number), static_cast<std::uint16_t>(pages));
  }
  if (!page.label.empty()) {
    TIFFSetField(to, TIFFTAG_PAGENAME, page.label.c_str());
  }
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t strip = 0; strip < TIFFNumberOfStrips(from); ++strip) {
    bytes.resize(static_cast<std::size_t>(TIFFRawStripSize64(from, strip)));
    const auto count = static_cast<tmsize_t>(bytes.size());
    if (TIFFReadRawStrip(from, strip, bytes.data(), count) != count ||
        TIFFWriteRawStrip(to, strip, bytes.data(), count) != count) {
      return false;
    }
  }
  return TIFFWriteDirectory(to) != 0;
}

class TiffDocument final : public DocumentWriter {
 public:
  TiffDocument(std::filesystem::path path,
               std::unique_ptr<OutputFile> file,
               std::unique_ptr<OutputFile> waiting,
               std::uint64_t classic_bytes)
      : path_(std::move(path)), classic_bytes_(classic_bytes), file_(std::move(file)), waiting_(std::move(waiting)) {}

  Result<std::unique_ptr<PageWriter>> addPage(const PageFormat& format, const std::string& label) override {
    WaitingPage page{format, label};
    page.format.format = FileFormat::tiff;
    checkFormat(page.format);
    Result<std::unique_ptr<OutputFile>> own = OutputFile::createNameless(path_);
    if (!own) {
      return tl::unexpected(own.error());
    }
    return std::make_unique<DocumentPage>(*waiting_, pages_, std::move(*own), std::move(page));
  }

  [[nodiscard]] int pageCount() const override { return static_cast<int>(pages_.size()); }

  Result<void> commit(const std::stop_token& stop) override {
    if (pages_.empty()) {
      return fail(ErrorKind::badInput, path_, "would be a TIFF without a page");
    }
    const std::uint64_t bytes =
        std::accumulate(pages_.begin(), pages_.end(), std::uint64_t{0}, [](std::uint64_t sum, const WaitingPage& page) {
          return sum + page.length + page.label.size() + kBytesOfTags;
        });
    TiffFile tiff(*file_, bytes > classic_bytes_ ? TiffFile::Way::writeBig : TiffFile::Way::write);
    for (std::size_t k = 0; k < pages_.size(); ++k) {
      if (stop.stop_requested()) {
        return fail(ErrorKind::stopped, path_, "stopped before it was done");
      }
      const TiffFile page(*waiting_, pages_[k].offset, pages_[k].length);
      if (tiff.get() == nullptr || page.get() == nullptr ||
          !addRaw(tiff.get(), page.get(), pages_[k], k, pages_.size()) || !tiff.ok()) {
        return waiting_->failed() ? waiting_->failure() : file_->failure();
      }
    }
    if (!tiff.close()) {
      return file_->failure();
    }
    return file_->commit();
  }

 private:
  std::filesystem::path path_;
  std::uint64_t classic_bytes_;
  std::unique_ptr<OutputFile> file_, waiting_;
  std::vector<WaitingPage> pages_;
};

}  // namespace

Result<std::unique_ptr<DocumentWriter>> createTiffDocument(const std::filesystem::path& file,
                                                           IfThere if_there,
                                                           std::uint64_t classic_bytes) {
  Result<std::unique_ptr<OutputFile>> out = OutputFile::create(file, if_there);
  if (!out) {
    return tl::unexpected(out.error());
  }
  Result<std::unique_ptr<OutputFile>> waiting = OutputFile::createNameless(file);
  if (!waiting) {
    return tl::unexpected(waiting.error());
  }
  return std::make_unique<TiffDocument>(file, std::move(*out), std::move(*waiting), classic_bytes);
}

}  // namespace platen::io
