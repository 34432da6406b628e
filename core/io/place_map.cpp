#include "core/io/place_map.h"

#include "core/io/json_fields.h"
#include "core/io/markup.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace platen::io {

namespace {

constexpr double kBetweenSamples = 12;  // pixels along an edge
constexpr int kMostSamples = 200;       // of an edge
constexpr double kNeedless = 0.1;       // pixels
constexpr double kAsBox = 0.25;

double distance(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double length = norm(along);
  return length > 0 ? std::abs(cross(along, p - a)) / length : norm(p - a);
}

// Douglas and Peucker, between two points that stay: those of (first, last) that the chord misses.
void keepNeeded(const Polyline& line, std::size_t first, std::size_t last, std::vector<bool>& keep) {
  double most = kNeedless;
  std::size_t farthest = first;
  for (std::size_t k = first + 1; k < last; ++k) {
    if (const double away = distance(line[k], line[first], line[last]); away > most) {
      most = away;
      farthest = k;
    }
  }
  if (farthest != first) {
    keep[farthest] = true;
    keepNeeded(line, first, farthest, keep);
    keepNeeded(line, farthest, last, keep);
  }
}

}  // namespace

Polyline mappedOutline(const Polyline& polygon, const PlaceMap& map) {
  Polyline all;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 a = polygon[k];
    const Vec2 b = polygon[(k + 1) % polygon.size()];
    // As a double first: a file may say any number.
    const double wanted = std::ceil(norm(b - a) / kBetweenSamples);
    const int samples = wanted > 2 ? static_cast<int>(std::min<double>(wanted, kMostSamples)) : 2;
    for (int i = 0; i < samples; ++i) {  // the edge's end is the next one's beginning
      if (const std::optional<Vec2> p = map.place(a + (b - a) * (static_cast<double>(i) / samples))) {
        all.push_back(*p);
      }
    }
  }
  if (all.size() < 3) {
    return all;
  }
  // The first point stays, and the one farthest from it.
  const auto farthest =
      std::max_element(all.begin(), all.end(), [&](Vec2 p, Vec2 q) { return norm(p - all[0]) < norm(q - all[0]); });
  const auto middle = static_cast<std::size_t>(farthest - all.begin());
  const std::size_t count = all.size();
  all.push_back(all.front());
  std::vector<bool> keep(all.size(), false);
  keep[0] = keep[middle] = true;
  keepNeeded(all, 0, middle, keep);
  keepNeeded(all, middle, count, keep);
  Polyline outline;
  for (std::size_t k = 0; k < count; ++k) {
    if (keep[k]) {
      outline.push_back(all[k]);
    }
  }
  return outline;
}

Polyline outlineOf(const Box& box) {
  return {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
}

Box boxAround(const Polyline& outline) {
  Box box{outline.front().x, outline.front().y, outline.front().x, outline.front().y};
  for (const Vec2 p : outline) {
    box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
  }
  return box;
}

bool isBox(const Polyline& outline) {
  const Box box = boxAround(outline);
  const auto isCorner = [&](Vec2 corner) {
    return std::any_of(outline.begin(), outline.end(), [&](Vec2 p) { return norm(p - corner) <= kAsBox; });
  };
  const auto isOnEdge = [&](Vec2 p) {
    return std::min({p.x - box.x0, box.x1 - p.x, p.y - box.y0, box.y1 - p.y}) <= kAsBox;
  };
  const Polyline corners = outlineOf(box);
  return std::all_of(corners.begin(), corners.end(), isCorner) && std::all_of(outline.begin(), outline.end(), isOnEdge);
}

bool isInside(const Polyline& polygon, const PlaceMap& map) {
  return std::all_of(polygon.begin(), polygon.end(), map.is_inside);
}

void checkSize(Vec2 said, const PlaceMap& map) {
  constexpr double kRounded = 1;
  const Size& wanted = map.from_px;
  if (!(said.x > 0 && said.y > 0) ||
      (std::abs(said.x - wanted.width) <= kRounded && std::abs(said.y - wanted.height) <= kRounded)) {
    return;
  }
  const std::string size = fmt::format("{:.0f}x{:.0f}", said.x, said.y);
  throw std::runtime_error(
      map.frame == "source"
          ? fmt::format("was read on a picture of {} pixels, not on this warp's page of {}x{} (give the "
                        "WARP.json that --warp-out of the call that made that page wrote; or say how the page was "
                        "made by --page, --crop, --margin, --dpi or --scale; or --page-size {} if it was resized)",
                        size, wanted.width, wanted.height, size)
          : fmt::format("was read on a picture of {} pixels, not on the photo of {}x{} that the warp is of (give the "
                        "WARP.json of that photo, or read the photo in the size in which it was fitted)",
                        size, wanted.width, wanted.height));
}

std::string shortNumber(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::vector<double> numbersOf(std::string_view text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    double value = 0;
    const auto [behind, error] = std::from_chars(at, end, value);
    if (error == std::errc{} && std::isfinite(value)) {
      numbers.push_back(value);
      at = behind;
    } else {
      ++at;
    }
  }
  return numbers;
}

Result<MappedPlaces> mapPlaces(const std::string& text, const PlaceMap& map, const std::filesystem::path& file) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  try {
    if (first != std::string::npos && text[first] == '{') {
      return mapPlacesOfJson(text, map);
    }
    if (first != std::string::npos && text[first] == '<') {
      const std::vector<MarkupTag> tags = tagsOf(text);
      if (std::any_of(tags.begin(), tags.end(), [](const MarkupTag& tag) { return tag.localName() == "alto"; })) {
        return mapPlacesOfAlto(text, map);
      }
      const auto isOcr = [](const MarkupTag& tag) {
        const MarkupAttribute* kind = tag.find("class");
        return kind != nullptr && kind->value.starts_with("ocr");
      };
      if (std::any_of(tags.begin(), tags.end(), isOcr)) {
        return mapPlacesOfHocr(text, map);
      }
    }
  } catch (const std::runtime_error& problem) {
    return fail(ErrorKind::badInput, file, problem.what());
  }
  return fail(ErrorKind::badInput, file, "is neither JSON with points or boxes nor hOCR nor ALTO");
}

}  // namespace platen::io
