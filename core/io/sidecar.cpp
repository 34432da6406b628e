#include "core/io/sidecar.h"

#include "core/io/json_fields.h"
#include "core/io/page_json.h"
#include "core/io/page_writer.h"
#include "core/io/unknown_keys.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace platen::io {
namespace {

constexpr int kSchemaVersion = 1;

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
    json["pages"].push_back(pageJson(page));
  }
  return json;
}

// What a fit goes on to beyond the photo is nearer than this: more is a slip, and would have the export look for the
// photo far from where it is.
void checkReach(const WarpGrid& map, Size photo, const std::string& where) {
  constexpr double kReach = 8;  // of the photo's longer side, from its middle
  const double reach = kReach * std::max(photo.width, photo.height);
  for (const Vec2& p : map.points) {
    if (!(std::abs(p.x - photo.width / 2.0) <= reach && std::abs(p.y - photo.height / 2.0) <= reach)) {
      throw JsonProblem("holds a point in \"" + where + "map.points\" that lies far from the photo");
    }
  }
}

// What is printed is somewhere on the page, and is more than a point.
void checkContent(const Box& box, const std::string& name) {
  const auto is_near = [](double side) { return std::abs(side) <= kLargestReach; };
  if (!(box.width() > 0 && box.height() > 0)) {
    throw JsonProblem("holds a \"" + name + "\" without an area");
  }
  if (!(is_near(box.x0) && is_near(box.y0) && is_near(box.x1) && is_near(box.y1))) {
    throw JsonProblem("holds a \"" + name + "\" that lies far from the page");
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
    sidecar.pages.push_back(readPageJson(jsonObject(page, where), where + "."));
    checkReach(sidecar.pages.back().map, sidecar.source_size, where + ".");
    checkContent(sidecar.pages.back().content_uv, where + ".content_uv");
  }
  if (sidecar.pages.empty()) {
    throw JsonProblem("holds no page");
  }
  const Json unknown = unknownKeys(json, toJson(sidecar));
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

Result<void> writeSidecar(const std::filesystem::path& file, const Sidecar& sidecar, IfThere if_there) {
  Json json = toJson(sidecar);
  if (!sidecar.unknown.empty()) {
    if (const Json unknown = Json::parse(sidecar.unknown, nullptr, false); unknown.is_object()) {
      addUnknownKeys(json, unknown);
    }
  }
  // File names may hold bytes that are no UTF-8: they are replaced rather than refused.
  return writeFileAtomically(file, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n", if_there);
}

}  // namespace platen::io
