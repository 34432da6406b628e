// hOCR 1.2 (http://kba.github.io/hocr-spec/1.2/): places are properties in title attributes: "bbox 10 20 30 40;
// baseline 0.01 -5". Mapped are bbox, poly, x_bboxes and baseline; a poly is added where the outline is no box.
// ocr_page is the picture itself.
#include "core/io/markup.h"
#include "core/io/place_map.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace platen::io {

namespace {

struct Property {
  std::string name, rest;  // "bbox", " 10 20 30 40"
};

std::vector<Property> propertiesOf(std::string_view title) {
  std::vector<Property> all;
  for (std::size_t from = 0; from <= title.size();) {
    // Semicolons of a quoted file name are its own; quotes may be entities, which end in a semicolon.
    std::size_t to = from;
    char quote = 0;
    for (; to < title.size(); ++to) {
      const std::string_view here = title.substr(to);
      const bool is_entity = here.starts_with("&quot;") || here.starts_with("&apos;") || here.starts_with("&#39;");
      if (here[0] == '"' || here[0] == '\'' || is_entity) {
        const char mark = is_entity ? here[1] : here[0];
        quote = quote == 0 ? mark : quote == mark ? '\0' : quote;
        to += is_entity ? here.find(';') : 0;
      } else if (here[0] == ';' && quote == 0) {
        break;
      }
    }
    const std::string_view one = title.substr(from, to - from);
    const std::size_t begin = std::min(one.find_first_not_of(" \t\r\n"), one.size());
    const std::size_t end = std::min(one.find_first_of(" \t\r\n", begin), one.size());
    all.push_back({std::string(one.substr(0, end)), std::string(one.substr(end))});
    from = to + 1;
  }
  return all;
}

bool isNamed(const Property& property, std::string_view name) {
  const std::size_t begin = property.name.find_first_not_of(" \t\r\n");
  return begin != std::string::npos && property.name.compare(begin, std::string::npos, name) == 0;
}

std::string joined(const std::vector<Property>& properties) {
  std::string title;
  for (const Property& property : properties) {
    if (!title.empty()) {
      title.push_back(';');
    }
    title.append(property.name).append(property.rest);
  }
  return title;
}

std::string bboxText(const Box& box) {
  return fmt::format("{} {} {} {}", std::lround(box.x0), std::lround(box.y0), std::lround(box.x1), std::lround(box.y1));
}

class Element {
 public:
  Element(std::string_view title, const PlaceMap& map, MappedPlaces& out)
      : properties_(propertiesOf(title)), map_(map), out_(out) {}

  // The title with places mapped; nothing where it has none.
  std::optional<std::string> mapped() {
    const Property* bbox = find("bbox");
    const std::vector<double> sides = bbox == nullptr ? std::vector<double>() : numbersOf(bbox->rest);
    if (sides.size() != 4) {
      return std::nullopt;
    }
    from_ = {sides[0], sides[1], sides[2], sides[3]};
    Polyline polygon = outlineOf(from_);
    if (const Property* poly = find("poly")) {
      const std::vector<double> numbers = numbersOf(poly->rest);
      if (numbers.size() >= 6) {
        polygon.clear();
        for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
          polygon.push_back({numbers[k], numbers[k + 1]});
        }
      }
    }
    ++out_.mapped;
    out_.outside += isInside(polygon, map_) ? 0 : 1;
    const Polyline outline = mappedOutline(polygon, map_);
    if (outline.empty()) {
      ++out_.nowhere;
      return std::nullopt;
    }
    to_ = boxAround(outline);
    setBaseline();
    setCharacters();
    setPolygon(outline);
    find("bbox")->rest = fmt::format(" {}", bboxText(to_));
    return joined(properties_);
  }

 private:
  Property* find(std::string_view name) {
    const auto found =
        std::find_if(properties_.begin(), properties_.end(), [&](const Property& p) { return isNamed(p, name); });
    return found == properties_.end() ? nullptr : &*found;
  }
  void remove(std::string_view name) {
    std::erase_if(properties_, [&](const Property& p) { return isNamed(p, name); });
  }

  // A polynomial in pixels right of the box's left side, its value in pixels below the box's lower side. The mapped one
  // is the straight line that misses it least; where it stands steeper than 45 degrees there is none.
  void setBaseline() {
    Property* baseline = find("baseline");
    if (baseline == nullptr) {
      return;
    }
    constexpr int kSamples = 17;
    const std::vector<double> factors = numbersOf(baseline->rest);
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
    for (int k = 0; k < kSamples; ++k) {
      const double x = from_.width() * k / (kSamples - 1);
      double y = 0;
      for (const double factor : factors) {
        y = y * x + factor;
      }
      if (const std::optional<Vec2> p = map_.place({from_.x0 + x, from_.y1 + y})) {
        const Vec2 q = *p - Vec2{std::round(to_.x0), std::round(to_.y1)};
        n += 1, sx += q.x, sy += q.y, sxx += q.x * q.x, sxy += q.x * q.y, syy += q.y * q.y;
      }
    }
    const double across = n * sxx - sx * sx;
    const double slope = (n * sxy - sx * sy) / across;
    if (factors.empty() || !(across > n * syy - sy * sy) || !std::isfinite(slope)) {
      remove("baseline");
      return;
    }
    baseline->rest = fmt::format(" {:.5g} {}", slope, shortNumber((sy - slope * sx) / n));
  }

  // Boxes go by characters: without a place for each of them there are none.
  void setCharacters() {
    Property* boxes = find("x_bboxes");
    if (boxes == nullptr) {
      return;
    }
    const std::vector<double> sides = numbersOf(boxes->rest);
    std::string text;
    for (std::size_t k = 0; k + 3 < sides.size(); k += 4) {
      const Polyline outline = mappedOutline(outlineOf({sides[k], sides[k + 1], sides[k + 2], sides[k + 3]}), map_);
      if (outline.empty()) {
        remove("x_bboxes");
        return;
      }
      text += fmt::format(" {}", bboxText(boxAround(outline)));
    }
    boxes->rest = text;
  }

  void setPolygon(const Polyline& outline) {
    if (isBox(outline)) {
      remove("poly");
      return;
    }
    std::string text;
    for (const Vec2 p : outline) {
      text += fmt::format(" {} {}", shortNumber(p.x), shortNumber(p.y));
    }
    if (Property* poly = find("poly")) {
      poly->rest = text;
    } else {
      const auto bbox = find("bbox") - properties_.data();
      properties_.insert(properties_.begin() + bbox + 1, Property{" poly", text});
    }
  }

  std::vector<Property> properties_;
  const PlaceMap& map_;
  MappedPlaces& out_;
  Box from_, to_;
};

}  // namespace

MappedPlaces mapPlacesOfHocr(const std::string& text, const PlaceMap& map) {
  MappedPlaces out;
  TextEdits edits;
  for (const MarkupTag& tag : tagsOf(text)) {
    const MarkupAttribute* kind = tag.find("class");
    const MarkupAttribute* title = tag.find("title");
    if (tag.closes || kind == nullptr || title == nullptr || !kind->value.starts_with("ocr")) {
      continue;
    }
    std::optional<std::string> mapped;
    if (kind->value == "ocr_page") {
      std::vector<Property> properties = propertiesOf(title->value);
      for (Property& property : properties) {
        if (isNamed(property, "bbox")) {
          const std::vector<double> sides = numbersOf(property.rest);
          if (sides.size() == 4 && sides[0] == 0 && sides[1] == 0) {  // else it is a part of the picture
            checkSize({sides[2], sides[3]}, map);
          }
          property.rest = fmt::format(" 0 0 {} {}", map.to_px.width, map.to_px.height);
          mapped = joined(properties);
        }
      }
    } else {
      mapped = Element(title->value, map, out).mapped();
    }
    if (mapped) {
      edits.replace(title->value_offset, title->value.size(), *mapped);
    }
  }
  out.text = edits.applyTo(text);
  return out;
}

}  // namespace platen::io
