#include "core/io/photo_json.h"

#include "core/io/guide_json.h"
#include "core/io/kept_names.h"
#include "core/io/option_json.h"
#include "core/io/page_json.h"
#include "core/io/unknown_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace platen::io {
namespace {

constexpr std::array<const char*, 4> kTerminations{"converged", "steps used", "stopped", "diverged"};
constexpr std::array<const char*, 3> kDues{"nothing", "onward", "afresh"};

double finite(double value) {
  return std::isfinite(value) ? value : 0;
}

bool isFinite(Vec2 point) {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

bool isQuarterTurn(int degrees) {
  return degrees == 0 || degrees == 90 || degrees == 180 || degrees == 270;
}

bool isReadable(const WarpGrid& grid) {
  return grid.rows >= 2 && grid.cols >= 2 && grid.rows <= kLargestMapSide && grid.cols <= kLargestMapSide &&
         grid.points.size() == static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols) &&
         std::all_of(grid.points.begin(), grid.points.end(), isFinite);
}

bool isReadable(const KeptPage& page) {
  const Vec2 extent = page.fit.page_extent_px;
  return page.index >= 1 && page.index <= kLargestPageIndex && isQuarterTurn(page.fit.reading_rotation) &&
         extent.x >= 1 && extent.y >= 1 && extent.x <= kLargestExtent && extent.y <= kLargestExtent &&
         isReadable(page.fit.grid);
}

using Parameters = std::map<std::string, std::vector<double>>;

// All of them or none: a part would not be what a fit goes on from.
Parameters readable(const Parameters& parameters) {
  const bool are_finite = std::all_of(parameters.begin(), parameters.end(), [](const auto& entry) {
    return std::all_of(entry.second.begin(), entry.second.end(), [](double v) { return std::isfinite(v); });
  });
  return are_finite ? parameters : Parameters{};
}

std::vector<Pin> readable(std::vector<Pin> pins) {
  std::erase_if(pins, [](const Pin& pin) { return !isFinite(pin.point) || !isFinite(pin.page_uv); });
  return pins;
}

std::vector<Stroke> readable(std::vector<Stroke> strokes) {
  std::erase_if(strokes, [](const Stroke& s) { return !std::all_of(s.points.begin(), s.points.end(), isFinite); });
  return strokes;
}

Polyline readable(const Polyline& line) {
  return std::all_of(line.begin(), line.end(), isFinite) ? line : Polyline{};
}

template <std::size_t N>
std::size_t placeOf(const std::array<const char*, N>& names, const Json& value, const std::string& name) {
  const std::string text = jsonText(value, name);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) {
    throw JsonProblem("says \"" + text + "\" in \"" + name + "\", which this version does not know");
  }
  return static_cast<std::size_t>(found - names.begin());
}

SidecarPage sidecarPage(const KeptPage& page) {
  SidecarPage kept;
  kept.index = page.index;
  kept.reading_rotation = page.fit.reading_rotation;
  kept.model = page.fit.model;
  kept.confidence = std::clamp(finite(page.fit.confidence), 0.0, 1.0);
  kept.warnings = page.fit.warnings;
  kept.output_px = page.fit.page_extent_px;
  kept.output_dpi = std::clamp(finite(page.density_dpi), 0.0, static_cast<double>(kLargestDpi));
  kept.map = page.fit.grid;
  kept.parameters = readable(page.fit.parameters);
  kept.paper = page.fit.paper;
  kept.paper_is_assumed = page.fit.paper_is_assumed;
  const FocalLength& focal = page.fit.focal_length;
  kept.focal_length = std::isfinite(focal.longer_sides) && std::isfinite(focal.log_sigma) ? focal : FocalLength{};
  kept.steps = std::clamp(page.fit.steps, 0, 1 << 30);
  kept.energy_first = finite(page.fit.energy_first);
  kept.energy_last = finite(page.fit.energy_last);
  kept.seconds = finite(page.fit.seconds);
  const Box& content = page.fit.content_uv;
  const bool has_content = isFinite({content.x0, content.y0}) && isFinite({content.x1, content.y1});
  kept.content_uv = has_content ? content : Box{0, 0, 1, 1};
  return kept;
}

Json toJson(const KeptPage& page) {
  Json json = pageJson(sidecarPage(page));
  json["full_page"] = page.fit.is_full_page;
  Json& run = json["fit"];
  run["termination"] = kTerminations.at(static_cast<std::size_t>(page.fit.termination));
  run["energies"] = Json::array();
  for (const FitEnergy& energy : page.fit.energies) {
    run["energies"].push_back({{"name", energy.name}, {"first", finite(energy.first)}, {"last", finite(energy.last)}});
  }
  run["stages"] = Json::array();
  for (const auto& [stage, seconds] : page.seconds) {
    run["stages"].push_back(Json::array({stage, finite(seconds)}));
  }
  json["pins"] = pinsJson(readable(page.pins));
  json["lines"] = strokesJson(readable(page.strokes));
  return json;
}

KeptPage readPage(const Json& json, const std::string& where) {
  SidecarPage kept = readPageJson(json, where);
  KeptPage page;
  page.index = kept.index;
  page.density_dpi = kept.output_dpi;
  FitResult& fit = page.fit;
  fit.reading_rotation = kept.reading_rotation;
  fit.model = kept.model;
  fit.confidence = kept.confidence;
  fit.warnings = std::move(kept.warnings);
  fit.page_extent_px = kept.output_px;
  fit.grid = std::move(kept.map);
  fit.parameters = std::move(kept.parameters);
  fit.paper = kept.paper;
  fit.paper_is_assumed = kept.paper_is_assumed;
  fit.focal_length = kept.focal_length;
  fit.steps = kept.steps;
  fit.energy_first = kept.energy_first;
  fit.energy_last = kept.energy_last;
  fit.seconds = kept.seconds;
  fit.content_uv = kept.content_uv;
  if (const auto full = json.find("full_page"); full != json.end()) {
    if (!full->is_boolean()) {
      throw JsonProblem("holds neither true nor false in \"" + where + "full_page\"");
    }
    fit.is_full_page = full->get<bool>();
  }
  if (const auto run = json.find("fit"); run != json.end()) {
    const std::string at = where + "fit.";
    if (const auto ended = run->find("termination"); ended != run->end()) {
      fit.termination = static_cast<Termination>(placeOf(kTerminations, *ended, at + "termination"));
    }
    if (const auto energies = run->find("energies"); energies != run->end()) {
      for (const Json& energy : jsonArray(*energies, at + "energies")) {
        jsonObject(energy, at + "energies");
        const std::string in = at + "energies.";
        fit.energies.push_back({jsonText(jsonMember(energy, "name", in), in + "name"),
                                jsonNumber(jsonMember(energy, "first", in), in + "first"),
                                jsonNumber(jsonMember(energy, "last", in), in + "last")});
      }
    }
    if (const auto stages = run->find("stages"); stages != run->end()) {
      for (const Json& stage : jsonArray(*stages, at + "stages")) {
        if (!stage.is_array() || stage.size() != 2) {
          throw JsonProblem("holds an entry in \"" + at + "stages\" that is not [name, seconds]");
        }
        page.seconds.emplace_back(jsonText(stage[0], at + "stages"), jsonNumber(stage[1], at + "stages"));
      }
    }
  }
  page.pins = readPinsJson(json, where);
  page.strokes = readStrokesJson(json, where);
  return page;
}

Json toJson(const PageGuide& guide) {
  Json json;
  json["index"] = std::clamp(guide.index, 1, kLargestPageIndex);
  if (guide.reading_rotation && isQuarterTurn(*guide.reading_rotation)) {
    json["rotation"] = *guide.reading_rotation;
  }
  json["pins"] = pinsJson(readable(guide.pins));
  json["lines"] = strokesJson(readable(guide.strokes));
  json["spine"] = pointsJson(readable(guide.spine));
  if (isReadable(guide.shape) && isQuarterTurn(guide.shape_rotation) && isFinite(guide.shape_extent_px)) {
    json["shape"] = {{"rotation", guide.shape_rotation},
                     {"extent", {guide.shape_extent_px.x, guide.shape_extent_px.y}},
                     {"map", mapJson(guide.shape)},
                     {"parameters", parametersJson(readable(guide.parameters))}};
  }
  return json;
}

PageGuide readGuide(const Json& json, const std::string& where) {
  PageGuide guide;
  guide.index = jsonInteger(jsonMember(json, "index", where), where + "index", 1, kLargestPageIndex);
  if (const auto rotation = json.find("rotation"); rotation != json.end()) {
    guide.reading_rotation = jsonQuarterTurn(*rotation, where + "rotation");
  }
  guide.pins = readPinsJson(json, where);
  guide.strokes = readStrokesJson(json, where);
  if (const auto spine = json.find("spine"); spine != json.end()) {
    guide.spine = readPointsJson(*spine, where + "spine");
  }
  if (const auto shape = json.find("shape"); shape != json.end()) {
    const std::string at = where + "shape.";
    jsonObject(*shape, where + "shape");
    guide.shape_rotation = jsonQuarterTurn(jsonMember(*shape, "rotation", at), at + "rotation");
    const Json& extent = jsonArray(jsonMember(*shape, "extent", at), at + "extent");
    if (extent.size() != 2) {
      throw JsonProblem("holds no [width, height] in \"" + at + "extent\"");
    }
    guide.shape_extent_px = {jsonNumber(extent[0], at + "extent"), jsonNumber(extent[1], at + "extent")};
    guide.shape = readMapJson(jsonObject(jsonMember(*shape, "map", at), at + "map"), at + "map.");
    if (const auto parameters = shape->find("parameters"); parameters != shape->end()) {
      guide.parameters = readParametersJson(*parameters, at + "parameters");
    }
  }
  return guide;
}

template <class Read>
void readEach(const Json& json, const char* key, const std::string& where, const Read& read) {
  if (const auto found = json.find(key); found != json.end()) {
    std::size_t number = 0;
    for (const Json& entry : jsonArray(*found, where + key)) {
      const std::string at = where + key + "[" + std::to_string(number++) + "]";
      read(jsonObject(entry, at), at + ".");
    }
  }
}

}  // namespace

Json photoJson(const KeptPhoto& photo, const std::filesystem::path& folder) {
  const bool are_readable =
      std::all_of(photo.pages.begin(), photo.pages.end(), [](const KeptPage& page) { return isReadable(page); });
  Json json;
  json["file"] = nameJson(keptPath(wholePath(photo.file), folder));
  json["due"] = kDues.at(static_cast<std::size_t>(are_readable ? photo.due : KeptDue::afresh));
  json["due_page"] = are_readable ? std::clamp(photo.due_page, 0, kLargestPageIndex) : 0;
  json["fit_options"] = optionsJson(photo.fit);
  json["export_options"] = optionsJson(photo.out);
  json["start"] = Json::array();
  for (const PageGuide& guide : photo.start.pages) {
    json["start"].push_back(toJson(guide));
  }
  json["spine"] = pointsJson(readable(photo.spine));
  json["pages"] = Json::array();
  for (const KeptPage& page : photo.pages) {
    if (isReadable(page)) {
      json["pages"].push_back(toJson(page));
    }
  }
  return json;
}

KeptPhoto readPhotoJson(const Json& json, const std::filesystem::path& folder, const std::string& where) {
  KeptPhoto photo;
  photo.file = photoPath(readNameJson(jsonMember(json, "file", where), where + "file"), folder);
  if (const auto due = json.find("due"); due != json.end()) {
    photo.due = static_cast<KeptDue>(placeOf(kDues, *due, where + "due"));
  }
  if (const auto page = json.find("due_page"); page != json.end()) {
    photo.due_page = jsonInteger(*page, where + "due_page", 0, kLargestPageIndex);
  }
  if (const auto options = json.find("fit_options"); options != json.end()) {
    photo.fit = readFitOptions(jsonObject(*options, where + "fit_options"), where + "fit_options.");
  }
  if (const auto options = json.find("export_options"); options != json.end()) {
    photo.out = readExportOptions(jsonObject(*options, where + "export_options"), where + "export_options.");
  }
  readEach(json, "start", where,
           [&](const Json& guide, const std::string& at) { photo.start.pages.push_back(readGuide(guide, at)); });
  if (const auto spine = json.find("spine"); spine != json.end()) {
    photo.spine = readPointsJson(*spine, where + "spine");
  }
  readEach(json, "pages", where,
           [&](const Json& page, const std::string& at) { photo.pages.push_back(readPage(page, at)); });
  return photo;
}

Json unknownOfPhoto(const Json& json, const KeptPhoto& read, const std::filesystem::path& folder) {
  Json rest = unknownKeys(json, photoJson(read, folder));
  dropKnownOptions(rest);
  return rest;
}

}  // namespace platen::io
