// Files of pages that a photo of a batch had and has no more: after IN.jpg has become IN_1.jpg and IN_2.jpg (other
// options, another photo under the same name), no manifest would know IN.jpg, and nobody that it is an old one.
//
// Removed are files that the photo's records of this run or before name, the one that replaces them does not and no
// other photo's does, while they are as they were recorded: of that size, and no younger than the record (by more than
// machines' clocks may differ). Where a page of the photo fails nothing is removed: its former pages are in no
// manifest, report or PDF then, but may be all that there is of it. Files of another ending stay, since a folder may
// hold the pages in two formats.
//
// What stays is kept in OUT/.platen/former/, lines as a manifest's, in a file a manifest, so that a later run knows it,
// too: it goes when all pages of its photo are done under other names of its ending, and is told until then. Where that
// can't be written, this run alone knows. Threads: one at a time.
#pragma once

#include "core/io/batch_manifest.h"
#include "core/io/locked_file.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace platen::pipeline {

class FormerPages {
 public:
  // `out`: the batch's folder. `own`, `others`: what its manifests know. `name`: of the manifest of this run.
  FormerPages(std::filesystem::path out,
              const io::PhotoRecords& own,
              const io::PhotoRecords& others,
              const std::string& name);

  // `now`, the pages of one photo, is about to be recorded, and has been. Both are called, in this order.
  void toBeReplacedBy(const std::vector<BatchPage>& now);
  void replacedBy(const std::vector<BatchPage>& now);

  // Files below `out` that stayed, are as they were and that no record names; they are kept for the next run.
  std::vector<std::filesystem::path> left();

 private:
  void readKept();
  void know(const std::vector<BatchPage>& pages);
  void keep(const std::string& lines);
  [[nodiscard]] bool isAsItWas(const BatchPage& page) const;

  std::filesystem::path out_, kept_file_;
  io::PhotoRecords former_;                                                  // pages that are done alone
  io::PhotoRecords staying_;                                                 // that no record names
  std::set<std::pair<std::filesystem::path, std::filesystem::path>> named_;  // an output, and its photo
  std::unique_ptr<io::LockedFile> kept_;                                     // once there is something to keep
};

}  // namespace platen::pipeline
