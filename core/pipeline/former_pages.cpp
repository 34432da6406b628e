#include "core/pipeline/former_pages.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kClocksDiffer = 2'000'000'000;  // nanoseconds

// A manifest may come from anywhere.
bool liesBelow(const fs::path& output) {
  return output.is_relative() && std::find(output.begin(), output.end(), fs::path("..")) == output.end();
}

}  // namespace

FormerPages::FormerPages(fs::path out, const io::PhotoRecords& own, const io::PhotoRecords& others)
    : out_(std::move(out)) {
  for (const io::PhotoRecords* records : {&own, &others}) {
    for (const auto& entry : *records) {
      know(entry.second);
    }
  }
}

void FormerPages::know(const std::vector<BatchPage>& pages) {
  for (const BatchPage& page : pages) {
    if (page.done && !page.output.empty()) {
      former_[page.photo].push_back(page);
      named_.emplace(page.output, page.photo);
    }
  }
}

bool FormerPages::isAsItWas(const BatchPage& page) const {
  const Result<FileStamp> now = io::stampOf(out_ / page.output);
  return now && now->bytes == page.output_bytes && now->modified_ns <= page.ended_ns + kClocksDiffer;
}

void FormerPages::replacedBy(const std::vector<BatchPage>& now) {
  const bool all_done = std::all_of(now.begin(), now.end(), [](const BatchPage& page) { return page.done; });
  if (now.empty() || !all_done) {
    know(now);
    return;
  }
  const fs::path photo = now.front().photo;
  std::vector<BatchPage> before;
  before.swap(former_[photo]);
  for (const BatchPage& page : before) {
    named_.erase({page.output, photo});
  }
  know(now);
  const fs::path ending = now.front().output.extension();
  for (const BatchPage& page : before) {
    const auto named = named_.lower_bound({page.output, fs::path()});
    const bool is_named = named != named_.end() && named->first == page.output;
    if (!is_named && page.output.extension() == ending && liesBelow(page.output) && isAsItWas(page)) {
      std::error_code stays;
      fs::remove(out_ / page.output, stays);
    }
  }
}

}  // namespace platen::pipeline
