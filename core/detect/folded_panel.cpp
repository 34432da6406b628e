#include "core/detect/folded_panel.h"

#include "core/detect/edge_field.h"
#include "core/detect/mask_contour.h"
#include "core/detect/outline_path.h"
#include "core/detect/panel_beyond.h"
#include "core/detect/raster.h"
#include "core/detect/scene_colour.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/side_front.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kShortest = 24;    // mask pixels: of a panel's sides,
constexpr double kLeastDeep = 0.2;  // and of the sheet's depth
constexpr double kTint = 7;         // Lab (u8): a panel is of the sheet's paper,
constexpr double kLight = 45;       // lit as it is turned,
constexpr double kEven = 16;        // and most of what lies across the crease of one colour
constexpr double kAlike = 0.7;
constexpr double kMostLost = 0.2;  // of quality: the sides bend now
constexpr double kMostOfIt = 0.7;  // of a panel: less is kept where another outline was found

// What lies along a front, so many mask pixels beyond it, or before it where that is negative.
std::optional<SceneColour> colourBeside(const MaskScene& scene, const SideFront& front, double off) {
  const Vec2 out = front.directions[0] + front.directions[1];
  std::vector<Vec2> places;
  for (const Vec2 p : front.side) {
    places.push_back(p + out * (off / std::max(1e-9, norm(out))));
  }
  return medianColour(scene, places);
}

// Whether the same paper, or a desk like it, lies on both sides: a few looks before the long ones.
bool isAlikeBeyond(const MaskScene& scene, const SideFront& front) {
  constexpr double kOff = 8;  // mask pixels
  const std::optional<SceneColour> inside = colourBeside(scene, front, -kOff);
  const std::optional<SceneColour> beyond = colourBeside(scene, front, kOff);
  return inside && beyond && tintApart(*inside, *beyond) < kTint && std::abs((*inside)[0] - (*beyond)[0]) < kLight;
}

std::vector<Vec2> placesOf(const cv::Mat& mask) {
  std::vector<Vec2> places;
  for (int j = 0; j < mask.rows; ++j) {
    for (int i = 0; i < mask.cols; ++i) {
      if (mask.at<std::uint8_t>(j, i) != 0) {
        places.push_back({static_cast<double>(i), static_cast<double>(j)});
      }
    }
  }
  return places;
}

// What a panel's pixels say.
struct Look {
  bool is_of_paper = false;  // of the sheet's, and what lies across the crease most of it of one light
  bool has_print = false;    // darker places that are no shade: that of a crease or a gutter comes in from the rim
};

// Places by where they lie along a crease: a fold across it leaves each of them its own light.
std::vector<std::vector<Vec2>> alongCrease(const std::vector<Vec2>& places, const SideFront& front) {
  constexpr int kStrips = 8;
  std::vector<std::vector<Vec2>> strips(kStrips);
  const Vec2 along = front.corners[1] - front.corners[0];
  for (const Vec2 p : places) {
    const double at = dot(p - front.corners[0], along) / std::max(1e-9, dot(along, along));
    strips[static_cast<std::size_t>(std::clamp(static_cast<int>(at * kStrips), 0, kStrips - 1))].push_back(p);
  }
  return strips;
}

// Blanks out what reaches the panel's rim.
void leaveOutOfRim(cv::Mat& dark, const cv::Mat& rim) {
  cv::Mat labels;
  const int count = cv::connectedComponents(dark, labels);
  std::vector<bool> is_of_rim(static_cast<std::size_t>(count), false);
  const auto labelAt = [&labels](Vec2 p) {
    return static_cast<std::size_t>(labels.at<int>(static_cast<int>(p.y), static_cast<int>(p.x)));
  };
  for (const Vec2 p : placesOf(dark & rim)) {
    is_of_rim[labelAt(p)] = true;
  }
  for (const Vec2 p : placesOf(dark)) {
    if (is_of_rim[labelAt(p)]) {
      dark.at<std::uint8_t>(static_cast<int>(p.y), static_cast<int>(p.x)) = 0;
    }
  }
}

Look lookAt(const MaskScene& scene, const PageMask& sheet, const SideFront& front, const cv::Mat& panel) {
  constexpr int kRim = 9;             // mask pixels
  constexpr double kDark = 40;        // Lab (u8): print from its paper, where it was not closed,
  constexpr double kPrinted = 0.004;  // of a panel
  constexpr double kOfPaper = 0.8;    // of it lies beside paper like it
  cv::Mat within;
  cv::erode(panel, within, cv::getStructuringElement(cv::MORPH_RECT, {kRim, kRim}));
  const std::vector<std::vector<Vec2>> there = alongCrease(placesOf(panel), front);
  const std::vector<std::vector<Vec2>> here = alongCrease(placesOf(sheet.mask), front);
  cv::Mat dark = cv::Mat::zeros(panel.size(), CV_8UC1);
  double all = 0;
  double of_paper = 0;
  double alike = 0;
  for (std::size_t k = 0; k < there.size(); ++k) {
    const std::optional<SceneColour> paper = medianColour(scene, here[k]);
    const std::optional<SceneColour> colour = medianColour(scene, there[k]);
    all += static_cast<double>(there[k].size());
    if (!paper || !colour) {
      continue;
    }
    const bool is_paper = tintApart(*paper, *colour) < kTint && std::abs((*paper)[0] - (*colour)[0]) < kLight;
    of_paper += is_paper ? static_cast<double>(there[k].size()) : 0;
    for (const Vec2 p : there[k]) {
      const SceneColour seen = *colourAt(scene, p);
      alike += distanceOf(seen, *colour) < kEven ? 1 : 0;
      dark.at<std::uint8_t>(static_cast<int>(p.y), static_cast<int>(p.x)) = seen[0] < (*colour)[0] - kDark ? 255 : 0;
    }
  }
  leaveOutOfRim(dark, panel & ~within);
  return {all > 0 && of_paper > kOfPaper * all && alike > kAlike * all, cv::countNonZero(dark) > kPrinted * all};
}

using Line = std::vector<Vec2>;

bool isOn(const cv::Mat& mask, const Line& line) {
  const Vec2 middle = line[line.size() / 2];
  return sampleU8(mask, middle.x, middle.y) > 127;
}

// Those whose middles lie on it.
std::ptrdiff_t linesOn(const cv::Mat& mask, const std::vector<Line>& lines) {
  return std::ranges::count_if(lines, [&](const Line& line) { return isOn(mask, line); });
}

// How far a place lies inside of a side, as its ends have it.
double insideOf(const std::vector<Vec2>& side, Vec2 outwards, Vec2 p) {
  const Vec2 along = (side.back() - side.front()) / std::max(1e-9, norm(side.back() - side.front()));
  const Vec2 across{-along.y, along.x};
  return dot(p - side.front(), across) * (dot(across, outwards) > 0 ? -1 : 1);
}

// Of how far single lines keep from a side: one in ten may be none that ends there.
double marginOf(std::vector<double> margins) {
  const auto at = margins.begin() + static_cast<std::ptrdiff_t>(margins.size() / 10);
  std::nth_element(margins.begin(), at, margins.end());
  return *at;
}

// Whether print comes so near to a front, on the sheet or on the panel beyond, that no page of a book has such an inner
// margin, for the outer one that it has.
bool endsAtPrint(const PageMask& sheet,
                 const cv::Mat& panel,
                 const SideFront& front,
                 SideKind opposite,
                 const std::vector<Line>& lines) {
  constexpr double kNarrow = 0.35;  // of the margin at the opposite side
  const auto rough = std::ranges::find_if(sheet.sides, [&](const RoughSide& side) { return side.kind == opposite; });
  if (rough == sheet.sides.end()) {
    return false;
  }
  std::vector<Vec2> outer_side;
  for (const cv::Point2d& p : rough->points) {
    outer_side.push_back({p.x, p.y});
  }
  const Vec2 out = front.directions[0] + front.directions[1];
  std::vector<double> inner;
  std::vector<double> outer;
  // What runs through a side was traced across it, and tells no margin.
  const auto note = [](std::vector<double>& margins, double one, double other) {
    if ((one < 0) == (other < 0)) {
      margins.push_back(std::min(std::abs(one), std::abs(other)));
    }
  };
  for (const Line& line : lines) {
    if (isOn(sheet.mask, line)) {
      note(inner, insideOf(front.side, out, line.front()), insideOf(front.side, out, line.back()));
      note(outer, insideOf(outer_side, out * -1.0, line.front()), insideOf(outer_side, out * -1.0, line.back()));
    } else if (isOn(panel, line)) {
      note(inner, insideOf(front.side, out, line.front()), insideOf(front.side, out, line.back()));
    }
  }
  return !inner.empty() && !outer.empty() && marginOf(inner) < kNarrow * marginOf(outer);
}

// Whether light changes at a front at once, and neither before it nor behind: at a gutter pages curve down to it.
bool isStepOfLight(const MaskScene& scene, const SideFront& front) {
  constexpr double kStep = 8;                           // Lab (u8): the step at least,
  constexpr double kFlat = 5;                           // and what light changes on either side
  constexpr std::array<double, 4> kOff{7, 11, 15, 20};  // mask pixels
  std::array<double, 2> mean{};
  std::array<double, 2> spread{};
  for (const std::size_t hand : {0U, 1U}) {
    double least = 255;
    double most = 0;
    for (const double off : kOff) {
      const std::optional<SceneColour> colour = colourBeside(scene, front, hand == 0 ? -off : off);
      if (!colour) {
        return false;
      }
      const double light = (*colour)[0];
      least = std::min(least, light);
      most = std::max(most, light);
      mean[hand] += light / kOff.size();
    }
    spread[hand] = most - least;
  }
  return std::abs(mean[0] - mean[1]) > kStep && std::max(spread[0], spread[1]) < kFlat;
}

cv::Mat maskOf(const SideFront& front, const Panel& panel, cv::Size size) {
  std::vector<cv::Point> outline;
  const auto add = [&](Vec2 p) {
    outline.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  };
  std::for_each(panel.sides[0].rbegin(), panel.sides[0].rend(), add);
  add(front.corners[0]);
  std::ranges::for_each(front.side, add);
  add(front.corners[1]);
  std::ranges::for_each(panel.sides[1], add);
  cv::Mat mask = cv::Mat::zeros(size, CV_8UC1);
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{outline}, 255);
  return mask;
}

// A sheet whose panels are looked for.
class FoldedSheet {
 public:
  // lines: mask indices. frame: how wide the scene's is (framed()).
  FoldedSheet(const MaskScene& scene, const PageMask& found, std::vector<Line> lines, double text_angle, int frame)
      : scene_(scene),
        lines_(std::move(lines)),
        text_angle_(text_angle),
        frame_(frame),
        least_quality_(found.quality - kMostLost),
        field_(scene.lab) {}

  // With what lies beyond one of its sides, if that is a crease.
  [[nodiscard]] std::optional<PageMask> beyond(const PageMask& sheet, SideKind kind) const {
    const std::optional<SideFront> front = frontOf(sheet, kind);
    if (!front || !isAlikeBeyond(scene_, *front)) {
      return std::nullopt;
    }
    const double area = cv::countNonZero(sheet.mask);
    const double depth = area / std::max(1.0, norm(front->corners[1] - front->corners[0]));
    const std::optional<Panel> panel = panelBeyond(field_, *front, std::max(kShortest, kLeastDeep * depth));
    if (!panel) {
      return std::nullopt;
    }
    cv::Mat mask = maskOf(*front, *panel, scene_.lab.size());
    mask.setTo(0, sheet.mask);
    leaveOutFrame(mask);
    if (!belongs(sheet, kind, *front, mask)) {
      return std::nullopt;
    }
    const double panel_area = cv::countNonZero(mask);
    const std::size_t sides = sheet.sides.size() - (isCutOff(mask) ? 1 : 0);  // the photo's end need not be one
    // No gap between the two.
    cv::morphologyEx(mask | sheet.mask, mask, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {7, 7}));
    leaveOutFrame(mask);
    PageMask whole =
        maskInside(scene_, pathAlong(field_, describeMask(scene_, mask, text_angle_).contour), text_angle_);
    const bool is_sheet = !whole.empty() && whole.quad && whole.sides.size() >= sides &&
                          whole.quality > least_quality_ &&
                          cv::countNonZero(whole.mask) - area > kMostOfIt * panel_area;
    return is_sheet ? std::optional(std::move(whole)) : std::nullopt;
  }

 private:
  // The facing page of a book is paper as well, and its edges go on from the gutter. But a gutter runs across the
  // lines, and pages have margins beside it, and curve down to it; and where it may be one, a blank page is none that
  // is missed, nor a glimpse of one that the photo cuts off.
  [[nodiscard]] bool belongs(const PageMask& sheet, SideKind kind, const SideFront& front, const cv::Mat& panel) const {
    const Look look = lookAt(scene_, sheet, front, panel);
    const bool is_across = kind == SideKind::left || kind == SideKind::right;
    const SideKind opposite = kind == SideKind::left ? SideKind::right : SideKind::left;
    const bool no_margin = is_across && endsAtPrint(sheet, panel, front, opposite, lines_);
    if (is_across && isCutOff(panel) && !no_margin) {
      return false;
    }
    const bool may_be_gutter =
        (is_across && !(no_margin && isStepOfLight(scene_, front))) || linesOn(sheet.mask, lines_) == 0;
    return look.is_of_paper && (!may_be_gutter || look.has_print || linesOn(panel, lines_) > 0);
  }

  void leaveOutFrame(cv::Mat& mask) const {
    cv::Mat within = cv::Mat::zeros(mask.size(), CV_8UC1);
    within(cv::Rect(frame_, frame_, mask.cols - 2 * frame_, mask.rows - 2 * frame_)).setTo(255);
    mask &= within;
  }

  // Whether a panel runs along the scene's frame.
  [[nodiscard]] bool isCutOff(const cv::Mat& panel) const {
    constexpr int kNear = 3;        // mask pixels
    constexpr double kSome = 0.05;  // of the root of its area
    const int inset = frame_ + kNear;
    const cv::Mat inner = panel(cv::Rect(inset, inset, panel.cols - 2 * inset, panel.rows - 2 * inset));
    const double area = cv::countNonZero(panel);
    return area - cv::countNonZero(inner) > kSome * kNear * std::sqrt(area);
  }

  const MaskScene& scene_;
  std::vector<Line> lines_;
  double text_angle_;
  int frame_;
  double least_quality_;  // of the sheet with all of its panels
  EdgeField field_;
};

// The scene with a frame about it, of the page's light and of another colour: where the photo ends, paper has an edge.
MaskScene framed(const MaskScene& scene, const PageMask& page, int width) {
  constexpr int kOtherColour = 24;  // Lab (u8)
  MaskScene wide;
  wide.k = scene.k;
  const cv::Scalar paper = cv::mean(scene.lab, page.mask);
  cv::copyMakeBorder(scene.lab, wide.lab, width, width, width, width, cv::BORDER_CONSTANT,
                     {paper[0], paper[1] + kOtherColour, paper[2]});
  cv::copyMakeBorder(scene.gradient, wide.gradient, width, width, width, width, cv::BORDER_REPLICATE);
  cv::copyMakeBorder(scene.paper, wide.paper, width, width, width, width, cv::BORDER_CONSTANT, 0);
  return wide;
}

void move(PageMask& page, int by) {
  for (cv::Point& p : page.contour) {
    p += cv::Point(by, by);
  }
  if (page.quad) {
    for (Vec2& p : *page.quad) {
      p = p + Vec2{static_cast<double>(by), static_cast<double>(by)};
    }
  }
  for (std::vector<RoughSide>* sides : {&page.sides, &page.seen_sides}) {
    for (RoughSide& side : *sides) {
      for (cv::Point2d& p : side.points) {
        p += cv::Point2d(by, by);
      }
    }
  }
}

// The sheet in the framed scene. Where a side of it is missing, the photo's end may be one.
PageMask inFrame(const MaskScene& wide, PageMask sheet, int width, double text_angle) {
  cv::copyMakeBorder(sheet.mask, sheet.mask, width, width, width, width, cv::BORDER_CONSTANT, 0);
  constexpr std::size_t kAll = 4;
  if (sheet.sides.size() < kAll) {
    return describeMask(wide, sheet.mask, text_angle);
  }
  move(sheet, width);
  return sheet;
}

// And back in its own: where the photo ends is no edge of the sheet there.
PageMask outOfFrame(const MaskScene& scene, PageMask sheet, int width, double text_angle) {
  sheet.mask = sheet.mask(cv::Rect({width, width}, scene.lab.size())).clone();
  const cv::Rect inner(1, 1, scene.lab.cols - 2, scene.lab.rows - 2);
  if (cv::countNonZero(sheet.mask) > cv::countNonZero(sheet.mask(inner))) {
    return describeMask(scene, sheet.mask, text_angle);
  }
  move(sheet, -width);
  return sheet;
}

// The sheet with its panels, where there are any: rounds of looking beyond each of its sides.
std::optional<PageMask> withPanelsIn(
    const MaskScene& scene, PageMask sheet, std::vector<Line> lines, double text_angle, int frame) {
  constexpr std::size_t kFewestSides = 3;
  constexpr int kMostRounds = 2;  // a letter that was folded twice
  if (sheet.empty() || !sheet.quad || sheet.sides.size() < kFewestSides || !sheet.believable()) {
    return std::nullopt;
  }
  const FoldedSheet folded(scene, sheet, std::move(lines), text_angle, frame);
  bool has_more = false;
  bool goes_on = true;
  for (int round = 0; goes_on && round < kMostRounds; ++round) {
    goes_on = false;
    for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
      if (std::optional<PageMask> whole = folded.beyond(sheet, kind)) {
        sheet = *std::move(whole);
        goes_on = true;
        has_more = true;
      }
    }
  }
  return has_more ? std::optional(std::move(sheet)) : std::nullopt;
}

}  // namespace

PageMask withFoldedPanels(const MaskScene& scene,
                          PageMask sheet,
                          const std::vector<TextSegment>& segments,
                          double text_angle) {
  constexpr int kFrame = 12;  // mask pixels
  if (sheet.empty() || !sheet.believable()) {
    return sheet;
  }
  std::vector<Line> lines;
  for (const TextSegment& segment : segments) {
    Line& line = lines.emplace_back();
    for (const Vec2 p : segment.points) {
      line.push_back(indexFromWork(p, scene.k) + Vec2{static_cast<double>(kFrame), static_cast<double>(kFrame)});
    }
  }
  const MaskScene wide = framed(scene, sheet, kFrame);
  std::optional<PageMask> whole =
      withPanelsIn(wide, inFrame(wide, sheet, kFrame, text_angle), std::move(lines), text_angle, kFrame);
  if (!whole) {
    return sheet;
  }
  PageMask shown = outOfFrame(scene, *std::move(whole), kFrame, text_angle);
  return shown.empty() || !shown.quad || !shown.believable() ? std::move(sheet) : std::move(shown);
}

}  // namespace platen::detect
