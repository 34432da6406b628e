#include "core/io/pdf_page.h"

#include "core/io/pdf_image.h"
#include "core/io/pdf_look.h"
#include "core/io/pdf_render.h"
#include "core/io/size_limits.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>

namespace platen::io {
namespace {

constexpr std::size_t kKept = 8;

using PageKey = std::tuple<dev_t, ino_t, off_t, std::int64_t, int>;  // which file, its size and time; which page

struct Taken {
  FileHandle file;  // nameless
  Codec codec = Codec::jpeg;
  std::shared_ptr<const PdfFacts> facts;
};

// The last few pages. Any thread.
class Kept {
 public:
  std::shared_ptr<const Taken> find(const PageKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(pages_.begin(), pages_.end(), [&](const auto& page) { return page.first == key; });
    if (found == pages_.end()) {
      return nullptr;
    }
    std::rotate(pages_.begin(), found, std::next(found));
    return pages_.front().second;
  }
  void keep(const PageKey& key, std::shared_ptr<const Taken> page) {
    const std::lock_guard lock(mutex_);
    pages_.emplace_front(key, std::move(page));
    if (pages_.size() > kKept) {
      pages_.pop_back();
    }
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<PageKey, std::shared_ptr<const Taken>>> pages_;
};

std::string pathOf(std::FILE* file) {
  return "/proc/self/fd/" + std::to_string(::fileno(file));
}

Result<FileHandle> namelessFile(const std::filesystem::path& photo) {
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "platen-page-XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return fail(ErrorKind::writeFailed, photo, "a temporary file can't be written: " + systemReason(errno));
  }
  ::unlink(name.c_str());
  return FileHandle(::fdopen(descriptor, "w+b"));
}

// What qpdf throws, as an error of the photo.
template <class Step>
auto withQpdf(const std::filesystem::path& photo, const Step& step) -> decltype(step()) {
  try {
    return step();
  } catch (const QPDFExc& problem) {
    if (problem.getErrorCode() == qpdf_e_password) {
      return fail(ErrorKind::unsupported, photo, "is encrypted, and needs a password (save it without one)");
    }
    return fail(ErrorKind::unreadable, photo,
                "is damaged or cut off: " + problem.getMessageDetail() + " (copy the photo again)");
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    return fail(ErrorKind::unreadable, photo,
                "is damaged or cut off: " + std::string(problem.what()) + " (copy the photo again)");
  }
}

void openDocument(QPDF& document, const PhotoFile& file) {
  document.setSuppressWarnings(true);
  document.processFile(file.file.c_str());
}

// At most as many pixels as may be opened.
double renderDpi(const PdfLook& look) {
  double dpi = std::clamp(std::round(look.densest_dpi), kRenderDpi, 2 * kRenderDpi);
  const double points = look.page_points.x * look.page_points.y / (72.0 * 72.0);
  if (points * dpi * dpi > maxPixels()) {
    dpi = std::sqrt(maxPixels() / points);
  }
  const double longest = std::max(look.page_points.x, look.page_points.y) / 72;
  return longest * dpi > kMaxSide ? kMaxSide / longest : dpi;
}

Result<std::shared_ptr<const Taken>> take(const PhotoFile& file, const std::filesystem::path& photo) {
  QPDF document;
  openDocument(document, file);
  const std::vector<QPDFObjectHandle>& pages = document.getAllPages();
  const auto count = static_cast<int>(pages.size());
  if (const Result<void> there = checkImage(file, count, photo); !there) {
    return tl::unexpected(there.error());
  }
  if (count == 0) {
    return fail(ErrorKind::unreadable, photo, "is a PDF without pages");
  }
  const int number = std::max(1, file.image);
  PdfLook look = lookAt(pages[static_cast<std::size_t>(number) - 1]);
  auto taken = std::make_shared<Taken>();
  auto facts = std::make_shared<PdfFacts>();
  facts->pages = count;
  Result<FileHandle> out = namelessFile(photo);
  if (!out) {
    return tl::unexpected(out.error());
  }
  taken->file = std::move(*out);
  if (look.image) {
    if (const Result<void> fits = checkSize(look.image_px, photo); !fits) {
      return tl::unexpected(fits.error());
    }
    if (std::optional<TakenImage> image =
            takeImage(*look.image, look.image_px, taken->file.get(), pathOf(taken->file.get()).c_str())) {
      taken->codec = image->codec;
      facts->kind = PhotoInfo::PdfPage::image;
      facts->icc_profile = std::move(image->icc_profile);
      facts->exif_orientation = look.exif_orientation;
      facts->dpi_x = look.image_inches.x > 0 ? look.image_px.width / look.image_inches.x : 0;
      facts->dpi_y = look.image_inches.y > 0 ? look.image_px.height / look.image_inches.y : 0;
      taken->facts = std::move(facts);
      return taken;
    }
  }
  if (!(look.page_points.x > 0 && look.page_points.y > 0)) {
    return fail(ErrorKind::unreadable, photo, "is damaged: its header claims a picture without pixels");
  }
  const double dpi = renderDpi(look);
  if (const Result<void> rendered = renderPdfPage(file.file, number, dpi, taken->file.get(), photo); !rendered) {
    return tl::unexpected(rendered.error());
  }
  taken->codec = Codec::png;
  facts->kind = PhotoInfo::PdfPage::rendered;
  facts->dpi_x = facts->dpi_y = dpi * look.page_points.x / 72 / look.page_inches.x;
  taken->facts = std::move(facts);
  return taken;
}

}  // namespace

Result<int> pdfPagesOf(const PhotoFile& file, const std::filesystem::path& photo) {
  return withQpdf(photo, [&]() -> Result<int> {
    QPDF document;
    openDocument(document, file);
    return std::max(1, static_cast<int>(document.getAllPages().size()));
  });
}

Result<PhotoFile> openPdfPage(const PhotoFile& file, const std::filesystem::path& photo) {
  static Kept kept;
  struct stat status {};
  if (::fstat(::fileno(file.handle.get()), &status) != 0) {
    return fail(ErrorKind::unreadable, photo, "cannot be read: " + systemReason(errno));
  }
  const PageKey key{status.st_dev, status.st_ino, status.st_size,
                    std::int64_t{1'000'000'000} * status.st_mtim.tv_sec + status.st_mtim.tv_nsec,
                    std::max(1, file.image)};
  std::shared_ptr<const Taken> page = kept.find(key);
  if (!page) {
    auto taken = withQpdf(photo, [&] { return take(file, photo); });
    if (!taken) {
      return tl::unexpected(taken.error());
    }
    page = std::move(*taken);
    kept.keep(key, page);
  }
  PhotoFile opened;
  opened.file = pathOf(page->file.get());
  opened.handle.reset(std::fopen(opened.file.c_str(), "rbe"));  // a position of its own
  if (!opened.handle || ::fstat(::fileno(opened.handle.get()), &status) != 0) {
    return fail(ErrorKind::unreadable, photo, "cannot be read: " + systemReason(errno));
  }
  opened.bytes = static_cast<std::uintmax_t>(status.st_size);
  opened.codec = page->codec;
  opened.pdf = std::shared_ptr<const PdfFacts>(page, page->facts.get());  // keeps the file
  return opened;
}

}  // namespace platen::io
