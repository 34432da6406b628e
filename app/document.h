// One PDF out of the pages of all photos: each page is written as a PDF of its own beside the document, under a hidden
// name, and joined at the end. The parts are removed in any case.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <vector>

namespace platen::app {

class Document {
 public:
  explicit Document(std::filesystem::path file) : file_(std::move(file)) {}
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  // Where the next page is to be written.
  std::filesystem::path nextPart();
  // The part that was given last came to nothing.
  void dropPart();
  [[nodiscard]] bool empty() const { return parts_.empty(); }
  // Joins the parts in order. Error: writeFailed.
  [[nodiscard]] Result<void> write();

 private:
  std::filesystem::path file_;
  std::vector<std::filesystem::path> parts_;
  int given_ = 0;
};

}  // namespace platen::app
