#include "core/io/project_records.h"

#include "core/io/json_fields.h"
#include "core/io/kept_names.h"
#include "core/io/option_json.h"
#include "core/io/photo_json.h"

#include <utility>

namespace platen::io {
namespace fs = std::filesystem;
namespace {

constexpr int kSchemaVersion = 1;

std::string textOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json photoNameJson(const fs::path& photo, const fs::path& folder) {
  return photo.empty() ? Json(nullptr) : nameJson(keptPath(wholePath(photo), folder));
}

fs::path readPhotoName(const Json& json, const fs::path& folder, const std::string& name) {
  return json.is_null() ? fs::path() : photoPath(readNameJson(json, name), folder);
}

JournalEntry readEntry(const Json& json, const fs::path& folder) {
  jsonObject(json, "a record");
  if (json.contains("platen_journal")) {
    checkJsonVersion(json, "platen_journal", kSchemaVersion, "journal of Platen");
    const Json& project = jsonMember(json, "project", "");
    return JournalHead{project.is_null() ? std::string() : jsonText(project, "project")};
  }
  if (json.contains("photo")) {
    return readPhotoJson(jsonObject(json["photo"], "photo"), folder, "photo.");
  }
  if (json.contains("photos")) {
    PhotoList list;
    for (const Json& name : jsonArray(json["photos"], "photos")) {
      list.photos.push_back(photoPath(readNameJson(name, "photos"), folder));
    }
    list.current = readPhotoName(jsonMember(json, "current", ""), folder, "current");
    if (const auto presets = json.find("presets"); presets != json.end()) {
      list.presets = readPresetsJson(jsonObject(*presets, "presets"), "presets.");
    }
    return list;
  }
  if (json.contains("current")) {
    return CurrentPhoto{readPhotoName(json["current"], folder, "current")};
  }
  if (json.contains("saving")) {
    return SavingProject{jsonText(json["saving"], "saving")};
  }
  throw JsonProblem("holds a record that this version does not know");
}

}  // namespace

std::string recordOf(const JournalHead& head) {
  return textOf(Json{{"platen_journal", kSchemaVersion},
                     {"project", head.project_sha256.empty() ? Json(nullptr) : Json(head.project_sha256)}});
}

std::string recordOf(const KeptPhoto& photo, const fs::path& folder) {
  return textOf(Json{{"photo", photoJson(photo, folder)}});
}

std::string recordOf(const PhotoList& list, const fs::path& folder) {
  Json names = Json::array();
  for (const fs::path& photo : list.photos) {
    names.push_back(photoNameJson(photo, folder));
  }
  Json record{{"photos", std::move(names)}, {"current", photoNameJson(list.current, folder)}};
  if (list.presets) {
    record["presets"] = presetsJson(*list.presets);
  }
  return textOf(record);
}

std::string recordOf(const CurrentPhoto& current, const fs::path& folder) {
  return textOf(Json{{"current", photoNameJson(current.photo, folder)}});
}

std::string recordOf(const SavingProject& saving) {
  return textOf(Json{{"saving", saving.project_sha256}});
}

Result<JournalEntry> readRecord(const std::string& text, const fs::path& folder, const fs::path& journal) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return fail(ErrorKind::badInput, journal, "holds a record that is not JSON");
  }
  try {
    return readEntry(json, folder);
  } catch (const JsonProblem& problem) {
    return fail(ErrorKind::badInput, journal, problem.what());
  }
}

}  // namespace platen::io
