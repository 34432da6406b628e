#include "core/io/pdf_page.h"

#include "core/io/file_key.h"
#include "core/io/nameless_file.h"
#include "core/io/pdf_image.h"
#include "core/io/pdf_look.h"
#include "core/io/pdf_render.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "core/io/size_limits.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>

namespace platen::io {
namespace {

constexpr std::size_t kFewestKept = 8;

struct Taken {
  FileHandle file;  // nameless
  Codec codec = Codec::jpeg;
  std::shared_ptr<const PdfFacts> facts;
};

// The last few pages. Any thread.
class Kept {
 public:
  std::shared_ptr<const Taken> find(const ImageKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(pages_.begin(), pages_.end(), [&](const auto& page) { return page.first == key; });
    if (found == pages_.end()) {
      return nullptr;
    }
    std::rotate(pages_.begin(), found, std::next(found));
    return pages_.front().second;
  }
  void keep(const ImageKey& key, std::shared_ptr<const Taken> page) {
    const std::lock_guard lock(mutex_);
    pages_.emplace_front(key, std::move(page));
    if (pages_.size() > most_) {
      pages_.pop_back();
    }
  }
  void keepFor(std::size_t photos) {
    const std::lock_guard lock(mutex_);
    most_ = std::max(most_, photos + 2);
  }

 private:
  std::mutex mutex_;
  std::size_t most_ = kFewestKept;
  std::deque<std::pair<ImageKey, std::shared_ptr<const Taken>>> pages_;
};

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
  } catch (const std::system_error& problem) {
    return notWritten(photo, problem.code().value());
  } catch (const std::exception& problem) {
    return fail(ErrorKind::unreadable, photo,
                "is damaged or cut off: " + std::string(problem.what()) + " (copy the photo again)");
  }
}

void openDocument(QPDF& document, const PhotoFile& file) {
  document.setSuppressWarnings(true);
  document.processFile(file.file.c_str());
}

// Per 72 units of the page, as pdftoppm counts. At most as many pixels as may be opened, of sides that it rounds up.
double renderDpi(const PdfLook& look) {
  double dpi = std::clamp(std::round(look.densest_dpi), kRenderDpi, 2 * kRenderDpi);
  const double w = look.page_points.x / 72;
  const double h = look.page_points.y / 72;
  if (std::ceil(w * dpi) * std::ceil(h * dpi) > maxPixels()) {  // (w dpi + 1) (h dpi + 1) are all that there may be
    dpi = (std::sqrt((w + h) * (w + h) + 4 * w * h * (maxPixels() - 1)) - (w + h)) / (2 * w * h) - 1e-6;
  }
  return std::min(dpi, (kMaxSide - 0.5) / std::max(w, h));
}

// Whether there is a reader for it.
bool canBeRead(std::FILE* file) {
  const Result<PhotoInfo> image = probe(pathOf(file));
  const auto kind = [](const Error& error) { return error.kind != ErrorKind::unsupported; };
  if (!image) {
    return kind(image.error());
  }
  if (image->codec == Codec::jpeg) {
    return true;
  }
  const auto rows = startRows(*image, 8, {});
  return rows || kind(rows.error());
}

Size renderedSize(const PdfLook& look, double dpi) {
  return {static_cast<int>(std::ceil(look.page_points.x / 72 * dpi)),
          static_cast<int>(std::ceil(look.page_points.y / 72 * dpi))};
}

bool hasArea(const PdfLook& look) {
  return look.page_points.x > 0 && look.page_points.y > 0;
}

Result<std::shared_ptr<const Taken>> take(const PhotoFile& file,
                                          const std::filesystem::path& photo,
                                          const std::stop_token& stop) {
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
            takeImage(*look.image, look.image_px, taken->file.get(), pathOf(taken->file.get()).c_str());
        image && canBeRead(taken->file.get())) {
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
  if (!hasArea(look)) {
    return fail(ErrorKind::unreadable, photo, "is damaged: its header claims a picture without pixels");
  }
  if (::ftruncate(::fileno(taken->file.get()), 0) != 0 || std::fseek(taken->file.get(), 0, SEEK_SET) != 0) {
    return notWritten(photo, errno);
  }
  const double dpi = renderDpi(look);
  const Result<std::string> doubt = renderPdfPage(file.file, number, dpi, taken->file.get(), photo, stop);
  if (!doubt) {
    return tl::unexpected(doubt.error());
  }
  facts->rendering_doubt = *doubt;
  taken->codec = Codec::png;
  facts->kind = PhotoInfo::PdfPage::rendered;
  facts->dpi_x = facts->dpi_y = dpi * look.page_points.x / 72 / look.page_inches.x;
  taken->facts = std::move(facts);
  return taken;
}

Kept& kept() {
  static Kept pages;
  return pages;
}

Result<ImageKey> keyOf(const PhotoFile& file, const std::filesystem::path& photo) {
  struct stat status {};
  if (::fstat(::fileno(file.handle.get()), &status) != 0) {
    return fail(ErrorKind::unreadable, photo, "cannot be read: " + systemReason(errno));
  }
  return ImageKey{fileKey(status), std::max(1, file.image)};
}

}  // namespace

void keepPdfPages(std::size_t photos) {
  kept().keepFor(photos);
}

double bytesToRender(const std::filesystem::path& photo) {
  const Result<PhotoFile> file = openContainer(photo);
  if (!file || !file->is_pdf) {
    return 0;
  }
  const Result<ImageKey> key = keyOf(*file, photo);
  if (!key || kept().find(*key)) {
    return 0;
  }
  const Result<double> bytes = withQpdf(photo, [&]() -> Result<double> {
    QPDF document;
    openDocument(document, *file);
    const std::vector<QPDFObjectHandle>& pages = document.getAllPages();
    const auto number = static_cast<std::size_t>(std::max(1, file->image));
    if (number > pages.size()) {
      return 0;
    }
    const PdfLook look = lookAt(pages[number - 1]);
    return look.image || !hasArea(look) ? 0 : renderingBytes(renderedSize(look, renderDpi(look)));
  });
  return bytes.value_or(0);
}

Result<int> pdfPagesOf(const PhotoFile& file, const std::filesystem::path& photo) {
  return withQpdf(photo, [&]() -> Result<int> {
    QPDF document;
    openDocument(document, file);
    return std::max(1, static_cast<int>(document.getAllPages().size()));
  });
}

Result<PhotoFile> openPdfPage(const PhotoFile& file, const std::filesystem::path& photo, const std::stop_token& stop) {
  const Result<ImageKey> key = keyOf(file, photo);
  if (!key) {
    return tl::unexpected(key.error());
  }
  std::shared_ptr<const Taken> page = kept().find(*key);
  if (!page) {
    auto taken = withQpdf(photo, [&] { return take(file, photo, stop); });
    if (!taken) {
      return tl::unexpected(taken.error());
    }
    page = std::move(*taken);
    kept().keep(*key, page);
  }
  struct stat status {};
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
