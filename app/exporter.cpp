#include "app/exporter.h"

#include <chrono>

namespace platen::app {

Exporter::Exporter(pipeline::Outputs& outputs, const ExportOptions& options, int threads, Report& report)
    : outputs_(outputs), options_(options), threads_(threads), report_(report) {}

Result<void> Exporter::begin() {
  if (Result<void> made = outputs_.makeFolder(); !made) {
    return made;
  }
  if (outputs_.target() == pipeline::OutputTarget::document) {
    Result<std::unique_ptr<pipeline::Document>> document = pipeline::Document::create(outputs_.out());
    if (!document) {
      return tl::unexpected(document.error());
    }
    document_ = std::move(*document);
  }
  return {};
}

void Exporter::exportPages(const PhotoInfo& info,
                           const std::vector<pipeline::PageToExport>& pages,
                           std::vector<PageReport> reports,
                           const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  const Result<Image> full = pipeline::openFull(info, options_, stop, threads_);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (std::size_t k = 0; k < pages.size(); ++k) {
    PageReport& report = reports[k];
    report.seconds.emplace_back("decode full", seconds);
    if (full) {
      exportPage(*full, info, pages[k], report, stop);
    } else {
      report.error = full.error();
    }
    if (report.error && report.error->kind == ErrorKind::stopped) {
      return;
    }
    report_.page(report);
  }
}

void Exporter::exportPage(const Image& full,
                          const PhotoInfo& info,
                          const pipeline::PageToExport& page,
                          PageReport& report,
                          const std::stop_token& stop) {
  if (document_) {
    report.output = outputs_.out();
  } else {
    const Result<std::filesystem::path> name = outputs_.claim(info, page.index, report.pages);
    if (!name) {
      report.error = name.error();
      return;
    }
    report.output = *name;
  }
  Result<pipeline::SavedPage> saved =
      document_ ? document_->addPage(full, info, page, options_, threads_, stop)
                : pipeline::savePage(full, info, page, report.output, options_, threads_, stop);
  if (!saved) {
    report.error = saved.error();
    return;
  }
  report.warnings.insert(report.warnings.end(), saved->warnings.begin(), saved->warnings.end());
  report.seconds.insert(report.seconds.end(), saved->seconds.begin(), saved->seconds.end());
  report.saved = std::move(*saved);
}

void Exporter::finish(bool interrupted) {
  if (!document_ || document_->pageCount() == 0 || interrupted) {
    return;
  }
  const Result<void> written = document_->commit();
  if (!written) {
    report_.failed(written.error());
  }
}

}  // namespace platen::app
