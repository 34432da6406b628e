#include "app/document.h"

#include "core/pipeline/page.h"

#include <string>
#include <system_error>
#include <unistd.h>

namespace platen::app {

Document::~Document() {
  for (const std::filesystem::path& part : parts_) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
  }
}

std::filesystem::path Document::nextPart() {
  const std::string name =
      "." + file_.filename().string() + "." + std::to_string(getpid()) + "." + std::to_string(++given_) + ".part.pdf";
  parts_.push_back(file_.parent_path() / name);
  return parts_.back();
}

void Document::dropPart() {
  std::error_code ignored;
  std::filesystem::remove(parts_.back(), ignored);
  parts_.pop_back();
}

Result<void> Document::write() {
  return pipeline::joinDocuments(parts_, file_);
}

}  // namespace platen::app
