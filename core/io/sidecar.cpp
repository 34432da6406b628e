#include "core/io/sidecar.h"

#include "core/io/json_fields.h"
#include "core/io/page_writer.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace platen::io {
namespace {

constexpr int kSchemaVersion = 1;
constexpr int kLargestGrid = 4096;  // samples a side
constexpr std::array<const char*, 3> kModelNames{"plane", "sheet", "free"};

// Whole numbers are written as such.
Json plain(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Json toJson(const SidecarPage& page) {
  Json points = Json::array();
  for (const Vec2& p : page.map.points) {
    points.push_back({p.x, p.y});
  }
  Json json;
  json["index"] = page.index;
  json["reading_rotation"] = page.reading_rotation;
  json["model"] = kModelNames.at(static_cast<std::size_t>(page.model));
  json["confidence"] = page.confidence;
  json["warnings"] = page.warnings;
  json["output"] = {
      {"width", plain(page.output_px.x)}, {"height", plain(page.output_px.y)}, {"dpi", plain(page.output_dpi)}};
  json["content_uv"] = {page.content_uv.x0, page.content_uv.y0, page.content_uv.x1, page.content_uv.y1};
  json["map"] = {{"rows", page.map.rows}, {"cols", page.map.cols}, {"points", std::move(points)}};
  json["parameters"] = Json::object();
  for (const auto& [name, values] : page.parameters) {
    json["parameters"][name] = values;
  }
  if (!page.paper.empty()) {
    json["parameters"]["paper"] = page.paper;
  }
  json["fit"] = {{"steps", page.steps}, {"energy", {page.energy_first, page.energy_last}}, {"seconds", page.seconds}};
  return json;
}

Json toJson(const Sidecar& sidecar) {
  Json json;
  json["platen"] = kSchemaVersion;
  json["source"] = {{"file", sidecar.source_file},
                    {"sha256", sidecar.source_sha256},
                    {"width", sidecar.source_size.width},
                    {"height", sidecar.source_size.height},
                    {"exif_orientation", sidecar.exif_orientation}};
  json["pages"] = Json::array();
  for (const SidecarPage& page : sidecar.pages) {
    json["pages"].push_back(toJson(page));
  }
  return json;
}

WarpGrid readMap(const Json& json, const std::string& where) {
  WarpGrid map;
  map.rows = jsonInteger(jsonMember(json, "rows", where), where + "rows", 2, kLargestGrid);
  map.cols = jsonInteger(jsonMember(json, "cols", where), where + "cols", 2, kLargestGrid);
  const Json& points = jsonArray(jsonMember(json, "points", where), where + "points");
  const auto wanted = static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.cols);
  if (points.size() != wanted) {
    throw JsonProblem("holds " + std::to_string(points.size()) + " points in \"" + where +
                      "points\" where rows x cols is " + std::to_string(wanted));
  }
  map.points.reserve(wanted);
  for (const Json& point : points) {
    if (!point.is_array() || point.size() != 2) {
      throw JsonProblem("holds a point in \"" + where + "points\" that is not [x, y]");
    }
    map.points.push_back({jsonNumber(point[0], where + "points"), jsonNumber(point[1], where + "points")});
  }
  return map;
}

SidecarPage readPage(const Json& json, const std::string& where) {
  SidecarPage page;
  page.index = jsonInteger(jsonMember(json, "index", where), where + "index", 1, 1000000);
  page.reading_rotation = jsonInteger(jsonMember(json, "reading_rotation", where), where + "reading_rotation", 0, 270);
  if (page.reading_rotation % 90 != 0) {
    throw JsonProblem("holds a \"" + where + "reading_rotation\" that is not 0, 90, 180 or 270");
  }
  const std::string model = jsonText(jsonMember(json, "model", where), where + "model");
  const auto known = std::find(kModelNames.begin(), kModelNames.end(), model);
  if (known == kModelNames.end()) {
    throw JsonProblem("names a model \"" + model + "\" that this version does not know");
  }
  page.model = static_cast<WarpModel>(known - kModelNames.begin());
  page.map = readMap(jsonObject(jsonMember(json, "map", where), where + "map"), where + "map.");
  const Json& output = jsonObject(jsonMember(json, "output", where), where + "output");
  page.output_px = {jsonNumber(jsonMember(output, "width", where + "output."), where + "output.width"),
                    jsonNumber(jsonMember(output, "height", where + "output."), where + "output.height")};
  if (page.output_px.x < 1 || page.output_px.y < 1 || page.output_px.x > 1e6 || page.output_px.y > 1e6) {
    throw JsonProblem("holds an output size that is no page's");
  }
  // The rest describes the fit; a hand-written warp may leave it out.
  if (const auto dpi = output.find("dpi"); dpi != output.end() && !dpi->is_null()) {
    page.output_dpi = std::max(0.0, jsonNumber(*dpi, where + "output.dpi"));
  }
  if (const auto confidence = json.find("confidence"); confidence != json.end()) {
    page.confidence = std::clamp(jsonNumber(*confidence, where + "confidence"), 0.0, 1.0);
  }
  if (const auto warnings = json.find("warnings"); warnings != json.end()) {
    for (const Json& warning : jsonArray(*warnings, where + "warnings")) {
      page.warnings.push_back(jsonText(warning, where + "warnings"));
    }
  }
  if (const auto box = json.find("content_uv"); box != json.end()) {
    if (!box->is_array() || box->size() != 4) {
      throw JsonProblem("holds a \"" + where + "content_uv\" that is not [u0, v0, u1, v1]");
    }
    const auto side = [&](std::size_t k) { return jsonNumber((*box)[k], where + "content_uv"); };
    page.content_uv = {side(0), side(1), side(2), side(3)};
  }
  if (const auto parameters = json.find("parameters"); parameters != json.end()) {
    for (const auto& [name, values] : jsonObject(*parameters, where + "parameters").items()) {
      // What is no list of numbers is not ours: it stays among the unknown keys.
      if (values.is_array() && std::all_of(values.begin(), values.end(), [](const Json& v) { return v.is_number(); })) {
        page.parameters[name] = values.get<std::vector<double>>();
      } else if (name == "paper" && values.is_string()) {
        page.paper = values.get<std::string>();
      }
    }
  }
  if (const auto fit = json.find("fit"); fit != json.end()) {
    const Json& run = jsonObject(*fit, where + "fit");
    page.steps = run.contains("steps") ? jsonInteger(run["steps"], where + "fit.steps", 0, 1 << 30) : 0;
    page.seconds = run.contains("seconds") ? jsonNumber(run["seconds"], where + "fit.seconds") : 0;
    if (run.contains("energy") && run["energy"].is_array() && run["energy"].size() == 2) {
      page.energy_first = jsonNumber(run["energy"][0], where + "fit.energy");
      page.energy_last = jsonNumber(run["energy"][1], where + "fit.energy");
    }
  }
  return page;
}

// The keys of `all` that `known` does not have, at every level of objects. Pages are matched by their index and come
// out as an object {"1": {...}}; other lists are values.
Json leftover(const Json& all, const Json& known) {
  Json rest = Json::object();
  for (const auto& [key, value] : all.items()) {
    const auto found = known.find(key);
    if (found == known.end()) {
      rest[key] = value;
    } else if (key == "pages") {
      for (std::size_t k = 0; k < value.size(); ++k) {
        if (Json page = leftover(value[k], (*found)[k]); !page.empty()) {
          rest[key][value[k]["index"].dump()] = std::move(page);
        }
      }
    } else if (value.is_object() && found->is_object()) {
      if (Json inner = leftover(value, *found); !inner.empty()) {
        rest[key] = std::move(inner);
      }
    }
  }
  return rest;
}

// Adds what leftover() took away to a document, where it does not say something itself.
void addUnknown(Json& document, const Json& unknown) {
  for (const auto& [key, value] : unknown.items()) {
    const auto found = document.find(key);
    if (found == document.end()) {
      document[key] = value;
    } else if (key == "pages" && found->is_array()) {
      for (Json& page : *found) {
        if (const auto kept = value.find(page["index"].dump()); kept != value.end()) {
          addUnknown(page, *kept);
        }
      }
    } else if (found->is_object() && value.is_object()) {
      addUnknown(*found, value);
    }
  }
}

Sidecar parse(const Json& json) {
  checkJsonVersion(json, "platen", kSchemaVersion, "Platen warp");
  Sidecar sidecar;
  const Json& source = jsonObject(jsonMember(json, "source", ""), "source");
  sidecar.source_file = jsonText(jsonMember(source, "file", "source."), "source.file");
  sidecar.source_size = {jsonInteger(jsonMember(source, "width", "source."), "source.width", 1, 1 << 24),
                         jsonInteger(jsonMember(source, "height", "source."), "source.height", 1, 1 << 24)};
  if (source.contains("sha256")) {
    sidecar.source_sha256 = jsonText(source["sha256"], "source.sha256");
  }
  if (source.contains("exif_orientation")) {
    sidecar.exif_orientation = jsonInteger(source["exif_orientation"], "source.exif_orientation", 1, 8);
  }
  int number_in_file = 0;
  for (const Json& page : jsonArray(jsonMember(json, "pages", ""), "pages")) {
    const std::string where = "pages[" + std::to_string(number_in_file++) + "]";
    sidecar.pages.push_back(readPage(jsonObject(page, where), where + "."));
  }
  const Json unknown = leftover(json, toJson(sidecar));
  sidecar.unknown = unknown.empty() ? std::string() : unknown.dump();
  return sidecar;
}

}  // namespace

Result<Sidecar> readSidecar(const std::filesystem::path& file) {
  Sidecar sidecar;
  const Result<void> read = readJson(file, "a Platen warp (WARP.json)", "make it again with platen fit",
                                     [&](const Json& json) { sidecar = parse(json); });
  return read ? Result<Sidecar>(std::move(sidecar)) : tl::unexpected(read.error());
}

Result<void> writeSidecar(const std::filesystem::path& file, const Sidecar& sidecar) {
  Json json = toJson(sidecar);
  if (!sidecar.unknown.empty()) {
    if (const Json unknown = Json::parse(sidecar.unknown, nullptr, false); unknown.is_object()) {
      addUnknown(json, unknown);
    }
  }
  // File names may hold bytes that are no UTF-8: they are replaced rather than refused.
  return writeFileAtomically(file, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace platen::io
