#include "core/enhance/clean_page.h"
#include "core/io/page_writer.h"
#include "core/io/pdf_writer.h"
#include "core/io/temporary_files.h"
#include "core/pipeline/document.h"
#include "core/pipeline/export_plan.h"
#include "core/pipeline/file_pixels.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/page.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <memory>
#include <optional>

namespace platen::pipeline {
namespace {

bool holdsSixteenBits(FileFormat format) {
  return format == FileFormat::png || format == FileFormat::tiff;
}

bool isCmyk(const PhotoInfo& info) {
  return info.color == ColorModel::cmyk || info.color == ColorModel::ycck;
}

io::PageFormat pageFormat(
    const Image& full, const PhotoInfo& info, const ExportPlan& plan, FileFormat format, const ExportOptions& options) {
  io::PageFormat page;
  page.format = format;
  page.size = plan.out_px;
  page.dpi = format == FileFormat::pdf ? plan.paper_dpi : plan.dpi;
  page.quality = options.quality;
  page.bitonal = options.color == ColorChoice::bitonal;
  const bool has_alpha = full.channels() == 4;
  page.channels = options.color != ColorChoice::keep ? 1 : has_alpha && !holdsSixteenBits(format) ? 3 : full.channels();
  page.type = holdsSixteenBits(format) && !page.bitonal ? full.type() : PixelType::u8;
  // A profile speaks of the pixels it came with: not of grey made from colour, nor of what CMYK was converted to.
  const bool became_gray = full.channels() > 1 && page.channels == 1;
  if (!isCmyk(info) && !became_gray) {
    page.icc_profile = info.icc_profile;
  }
  page.date_time = info.date_time;
  page.camera_make = info.camera_make;
  page.camera_model = info.camera_model;
  return page;
}

}  // namespace

FileFormat formatOfName(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".jpg" || extension == ".jpeg" || extension == ".jpe" || extension == ".jfif") {
    return FileFormat::jpeg;
  }
  if (extension == ".png") {
    return FileFormat::png;
  }
  if (extension == ".tif" || extension == ".tiff") {
    return FileFormat::tiff;
  }
  return extension == ".pdf" ? FileFormat::pdf : FileFormat::automatic;
}

FileFormat formatFor(const std::filesystem::path& file, const ExportOptions& options, const PhotoInfo& info) {
  if (options.format != FileFormat::automatic) {
    return options.format;
  }
  const FileFormat named = formatOfName(file);
  if (named != FileFormat::automatic) {
    return named;
  }
  switch (info.codec) {
    case Codec::png:
      return FileFormat::png;
    case Codec::tiff:
      return FileFormat::tiff;
    default:
      return options.color == ColorChoice::bitonal ? FileFormat::png : FileFormat::jpeg;
  }
}

namespace {

// Even light and black on white are found from all of the page; all else is done band by band.
bool needsWholePage(const ExportOptions& options) {
  return options.clean != Clean::none || options.color == ColorChoice::bitonal;
}

Image cleanPage(const Image& page, const ExportOptions& options, const std::stop_token& stop) {
  if (page.empty()) {
    return page;
  }
  if (options.color == ColorChoice::bitonal) {
    return enhance::toBitonal(page, stop);  // evens the light itself
  }
  return enhance::evenIllumination(page, stop);
}

using MakeWriter = std::function<Result<std::unique_ptr<io::PageWriter>>(const io::PageFormat&)>;

Result<SavedPage> writePage(const Image& full,
                            const PhotoInfo& info,
                            const PageToExport& page,
                            FileFormat file_format,
                            const MakeWriter& make_writer,
                            const ExportOptions& options,
                            int threads,
                            const std::stop_token& stop) {
  const Stopwatch watch;
  const Result<ExportPlan> plan = planExport(page, info, options);
  if (!plan) {
    return tl::unexpected(plan.error());
  }
  SavedPage saved;
  saved.out_px = plan->out_px;
  saved.format = file_format;
  saved.warnings = plan->warnings;
  const io::PageFormat format = pageFormat(full, info, *plan, saved.format, options);
  saved.dpi = format.dpi;
  if (isCmyk(info) && options.color == ColorChoice::keep) {
    saved.warnings.emplace_back(info.icc_profile.empty()
                                    ? "the photo is CMYK without a profile: its colours were converted to sRGB by rule"
                                    : "the photo is CMYK: its colours were converted to sRGB through its profile");
  }
  Result<std::unique_ptr<io::PageWriter>> writer = make_writer(format);
  if (!writer) {
    return tl::unexpected(writer.error());
  }
  std::optional<Error> failure;
  const auto write = [&](const Image& band) {
    const Image gray = options.color == ColorChoice::gray ? enhance::toGray(band) : band;
    const Result<void> written = (*writer)->writeRows(convertPixels(gray, {format.channels, format.type}));
    if (!written) {
      failure = written.error();
    }
    return written.has_value();
  };
  const RenderOptions rendering{options.filter, threads, options.crop == Crop::none ? Fill::white : options.fill};
  bool whole = false;
  if (needsWholePage(options)) {
    const Image cleaned = cleanPage(renderPage(full, 1, plan->grid, plan->out_px, rendering, stop), options, stop);
    whole = !cleaned.empty() && !stop.stop_requested();
    for (int row = 0; whole && row < cleaned.height(); row += kBandRows) {
      const Size band{cleaned.width(), std::min(kBandRows, cleaned.height() - row)};
      whole = write(cleaned.crop(0, row, band));
    }
  } else {
    whole = renderBands(full, 1, plan->grid, plan->out_px, rendering, write, stop);
  }
  if (failure) {
    return tl::unexpected(*failure);
  }
  if (!whole || stop.stop_requested()) {
    return stoppedAt(info.file);
  }
  const Result<void> committed = (*writer)->commit();
  if (!committed) {
    return tl::unexpected(committed.error());
  }
  saved.seconds.emplace_back("export", watch.seconds());
  return saved;
}

}  // namespace

Result<SavedPage> savePage(const Image& full,
                           const PhotoInfo& info,
                           const PageToExport& page,
                           const std::filesystem::path& file,
                           const ExportOptions& options,
                           int threads,
                           std::stop_token stop,
                           IfThere if_there) {
  return guarded(file, [&] {
    const auto make = [&](const io::PageFormat& format) { return io::createPage(file, format, if_there); };
    return writePage(full, info, page, formatFor(file, options, info), make, options, threads, stop);
  });
}

void removeUnfinishedFiles() noexcept {
  io::removeTemporaryFiles();
}

Document::Document(std::filesystem::path file, std::unique_ptr<io::PdfWriter> writer)
    : file_(std::move(file)), writer_(std::move(writer)) {}

Document::~Document() = default;

Result<std::unique_ptr<Document>> Document::create(const std::filesystem::path& file, IfThere if_there) {
  return guarded(file, [&]() -> Result<std::unique_ptr<Document>> {
    Result<std::unique_ptr<io::PdfWriter>> writer = io::PdfWriter::create(file, if_there);
    if (!writer) {
      return tl::unexpected(writer.error());
    }
    return std::unique_ptr<Document>(new Document(file, std::move(*writer)));
  });
}

Result<SavedPage> Document::addPage(const Image& full,
                                    const PhotoInfo& info,
                                    const PageToExport& page,
                                    const ExportOptions& options,
                                    int threads,
                                    std::stop_token stop) {
  return guarded(file_, [&] {
    const auto make = [&](const io::PageFormat& format) { return writer_->addPage(format); };
    return writePage(full, info, page, FileFormat::pdf, make, options, threads, stop);
  });
}

int Document::pageCount() const {
  return writer_->pageCount();
}

Result<void> Document::commit(const std::stop_token& stop) {
  return guarded(file_, [&] { return writer_->commit(stop); });
}

}  // namespace platen::pipeline
