// A line of the manifest, there and back (batch_manifest.h).
#include "core/io/batch_manifest.h"
#include "core/io/json_fields.h"
#include "core/io/kept_names.h"

#include <limits>
#include <string>

namespace platen::io {

namespace {

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
  line["paper"] = page.paper.empty() ? Json(nullptr) : Json(page.paper);
  line["paper_assumed"] = page.paper_is_assumed;
  line["warnings"] = page.warnings;
  line["source"] = sizeJson(page.source_px);
  line["size"] = sizeJson(page.out_px);
  line["dpi"] = page.dpi > 0 ? Json(page.dpi) : Json(nullptr);
  line["paper_dpi"] = page.paper_dpi > 0 ? Json(page.paper_dpi) : Json(nullptr);
  Json seconds = Json::object();
  for (const auto& [stage, s] : page.seconds) {
    seconds[stage] = s;
  }
  line["seconds"] = seconds;
  line["photo_file"] = page.photo_file.empty() ? Json(nullptr) : nameJson(page.photo_file);
  line["photo_bytes"] = page.source.bytes;
  line["photo_modified_ns"] = page.source.modified_ns;
  line["ended_ns"] = page.ended_ns;
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
  if (const auto paper = line.find("paper"); paper != line.end() && !paper->is_null()) {
    page.paper = jsonText(*paper, "paper");
    page.paper_is_assumed = line.contains("paper_assumed") && readFlag(line, "paper_assumed");
  }
  for (const Json& warning : jsonArray(jsonMember(line, "warnings", ""), "warnings")) {
    page.warnings.push_back(jsonText(warning, "warnings"));
  }
  page.source_px = readSize(line, "source");
  page.out_px = readSize(line, "size");
  const Json& dpi = jsonMember(line, "dpi", "");
  page.dpi = dpi.is_null() ? 0 : jsonNumber(dpi, "dpi");
  if (const auto paper = line.find("paper_dpi"); paper != line.end() && !paper->is_null()) {
    page.paper_dpi = jsonNumber(*paper, "paper_dpi");
  }
  for (const auto& [stage, s] : jsonObject(jsonMember(line, "seconds", ""), "seconds").items()) {
    page.seconds.emplace_back(stage, jsonNumber(s, "seconds." + stage));
  }
  if (const auto file = line.find("photo_file"); file != line.end() && !file->is_null()) {
    page.photo_file = readNameJson(*file, "photo_file");
  }
  page.source.bytes = readWhole<std::uint64_t>(line, "photo_bytes", "");
  page.source.modified_ns = readWhole<std::int64_t>(line, "photo_modified_ns", "");
  if (line.contains("ended_ns")) {
    page.ended_ns = readWhole<std::int64_t>(line, "ended_ns", "");
  }
  page.version = jsonText(jsonMember(line, "version", ""), "version");
  page.options = jsonText(jsonMember(line, "options", ""), "options");
  return page;
}

}  // namespace platen::io
