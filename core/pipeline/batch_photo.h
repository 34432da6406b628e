// One photo of a batch: opened, fitted, exported, and what is to be said of its pages. Never fails: what goes wrong
// stands in the pages, or in one that stands for the photo as a whole (BatchPage::page 0).
//
// Memory: the bound is shared among the jobs; a photo that needs more than a job's share waits until it is alone and
// gets all of it. Threads: any number of photos at once, each once.
#pragma once

#include "core/batch_page.h"
#include "core/io/review_picture.h"
#include "core/pipeline/batch.h"
#include "core/pipeline/batch_names.h"
#include "core/pipeline/page.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace platen::pipeline {

class BatchPhotos {
 public:
  // `digest` of the options, for the manifest. `names` and `out` must outlive this.
  BatchPhotos(
      const BatchOptions& options, std::string digest, int jobs, const std::filesystem::path& out, BatchNames& names);

  std::vector<BatchPage> process(const FoundPhoto& photo);

 private:
  struct PageWork {
    BatchPage told;
    std::optional<PageToExport> page;  // none: it could not be fitted
    io::ReviewPicture review;
  };
  Result<std::vector<BatchPage>> pagesOf(const FoundPhoto& photo);
  [[nodiscard]] PageWork fit(const OpenedPhoto& opened, int index, BatchPage told) const;
  void save(const FoundPhoto& photo, const PhotoInfo& info, std::vector<PageWork>& pages, std::uint64_t memory);
  [[nodiscard]] BatchPage recordOf(const FoundPhoto& photo) const;

  BatchOptions options_;
  std::string digest_;
  const std::filesystem::path& out_;
  BatchNames& names_;
  std::uint64_t share_ = 0;  // of the memory, of a job
  std::shared_mutex memory_;
};

}  // namespace platen::pipeline
