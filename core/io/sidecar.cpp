#include "core/io/sidecar.h"

#include "core/io/page_writer.h"
#include "core/io/photo_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace platen::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;
constexpr int kLargestGrid = 4096;  // samples a side
constexpr std::array<const char*, 3> kModelNames{"plane", "sheet", "free"};

// What is wrong with a document: thrown inside this file only, where nesting is deep, and turned into badInput by
// readSidecar().
struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

const Json& member(const Json& object, const char* key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) {
    throw Problem("lacks \"" + where + key + "\"");
  }
  return *found;
}

double number(const Json& value, const std::string& name) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    throw Problem("holds no number in \"" + name + "\"");
  }
  return value.get<double>();
}

int integer(const Json& value, const std::string& name, int low, int high) {
  const double v = number(value, name);
  if (v != std::floor(v) || v < low || v > high) {
    throw Problem("holds " + value.dump() + " in \"" + name + "\", which lies not in " + std::to_string(low) + ".." +
                  std::to_string(high));
  }
  return static_cast<int>(v);
}

std::string text(const Json& value, const std::string& name) {
  if (!value.is_string()) {
    throw Problem("holds no text in \"" + name + "\"");
  }
  return value.get<std::string>();
}

const Json& object(const Json& value, const std::string& name) {
  if (!value.is_object()) {
    throw Problem("holds no object in \"" + name + "\"");
  }
  return value;
}

const Json& array(const Json& value, const std::string& name) {
  if (!value.is_array()) {
    throw Problem("holds no list in \"" + name + "\"");
  }
  return value;
}

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
  map.rows = integer(member(json, "rows", where), where + "rows", 2, kLargestGrid);
  map.cols = integer(member(json, "cols", where), where + "cols", 2, kLargestGrid);
  const Json& points = array(member(json, "points", where), where + "points");
  const auto wanted = static_cast<std::size_t>(map.rows) * static_cast<std::size_t>(map.cols);
  if (points.size() != wanted) {
    throw Problem("holds " + std::to_string(points.size()) + " points in \"" + where +
                  "points\" where rows x cols is " + std::to_string(wanted));
  }
  map.points.reserve(wanted);
  for (const Json& point : points) {
    if (!point.is_array() || point.size() != 2) {
      throw Problem("holds a point in \"" + where + "points\" that is not [x, y]");
    }
    map.points.push_back({number(point[0], where + "points"), number(point[1], where + "points")});
  }
  return map;
}

SidecarPage readPage(const Json& json, const std::string& where) {
  SidecarPage page;
  page.index = integer(member(json, "index", where), where + "index", 1, 1000000);
  page.reading_rotation = integer(member(json, "reading_rotation", where), where + "reading_rotation", 0, 270);
  if (page.reading_rotation % 90 != 0) {
    throw Problem("holds a \"" + where + "reading_rotation\" that is not 0, 90, 180 or 270");
  }
  const std::string model = text(member(json, "model", where), where + "model");
  const auto known = std::find(kModelNames.begin(), kModelNames.end(), model);
  if (known == kModelNames.end()) {
    throw Problem("names a model \"" + model + "\" that this version does not know");
  }
  page.model = static_cast<WarpModel>(known - kModelNames.begin());
  page.map = readMap(object(member(json, "map", where), where + "map"), where + "map.");
  const Json& output = object(member(json, "output", where), where + "output");
  page.output_px = {number(member(output, "width", where + "output."), where + "output.width"),
                    number(member(output, "height", where + "output."), where + "output.height")};
  if (page.output_px.x < 1 || page.output_px.y < 1 || page.output_px.x > 1e6 || page.output_px.y > 1e6) {
    throw Problem("holds an output size that is no page's");
  }
  // The rest describes the fit; a hand-written warp may leave it out.
  if (const auto dpi = output.find("dpi"); dpi != output.end() && !dpi->is_null()) {
    page.output_dpi = std::max(0.0, number(*dpi, where + "output.dpi"));
  }
  if (const auto confidence = json.find("confidence"); confidence != json.end()) {
    page.confidence = std::clamp(number(*confidence, where + "confidence"), 0.0, 1.0);
  }
  if (const auto warnings = json.find("warnings"); warnings != json.end()) {
    for (const Json& warning : array(*warnings, where + "warnings")) {
      page.warnings.push_back(text(warning, where + "warnings"));
    }
  }
  if (const auto box = json.find("content_uv"); box != json.end()) {
    if (!box->is_array() || box->size() != 4) {
      throw Problem("holds a \"" + where + "content_uv\" that is not [u0, v0, u1, v1]");
    }
    const auto side = [&](std::size_t k) { return number((*box)[k], where + "content_uv"); };
    page.content_uv = {side(0), side(1), side(2), side(3)};
  }
  if (const auto parameters = json.find("parameters"); parameters != json.end()) {
    for (const auto& [name, values] : object(*parameters, where + "parameters").items()) {
      // What is no list of numbers is not ours: it stays among the unknown keys.
      if (values.is_array() && std::all_of(values.begin(), values.end(), [](const Json& v) { return v.is_number(); })) {
        page.parameters[name] = values.get<std::vector<double>>();
      } else if (name == "paper" && values.is_string()) {
        page.paper = values.get<std::string>();
      }
    }
  }
  if (const auto fit = json.find("fit"); fit != json.end()) {
    const Json& run = object(*fit, where + "fit");
    page.steps = run.contains("steps") ? integer(run["steps"], where + "fit.steps", 0, 1 << 30) : 0;
    page.seconds = run.contains("seconds") ? number(run["seconds"], where + "fit.seconds") : 0;
    if (run.contains("energy") && run["energy"].is_array() && run["energy"].size() == 2) {
      page.energy_first = number(run["energy"][0], where + "fit.energy");
      page.energy_last = number(run["energy"][1], where + "fit.energy");
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
  if (!json.is_object() || !json.contains("platen")) {
    throw Problem("is not a Platen warp (it lacks \"platen\")");
  }
  const int version = integer(json["platen"], "platen", 0, std::numeric_limits<int>::max());
  if (version > kSchemaVersion) {
    throw Problem("is of schema version " + std::to_string(version) + ", newer than this Platen reads (" +
                  std::to_string(kSchemaVersion) + "; use a newer Platen)");
  }
  Sidecar sidecar;
  const Json& source = object(member(json, "source", ""), "source");
  sidecar.source_file = text(member(source, "file", "source."), "source.file");
  sidecar.source_size = {integer(member(source, "width", "source."), "source.width", 1, 1 << 24),
                         integer(member(source, "height", "source."), "source.height", 1, 1 << 24)};
  if (source.contains("sha256")) {
    sidecar.source_sha256 = text(source["sha256"], "source.sha256");
  }
  if (source.contains("exif_orientation")) {
    sidecar.exif_orientation = integer(source["exif_orientation"], "source.exif_orientation", 1, 8);
  }
  int number_in_file = 0;
  for (const Json& page : array(member(json, "pages", ""), "pages")) {
    const std::string where = "pages[" + std::to_string(number_in_file++) + "]";
    sidecar.pages.push_back(readPage(object(page, where), where + "."));
  }
  const Json unknown = leftover(json, toJson(sidecar));
  sidecar.unknown = unknown.empty() ? std::string() : unknown.dump();
  return sidecar;
}

}  // namespace

Result<Sidecar> readSidecar(const std::filesystem::path& file) {
  std::error_code status;
  if (!std::filesystem::exists(file, status)) {
    return fail(ErrorKind::notFound, file, "there is no such file");
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  if (!std::filesystem::is_regular_file(file, status) || !in || !(bytes << in.rdbuf())) {
    return fail(ErrorKind::badInput, file, "cannot be read as a Platen warp (WARP.json)");
  }
  const Json json = Json::parse(bytes.str(), nullptr, false);
  if (json.is_discarded()) {
    return fail(ErrorKind::badInput, file, "is not JSON, or is cut off (make it again with platen fit)");
  }
  try {
    return parse(json);
  } catch (const Problem& problem) {
    return fail(ErrorKind::badInput, file, problem.what());
  }
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
