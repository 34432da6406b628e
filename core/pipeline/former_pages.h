// Files of pages that a photo of a batch had and has no more: after IN.jpg has become IN_1.jpg and IN_2.jpg (other
// options, another photo under the same name), no manifest would know IN.jpg, and nobody that it is an old one.
//
// Removed are files that the photo's records of this run or before name, the one that replaces them does not and no
// other photo's does, while they are as they were recorded: of that size, and no younger than the record (by more than
// machines' clocks may differ). Where a page of the photo fails nothing is removed: its former pages are in no
// manifest, report or PDF then, but may be all that there is of it. Files of another ending stay, since a folder may
// hold the pages in two formats. Threads: one at a time.
#pragma once

#include "core/io/batch_manifest.h"

#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace platen::pipeline {

class FormerPages {
 public:
  // `out`: the batch's folder. `own`, `others`: what its manifests know.
  FormerPages(std::filesystem::path out, const io::PhotoRecords& own, const io::PhotoRecords& others);

  // `now`, the pages of one photo, has been recorded.
  void replacedBy(const std::vector<BatchPage>& now);

 private:
  void know(const std::vector<BatchPage>& pages);
  [[nodiscard]] bool isAsItWas(const BatchPage& page) const;

  std::filesystem::path out_;
  io::PhotoRecords former_;                                                  // pages that are done alone
  std::set<std::pair<std::filesystem::path, std::filesystem::path>> named_;  // an output, and its photo
};

}  // namespace platen::pipeline
