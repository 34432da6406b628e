// Work without a file that programs left behind: what there is, and what is too old to be kept. A journal that someone
// has open is locked, and passed over.
#include "core/io/journal_file.h"
#include "core/io/kept_names.h"
#include "core/io/project_records.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/journal_names.h"
#include "core/pipeline/project.h"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace platen::pipeline {
namespace fs = std::filesystem;
namespace {

// Photos' own records are nearly all of a journal's bytes: they are not parsed where a list of many says what there is.
constexpr std::string_view kPhotoRecord = R"({"photo":)";

struct Unnamed {
  fs::path file;
  fs::file_time_type written;
};

// The one written last first.
std::vector<Unnamed> unnamedJournals(const fs::path& folder) {
  std::vector<Unnamed> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code gone;
    const fs::file_time_type written = entry->last_write_time(gone);
    if (!gone && name.starts_with(kUnnamedJournal) && name.ends_with(kJournalEnding)) {
      found.push_back({entry->path(), written});
    }
  }
  std::sort(found.begin(), found.end(), [](const Unnamed& a, const Unnamed& b) {
    return a.written != b.written ? a.written > b.written : a.file < b.file;
  });
  return found;
}

struct Contents {
  std::vector<fs::path> photos;  // in their order
  bool is_touched = false;       // something was set by hand; known where the photos' own records were read
};

bool isTouched(const io::KeptPhoto& photo) {
  return !(photo.fit == FitOptions{}) || !(photo.out == ExportOptions{}) || !photo.spine.empty() ||
         std::any_of(photo.pages.begin(), photo.pages.end(),
                     [](const io::KeptPage& page) { return !page.pins.empty() || !page.strokes.empty(); });
}

// Nothing where it can't be read.
std::optional<Contents> contentsOf(io::JournalFile& journal, bool with_photo_records) {
  Contents contents;
  std::vector<fs::path>& order = contents.photos;
  bool is_readable = true;
  const Result<void> read = journal.read([&](const std::string& text, io::JournalPlace /*place*/) {
    if (!is_readable || (!with_photo_records && text.starts_with(kPhotoRecord))) {
      return;
    }
    auto entry = io::readRecord(text, {}, journal.file());
    if (!entry) {
      is_readable = false;
    } else if (auto* list = std::get_if<io::PhotoList>(&*entry)) {
      order = std::move(list->photos);
    } else if (const auto* photo = std::get_if<io::KeptPhoto>(&*entry)) {
      contents.is_touched = contents.is_touched || isTouched(*photo);
      if (std::find(order.begin(), order.end(), photo->file) == order.end()) {
        order.push_back(photo->file);
      }
    }
  });
  return read && is_readable ? std::optional(std::move(contents)) : std::nullopt;
}

std::optional<AbandonedProject> abandonedIn(const Unnamed& unnamed) {
  auto journal = io::JournalFile::open(io::wholePath(unnamed.file));
  if (!journal) {
    return std::nullopt;
  }
  std::optional<Contents> contents = contentsOf(**journal, false);
  if (contents && contents->photos.size() < 2) {
    contents = contentsOf(**journal, true);
  }
  if (contents && contents->photos.empty()) {
    (*journal)->remove();
  }
  if (!contents || contents->photos.empty()) {
    return std::nullopt;
  }
  return AbandonedProject{unnamed.file, std::chrono::file_clock::to_sys(unnamed.written), contents->photos.size(),
                          contents->photos.front(), contents->photos.size() == 1 && !contents->is_touched};
}

}  // namespace

std::vector<AbandonedProject> abandonedProjects(const fs::path& folder) {
  std::vector<AbandonedProject> found;
  for (const Unnamed& unnamed : unnamedJournals(folder)) {
    auto abandoned =
        guarded(unnamed.file, [&]() -> Result<std::optional<AbandonedProject>> { return abandonedIn(unnamed); });
    if (abandoned && *abandoned) {
      found.push_back(std::move(**abandoned));
    }
  }
  return found;
}

std::optional<OpenedProject> recoverLastProject(const fs::path& folder) {
  for (const Unnamed& unnamed : unnamedJournals(folder)) {
    Result<OpenedProject> recovered = recoverProject(unnamed.file);
    if (recovered && !recovered->project.photos.empty()) {
      return std::move(*recovered);
    }
  }
  return std::nullopt;
}

void forgetOldProjects(const fs::path& folder, std::size_t most, std::chrono::seconds age) {
  const auto now = fs::file_time_type::clock::now();
  std::size_t count = 0;
  for (const Unnamed& unnamed : unnamedJournals(folder)) {
    if (++count <= most && now - unnamed.written <= age) {
      continue;
    }
    if (auto journal = io::JournalFile::open(io::wholePath(unnamed.file))) {
      (*journal)->remove();
    }
  }
}

}  // namespace platen::pipeline
