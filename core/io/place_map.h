// Points and boxes of what was read on one picture, as places of another: of the flat page on the photo, and back.
//
// Boxes become the box around their mapped outline, followed along the edges, since maps are curved. JSON, hOCR 1.2 and
// ALTO (2 to 4) are told apart by what is in them; all that is no place stays byte for byte in hOCR and ALTO, and as a
// value in JSON. Frames: docs/interfaces.md, "platen map".
#pragma once

#include "core/geometry.h"
#include "core/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace platen::io {

struct PlaceMap {
  std::function<std::optional<Vec2>(Vec2)> place;  // none: it has none
  std::function<bool(Vec2)> is_inside;             // is the point, before it is mapped, on the page?
  Size from_px, to_px;                             // the two pictures; a text that says another first size is refused
  std::string frame;                               // what it maps to: "source" or "page"
};

struct MappedPlaces {
  std::string text;
  int mapped = 0;   // points, and elements with boxes
  int outside = 0;  // of them, those that lie beside the page, wholly or in part
  int nowhere = 0;  // those that have no place at all: left as they were, in JSON null
  std::vector<std::string> remarks;
};

// Error: badInput (none of the three, or one that cannot be mapped), with `file`.
Result<MappedPlaces> mapPlaces(const std::string& text, const PlaceMap& map, const std::filesystem::path& file);

// By format; each throws std::runtime_error with a sentence.
MappedPlaces mapPlacesOfJson(const std::string& text, const PlaceMap& map);
MappedPlaces mapPlacesOfHocr(const std::string& text, const PlaceMap& map);
MappedPlaces mapPlacesOfAlto(const std::string& text, const PlaceMap& map);

// A closed polygon, mapped along its edges; points that the edges do not need are left out (to 0.1 pixels). Empty
// where no point of it has a place.
Polyline mappedOutline(const Polyline& polygon, const PlaceMap& map);
Polyline outlineOf(const Box& box);
Box boxAround(const Polyline& outline);
// Is it, within a quarter of a pixel, the box around it?
bool isBox(const Polyline& outline);
// Does all of it lie on the page?
bool isInside(const Polyline& polygon, const PlaceMap& map);

// Throws std::runtime_error with a sentence where a text was read on a picture of another size than from_px, by more
// than a pixel: its places are no places of that picture. `said`: as the text has it; a side of 0 says nothing.
void checkSize(Vec2 said, const PlaceMap& map);

// At most two digits behind the point, without trailing zeros.
std::string shortNumber(double value);
// All numbers of a text, whatever stands between them.
std::vector<double> numbersOf(std::string_view text);

}  // namespace platen::io
