// {"points": [[x, y], ...], "boxes": [[x0, y0, x1, y1], ...]}, and back with "outlines" of the boxes.
#include "core/io/json_fields.h"
#include "core/io/place_map.h"

#include <cmath>
#include <cstddef>

namespace platen::io {

namespace {

// A thousandth of a pixel.
double rounded(double value) {
  return std::round(value * 1000) / 1000 + 0.0;  // never -0
}

Json pointJson(Vec2 p) {
  return {rounded(p.x), rounded(p.y)};
}

Vec2 readPoint(const Json& json, const std::string& name) {
  if (!json.is_array() || json.size() != 2) {
    throw JsonProblem("holds a point in \"" + name + "\" that is not [x, y]");
  }
  return {jsonNumber(json[0], name), jsonNumber(json[1], name)};
}

Polyline readOutline(const Json& boxes, const Json* outlines, std::size_t k) {
  if (outlines != nullptr && k < outlines->size() && !(*outlines)[k].is_null()) {
    Polyline outline;
    for (const Json& point : jsonArray((*outlines)[k], "outlines")) {
      outline.push_back(readPoint(point, "outlines"));
    }
    if (outline.size() >= 2) {
      return outline;
    }
  }
  const Json& box = boxes[k];
  if (!box.is_array() || box.size() != 4) {
    throw JsonProblem("holds a box in \"boxes\" that is not [x0, y0, x1, y1]");
  }
  const auto side = [&](std::size_t i) { return jsonNumber(box[i], "boxes"); };
  return outlineOf({side(0), side(1), side(2), side(3)});
}

}  // namespace

MappedPlaces mapPlacesOfJson(const std::string& text, const PlaceMap& map) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !(json.contains("points") || json.contains("boxes"))) {
    throw JsonProblem("is no JSON object with \"points\" or \"boxes\"");
  }
  if (json.contains("frame") && jsonText(json["frame"], "frame") == map.frame) {
    throw JsonProblem("holds places of the " + std::string(map.frame == "page" ? "page" : "photo") + " already");
  }
  const auto sideSaid = [&](const char* name) {
    return json.contains(name) && json[name].is_number() ? json[name].get<double>() : 0.0;
  };
  checkSize({sideSaid("width"), sideSaid("height")}, map);
  MappedPlaces out;
  Json outside = Json::object();
  if (json.contains("points")) {
    Json points = Json::array(), beside = Json::array();
    for (const Json& point : jsonArray(json["points"], "points")) {
      ++out.mapped;
      if (point.is_null()) {
        ++out.nowhere;
        points.push_back(nullptr);
        continue;
      }
      const Vec2 from = readPoint(point, "points");
      const std::optional<Vec2> to = map.place(from);
      if (!map.is_inside(from)) {
        ++out.outside;
        beside.push_back(points.size());
      }
      out.nowhere += to ? 0 : 1;
      points.push_back(to ? pointJson(*to) : Json(nullptr));
    }
    json["points"] = points;
    outside["points"] = beside;
  }
  if (json.contains("boxes")) {
    const Json boxes = jsonArray(json["boxes"], "boxes");
    const Json before = json.contains("outlines") ? jsonArray(json["outlines"], "outlines") : Json();
    Json mapped = Json::array(), outlines = Json::array(), beside = Json::array();
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      ++out.mapped;
      const Polyline from =
          boxes[k].is_null() ? Polyline() : readOutline(boxes, before.is_null() ? nullptr : &before, k);
      const Polyline outline = mappedOutline(from, map);
      if (!isInside(from, map)) {
        ++out.outside;
        beside.push_back(k);
      }
      if (outline.empty()) {
        ++out.nowhere;
        mapped.push_back(nullptr);
        outlines.push_back(nullptr);
        continue;
      }
      const Box box = boxAround(outline);
      mapped.push_back({rounded(box.x0), rounded(box.y0), rounded(box.x1), rounded(box.y1)});
      Json polygon = Json::array();
      for (const Vec2 p : outline) {
        polygon.push_back(pointJson(p));
      }
      outlines.push_back(polygon);
    }
    json["boxes"] = mapped;
    json["outlines"] = outlines;
    outside["boxes"] = beside;
  }
  json["frame"] = map.frame;
  json["width"] = map.to_px.width;
  json["height"] = map.to_px.height;
  json["outside"] = outside;
  out.text = json.dump() + "\n";
  return out;
}

}  // namespace platen::io
