#include "app/batch_pdf.h"

#include "app/batch_told.h"
#include "core/pipeline/batch_pdf.h"

#include <fmt/format.h>

namespace platen::app {

void writePdf(const PdfCall& call,
              const std::filesystem::path& out,
              const std::vector<BatchPage>& pages,
              std::size_t missing,
              Report& report,
              const std::stop_token& stop) {
  if (call.file.empty()) {
    return;
  }
  const Result<pipeline::BatchPdf> made = pipeline::writeBatchPdf(out, pages, call.file, call.quality, stop);
  if (!made) {
    report.failed(made.error());
    return;
  }
  for (const Error& page : made->left_out) {
    report.failed({page.kind, page.path, fmt::format("is not in {}: {}", call.file.string(), page.message)});
  }
  if (made->of_unknown_size > 0) {
    report.remark(
        fmt::format("{}: warning: the paper's size of {} of its pages is not known: each is as large as fits on A4 "
                    "(--paper of flatten and batch says it)",
                    call.file.string(), made->of_unknown_size));
  }
  if (made->pages > 0) {
    report.remark(fmt::format(
        "{} in {}{}", counted(made->pages, "page is", "pages are"), call.file.string(),
        missing == 0 ? "" : ", without those of " + counted(missing, "photo that is", "photos that are") + " missing"));
  }
}

}  // namespace platen::app
