// The names of a batch's pages: each folder's pages lie in the folder of that place below the output folder, and are
// called after their photos. Which photo a name belongs to depends on all photos of the batch alone, not on which of
// them are done first, nor on which of them this run does (batch_shard.h). Of photos of one folder that differ in their
// endings alone and would be one file, the first one has it, and those of its further pages. Threads: any.
#pragma once

#include "core/options.h"
#include "core/photo_info.h"
#include "core/pipeline/outputs.h"
#include "core/pipeline/photo_search.h"
#include "core/pipeline/taken_places.h"
#include "core/result.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

namespace platen::pipeline {

class BatchNames {
 public:
  // Names in `taken` are nobody's.
  BatchNames(const std::vector<FoundPhoto>& photos,
             std::filesystem::path out,
             const ExportOptions& options,
             TakenPlaces taken = {});

  // Below the output folder, whose folders are made as they are needed. `page` of `pages`, from 1. Errors: those of
  // Outputs::claim and makeFolder; badInput (taken).
  Result<std::filesystem::path> claim(const FoundPhoto& photo, const PhotoInfo& info, int page, int pages);

 private:
  struct Folder {
    Outputs outputs;
    std::map<std::filesystem::path, std::vector<std::filesystem::path>> photos;  // in order, by stemOf()
  };
  // Another photo whose page has this name, whoever claims it first; empty: none.
  [[nodiscard]] std::filesystem::path ownerOf(
      const Folder& folder, const std::filesystem::path& file, const PhotoInfo& info, int page, int pages) const;

  std::filesystem::path out_;
  ExportOptions options_;
  TakenPlaces taken_;
  std::mutex mutex_;
  std::map<std::filesystem::path, Folder> folders_;  // by place
};

}  // namespace platen::pipeline
