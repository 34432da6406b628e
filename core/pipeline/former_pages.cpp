#include "core/pipeline/former_pages.h"

#include "core/io/json_fields.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <system_error>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kClocksDiffer = 2'000'000'000;  // nanoseconds

// A manifest may come from anywhere.
bool liesBelow(const fs::path& output) {
  return output.is_relative() && std::find(output.begin(), output.end(), fs::path("..")) == output.end();
}

bool names(const std::vector<BatchPage>& pages, const fs::path& output) {
  return std::any_of(pages.begin(), pages.end(), [&](const BatchPage& page) { return page.output == output; });
}

fs::path keptFolder(const fs::path& out) {
  return out / ".platen" / "former";
}

}  // namespace

FormerPages::FormerPages(fs::path out,
                         const io::PhotoRecords& own,
                         const io::PhotoRecords& others,
                         const std::string& name)
    : out_(std::move(out)), kept_file_(keptFolder(out_) / name) {
  for (const io::PhotoRecords* records : {&own, &others}) {
    for (const auto& entry : *records) {
      know(entry.second);
    }
  }
  readKept();
}

void FormerPages::readKept() {
  std::error_code error;
  for (fs::directory_iterator entry(keptFolder(out_), error), end; !error && entry != end; entry.increment(error)) {
    std::ifstream in(entry->path(), std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      try {
        BatchPage page = io::readManifestLine(line);
        std::vector<BatchPage>& staying = staying_[page.photo];
        if (page.done && !page.output.empty() && !names(staying, page.output)) {
          staying.push_back(std::move(page));
        }
      } catch (const io::JsonProblem&) {
        continue;  // torn: its file is nobody's
      }
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
  return liesBelow(page.output) && now && now->bytes == page.output_bytes &&
         now->modified_ns <= page.ended_ns + kClocksDiffer;
}

void FormerPages::keep(const std::string& lines) {
  if (!kept_) {
    std::error_code error;
    fs::create_directories(kept_file_.parent_path(), error);
    Result<std::unique_ptr<io::LockedFile>> file =
        io::LockedFile::open(kept_file_, "a list of former pages of Platen", "is held by another run");
    kept_ = file ? std::move(*file) : nullptr;
  }
  const Result<std::uint64_t> end = kept_ ? kept_->size() : Result<std::uint64_t>(0);
  if (kept_ && end) {
    static_cast<void>(kept_->append(*end, "\n" + lines));  // a kill may have torn what is before
  }
}

void FormerPages::toBeReplacedBy(const std::vector<BatchPage>& now) {
  const auto before = now.empty() ? former_.end() : former_.find(now.front().photo);
  if (before == former_.end()) {
    return;
  }
  std::string lines;
  for (const BatchPage& page : before->second) {
    if (!names(now, page.output) && isAsItWas(page)) {
      lines += io::manifestLine(page) + "\n";
    }
  }
  if (!lines.empty()) {
    keep(lines);
  }
}

void FormerPages::replacedBy(const std::vector<BatchPage>& now) {
  if (now.empty()) {
    return;
  }
  const fs::path photo = now.front().photo;
  std::vector<BatchPage> before;
  before.swap(former_[photo]);
  std::vector<BatchPage>& staying = staying_[photo];
  before.insert(before.end(), staying.begin(), staying.end());
  staying.clear();
  const bool all_done = std::all_of(now.begin(), now.end(), [](const BatchPage& page) { return page.done; });
  if (all_done) {
    for (const BatchPage& page : before) {
      named_.erase({page.output, photo});
    }
  }
  know(now);
  const fs::path ending = now.front().output.extension();
  for (const BatchPage& page : before) {
    const auto named = named_.lower_bound({page.output, fs::path()});
    const bool is_named = named != named_.end() && named->first == page.output;
    if (names(now, page.output) || names(staying, page.output) || !isAsItWas(page)) {
      continue;
    }
    if (all_done && !is_named && page.output.extension() == ending) {
      std::error_code stays;
      fs::remove(out_ / page.output, stays);
    } else {
      staying.push_back(page);
    }
  }
}

std::vector<fs::path> FormerPages::left() {
  std::set<fs::path> current;
  for (const auto& [photo, pages] : former_) {
    for (const BatchPage& page : pages) {
      current.insert(page.output);
    }
  }
  std::vector<fs::path> files;
  std::string lines;
  for (const auto& [photo, pages] : staying_) {
    for (const BatchPage& page : pages) {
      if (!current.contains(page.output) && isAsItWas(page)) {
        files.push_back(page.output);
        lines += io::manifestLine(page) + "\n";
      }
    }
  }
  if (kept_ && !lines.empty()) {
    static_cast<void>(kept_->replace([&lines](const io::LockedFile::Put& put) {
      put(lines);
      return true;
    }));
  } else if (kept_) {
    kept_->remove();
    kept_.reset();
  }
  return files;
}

}  // namespace platen::pipeline
