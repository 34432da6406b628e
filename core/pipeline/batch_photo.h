// One photo of a batch: fitted, exported, and what is to be said of its pages. Never fails: what goes wrong stands in
// the pages, or in one that stands for the photo as a whole (BatchPage::page 0). Threads: any number of photos at once,
// each once.
#pragma once

#include "core/batch_page.h"
#include "core/io/review_picture.h"
#include "core/pipeline/batch.h"
#include "core/pipeline/batch_books.h"
#include "core/pipeline/batch_names.h"
#include "core/pipeline/memory_shares.h"
#include "core/pipeline/page.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace platen::pipeline {

// Where the warp of a photo is kept: PLACE.warp.json below options.warp_out.
std::filesystem::path warpFile(const BatchOptions& options, const FoundPhoto& photo);

class BatchPhotos {
 public:
  // `photos`: all of the batch. `digest` of the options, for the manifest. `names` and `out` must outlive this.
  BatchPhotos(const std::vector<FoundPhoto>& photos,
              const BatchOptions& options,
              std::string digest,
              int jobs,
              const std::filesystem::path& out,
              BatchNames& names,
              BatchBooks::Looking looking);

  // Nothing where a stop came before the photo was begun.
  std::optional<std::vector<BatchPage>> process(const FoundPhoto& photo, const std::stop_token& stop);

 private:
  struct PageWork {
    BatchPage told;
    std::optional<FittedPage> fit;  // none: it could not be fitted
    io::ReviewPicture review;
  };
  Result<std::vector<BatchPage>> pagesOf(const FoundPhoto& photo, const std::stop_token& stop);
  PageWork workOn(const FoundPhoto& photo, const FittedPhoto& fitted, FittedPhoto::Page page);
  void keepWarp(const FoundPhoto& photo, const PhotoInfo& info, std::vector<PageWork>& pages);
  Result<void> save(const FoundPhoto& photo, const PhotoInfo& info, std::vector<PageWork>& pages);
  [[nodiscard]] BatchPage recordOf(const FoundPhoto& photo) const;

  BatchOptions options_;
  std::string digest_;
  const std::filesystem::path& out_;
  BatchNames& names_;
  MemoryShares memory_;
  BatchBooks books_;
};

}  // namespace platen::pipeline
