// A photo's pixels while its pages are rendered: all of them, or a window over the rows as they are stored in the file,
// which come in from the top, each decoded once, and are let go of from the top.
//
// The window lies in one piece of memory in which the photo stands upright, so that the same kernels run over it as
// over a whole photo: view() is a view of all of the photo, of which only the pixels in the window are there. Where the
// photo's orientation exchanges rows and columns, stored rows are columns of the view.
//
// Threads: none of its own. append() may run while others read rows that are in the window; slideTo() must not.
#pragma once

#include "core/image.h"
#include "core/io/row_reader.h"
#include "core/photo_info.h"
#include "core/pipeline/strip.h"
#include "core/result.h"

#include <memory>
#include <stop_token>

namespace platen::pipeline {

// Stored rows [first, last) of stored columns [first_column, last_column) that a part of the upright photo lies on.
struct StoredReach {
  int first = 0, last = 0;
  int first_column = 0, last_column = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
};
StoredReach storedReach(const PhotoInfo& photo, const SourceReach& upright);

class SourceRows {
 public:
  // All of a photo, upright.
  explicit SourceRows(Image upright);
  // A window of `capacity` rows over rows that have not begun; `columns`: those that are wanted.
  static Result<std::unique_ptr<SourceRows>> open(std::unique_ptr<io::RowReader> rows,
                                                  const PhotoInfo& photo,
                                                  const StoredReach& wanted,
                                                  int capacity,
                                                  const std::stop_token& stop);

  // Good until the next slideTo().
  [[nodiscard]] SourceView view() const;
  // Stored rows [first(), end()) are there; up to room() fit.
  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int end() const { return end_; }
  [[nodiscard]] int room() const { return first_ + capacity_; }

  // Decodes rows [end(), last) to their places, without moving end(). Precondition: last <= room().
  Result<void> append(int last, const std::stop_token& stop);
  void setEnd(int end) { end_ = end; }
  // Lets go of the rows before `first`, which makes room at the end. Rows up to there that were never in the window are
  // gone through only.
  Result<void> slideTo(int first, const std::stop_token& stop);
  // Goes through the rows that nobody wanted, so that damage is found wherever it is.
  Result<void> finish(const std::stop_token& stop);

 private:
  SourceRows() = default;

  PhotoInfo photo_;
  std::unique_ptr<io::RowReader> rows_;
  Image window_;  // upright
  Image band_;    // of stored rows on their way into it
  int first_column_ = 0;
  int first_ = 0, end_ = 0, capacity_ = 0;
};

}  // namespace platen::pipeline
