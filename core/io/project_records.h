// What a project's journal says (journal_file.h), one JSON text a record (schema version 1):
//
//   { "platen_journal": 1, "project": "SHA-256 of the project's file that the rest refers to" | null (it has no file) }
//   { "photo": { as in photo_json.h } }                    a photo's new state; one that was not there comes last
//   { "photos": [NAME, ...], "current": NAME | null }      which photos there are, in their order, and which is current
//   { "current": NAME | null }
//   { "saving": "SHA-256" }                                all before this is in the project's file if it is that one
//
// NAME: a text or {"hex": "..."}, relative or absolute, as in the project's file (kept_names.h).
#pragma once

#include "core/io/presets.h"
#include "core/io/project_photo.h"
#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace platen::io {

struct JournalHead {
  std::string project_sha256;  // empty: the project has no file yet
};
struct PhotoList {
  std::vector<std::filesystem::path> photos;  // absolute
  std::filesystem::path current;              // empty: none
  std::optional<KeptPresets> presets;         // of photos that are to come; none: the program's own
};
struct CurrentPhoto {
  std::filesystem::path photo;
};
struct SavingProject {
  std::string project_sha256;
};
using JournalEntry = std::variant<JournalHead, KeptPhoto, PhotoList, CurrentPhoto, SavingProject>;

// `folder`: that of the project, or empty (names are then absolute).
std::string recordOf(const JournalHead& head);
std::string recordOf(const KeptPhoto& photo, const std::filesystem::path& folder);
std::string recordOf(const PhotoList& list, const std::filesystem::path& folder);
std::string recordOf(const CurrentPhoto& current, const std::filesystem::path& folder);
std::string recordOf(const SavingProject& saving);

// Error (badInput, of `journal`): a newer version, or what no version has written.
Result<JournalEntry> readRecord(const std::string& text,
                                const std::filesystem::path& folder,
                                const std::filesystem::path& journal);

}  // namespace platen::io
