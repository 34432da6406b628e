// ALTO (https://www.loc.gov/standards/alto/), in pixels: HPOS, VPOS, WIDTH and HEIGHT, the POINTS of polygons,
// BASELINE, and the size of Page. Elements that may have a Shape get a Polygon where their outline is no box.
#include "core/io/markup.h"
#include "core/io/place_map.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace platen::io {

namespace {

constexpr std::array<std::string_view, 13> kWithShape{
    "TextBlock",  "Illustration", "GraphicalElement", "ComposedBlock", "TextLine",     "String",   "Glyph",
    "PrintSpace", "TopMargin",    "LeftMargin",       "RightMargin",   "BottomMargin", "TableCell"};

std::string pointsText(const Polyline& points) {
  std::string text;
  for (const Vec2 p : points) {
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", shortNumber(p.x), shortNumber(p.y));
  }
  return text;
}

Polyline pointsOf(std::string_view text) {
  const std::vector<double> numbers = numbersOf(text);
  Polyline points;
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
    points.push_back({numbers[k], numbers[k + 1]});
  }
  return points;
}

// Pixels, or nothing that a picture could be measured in.
void checkUnit(const std::string& text, const std::vector<MarkupTag>& tags) {
  for (const MarkupTag& tag : tags) {
    if (!tag.closes && tag.localName() == "MeasurementUnit") {
      const std::string_view unit = std::string_view(text).substr(tag.end).substr(0, 20);
      if (unit.find("pixel") == std::string_view::npos || unit.find("pixel") > unit.find('<')) {
        throw std::runtime_error("measures in other units than pixels (let the OCR write pixels)");
      }
    }
  }
}

class Alto {
 public:
  Alto(const std::string& text, const PlaceMap& map) : tags_(tagsOf(text)), text_(text), map_(map) {
    checkUnit(text, tags_);
  }

  MappedPlaces run() {
    for (std::size_t k = 0; k < tags_.size(); ++k) {
      const MarkupTag& tag = tags_[k];
      if (tag.closes) {
        continue;
      }
      const std::string_view name = tag.localName();
      if (name == "Page") {
        checkSize({numberOf(tag, "WIDTH"), numberOf(tag, "HEIGHT")}, map_);
        set(tag, "WIDTH", std::to_string(map_.to_px.width));
        set(tag, "HEIGHT", std::to_string(map_.to_px.height));
        commit();
      } else if (name == "Polygon") {
        mapPolygon(tag);
      } else if (name == "Circle" || name == "Ellipse") {
        has_round_ = true;
      } else if (tag.find("HPOS") != nullptr && tag.find("VPOS") != nullptr) {
        mapElement(k);
      }
    }
    if (has_round_) {
      out_.remarks.emplace_back("circles and ellipses were left as they were");
    }
    out_.text = edits_.applyTo(text_);
    return std::move(out_);
  }

 private:
  double numberOf(const MarkupTag& tag, std::string_view attribute) const {
    const MarkupAttribute* found = tag.find(attribute);
    const std::vector<double> numbers = found == nullptr ? std::vector<double>() : numbersOf(found->value);
    return numbers.empty() ? 0 : numbers.front();
  }

  // Of one tag; commit() puts them in the order of the text.
  void set(const MarkupTag& tag, std::string_view attribute, std::string value) {
    if (const MarkupAttribute* found = tag.find(attribute)) {
      pending_.push_back({found->value_offset, found->value.size(), std::move(value)});
    }
  }
  void remove(const MarkupAttribute& attribute) {
    auto begin = static_cast<std::size_t>(attribute.name.data() - text_.data());
    while (begin > 0 && std::isspace(static_cast<unsigned char>(text_[begin - 1])) != 0) {
      --begin;
    }
    pending_.push_back({begin, attribute.end - begin, {}});
  }
  void commit() {
    std::sort(pending_.begin(), pending_.end(), [](const Change& a, const Change& b) { return a.offset < b.offset; });
    for (Change& change : pending_) {
      edits_.replace(change.offset, change.count, std::move(change.with));
    }
    pending_.clear();
  }

  // The polygon of the Shape that is the element's first child.
  const MarkupAttribute* ownPolygon(std::size_t k) const {
    if (tags_[k].is_empty || k + 2 >= tags_.size() || tags_[k + 1].localName() != "Shape" || tags_[k + 1].closes ||
        tags_[k + 2].localName() != "Polygon") {
      return nullptr;
    }
    return tags_[k + 2].find("POINTS");
  }

  void mapPolygon(const MarkupTag& tag) {
    const MarkupAttribute* points = tag.find("POINTS");
    const Polyline outline = points == nullptr ? Polyline() : mappedOutline(pointsOf(points->value), map_);
    if (!outline.empty()) {
      set(tag, "POINTS", pointsText(outline));
      commit();
    }
  }

  void mapElement(std::size_t k) {
    const MarkupTag& tag = tags_[k];
    if (tag.find("HEIGHT") == nullptr) {
      mapBlank(tag);
      return;
    }
    const double left = numberOf(tag, "HPOS");
    const double top = numberOf(tag, "VPOS");
    const Box box{left, top, left + numberOf(tag, "WIDTH"), top + numberOf(tag, "HEIGHT")};
    const MarkupAttribute* shape = ownPolygon(k);
    const Polyline given = shape == nullptr ? Polyline() : pointsOf(shape->value);
    const Polyline polygon = given.size() >= 3 ? given : outlineOf(box);
    ++out_.mapped;
    out_.outside += isInside(polygon, map_) ? 0 : 1;
    const Polyline outline = mappedOutline(polygon, map_);
    if (outline.empty()) {
      ++out_.nowhere;
      return;
    }
    const Box to = boxAround(outline);
    set(tag, "HPOS", shortNumber(to.x0));
    set(tag, "VPOS", shortNumber(to.y0));
    set(tag, "WIDTH", shortNumber(to.width()));
    set(tag, "HEIGHT", shortNumber(to.height()));
    if (const MarkupAttribute* baseline = tag.find("BASELINE")) {
      if (const std::string line = mappedBaseline(baseline->value, box); !line.empty()) {
        set(tag, "BASELINE", line);
      } else {
        remove(*baseline);
      }
    }
    const bool may_have_shape = std::find(kWithShape.begin(), kWithShape.end(), tag.localName()) != kWithShape.end();
    if (may_have_shape && shape == nullptr && !isBox(outline)) {
      addShape(tag, outline);
    }
    commit();
  }

  // A blank between words has no height, and so no outline: its beginning goes to its place.
  void mapBlank(const MarkupTag& tag) {
    ++out_.mapped;
    const Vec2 begin{numberOf(tag, "HPOS"), numberOf(tag, "VPOS")};
    const std::optional<Vec2> from = map_.place(begin);
    const std::optional<Vec2> to = map_.place(begin + Vec2{numberOf(tag, "WIDTH"), 0});
    if (from && to) {
      set(tag, "HPOS", shortNumber(from->x));
      set(tag, "VPOS", shortNumber(from->y));
      set(tag, "WIDTH", shortNumber(std::abs(to->x - from->x)));
      commit();
    } else {
      ++out_.nowhere;
    }
  }

  // Points "x,y x,y", or one number: how high the line lies, then as high as its middle. Empty: it has no place.
  std::string mappedBaseline(std::string_view value, const Box& box) const {
    const Polyline points = pointsOf(value);
    if (!points.empty()) {
      Polyline to;
      for (const Vec2 p : points) {
        if (const std::optional<Vec2> q = map_.place(p)) {
          to.push_back(*q);
        }
      }
      return pointsText(to);
    }
    const std::vector<double> height = numbersOf(value);
    const std::optional<Vec2> middle =
        height.empty() ? std::nullopt : map_.place({(box.x0 + box.x1) / 2, height.front()});
    return middle ? shortNumber(middle->y) : std::string();
  }

  void addShape(const MarkupTag& tag, const Polyline& outline) {
    const std::string prefix(tag.name.substr(0, tag.name.size() - tag.localName().size()));
    std::string shape = fmt::format("<{0}Shape><{0}Polygon POINTS=\"{1}\"/></{0}Shape>", prefix, pointsText(outline));
    if (!tag.is_empty) {
      pending_.push_back({tag.end, 0, std::move(shape)});
      return;
    }
    const std::size_t slash = text_.rfind('/', tag.end - 1);
    pending_.push_back({slash, tag.end - slash, fmt::format(">{}</{}>", shape, tag.name)});
  }

  struct Change {
    std::size_t offset, count;
    std::string with;
  };
  std::vector<MarkupTag> tags_;
  const std::string& text_;
  const PlaceMap& map_;
  MappedPlaces out_;
  TextEdits edits_;
  std::vector<Change> pending_;
  bool has_round_ = false;
};

}  // namespace

MappedPlaces mapPlacesOfAlto(const std::string& text, const PlaceMap& map) {
  return Alto(text, map).run();
}

}  // namespace platen::io
