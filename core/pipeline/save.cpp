#include "core/io/document_writer.h"
#include "core/io/page_writer.h"
#include "core/io/temporary_files.h"
#include "core/pipeline/document.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/page.h"
#include "core/pipeline/photo_export.h"
#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <utility>

namespace platen::pipeline {

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
  // What was stored without losses is not to lose anything here.
  const bool fits_jpeg = info.lossy && info.bits_per_channel <= 8 && info.color != ColorModel::rgba;
  switch (info.codec) {
    case Codec::tiff:
      return info.pdf_page == PhotoInfo::PdfPage::none ? FileFormat::tiff : FileFormat::png;
    case Codec::jpeg:
      return options.color == ColorChoice::bitonal ? FileFormat::png : FileFormat::jpeg;
    default:
      return fits_jpeg && options.color != ColorChoice::bitonal ? FileFormat::jpeg : FileFormat::png;
  }
}

std::vector<Result<SavedPage>> savePages(const PhotoInfo& info,
                                         const std::vector<PageFile>& pages,
                                         const ExportOptions& options,
                                         int threads,
                                         std::stop_token stop) {
  std::vector<PageOut> out;
  for (const PageFile& page : pages) {
    out.push_back({page.page, formatFor(page.file, options, info),
                   [&page](const io::PageFormat& format) { return io::createPage(page.file, format, page.if_there); },
                   page.file});
  }
  return exportPhoto(info, out, options, threads, stop);
}

Result<SavedPage> savePage(const PhotoInfo& info,
                           const PageToExport& page,
                           const std::filesystem::path& file,
                           const ExportOptions& options,
                           int threads,
                           std::stop_token stop,
                           IfThere if_there) {
  return savePages(info, {{page, file, if_there}}, options, threads, std::move(stop)).front();
}

void removeUnfinishedFiles() noexcept {
  io::removeTemporaryFiles();
}

Document::Document(std::filesystem::path file, FileFormat format, std::unique_ptr<io::DocumentWriter> writer)
    : file_(std::move(file)), format_(format), writer_(std::move(writer)) {}

Document::~Document() = default;

Result<std::unique_ptr<Document>> Document::create(const std::filesystem::path& file, IfThere if_there) {
  return guarded(file, [&]() -> Result<std::unique_ptr<Document>> {
    const FileFormat format = formatOfName(file) == FileFormat::tiff ? FileFormat::tiff : FileFormat::pdf;
    Result<std::unique_ptr<io::DocumentWriter>> writer = io::createDocument(file, format, if_there);
    if (!writer) {
      return tl::unexpected(writer.error());
    }
    return std::unique_ptr<Document>(new Document(file, format, std::move(*writer)));
  });
}

std::vector<Result<SavedPage>> Document::addPages(const PhotoInfo& info,
                                                  const std::vector<PageToExport>& pages,
                                                  const ExportOptions& options,
                                                  int threads,
                                                  std::stop_token stop) {
  std::vector<PageOut> out;
  for (const PageToExport& page : pages) {
    std::string label = stemOf(info.file).string();
    if (pages.size() > 1) {
      label.append("_").append(std::to_string(page.index));
    }
    out.push_back({page, format_,
                   [this, label](const io::PageFormat& format) { return writer_->addPage(format, label); }, file_});
  }
  return exportPhoto(info, out, options, threads, stop);
}

int Document::pageCount() const {
  return writer_->pageCount();
}

Result<void> Document::commit(const std::stop_token& stop) {
  return guarded(file_, [&] { return writer_->commit(stop); });
}

}  // namespace platen::pipeline
