// One PDF of a batch's pages, out of the files that were written: JPEGs as they are, bitonal pages as CCITT G4, others
// encoded as JPEG. In the order of the pages, each of its size on paper, labelled with its file's name. Memory does not
// grow with the pages but for some kilobytes each.
#pragma once

#include "core/batch_page.h"
#include "core/result.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace platen::pipeline {

struct BatchPdf {
  int pages = 0;
  int of_unknown_size = 0;      // of these: each as large as fits on A4
  std::vector<Error> left_out;  // each with its page's file (or its photo) and the reason
};

// `out`: the batch's folder. `quality` of pages that are encoded. Without any page nothing is written. What
// was written is noted (written_pdfs.h). Errors: writeFailed, stopped; badInput where `file` is a photo that one of the
// pages is of, by size and time.
Result<BatchPdf> writeBatchPdf(const std::filesystem::path& out,
                               const std::vector<BatchPage>& pages,
                               const std::filesystem::path& file,
                               int quality,
                               const std::stop_token& stop);

}  // namespace platen::pipeline
