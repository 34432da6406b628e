#include "core/optim/fold_line.h"

#include "core/optim/edge_profile.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kInside_h = 1.5;  // paper that the line is compared with
constexpr double kBehind_h = 1;    // of the facing page
constexpr double kMost_h = 0.5;    // that a side moves
constexpr double kWidest_h = 0.7;  // of the line, where it is half as dark as it gets
constexpr double kPiece_h = 9;     // a profile wants eight
constexpr double kMostPieces = 12;

double lightAt(const EdgeProfile& profile, std::size_t c) {
  return (profile.colour[c][0] + profile.colour[c][1] + profile.colour[c][2]) / 3;
}

// Where the light has gone half the way down into a dip that it comes up from again: sheet units.
std::optional<double> nearFlank(const EdgeProfile& profile, double h, double sign) {
  constexpr double kDip = 0.04;  // of the light on either side
  std::size_t darkest = 0;
  for (std::size_t c = 1; c < profile.size(); ++c) {
    darkest = lightAt(profile, c) < lightAt(profile, darkest) ? c : darkest;
  }
  if (darkest == 0 || darkest + 1 >= profile.size()) {
    return std::nullopt;
  }
  const double dark = lightAt(profile, darkest);
  double before = 0;
  double behind = 0;
  for (std::size_t c = 0; c < profile.size(); ++c) {
    double& side = c < darkest ? before : behind;
    side = std::max(side, lightAt(profile, c));
  }
  if (dark > (1 - kDip) * std::min(before, behind)) {
    return std::nullopt;
  }
  // A line, not the wide valley of paper that bends down into the dark.
  const double half = dark + 0.5 * (std::min(before, behind) - dark);
  std::size_t near = darkest;
  while (near > 0 && lightAt(profile, near - 1) < half) {
    --near;
  }
  std::size_t far = darkest;
  while (far + 1 < profile.size() && lightAt(profile, far + 1) < half) {
    ++far;
  }
  if (profile.at(far) * sign - profile.at(near) * sign > kWidest_h * h) {
    return std::nullopt;
  }
  return profile.at(near);
}

}  // namespace

double insideFoldLine(const PageCues& cues, const SheetModel& sheet, SideKind kind, double edge, const Box& page) {
  const double h = cues.char_height / (sheet.frame().norm * sheet.frame().half_width_q);
  const double sign = kind == SideKind::right ? 1 : -1;
  const auto pieces = static_cast<int>(std::min(kMostPieces, page.height() / (kPiece_h * h)));
  std::vector<double> inwards;
  for (int piece = 0; piece < pieces; ++piece) {
    Box span = page;
    span.y0 = page.y0 + page.height() * piece / pieces;
    span.y1 = page.y0 + page.height() * (piece + 1) / pieces;
    const EdgeProfile profile =
        profileOf(cues, sheet, kind, edge - kInside_h * h * sign, edge + kBehind_h * h * sign, span);
    if (const std::optional<double> flank = nearFlank(profile, h, sign)) {
      inwards.push_back((edge - *flank) * sign);
    }
  }
  if (2 * inwards.size() < static_cast<std::size_t>(pieces) || inwards.empty()) {
    return edge;
  }
  // The side lies right for most of the line's length; what counts is how far the line leaves it.
  std::sort(inwards.begin(), inwards.end());
  const double bulge = inwards.back() - inwards[inwards.size() / 2];
  return edge - std::min(bulge, kMost_h * h) * sign;
}

}  // namespace platen::optim
