#include "app/exporter.h"

#include <utility>

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
    return {};
  }
  return outputs_.checkWritable();
}

bool Exporter::exportPages(const PhotoInfo& info,
                           const std::vector<pipeline::PageToExport>& pages,
                           std::vector<PageReport> reports,
                           const std::stop_token& stop) {
  // Names first: what can't be written is not rendered.
  std::vector<std::size_t> named;
  std::vector<pipeline::PageFile> files;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    const Result<std::filesystem::path> name = document_ ? Result<std::filesystem::path>(outputs_.out())
                                                         : outputs_.claim(info, pages[k].index, reports[k].pages);
    if (name) {
      reports[k].output = *name;
      named.push_back(k);
      files.push_back({pages[k], *name});
    } else {
      reports[k].error = name.error();
    }
  }
  std::vector<Result<pipeline::SavedPage>> saved;
  if (document_) {
    saved = document_->addPages(info, pages, options_, threads_, stop);
  } else if (!files.empty()) {
    saved = pipeline::savePages(info, files, options_, threads_, stop);
  }
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (!saved[i] && !document_) {
      outputs_.giveBack(files[i].file);
    }
    tell(saved[i], reports[named[i]]);
  }
  for (const PageReport& report : reports) {
    if (report.error && report.error->kind == ErrorKind::stopped) {
      return false;
    }
    report_.page(report);
  }
  return true;
}

void Exporter::tell(Result<pipeline::SavedPage>& saved, PageReport& report) {
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
