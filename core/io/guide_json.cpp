#include "core/io/guide_json.h"

#include <cstddef>

namespace platen::io {
namespace {

Vec2 readPoint(const Json& json, const std::string& name) {
  if (!json.is_array() || json.size() != 2) {
    throw JsonProblem("holds a point in \"" + name + "\" that is not a pair of numbers");
  }
  return {jsonNumber(json[0], name), jsonNumber(json[1], name)};
}

Pin readPin(const Json& json, const std::string& where) {
  jsonObject(json, where);
  return {readPoint(jsonMember(json, "photo", where + "."), where + ".photo"),
          readPoint(jsonMember(json, "page", where + "."), where + ".page")};
}

Stroke readStroke(const Json& json, const std::string& where) {
  jsonObject(json, where);
  Stroke stroke;
  stroke.points = readPointsJson(jsonMember(json, "photo", where + "."), where + ".photo");
  const std::string runs = jsonText(jsonMember(json, "runs", where + "."), where + ".runs");
  if (runs != "level" && runs != "upright") {
    throw JsonProblem("says \"" + runs + "\" in \"" + where + ".runs\", which is neither level nor upright");
  }
  stroke.is_level = runs == "level";
  return stroke;
}

template <class Value>
std::vector<Value> readEach(const Json& json,
                            const char* key,
                            const std::string& where,
                            Value (*read)(const Json&, const std::string&)) {
  std::vector<Value> values;
  if (json.contains(key)) {
    for (const Json& entry : jsonArray(json[key], where + key)) {
      values.push_back(read(entry, where + key + "[" + std::to_string(values.size()) + "]"));
    }
  }
  return values;
}

}  // namespace

Json pointsJson(const Polyline& points) {
  Json json = Json::array();
  for (const Vec2& point : points) {
    json.push_back({point.x, point.y});
  }
  return json;
}

Polyline readPointsJson(const Json& json, const std::string& name) {
  Polyline points;
  for (const Json& point : jsonArray(json, name)) {
    points.push_back(readPoint(point, name));
  }
  return points;
}

Json pinsJson(const std::vector<Pin>& pins) {
  Json json = Json::array();
  for (const Pin& pin : pins) {
    json.push_back({{"photo", {pin.point.x, pin.point.y}}, {"page", {pin.page_uv.x, pin.page_uv.y}}});
  }
  return json;
}

Json strokesJson(const std::vector<Stroke>& strokes) {
  Json json = Json::array();
  for (const Stroke& stroke : strokes) {
    json.push_back({{"photo", pointsJson(stroke.points)}, {"runs", stroke.is_level ? "level" : "upright"}});
  }
  return json;
}

std::vector<Pin> readPinsJson(const Json& json, const std::string& where) {
  return readEach(json, "pins", where, readPin);
}

std::vector<Stroke> readStrokesJson(const Json& json, const std::string& where) {
  return readEach(json, "lines", where, readStroke);
}

}  // namespace platen::io
