// platen batch --pdf: the pages of a batch in one file, at its end.
#pragma once

#include "app/report.h"
#include "core/batch_page.h"

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <vector>

namespace platen::app {

struct PdfCall {
  std::filesystem::path file;  // empty: none is wanted
  int quality = 92;            // of pages that are no JPEGs
};

// What can't be done, and pages that are left out, are told; so is that the pages of `missing` photos are not there
// yet.
void writePdf(const PdfCall& call,
              const std::filesystem::path& out,
              const std::vector<BatchPage>& pages,
              std::size_t missing,
              Report& report,
              const std::stop_token& stop);

}  // namespace platen::app
