#include "core/pipeline/warp_doubts.h"

#include "core/io/image_address.h"
#include "core/io/source_digest.h"

#include <algorithm>
#include <filesystem>

namespace platen::pipeline {
namespace {

constexpr double kLeastInside = 0.5;       // register refuses less
constexpr double kMostlyInside = 0.75;     // other fits have found pages with more than 0.9 of them on the photo
constexpr double kFoldedConfidence = 0.3;  // most of the page may be right

// Twice the signed area of the map's border: positive where the page is seen from its front.
double borderArea(const WarpGrid& map) {
  const Vec2 a = map.at(0, 0);
  const Vec2 b = map.at(0, map.cols - 1);
  const Vec2 c = map.at(map.rows - 1, map.cols - 1);
  const Vec2 d = map.at(map.rows - 1, 0);
  return cross(c - a, d - b);
}

}  // namespace

double shareInside(const WarpGrid& map, Size photo_px) {
  const auto inside = std::count_if(map.points.begin(), map.points.end(), [photo_px](Vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= photo_px.width && p.y <= photo_px.height;
  });
  return static_cast<double>(inside) / static_cast<double>(map.points.size());
}

std::optional<MapDoubt> doubtOf(const WarpGrid& map, Size photo_px) {
  if (borderArea(map) < 0) {
    return MapDoubt{"the map of this page is mirrored: the warp was changed or damaged", 0, {}};
  }
  if (minRelativeDeterminant(splineNet(map)) <= 0) {
    return MapDoubt{"the map of this page folds over itself: please look at this page", kFoldedConfidence,
                    "folds over itself"};
  }
  const double inside = shareInside(map, photo_px);
  if (inside < kLeastInside) {
    return MapDoubt{"most of this page lies outside the photo by its map: the warp was changed or damaged", 0, {}};
  }
  if (inside < kMostlyInside) {
    return MapDoubt{"much of this page lies outside the photo by its map: please look at this page", inside,
                    "lies outside the photo"};
  }
  return std::nullopt;
}

std::optional<std::string> doubtOfPhoto(const SavedWarp& warp, const PhotoInfo& info) {
  if (warp.source_sha256.empty()) {
    return std::nullopt;
  }
  const Result<std::string> digest = io::sourceSha256(info.file);
  if (!digest) {
    return std::nullopt;
  }
  if (*digest == warp.source_sha256) {
    const auto image = [](const std::filesystem::path& photo) { return std::max(1, io::addressOf(photo).image); };
    const int fitted = image(warp.source_file);
    const int given = image(info.file);
    return fitted == given ? std::nullopt
                           : std::optional("this is page " + std::to_string(given) +
                                           " of the file, and the warp was fitted to page " + std::to_string(fitted));
  }
  return "this is not the file that the warp was fitted to (" +
         std::filesystem::path(warp.source_file).filename().string() +
         "): please see that it shows the same page in the same place";
}

}  // namespace platen::pipeline
