#include "core/io/batch_manifest.h"

#include "core/io/json_fields.h"
#include "core/io/kept_names.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBeginning = R"({"photo":)";
constexpr int kMostPages = 1'000'000;

Json sizeJson(Size size) {
  return {{"width", size.width}, {"height", size.height}};
}

Size readSize(const Json& object, const char* key) {
  const std::string where = std::string(key) + ".";
  const Json& size = jsonObject(jsonMember(object, key, ""), key);
  constexpr int kMost = std::numeric_limits<int>::max();
  return {jsonInteger(jsonMember(size, "width", where), where + "width", 0, kMost),
          jsonInteger(jsonMember(size, "height", where), where + "height", 0, kMost)};
}

// Whole numbers of 64 bits, which no double holds.
template <class T>
T readWhole(const Json& object, const char* key, const std::string& where) {
  const Json& value = jsonMember(object, key, where);
  if (!value.is_number_integer()) {
    throw JsonProblem("has no whole number in \"" + where + key + "\"");
  }
  return value.get<T>();
}

bool readFlag(const Json& object, const char* key) {
  const Json& value = jsonMember(object, key, "");
  if (!value.is_boolean()) {
    throw JsonProblem("has neither true nor false in \"" + std::string(key) + "\"");
  }
  return value.get<bool>();
}

}  // namespace

Result<FileStamp> stampOf(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return fail(ErrorKind::notFound, file, "cannot be looked at: " + systemReason(errno));
  }
  return FileStamp{static_cast<std::uint64_t>(status.st_size),
                   std::int64_t{1'000'000'000} * status.st_mtim.tv_sec + status.st_mtim.tv_nsec};
}

std::string manifestLine(const BatchPage& page) {
  Json line;
  line["photo"] = nameJson(page.photo);
  line["page"] = page.page;
  line["pages"] = page.pages;
  line["status"] = page.done ? "done" : "failed";
  line["review"] = page.review;
  line["kind"] = page.kind.empty() ? Json(nullptr) : Json(page.kind);
  line["reason"] = page.reason;
  line["output"] = page.output.empty() ? Json(nullptr) : nameJson(page.output);
  line["output_bytes"] = page.output_bytes;
  line["confidence"] = page.confidence;
  line["model"] = page.model;
  line["warnings"] = page.warnings;
  line["source"] = sizeJson(page.source_px);
  line["size"] = sizeJson(page.out_px);
  line["dpi"] = page.dpi > 0 ? Json(page.dpi) : Json(nullptr);
  Json seconds = Json::object();
  for (const auto& [stage, s] : page.seconds) {
    seconds[stage] = s;
  }
  line["seconds"] = seconds;
  line["photo_bytes"] = page.source.bytes;
  line["photo_modified_ns"] = page.source.modified_ns;
  line["version"] = page.version;
  line["options"] = page.options;
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

BatchPage readManifestLine(const std::string& text) {
  const Json line = Json::parse(text, nullptr, false);
  if (line.is_discarded()) {
    throw JsonProblem("is not JSON");
  }
  jsonObject(line, "the line");
  BatchPage page;
  page.photo = readNameJson(jsonMember(line, "photo", ""), "photo");
  page.page = jsonInteger(jsonMember(line, "page", ""), "page", 0, kMostPages);
  page.pages = jsonInteger(jsonMember(line, "pages", ""), "pages", 1, kMostPages);
  page.done = jsonText(jsonMember(line, "status", ""), "status") == "done";
  page.review = readFlag(line, "review");
  if (const Json& kind = jsonMember(line, "kind", ""); !kind.is_null()) {
    page.kind = jsonText(kind, "kind");
  }
  page.reason = jsonText(jsonMember(line, "reason", ""), "reason");
  if (const Json& output = jsonMember(line, "output", ""); !output.is_null()) {
    page.output = readNameJson(output, "output");
  }
  page.output_bytes = readWhole<std::uint64_t>(line, "output_bytes", "");
  page.confidence = jsonNumber(jsonMember(line, "confidence", ""), "confidence");
  page.model = jsonText(jsonMember(line, "model", ""), "model");
  for (const Json& warning : jsonArray(jsonMember(line, "warnings", ""), "warnings")) {
    page.warnings.push_back(jsonText(warning, "warnings"));
  }
  page.source_px = readSize(line, "source");
  page.out_px = readSize(line, "size");
  const Json& dpi = jsonMember(line, "dpi", "");
  page.dpi = dpi.is_null() ? 0 : jsonNumber(dpi, "dpi");
  for (const auto& [stage, s] : jsonObject(jsonMember(line, "seconds", ""), "seconds").items()) {
    page.seconds.emplace_back(stage, jsonNumber(s, "seconds." + stage));
  }
  page.source.bytes = readWhole<std::uint64_t>(line, "photo_bytes", "");
  page.source.modified_ns = readWhole<std::int64_t>(line, "photo_modified_ns", "");
  page.version = jsonText(jsonMember(line, "version", ""), "version");
  page.options = jsonText(jsonMember(line, "options", ""), "options");
  return page;
}

Result<std::unique_ptr<BatchManifest>> BatchManifest::open(const fs::path& file) {
  Result<std::unique_ptr<LockedFile>> locked = LockedFile::open(
      file, "a manifest of Platen", "is written by another run of platen batch (wait for its end, or stop it)");
  if (!locked) {
    return tl::unexpected(locked.error());
  }
  std::unique_ptr<BatchManifest> manifest(new BatchManifest(std::move(*locked)));
  if (Result<void> read = manifest->read(); !read) {
    return tl::unexpected(read.error());
  }
  return manifest;
}

Result<void> BatchManifest::read() {
  const Result<std::uint64_t> bytes = file_->size();
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  const std::string text = file_->bytesAt(0, *bytes);
  std::size_t lines = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = text.find('\n', from);
    if (to == std::string::npos) {
      break;  // torn
    }
    try {
      BatchPage page = readManifestLine(text.substr(from, to - from));
      std::vector<BatchPage>& pages = photos_[page.photo];
      // A photo's lines begin again with its first page.
      if (!pages.empty() && (page.page <= pages.back().page || page.pages != pages.back().pages)) {
        pages.clear();
      }
      pages.push_back(std::move(page));
      ++lines;
    } catch (const JsonProblem&) {
      if (lines == 0) {
        return fail(ErrorKind::badInput, file_->file(), "is no manifest of Platen (move it away)");
      }
      // A line that was damaged says nothing of its page, which is done again.
    }
    from = to + 1;
    end_ = from;
  }
  // A first line that was torn begins as ours do.
  const std::size_t seen = std::min(text.size(), kBeginning.size());
  if (lines == 0 && text.compare(0, seen, kBeginning, 0, seen) != 0) {
    return fail(ErrorKind::badInput, file_->file(), "is no manifest of Platen (move it away)");
  }
  return {};
}

const std::vector<BatchPage>* BatchManifest::find(const fs::path& photo) const {
  const auto found = photos_.find(photo);
  if (found == photos_.end() || found->second.empty()) {
    return nullptr;
  }
  const std::vector<BatchPage>& pages = found->second;
  const bool whole = pages.front().page == 0 || static_cast<int>(pages.size()) == pages.front().pages;
  return whole ? &pages : nullptr;
}

Result<void> BatchManifest::add(const std::vector<BatchPage>& photo) {
  std::string lines;
  for (const BatchPage& page : photo) {
    lines += manifestLine(page) + "\n";
  }
  if (Result<void> written = file_->append(end_, lines); !written) {
    return written;
  }
  end_ += lines.size();
  if (!photo.empty()) {
    photos_[photo.front().photo] = photo;
  }
  return {};
}

std::vector<BatchPage> BatchManifest::pages(std::vector<fs::path> photos) const {
  for (const auto& [photo, pages] : photos_) {
    photos.push_back(photo);
  }
  std::vector<BatchPage> all;
  std::set<fs::path> seen;
  for (const fs::path& photo : photos) {
    const std::vector<BatchPage>* pages = find(photo);
    if (pages != nullptr && seen.insert(photo).second) {
      all.insert(all.end(), pages->begin(), pages->end());
    }
  }
  return all;
}

Result<void> BatchManifest::arrange(const std::vector<BatchPage>& pages) {
  std::uint64_t end = 0;
  const Result<void> replaced = file_->replace([&](const LockedFile::Put& put) {
    for (const BatchPage& page : pages) {
      const std::string line = manifestLine(page) + "\n";
      put(line);
      end += line.size();
    }
    return true;
  });
  if (!replaced) {
    return replaced;
  }
  end_ = end;
  return {};
}

}  // namespace platen::io
