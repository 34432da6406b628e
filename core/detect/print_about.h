// How the print of a photo lies to a sheet in it: on it, over its edge, or beside it.
#pragma once

#include "core/detect/page_mask.h"
#include "core/geometry.h"
#include "core/page_cues.h"

#include <array>
#include <cmath>
#include <vector>

namespace platen::detect {

// Clockwise from top left, mask indices.
using Corners = std::array<Vec2, 4>;

// Radians.
inline double directionOf(Vec2 span) {
  return std::atan2(span.y, span.x);
}

// How far apart two directions are, up to half a period.
double angleBetween(double a, double b, double period);

// Print that is not all of one page, however bent.
bool runsAslant(const std::vector<TextSegment>& segments);

// How much print lies on a sheet and beside it, in h, and how much of it runs along its sides.
struct PrintAbout {
  double on = 0, along_on = 0, across = 0, beside = 0, along_beside = 0;
  double dark_beside = 0;          // of the print beside it, what is as dark as ink,
  double along_dark_beside = 0;    // and of that, what runs along it
  std::array<double, 4> beyond{};  // the print beside a flat sheet, by the side it lies beyond: as SideKind

  [[nodiscard]] double shareAcross() const;  // of all print
  [[nodiscard]] double shareOn() const;      // 1 where there is no print
  // That on it runs along it, and hardly any crosses its edge.
  [[nodiscard]] bool endsAtIt() const;
  // It ends there, and that beside it does not run along it.
  [[nodiscard]] bool isOfOthers() const;
  // That beside it is mostly too pale for ink, if there is any: the grain of wood, the weave of cloth.
  [[nodiscard]] bool isPaleBeside() const;
  // Either, or some of that beside it is the one and the rest the other.
  [[nodiscard]] bool isOfOthersOrPaleBeside() const;
  // Of a flat sheet: there is some beyond more sides than one.
  [[nodiscard]] bool isAllRound() const;
};

// About a flat sheet: along its sides as it is seen; k: mask pixels per work pixel.
PrintAbout printAbout(const Corners& corner, double k, const std::vector<TextSegment>& segments);

// About one that may bend, which has a quadrilateral: along the print on it, if there is some.
PrintAbout printAbout(const PageMask& sheet, double k, const std::vector<TextSegment>& segments);

// Of a line's points; those on a sheet have more than kInsideSheet of them there, those beside it no more than the
// rest.
inline constexpr double kInsideSheet = 0.8;
double shareInside(const TextSegment& segment, const PageMask& sheet, double k);

}  // namespace platen::detect
