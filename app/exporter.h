// The second half of flatten and apply: the pages of one photo, at full resolution, into their files. One bad page
// never stops the others.
#pragma once

#include "app/report.h"
#include "core/options.h"
#include "core/pipeline/document.h"
#include "core/pipeline/outputs.h"
#include "core/pipeline/page.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace platen::app {

class Exporter {
 public:
  Exporter(pipeline::Outputs& outputs, const ExportOptions& options, int threads, Report& report);

  // Makes the folder or starts the document, before there is anything to write. Error: writeFailed, also where no page
  // could be written afterwards.
  Result<void> begin();
  // reports[k] belongs to pages[k] and is filled in and told. False: a stop came before the last of them.
  bool exportPages(const PhotoInfo& info,
                   const std::vector<pipeline::PageToExport>& pages,
                   std::vector<PageReport> reports,
                   const std::stop_token& stop);
  // After the last photo: the PDF that takes them all, if there is one. Nothing is written of an interrupted run.
  void finish(bool interrupted);

 private:
  static void tell(Result<pipeline::SavedPage>& saved, PageReport& report);

  pipeline::Outputs& outputs_;
  ExportOptions options_;
  int threads_;
  Report& report_;
  std::unique_ptr<pipeline::Document> document_;
};

}  // namespace platen::app
