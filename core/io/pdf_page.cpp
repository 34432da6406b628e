#include "core/io/pdf_page.h"

#include "core/io/file_key.h"
#include "core/io/nameless_file.h"
#include "core/io/pdf_image.h"
#include "core/io/pdf_kept.h"
#include "core/io/pdf_look.h"
#include "core/io/pdf_render.h"
#include "core/io/pdf_values.h"
#include "core/io/photo_rows.h"
#include "core/io/probe.h"
#include "core/io/size_limits.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
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

// Some sixty rendered pages: more than are looked at before a book is done.
constexpr std::uint64_t kMostKeptBytes = std::uint64_t{512} << 20;

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
  const double w = look.page_points.x / kPointsPerInch;
  const double h = look.page_points.y / kPointsPerInch;
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
  return {static_cast<int>(std::ceil(look.page_points.x / kPointsPerInch * dpi)),
          static_cast<int>(std::ceil(look.page_points.y / kPointsPerInch * dpi))};
}

bool hasArea(const PdfLook& look) {
  return look.page_points.x > 0 && look.page_points.y > 0;
}

tl::unexpected<Error> stopped(const std::filesystem::path& photo) {
  return fail(ErrorKind::stopped, photo, "stopped before it was done");
}

// A page, and how many there are.
struct Looked {
  PdfLook look;
  int number = 1, pages = 1;
};

Result<Looked> lookAtPage(QPDF& document,
                          const PhotoFile& file,
                          const std::filesystem::path& photo,
                          const std::stop_token& stop) {
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
  Looked looked{lookAt(pages[static_cast<std::size_t>(number) - 1], stop), number, count};
  if (stop.stop_requested()) {
    return stopped(photo);
  }
  return looked;
}

std::uint64_t bytesOf(std::FILE* file) {
  struct stat status {};
  return ::fstat(::fileno(file), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

using TakenOrNot = std::shared_ptr<const TakenPage>;

// The image that is all of the page; null where it has to be rendered.
Result<TakenOrNot> takeOut(const Looked& looked, const std::filesystem::path& photo, const std::stop_token& stop) {
  const PdfLook& look = looked.look;
  if (!look.image) {
    return nullptr;
  }
  if (const Result<void> fits = checkSize(look.image_px, photo); !fits) {
    return tl::unexpected(fits.error());
  }
  Result<FileHandle> out = namelessFile(photo);
  if (!out) {
    return tl::unexpected(out.error());
  }
  std::optional<TakenImage> image = takeImage(*look.image, look.image_px, out->get(), pathOf(out->get()).c_str(), stop);
  if (stop.stop_requested()) {
    return stopped(photo);
  }
  if (!image || !canBeRead(out->get())) {
    return nullptr;
  }
  auto facts = std::make_shared<PdfFacts>();
  facts->pages = looked.pages;
  facts->kind = PhotoInfo::PdfPage::image;
  facts->icc_profile = std::move(image->icc_profile);
  facts->exif_orientation = look.exif_orientation;
  facts->dpi_x = look.image_inches.x > 0 ? look.image_px.width / look.image_inches.x : 0;
  facts->dpi_y = look.image_inches.y > 0 ? look.image_px.height / look.image_inches.y : 0;
  const std::uint64_t bytes = bytesOf(out->get());
  return std::make_shared<TakenPage>(TakenPage{std::move(*out), bytes, image->codec, std::move(facts)});
}

Result<TakenOrNot> render(const Looked& looked,
                          const PhotoFile& file,
                          const std::filesystem::path& photo,
                          const std::stop_token& stop) {
  const PdfLook& look = looked.look;
  if (!hasArea(look)) {
    return fail(ErrorKind::unreadable, photo, "is damaged: its header claims a picture without pixels");
  }
  Result<FileHandle> out = namelessFile(photo);
  if (!out) {
    return tl::unexpected(out.error());
  }
  const double dpi = renderDpi(look);
  const Result<std::string> doubt = renderPdfPage(file.file, looked.number, dpi, out->get(), photo, stop);
  if (!doubt) {
    return tl::unexpected(doubt.error());
  }
  auto facts = std::make_shared<PdfFacts>();
  facts->pages = looked.pages;
  facts->rendering_doubt = *doubt;
  facts->kind = PhotoInfo::PdfPage::rendered;
  facts->dpi_x = facts->dpi_y = dpi * look.page_points.x / kPointsPerInch / look.page_inches.x;
  const std::uint64_t bytes = bytesOf(out->get());
  return std::make_shared<TakenPage>(TakenPage{std::move(*out), bytes, Codec::png, std::move(facts)});
}

KeptPdfPages& kept() {
  static KeptPdfPages pages(kMostKeptBytes);
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

double bytesToRender(const std::filesystem::path& photo, const std::stop_token& stop) {
  const Result<PhotoFile> file = openContainer(photo);
  if (!file || !file->is_pdf) {
    return 0;
  }
  const Result<ImageKey> key = keyOf(*file, photo);
  if (!key || kept().find(*key)) {
    return 0;
  }
  // An image may be of a kind that can't be taken out, which taking it out tells; then the page is rendered.
  const Result<double> bytes = withQpdf(photo, [&]() -> Result<double> {
    QPDF document;
    const Result<Looked> looked = lookAtPage(document, *file, photo, stop);
    if (!looked || !hasArea(looked->look)) {
      return 0;
    }
    const Result<TakenOrNot> page = takeOut(*looked, photo, stop);
    if (page && *page) {
      kept().keep(*key, *page);
    }
    return !page || *page ? 0 : renderingBytes(renderedSize(looked->look, renderDpi(looked->look)));
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
  TakenOrNot page = kept().find(*key);
  if (!page) {
    Result<TakenOrNot> taken = withQpdf(photo, [&]() -> Result<TakenOrNot> {
      QPDF document;
      const Result<Looked> looked = lookAtPage(document, file, photo, stop);
      if (!looked) {
        return tl::unexpected(looked.error());
      }
      Result<TakenOrNot> image = takeOut(*looked, photo, stop);
      return image && !*image ? render(*looked, file, photo, stop) : image;
    });
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
