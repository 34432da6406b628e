#include "core/optim/edge_profile.h"

#include "core/box_side.h"
#include "core/median.h"
#include "core/optim/photo_look.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace platen::optim {
namespace {

constexpr int kColumnsPerHeight = 8;
constexpr std::size_t kMostColumns = 500;
constexpr int kLooks = 6;          // samples that one piece of a side is the mean of
constexpr double kPiece_h = 3;     // its length
constexpr double kStep = 0.012;    // of the brightness, over half a character height's quarter
constexpr std::size_t kReach = 2;  // columns to either side that a step may wander
constexpr double kLine = 0.6;      // share of a side's length that makes a line of it
constexpr double kNear_h = 0.6;    // closer to the believed edge than this is that edge
constexpr double kInk = 0.25;      // of the paper's brightness

using Colour = PhotoColour;

void smooth(std::vector<double>& row) {
  for (int round = 0; round < 2; ++round) {
    double before = row.front();
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double here = row[c];
      row[c] = (before + 2 * here + row[std::min(c + 1, row.size() - 1)]) / 4;
      before = here;
    }
  }
}

// Edges of many sheets lie behind column `edge`: lines close to each other, light and dark in turn, along the side.
bool isStack(const EdgeProfile& profile, std::size_t edge, std::size_t end) {
  std::size_t lined = 0;
  int turns = 0;
  std::size_t both = 0;  // up and down at once: lines so close that they cannot be told apart
  int sign = 0;
  std::vector<double> texture;
  for (std::size_t c = edge; c < end; ++c) {
    lined += profile.share(c) > 0.4 ? 1 : 0;
    const int now = profile.share(c) < kLine ? sign : (profile.brighter[c] > profile.darker[c] ? 1 : -1);
    turns += now != sign ? 1 : 0;
    both += std::min(profile.brighter[c], profile.darker[c]) > kLine ? 1 : 0;
    sign = now;
    texture.push_back(profile.texture[c]);
  }
  return (turns >= 3 || both > 2 * kColumnsPerHeight) && 2 * lined >= end - edge && medianInPlace(texture) < 0.3;
}

// Whether there is print just before a column, within a character's height (the braces and clefs of music, a column of
// figures): paper is blank before its edge.
bool isPrintBefore(const EdgeProfile& profile, std::size_t edge) {
  constexpr double kPrint = 0.5;  // of the side's length, on the mean
  const std::size_t from = edge - std::min<std::size_t>(edge, kColumnsPerHeight);
  double sum = 0;
  for (std::size_t c = from; c < edge; ++c) {
    sum += profile.texture[c];
  }
  return sum > kPrint * static_cast<double>(edge - from);
}

// Of columns `begin` to `end`, each channel by itself.
Colour medianColour(const EdgeProfile& profile, std::size_t begin, std::size_t end) {
  std::array<std::vector<double>, 3> values;
  for (std::size_t c = begin; c < end; ++c) {
    for (std::size_t k = 0; k < 3; ++k) {
      values[k].push_back(profile.colour[c][k]);
    }
  }
  return {medianInPlace(values[0]), medianInPlace(values[1]), medianInPlace(values[2])};
}

double lightOf(const Colour& colour) {
  return (colour[0] + colour[1] + colour[2]) / 3;
}

// Where, behind print from column `edge` on, blank paper goes on, as wide as a margin, up to `end`; 0: nowhere. It is
// that which lies before the print, or lighter: a picture may reach as far as a frame. Such print is an ornament around
// the page, dark as print is, or thin lines with the same paper between them. The leaves of a book are narrow where
// they show, or darker, or their edges are pale and close to each other.
std::size_t marginBehindPrint(const EdgeProfile& profile, std::size_t edge, std::size_t end) {
  constexpr double kSame = 6;           // of 255
  constexpr double kPrint = 40;         // of 255
  constexpr double kBetween = 0.5;      // of what lies before the margin: between thin lines
  constexpr std::size_t kMargin = 6;    // columns
  constexpr std::size_t kBlur = 2;      // of the believed edge itself ...
  constexpr std::size_t kMostBlur = 5;  // ... where the photo is not sharp
  constexpr std::size_t kNearby = 24;   // columns: light changes over more
  if (edge == 0 || end < edge + kMargin + kBlur) {
    return 0;
  }
  const Colour paper = medianColour(profile, edge - std::min(edge, kNearby), edge);
  std::size_t last = end - kBlur;
  const Colour blank = medianColour(profile, std::max(edge + kMostBlur + kMargin, end) - kMostBlur - kMargin, last);
  const bool is_same = colourDistance(blank, paper) < kSame;
  if (!is_same && (profile.is_negative || lightOf(blank) < lightOf(paper))) {
    return 0;
  }
  while (last > edge && last + kMostBlur > end && colourDistance(profile.colour[last - 1], blank) >= kSame) {
    --last;
  }
  std::size_t margin = last;
  while (margin > edge && colourDistance(profile.colour[margin - 1], blank) < kSame) {
    --margin;
  }
  double furthest = 0;
  std::size_t same = 0;
  for (std::size_t c = edge; c < margin; ++c) {
    const double distance = colourDistance(profile.colour[c], blank);
    furthest = std::max(furthest, std::min(distance, colourDistance(profile.colour[c], paper)));
    same += distance < kSame ? 1 : 0;
  }
  const bool is_print =
      furthest > kPrint || (is_same && static_cast<double>(same) > kBetween * static_cast<double>(margin - edge));
  return margin + kMargin <= last && is_print ? margin : 0;
}

// Something of another colour lies behind column `edge`, all the way.
bool isOtherSurface(const EdgeProfile& profile, std::size_t edge, std::size_t end) {
  constexpr double kOther = 25;  // of 255
  constexpr std::size_t kGap = 4;
  if (edge < 12 || edge + 2 * kGap > end || profile.share(edge) < 0.7) {
    return false;
  }
  const Colour paper = medianColour(profile, 0, edge - kGap);
  std::size_t other = 0;
  for (std::size_t c = edge + kGap; c < end; ++c) {
    other += colourDistance(profile.colour[c], paper) > kOther ? 1 : 0;
  }
  if (static_cast<double>(other) < 0.85 * static_cast<double>(end - edge - kGap)) {
    return false;
  }
  // All at once: paper that bends away from the light, and a spine, get dark slowly.
  const Colour surface = medianColour(profile, edge + kGap, end);
  return colourDistance(profile.colour[edge - 3], profile.colour[edge + 3]) > 0.6 * colourDistance(paper, surface);
}

}  // namespace

EdgeProfile profileOf(
    const PageCues& cues, const SheetModel& sheet, SideKind kind, double from, double to, const Box& span) {
  EdgeProfile profile;
  const double h = cues.char_height / (sheet.frame().norm * sheet.frame().half_width_q);
  const bool is_h = isLevel(kind);
  const double length = is_h ? span.width() : span.height();
  if (!canLook(cues.photo) || !(std::abs(to - from) > h / kColumnsPerHeight) || !(length > 8 * h)) {
    return profile;
  }
  const auto columns =
      std::min(kMostColumns, static_cast<std::size_t>(std::abs(to - from) / h * kColumnsPerHeight) + 1);
  const auto pieces = static_cast<std::size_t>(std::clamp(length / (kPiece_h * h), 8.0, 60.0));
  profile.from = from;
  profile.is_negative = cues.light_print;
  profile.step = (to - from) / static_cast<double>(columns);
  std::vector<std::vector<double>> grey(pieces, std::vector<double>(columns, 0));
  std::vector<double> values[3];
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::vector<double>& v : values) {
      v.clear();
    }
    std::size_t inked = 0;
    std::size_t seen = 0;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      double sum = 0;
      double least = 255;
      double most = 1;
      int looks = 0;
      for (int k = 0; k < kLooks; ++k) {
        const double along = (is_h ? span.x0 : span.y0) +
                             length * (static_cast<double>(piece) + (k + 0.5) / kLooks) / static_cast<double>(pieces);
        const double across = profile.at(c);
        Colour colour{};
        if (!lookAtPhoto(cues.photo, sheet.workFromSheet(is_h ? Vec2{along, across} : Vec2{across, along}), colour)) {
          continue;
        }
        for (std::size_t channel = 0; channel < 3; ++channel) {
          values[channel].push_back(colour[channel]);
        }
        const double g = (colour[0] + colour[1] + colour[2]) / 3;
        sum += g;
        least = std::min(least, g);
        most = std::max(most, g);
        ++looks;
      }
      grey[piece][c] = looks > 0 ? sum / looks : -1;
      seen += looks > 0 ? 1 : 0;
      inked += looks > 1 && least < (1 - kInk) * most ? 1 : 0;
    }
    if (2 * seen < pieces) {
      break;  // out of the photo
    }
    profile.colour.push_back({medianInPlace(values[0]), medianInPlace(values[1]), medianInPlace(values[2])});
    profile.texture.push_back(static_cast<double>(inked) / static_cast<double>(seen));
  }
  const std::size_t n = profile.size();
  profile.brighter.assign(n, 0);
  profile.darker.assign(n, 0);
  if (n < 5) {
    return profile;
  }
  std::vector<double> counted(n, 0);
  std::vector<std::uint8_t> up(n);
  std::vector<std::uint8_t> down(n);
  for (std::vector<double>& row : grey) {
    row.resize(n);
    std::vector<std::uint8_t> shown(n);
    for (std::size_t c = 0; c < n; ++c) {
      shown[c] = row[c] >= 0 ? 1 : 0;
    }
    smooth(row);
    std::fill(up.begin(), up.end(), std::uint8_t{0});
    std::fill(down.begin(), down.end(), std::uint8_t{0});
    for (std::size_t c = 2; c + 2 < n; ++c) {
      const double change = (row[c + 2] - row[c - 2]) / std::max({20.0, row[c + 2], row[c - 2]});
      for (std::size_t k = c - kReach; k <= c + kReach; ++k) {
        up[k] |= change > kStep ? 1 : 0;
        down[k] |= change < -kStep ? 1 : 0;
      }
    }
    for (std::size_t c = 0; c < n; ++c) {
      counted[c] += shown[c];
      profile.brighter[c] += shown[c] & up[c];
      profile.darker[c] += shown[c] & down[c];
    }
  }
  for (std::size_t c = 0; c < n; ++c) {
    profile.brighter[c] /= std::max(1.0, counted[c]);
    profile.darker[c] /= std::max(1.0, counted[c]);
  }
  return profile;
}

std::size_t EdgeProfile::columnOf(double coordinate) const {
  const double column = std::ceil((coordinate - from) / step - 1e-9);
  return column > 0 ? std::min(size(), static_cast<std::size_t>(column)) : 0;
}

std::size_t ownEdge(const EdgeProfile& profile, std::size_t believed, bool other_surfaces, std::size_t first) {
  const auto near = static_cast<std::size_t>(kNear_h * kColumnsPerHeight);
  for (std::size_t c = std::max<std::size_t>(2, first); c + near < believed; ++c) {
    if (profile.share(c) < kLine) {
      continue;
    }
    // Where the innermost line is clearest first: a little inside it, so that none of it is left in the page.
    std::size_t peak = c;
    for (std::size_t k = c; k < std::min(c + 2 * kReach + 1, believed); ++k) {
      peak = profile.share(k) > profile.share(peak) ? k : peak;
    }
    const bool is_stack = !isPrintBefore(profile, c) && isStack(profile, c, believed);
    const std::size_t margin = is_stack ? marginBehindPrint(profile, c, believed) : 0;
    if ((is_stack && margin == 0) || (other_surfaces && isOtherSurface(profile, peak, believed))) {
      return peak;
    }
    c = std::max(c, margin);  // all of an ornament is none
  }
  return believed;
}

namespace {

// The line where the pages meet, if the valley's bottom shows it between two others, where the paper of either page is
// steepest: the middle one of three dips. Else `end`.
std::size_t spineLine(const EdgeProfile& profile, std::size_t begin, std::size_t end) {
  constexpr double kDip = 0.003;  // of the light
  std::vector<std::size_t> dips;
  double highest = 0;  // since the last dip
  std::size_t lowest = begin;
  for (std::size_t c = begin; c < end; ++c) {
    const double light = profile.light(c);
    lowest = light < profile.light(lowest) ? c : lowest;
    if (light > (1 + kDip) * profile.light(lowest)) {
      // Risen from a dip; only one that was gone down to counts as another.
      if (highest > (1 + kDip) * profile.light(lowest)) {
        dips.push_back(lowest);
        highest = 0;
      }
      lowest = c;
    }
    highest = std::max(highest, light);
  }
  return dips.size() == 3 ? dips[1] : end;
}

}  // namespace

std::size_t spineBehind(const EdgeProfile& profile, std::size_t believed) {
  constexpr double kValley = 1.12;  // times the darkest: still the valley's bottom
  constexpr double kSlope = 1.1;    // times the darkest: the paper before it
  constexpr std::size_t kBefore = kColumnsPerHeight;
  if (believed < 2 * kBefore || believed + 2 * kReach >= profile.size()) {
    return believed;
  }
  const auto light = [&](std::size_t c) { return profile.light(c); };
  // Down to the bottom, and up the facing page: a dark table does not rise again.
  std::size_t darkest = believed;
  std::size_t end = believed;
  for (; end < profile.size() && light(end) < kValley * light(darkest); ++end) {
    darkest = light(end) < light(darkest) ? end : darkest;
  }
  if (end == profile.size() || light(believed - kBefore) < kSlope * light(darkest)) {
    return believed;
  }
  // The black of a scanned page is no shadow.
  constexpr double kBlack = 25;
  if (light(darkest) < kBlack) {
    return believed;
  }
  // Paper that bends away gets darker well before; one that ends does not.
  if (light(believed - 2 * kBefore) - light(believed - kBefore / 2) < 0.02 * light(believed - 2 * kBefore)) {
    return believed;
  }
  // An edge of paper is a step at once; light goes down to a spine slowly.
  const double depth = light(believed - 2 * kBefore) - light(darkest);
  for (std::size_t c = believed - kReach; c <= believed + kReach; ++c) {
    if (light(c - kReach) - light(c + kReach) > 0.5 * depth) {
      return believed;
    }
  }
  std::size_t begin = darkest;
  while (begin > 0 && light(begin - 1) < kValley * light(darkest)) {
    --begin;
  }
  // A fold's line is no part of the page, nor is what lies behind it; a shadow of both pages is shared.
  constexpr std::size_t kLineWidth = 3;
  const std::size_t line = spineLine(profile, believed - 2 * kBefore, end);
  if (line < end) {
    return line > believed + 1 ? line - 1 : believed;
  }
  const std::size_t spine = std::min((begin + end) / 2, darkest);
  return spine > believed + kLineWidth ? spine - kLineWidth : believed;
}

}  // namespace platen::optim
