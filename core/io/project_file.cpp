#include "core/io/project_file.h"

#include "core/io/json_fields.h"
#include "core/io/kept_names.h"
#include "core/io/option_json.h"
#include "core/io/photo_json.h"
#include "core/io/unknown_keys.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace platen::io {
namespace fs = std::filesystem;
namespace {

constexpr int kSchemaVersion = 1;
constexpr int kPhotoDepth = 2;  // of a photo in the document

std::string textOf(const Json& json) {
  // Texts that are no names may hold bytes that are no UTF-8, such as a library's message.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string keyOf(const fs::path& photo) {
  return nameJson(photo).dump();
}

// Reads the photos while the document is parsed, so that no more than one of them is held as JSON.
class PhotosOfDocument {
 public:
  PhotosOfDocument(fs::path folder, const std::function<void(KeptPhoto)>& each)
      : folder_(std::move(folder)), each_(each) {}

  // Whether the parser is to keep what it has read.
  bool take(int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) {
      in_photos_ = parsed == "photos";
    }
    if (event != Json::parse_event_t::object_end || depth != kPhotoDepth || !in_photos_) {
      return true;
    }
    if (!problem_) {
      try {
        takePhoto(parsed);
      } catch (const JsonProblem& problem) {
        problem_ = problem.what();  // what is wrong with the whole document goes before it
      }
    }
    return false;
  }
  [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }
  [[nodiscard]] Json& unknown() { return unknown_; }
  [[nodiscard]] int count() const { return static_cast<int>(seen_.size()); }

 private:
  void takePhoto(const Json& json) {
    KeptPhoto photo = readPhotoJson(json, folder_, "photos[" + std::to_string(seen_.size()) + "].");
    if (!seen_.insert(photo.file).second) {
      throw JsonProblem("holds the photo " + photo.file.string() + " twice");
    }
    if (Json rest = unknownOfPhoto(json, photo, folder_); !rest.empty()) {
      unknown_[keyOf(photo.file)] = std::move(rest);
    }
    each_(std::move(photo));
  }

  fs::path folder_;
  const std::function<void(KeptPhoto)>& each_;
  bool in_photos_ = false;
  std::set<fs::path> seen_;
  Json unknown_ = Json::object();
  std::optional<std::string> problem_;
};

ProjectHead headOf(const Json& document, PhotosOfDocument& photos) {
  checkJsonVersion(document, "platen_project", kSchemaVersion, "Platen project");
  if (photos.problem()) {
    throw JsonProblem(*photos.problem());
  }
  if (!jsonArray(jsonMember(document, "photos", ""), "photos").empty()) {
    throw JsonProblem("holds something in \"photos\" that is no photo");
  }
  ProjectHead head;
  if (const auto current = document.find("current"); current != document.end()) {
    head.current = std::min(jsonInteger(*current, "current", -1, std::numeric_limits<int>::max()), photos.count() - 1);
  }
  Json known{{"platen_project", kSchemaVersion}, {"current", -1}, {"photos", Json::array()}};
  if (const auto presets = document.find("presets"); presets != document.end()) {
    head.presets = readPresetsJson(jsonObject(*presets, "presets"), "presets.");
    known["presets"] = presetsJson(*head.presets);
  }
  Json rest = unknownKeys(document, known);
  if (const auto presets = rest.find("presets"); presets != rest.end()) {
    dropKnownOptions(*presets);
    if (presets->empty()) {
      rest.erase("presets");
    }
  }
  if (!rest.empty() || !photos.unknown().empty()) {
    head.unknown = Json{{"document", rest}, {"photos", photos.unknown()}}.dump();
  }
  return head;
}

}  // namespace

Result<ProjectHead> readProjectFile(const fs::path& file, const std::function<void(KeptPhoto)>& each) {
  std::error_code status;
  if (!fs::exists(file, status)) {
    return fail(ErrorKind::notFound, file, "there is no such file");
  }
  std::ifstream in(file, std::ios::binary);
  if (!fs::is_regular_file(file, status) || !in) {
    return fail(ErrorKind::badInput, file, "cannot be read as a Platen project");
  }
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) {
    return fail(ErrorKind::badInput, file, "cannot be read as a Platen project");
  }
  PhotosOfDocument photos(wholePath(file).parent_path(), each);
  const Json document = Json::parse(
      bytes, [&](int depth, Json::parse_event_t event, Json& parsed) { return photos.take(depth, event, parsed); },
      false);
  if (document.is_discarded()) {
    return fail(ErrorKind::badInput, file, "is no Platen project, or is cut off (an older copy of it may be whole)");
  }
  try {
    ProjectHead head = headOf(document, photos);
    head.sha256 = sha256Of(bytes);
    return head;
  } catch (const JsonProblem& problem) {
    return fail(ErrorKind::badInput, file, problem.what());
  }
}

struct ProjectWriter::Unknown {
  Json json = Json::object();
};

ProjectWriter::ProjectWriter() : unknown_(std::make_unique<Unknown>()) {}
ProjectWriter::~ProjectWriter() = default;

Result<std::unique_ptr<ProjectWriter>> ProjectWriter::create(const fs::path& file,
                                                             int current,
                                                             const std::optional<KeptPresets>& presets,
                                                             const std::string& unknown) {
  auto out = OutputFile::create(file);
  if (!out) {
    return tl::unexpected(out.error());
  }
  std::unique_ptr<ProjectWriter> writer(new ProjectWriter);
  writer->out_ = std::move(*out);
  writer->folder_ = wholePath(file).parent_path();
  if (Json parsed = Json::parse(unknown, nullptr, false); parsed.is_object()) {
    writer->unknown_->json = std::move(parsed);
  }
  Json head{{"platen_project", kSchemaVersion}, {"current", current}};
  if (presets) {
    head["presets"] = presetsJson(*presets);
    if (const auto document = writer->unknown_->json.find("document"); document != writer->unknown_->json.end()) {
      if (const auto rest = document->find("presets"); rest != document->end()) {
        addUnknownKeys(head["presets"], *rest);
      }
    }
  }
  std::string text = textOf(head);
  text.pop_back();  // the closing brace
  if (const Result<void> written = writer->write(text + ", \"photos\": ["); !written) {
    return tl::unexpected(written.error());
  }
  return writer;
}

Result<void> ProjectWriter::write(const std::string& text) {
  digest_.add(text.data(), text.size());
  return out_->write(text.data(), text.size()) ? Result<void>() : Result<void>(out_->failure());
}

Result<void> ProjectWriter::add(const KeptPhoto& photo) {
  Json json = photoJson(photo, folder_);
  if (const auto photos = unknown_->json.find("photos"); photos != unknown_->json.end()) {
    if (const auto rest = photos->find(keyOf(wholePath(photo.file))); rest != photos->end()) {
      addUnknownKeys(json, *rest);
    }
  }
  return write((std::exchange(is_first_, false) ? "\n" : ",\n") + textOf(json));
}

Result<std::string> ProjectWriter::finish() {
  std::string text = "\n]";
  if (const auto document = unknown_->json.find("document"); document != unknown_->json.end()) {
    for (const auto& [key, value] : document->items()) {
      if (key == "presets") {
        continue;  // with those that are known
      }
      text += ", " + textOf(key) + ": " + textOf(value);
    }
  }
  if (const Result<void> written = write(text + "}\n"); !written) {
    return tl::unexpected(written.error());
  }
  return digest_.hex();
}

}  // namespace platen::io
