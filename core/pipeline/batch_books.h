// The books of a batch: the photos of a folder, or the images of one file, in their order. Some of them, spread over
// the folder, are fitted first, and where they have enough in common (book.h) every photo is held against that. A page
// that is as the book's are stays as it was fitted on its own. One that falls out, or that is unsure, is fitted again
// with what the book knows: the shape of the nearest page of its kind as a start, the camera, the reading direction,
// how many pages a photo has. If it then lies as the others do it is taken; where nothing on it tells its shape, and
// the camera stood still, it takes that of its neighbour; else it stays what it was, and someone should look at it.
//
// What comes out depends on the photos of the folder and the options alone, not on the number of jobs, on which photos
// are done first, or on which of them a shard has. Threads: any number of photos at once.
#pragma once

#include "core/pipeline/batch_fit.h"
#include "core/pipeline/book.h"
#include "core/pipeline/photo_search.h"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace platen::pipeline {

class BatchBooks {
 public:
  // How many samples of a folder are done (BatchHooks::looking).
  using Looking = std::function<void(const std::filesystem::path& folder, std::size_t done, std::size_t of)>;
  // `photos`: all of the batch. `options` and `memory` must outlive this.
  BatchBooks(const std::vector<FoundPhoto>& photos,
             const FitOptions& options,
             MemoryShares& memory,
             int jobs,
             Looking looking = {});
  ~BatchBooks();

  // One of the photos. Errors: as of fitPhoto(); stopped, while the book is being looked at.
  Result<FittedPhoto> fit(const FoundPhoto& photo, const std::stop_token& stop);

 private:
  struct Photos {
    std::vector<std::filesystem::path> files;
    std::map<std::filesystem::path, std::size_t> positions;  // by file
  };
  class Folder;
  std::shared_ptr<Folder> folderOf(const std::filesystem::path& folder);

  const FitOptions& options_;
  MemoryShares& memory_;
  Looking looking_;
  std::map<std::filesystem::path, Photos> photos_;  // by folder
  std::mutex mutex_;
  std::size_t most_at_work_;
  std::deque<std::pair<std::filesystem::path, std::shared_ptr<Folder>>>
      at_work_;  // what is known of the last folders, latest last
};

}  // namespace platen::pipeline
