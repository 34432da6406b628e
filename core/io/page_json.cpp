#include "core/io/page_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace platen::io {
namespace {

constexpr std::array<const char*, 3> kModelNames{"plane", "sheet", "free"};

// Whole numbers are written as such.
Json plain(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Box readBox(const Json& box, const std::string& name) {
  if (!box.is_array() || box.size() != 4) {
    throw JsonProblem("holds a \"" + name + "\" that is not [u0, v0, u1, v1]");
  }
  const auto side = [&](std::size_t k) { return jsonNumber(box[k], name); };
  return {side(0), side(1), side(2), side(3)};
}

ExportedPage readExported(const Json& json, const std::string& where) {
  constexpr int kMost = 1 << 24;
  ExportedPage page;
  page.out_px = {jsonInteger(jsonMember(json, "width", where), where + "width", 1, kMost),
                 jsonInteger(jsonMember(json, "height", where), where + "height", 1, kMost)};
  page.page_uv = readBox(jsonMember(json, "page_uv", where), where + "page_uv");
  if (!(page.page_uv.width() > 0 && page.page_uv.height() > 0)) {
    throw JsonProblem("holds a \"" + where + "page_uv\" without an area");
  }
  if (const auto dpi = json.find("dpi"); dpi != json.end()) {
    page.dpi = jsonNumberIn(*dpi, where + "dpi", 0, kLargestDpi);
  }
  return page;
}

void addFocalLength(const FocalLength& focal, Json& parameters) {
  if (focal.longer_sides > 0) {
    parameters["focal_length"] = focal.longer_sides;
    parameters["focal_length_sigma"] = focal.log_sigma;
    parameters["focal_length_from"] = kFocalSourceNames.at(static_cast<std::size_t>(focal.from));
  }
}

// What is not as it is written says nothing: it is there to be read, and a fit goes on without.
FocalLength readFocalLength(const Json& parameters) {
  const auto length = parameters.find("focal_length");
  const auto sigma = parameters.find("focal_length_sigma");
  const auto from = parameters.find("focal_length_from");
  const auto is_number = [&](const auto& at) { return at != parameters.end() && at->is_number(); };
  if (!is_number(length) || !is_number(sigma) || from == parameters.end() || !from->is_string()) {
    return {};
  }
  const auto* source = std::find(kFocalSourceNames.begin(), kFocalSourceNames.end(), from->get<std::string>());
  const double longer_sides = length->get<double>();
  const double log_sigma = sigma->get<double>();
  if (source == kFocalSourceNames.end() || !(longer_sides > 0) || !(log_sigma >= 0)) {
    return {};
  }
  return {longer_sides, log_sigma, static_cast<FocalSource>(source - kFocalSourceNames.begin())};
}

}  // namespace

Json mapJson(const WarpGrid& map) {
  Json points = Json::array();
  for (const Vec2& p : map.points) {
    points.push_back({p.x, p.y});
  }
  return {{"rows", map.rows}, {"cols", map.cols}, {"points", std::move(points)}};
}

WarpGrid readMapJson(const Json& json, const std::string& where) {
  WarpGrid map;
  map.rows = jsonInteger(jsonMember(json, "rows", where), where + "rows", 2, kLargestMapSide);
  map.cols = jsonInteger(jsonMember(json, "cols", where), where + "cols", 2, kLargestMapSide);
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

Json parametersJson(const std::map<std::string, std::vector<double>>& parameters) {
  Json json = Json::object();
  for (const auto& [name, values] : parameters) {
    json[name] = values;
  }
  return json;
}

std::map<std::string, std::vector<double>> readParametersJson(const Json& json, const std::string& where) {
  std::map<std::string, std::vector<double>> parameters;
  for (const auto& [name, values] : jsonObject(json, where).items()) {
    // What is no list of numbers is not ours: it stays among the unknown keys.
    if (values.is_array() && std::all_of(values.begin(), values.end(), [](const Json& v) { return v.is_number(); })) {
      parameters[name] = values.get<std::vector<double>>();
    }
  }
  return parameters;
}

Json pageJson(const SidecarPage& page) {
  Json json;
  json["index"] = page.index;
  json["reading_rotation"] = page.reading_rotation;
  json["model"] = kModelNames.at(static_cast<std::size_t>(page.model));
  json["confidence"] = page.confidence;
  json["warnings"] = page.warnings;
  json["output"] = {
      {"width", plain(page.output_px.x)}, {"height", plain(page.output_px.y)}, {"dpi", plain(page.output_dpi)}};
  json["content_uv"] = {page.content_uv.x0, page.content_uv.y0, page.content_uv.x1, page.content_uv.y1};
  if (page.exported) {
    const ExportedPage& out = *page.exported;
    json["exported"] = {{"width", out.out_px.width},
                        {"height", out.out_px.height},
                        {"dpi", plain(out.dpi)},
                        {"page_uv", {out.page_uv.x0, out.page_uv.y0, out.page_uv.x1, out.page_uv.y1}}};
  }
  json["map"] = mapJson(page.map);
  json["parameters"] = parametersJson(page.parameters);
  addFocalLength(page.focal_length, json["parameters"]);
  if (!page.paper.empty()) {
    json["parameters"]["paper"] = page.paper;
    if (page.paper_is_assumed) {
      json["parameters"]["paper_assumed"] = true;
    }
  }
  json["fit"] = {{"steps", page.steps}, {"energy", {page.energy_first, page.energy_last}}, {"seconds", page.seconds}};
  return json;
}

SidecarPage readPageJson(const Json& json, const std::string& where) {
  SidecarPage page;
  page.index = jsonInteger(jsonMember(json, "index", where), where + "index", 1, kLargestPageIndex);
  page.reading_rotation = jsonQuarterTurn(jsonMember(json, "reading_rotation", where), where + "reading_rotation");
  const std::string model = jsonText(jsonMember(json, "model", where), where + "model");
  const auto known = std::find(kModelNames.begin(), kModelNames.end(), model);
  if (known == kModelNames.end()) {
    throw JsonProblem("names a model \"" + model + "\" that this version does not know");
  }
  page.model = static_cast<WarpModel>(known - kModelNames.begin());
  page.map = readMapJson(jsonObject(jsonMember(json, "map", where), where + "map"), where + "map.");
  const Json& output = jsonObject(jsonMember(json, "output", where), where + "output");
  page.output_px = {jsonNumber(jsonMember(output, "width", where + "output."), where + "output.width"),
                    jsonNumber(jsonMember(output, "height", where + "output."), where + "output.height")};
  if (page.output_px.x < 1 || page.output_px.y < 1 || page.output_px.x > kLargestExtent ||
      page.output_px.y > kLargestExtent) {
    throw JsonProblem("holds an output size that is no page's");
  }
  // The rest describes the fit; a hand-written warp may leave it out.
  if (const auto dpi = output.find("dpi"); dpi != output.end() && !dpi->is_null()) {
    page.output_dpi = jsonNumberIn(*dpi, where + "output.dpi", 0, kLargestDpi);
  }
  if (const auto confidence = json.find("confidence"); confidence != json.end()) {
    page.confidence = jsonNumberIn(*confidence, where + "confidence", 0, 1);
  }
  if (const auto warnings = json.find("warnings"); warnings != json.end()) {
    for (const Json& warning : jsonArray(*warnings, where + "warnings")) {
      page.warnings.push_back(jsonText(warning, where + "warnings"));
    }
  }
  if (const auto box = json.find("content_uv"); box != json.end()) {
    page.content_uv = readBox(*box, where + "content_uv");
  }
  if (const auto exported = json.find("exported"); exported != json.end()) {
    page.exported = readExported(jsonObject(*exported, where + "exported"), where + "exported.");
  }
  if (const auto parameters = json.find("parameters"); parameters != json.end()) {
    page.parameters = readParametersJson(*parameters, where + "parameters");
    page.focal_length = readFocalLength(*parameters);
    if (const auto paper = parameters->find("paper"); paper != parameters->end() && paper->is_string()) {
      page.paper = paper->get<std::string>();
      const auto assumed = parameters->find("paper_assumed");
      page.paper_is_assumed = assumed != parameters->end() && assumed->is_boolean() && assumed->get<bool>();
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

}  // namespace platen::io
