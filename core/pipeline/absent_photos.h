// Photos that a manifest knows and that were not among those of the run, or of the shards, at whose end it is looked
// at: of folders that were done into OUT before, or deleted since. Their records and pages stay, but for those that
// failed. Threads: any.
#pragma once

#include "core/batch_page.h"

#include <filesystem>
#include <set>
#include <vector>

namespace platen::pipeline {

struct AbsentPhotos {
  int pages = 0;                          // records of the photos below
  std::set<std::filesystem::path> all;    // their places
  std::set<std::filesystem::path> moved;  // of these: no longer where they lay, as far as that is recorded
};

// `pages`: all that the manifest has; `given`: the places of the photos that there were. Looks for the files of those
// that are not among them.
AbsentPhotos absentPhotos(const std::vector<BatchPage>& pages, const std::vector<std::filesystem::path>& given);

// Takes out of both what failed as a whole and is no longer where it lay: there is no page, and nobody can do it again.
void forgetFailed(std::vector<BatchPage>& pages, AbsentPhotos& absent);

}  // namespace platen::pipeline
