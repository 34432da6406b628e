// Work without a file that programs left behind: what there is, and what is too old to be kept. A journal that someone
// has open is locked, and passed over.
#include "core/io/journal_file.h"
#include "core/io/kept_names.h"
#include "core/io/project_records.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/journal_names.h"
#include "core/pipeline/kept_project.h"
#include "core/pipeline/project.h"

#include <algorithm>
#include <map>
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
  [[nodiscard]] bool isOneUntouched() const { return photos.size() == 1 && !is_touched; }
};

// Nothing where it can't be read.
std::optional<Contents> readContents(io::JournalFile& journal, bool with_photo_records) {
  Contents contents;
  std::vector<fs::path>& order = contents.photos;
  std::map<fs::path, PhotoState> states;
  std::optional<Presets> presets;
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
      presets = projectPresets(list->presets);
    } else if (auto* kept = std::get_if<io::KeptPhoto>(&*entry)) {
      ProjectPhoto photo = projectPhoto(std::move(*kept));
      if (std::find(order.begin(), order.end(), photo.file) == order.end()) {
        order.push_back(photo.file);
      }
      states[photo.file] = std::move(photo.state);
    }
  });
  if (!read || !is_readable) {
    return std::nullopt;
  }
  contents.is_touched = std::any_of(order.begin(), order.end(), [&](const fs::path& photo) {
    const auto state = states.find(photo);
    return state != states.end() && isTouched(state->second, presets);
  });
  return contents;
}

std::optional<Contents> contentsOf(io::JournalFile& journal) {
  std::optional<Contents> contents = readContents(journal, false);
  return contents && contents->photos.size() < 2 ? readContents(journal, true) : contents;
}

std::optional<AbandonedProject> abandonedIn(const Unnamed& unnamed) {
  auto journal = io::JournalFile::open(io::wholePath(unnamed.file));
  if (!journal) {
    return std::nullopt;
  }
  const std::optional<Contents> contents = contentsOf(**journal);
  if (contents && contents->photos.empty()) {
    (*journal)->remove();
  }
  if (!contents || contents->photos.empty()) {
    return std::nullopt;
  }
  return AbandonedProject{unnamed.file, std::chrono::file_clock::to_sys(unnamed.written), contents->photos.size(),
                          contents->photos.front(), contents->isOneUntouched()};
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
  const std::vector<Unnamed> all = unnamedJournals(folder);
  std::size_t works = 0;
  std::size_t looks = 0;
  for (const Unnamed& unnamed : all) {
    const bool is_old = now - unnamed.written > age;
    if (!is_old && all.size() <= most) {
      continue;  // nothing has to be counted
    }
    static_cast<void>(guarded(unnamed.file, [&]() -> Result<void> {
      auto journal = io::JournalFile::open(io::wholePath(unnamed.file));
      if (!journal) {
        return tl::unexpected(journal.error());
      }
      const std::optional<Contents> contents = is_old ? std::nullopt : contentsOf(**journal);
      const bool is_look = contents && (contents->photos.empty() || contents->isOneUntouched());
      if (is_old || ++(is_look ? looks : works) > most) {
        (*journal)->remove();
      }
      return {};
    }));
  }
}

}  // namespace platen::pipeline
