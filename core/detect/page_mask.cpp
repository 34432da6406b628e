#include "core/detect/page_mask.h"

#include "core/detect/ellipse_closing.h"
#include "core/detect/flood.h"
#include "core/detect/mask_contour.h"
#include "core/detect/page_to_border.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/raster.h"
#include "core/detect/sheet_quad.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kClearRms = 0.2;   // of a line, in h
constexpr double kPaperLight = 30;  // of 255: paper gets darker towards the spine and in shadows
constexpr double kPaperColor = 8;
constexpr double kLeastLeft = 0.85;  // of its area, where straight lines are taken for the sides of a mask
constexpr double kFree = 0.05;       // of the contour along the photo's border: no more of a sheet that is all in view
constexpr double kMuchMore = 0.25;   // of quality
constexpr double kLine_h = 2.5;      // of a line of text, with ascenders: what is dark and thinner is print
constexpr std::uint8_t kPage = 1;
constexpr std::uint8_t kBackground = 2;

int odd(double size, int least, int most) {
  return std::clamp(2 * static_cast<int>(std::lround((size - 1) / 2)) + 1, least, most);
}

enum class TextMarker { block, longLines, hull };

// block: segments drawn thick and closed; of what hangs together, the part with the most ink. longLines: the same of
// long lines alone. hull: everything between the clear lines, across folds, shadows and tables.
cv::Mat textMarker(const MaskScene& scene, const std::vector<TextSegment>& segments, double h, TextMarker kind) {
  double longest = 0;
  for (const TextSegment& segment : segments) {
    longest = std::max(longest, segment.length);
  }
  cv::Mat drawn = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  const int thickness = std::max(1, static_cast<int>(std::lround(1.2 * h * scene.k)));
  std::vector<cv::Point> all;
  for (const TextSegment& segment : segments) {
    if (kind == TextMarker::longLines && segment.length < 0.6 * longest) {
      continue;
    }
    if (kind == TextMarker::hull && segment.rms > kClearRms) {
      continue;
    }
    std::vector<cv::Point> line;
    for (const Vec2& p : segment.points) {
      const Vec2 q = indexFromWork(p, scene.k);
      line.emplace_back(static_cast<int>(std::lround(q.x)), static_cast<int>(std::lround(q.y)));
    }
    all.insert(all.end(), line.begin(), line.end());
    cv::polylines(drawn, line, false, 255, thickness);
  }
  if (kind == TextMarker::hull) {
    if (all.size() >= 3) {
      std::vector<cv::Point> hull;
      cv::convexHull(all, hull);
      cv::fillConvexPoly(drawn, hull, 255);
    }
    return drawn;
  }
  const int size = odd(4 * h * scene.k, 3, 61);
  cv::Mat closed;
  // The border stays free: closing at the frame would make a marker of the background's own pixels.
  cv::copyMakeBorder(drawn, closed, size, size, size, size, cv::BORDER_CONSTANT, 0);
  closed = closedByEllipse(closed, size)(cv::Rect({size, size}, drawn.size())).clone();
  cv::Mat labels;
  const int count = cv::connectedComponents(closed, labels, 8, CV_32S);
  std::vector<int> mass(static_cast<std::size_t>(count), 0);
  for (int j = 0; j < labels.rows; ++j) {
    for (int i = 0; i < labels.cols; ++i) {
      mass[static_cast<std::size_t>(labels.at<int>(j, i))] += drawn.at<std::uint8_t>(j, i) != 0 ? 1 : 0;
    }
  }
  mass[0] = 0;
  const auto best = std::max_element(mass.begin(), mass.end()) - mass.begin();
  cv::Mat marker;
  cv::compare(labels, static_cast<double>(best), marker, cv::CMP_EQ);
  if (mass[static_cast<std::size_t>(best)] == 0) {
    marker.setTo(0);
  }
  return marker;
}

cv::Mat centralMarker(const MaskScene& scene, const std::optional<FacingSide>& facing) {
  cv::Mat marker = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  cv::Point2d centre(0.5 * scene.lab.cols, 0.5 * scene.lab.rows);
  cv::Size2d axes(scene.lab.cols / 8.0, scene.lab.rows / 8.0);
  if (facing) {
    // The middle of this page's half of the photo.
    const double far = facing->is_right ? 0 : scene.lab.cols;
    const double gutter = facing->edgeAt(0.5 * scene.lab.rows / scene.k) * scene.k;
    centre.x = std::clamp(0.5 * (far + gutter), 0.0, static_cast<double>(scene.lab.cols));
    axes.width /= 2;
  }
  cv::ellipse(marker, centre, {std::max(1, static_cast<int>(axes.width)), std::max(1, static_cast<int>(axes.height))},
              0, 0, 360, 255, cv::FILLED);
  return marker;
}

// Where the photo's border shows paper like that under the marker: the page may run out of the photo there.
cv::Mat paperAtBorder(const MaskScene& scene, const cv::Mat& page_marker) {
  std::array<std::vector<double>, 3> channel;
  for (int j = 0; j < page_marker.rows; ++j) {
    for (int i = 0; i < page_marker.cols; ++i) {
      if (page_marker.at<std::uint8_t>(j, i) != 0) {
        const cv::Vec3b lab = scene.lab.at<cv::Vec3b>(j, i);
        for (int c = 0; c < 3; ++c) {
          channel[static_cast<std::size_t>(c)].push_back(lab[c]);
        }
      }
    }
  }
  // The bright half: closed ink still darkens the median.
  const std::array<double, 3> paper{quantile(channel[0], 0.75), quantile(channel[1], 0.5), quantile(channel[2], 0.5)};
  cv::Mat alike(scene.lab.size(), CV_8UC1, cv::Scalar::all(0));
  for (int j = 0; j < alike.rows; ++j) {
    for (int i = 0; i < alike.cols; ++i) {
      if (std::min({i, j, alike.cols - 1 - i, alike.rows - 1 - j}) < 2) {
        const cv::Vec3b lab = scene.lab.at<cv::Vec3b>(j, i);
        const double color = std::hypot(lab[1] - paper[1], lab[2] - paper[2]);
        alike.at<std::uint8_t>(j, i) = std::abs(lab[0] - paper[0]) < kPaperLight && color < kPaperColor ? 255 : 0;
      }
    }
  }
  return alike;
}

PageMask ofMask(const MaskScene& scene, const cv::Mat& mask, double text_angle) {
  cv::Mat opened;
  cv::morphologyEx(mask, opened, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  return describeMask(scene, opened, text_angle);
}

// unmarked: border pixels that are left open, or empty.
PageMask flooded(const MaskScene& scene,
                 const cv::Mat& page_marker,
                 double text_angle,
                 const std::optional<FacingSide>& facing,
                 const cv::Mat& unmarked = {}) {
  cv::Mat labels = cv::Mat::zeros(scene.lab.size(), CV_8UC1);
  labels.setTo(kPage, page_marker);
  if (facing) {
    for (int j = 0; j < labels.rows; ++j) {
      const double edge = facing->edgeAt(workFromIndex({0, static_cast<double>(j)}, scene.k).y) * scene.k - 0.5;
      for (int i = 0; i < labels.cols; ++i) {
        if ((facing->is_right ? i - edge : edge - i) > 4) {
          labels.at<std::uint8_t>(j, i) = kBackground;
        }
      }
    }
  }
  cv::Mat border(labels.size(), CV_8UC1, cv::Scalar::all(255));
  if (border.cols > 4 && border.rows > 4) {
    border(cv::Rect(2, 2, border.cols - 4, border.rows - 4)).setTo(0);
  }
  if (!unmarked.empty()) {
    border.setTo(0, unmarked);
  }
  labels.setTo(kBackground, border);
  floodFromMarkers(scene.gradient, labels);
  return ofMask(scene, labels == kPage, text_angle);
}

// CIE L*a*b* of sRGB (D65), as u8: 255/100 L, a + 128, b + 128. OpenCV's own conversion builds large tables on its
// first call, which takes longer than all of this small image.
cv::Mat labOf(const cv::Mat& colors) {
  std::array<float, 256> linear{};
  for (std::size_t v = 0; v < linear.size(); ++v) {
    const double c = static_cast<double>(v) / 255;
    linear[v] = static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  constexpr int kSteps = 4096;
  std::vector<float> root(kSteps + 1);
  for (int n = 0; n <= kSteps; ++n) {
    const double t = static_cast<double>(n) / kSteps;
    root[static_cast<std::size_t>(n)] = static_cast<float>(t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116);
  }
  const auto f = [&](float t) {
    return root[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0F, 1.0F) * kSteps))];
  };
  cv::Mat lab(colors.size(), CV_8UC3);
  const int channels = colors.channels();
  for (int j = 0; j < colors.rows; ++j) {
    const std::uint8_t* in = colors.ptr<std::uint8_t>(j);
    cv::Vec3b* out = lab.ptr<cv::Vec3b>(j);
    for (int i = 0; i < colors.cols; ++i, in += channels) {
      const float r = linear[in[0]];
      const float g = linear[in[channels > 1 ? 1 : 0]];
      const float b = linear[in[channels > 1 ? 2 : 0]];
      const float x = f((0.412453F * r + 0.357580F * g + 0.180423F * b) / 0.950456F);
      const float y = f(0.212671F * r + 0.715160F * g + 0.072169F * b);
      const float z = f((0.019334F * r + 0.119193F * g + 0.950227F * b) / 1.088754F);
      out[i] = {cv::saturate_cast<std::uint8_t>((116 * y - 16) * 2.55F),
                cv::saturate_cast<std::uint8_t>(500 * (x - y) + 128),
                cv::saturate_cast<std::uint8_t>(200 * (y - z) + 128)};
    }
  }
  return lab;
}

// A sheet with contrast all along, but where the photo ends, that lies on other print: what is outside of it runs
// otherwise than what is on it. Or on a dark desk, in which lines were read that are too pale for ink.
bool liesOnPrint(const PageMask& page, const MaskScene& scene, const std::vector<TextSegment>& segments) {
  constexpr double kAllRound = 0.95;
  const bool in_contrast = page.frame_fraction < kFree ? page.valid_fraction > kAllRound : page.isAccountedFor();
  if (!page.quad || !in_contrast) {
    return false;
  }
  const PrintAbout print = printAbout(page, scene.k, segments);
  return print.isOfOthers() || liesOnDarkDesk(scene, page, print);
}

double lengthInside(const PageMask& page, const MaskScene& scene, const std::vector<TextSegment>& segments) {
  double inside = 0;
  for (const TextSegment& segment : segments) {
    int hits = 0;
    for (const Vec2& p : segment.points) {
      const Vec2 q = indexFromWork(p, scene.k);
      hits += sampleU8(page.mask, q.x, q.y) > 127 ? 1 : 0;
    }
    inside += segment.length * hits / static_cast<double>(segment.points.size());
  }
  return inside;
}

// Of a mask that is much more of a sheet than what the text marks: whether it is one though it is not clear. It is
// straight, and all print lies on it, or what lies beside it is of others; or it is paper on a dark desk, in whose
// grain or weave lines were read that are too pale for ink, or partly on such a desk and partly on other papers.
bool isTheSheet(const PageMask& page, const MaskScene& scene, const std::vector<TextSegment>& segments) {
  constexpr double kStraight = 0.95;   // IoU with a quadrilateral,
  constexpr double kSmooth = 0.1;      // and PageMask::ragged at most
  constexpr double kNearlyAll = 0.95;  // of the text
  constexpr double kMuch = 0.35;       // of the photo: more than most panels
  if (!page.quad) {
    return false;
  }
  const PrintAbout print = printAbout(page, scene.k, segments);
  const bool straight =
      page.iou > kStraight && page.ragged < kSmooth && (page.sides.size() == 4 || page.isAccountedFor());
  if (straight && (print.shareOn() > kNearlyAll || print.isOfOthers())) {
    return true;
  }
  const double area = cv::countNonZero(page.mask) / static_cast<double>(scene.lab.total());
  if (!(area > kMuch) || !(straight || page.standsOut())) {
    return false;
  }
  // A clear one needs no such help, and may have a better quadrilateral.
  return liesOnDarkDesk(scene, page, print) ||
         (!page.isClear() && page.isBounded() && print.isOfOthersOrPaleBeside() && rimOf(scene, page).liesOnOthers());
}

}  // namespace

MaskScene prepareMaskScene(const cv::Mat& colors, double k, double h) {
  MaskScene scene;
  scene.k = k;
  scene.lab = labOf(colors);
  std::array<cv::Mat, 3> channel;
  cv::split(scene.lab, channel.data());
  const int size = odd(1.2 * h * k, 3, 9);
  const int line = odd(kLine_h * h * k, 5, 31);
  cv::morphologyEx(channel[0], scene.paper, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {line, line}));
  cv::GaussianBlur(scene.paper, scene.paper, {}, 1);
  cv::morphologyEx(channel[0], channel[0], cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, {size, size}));
  cv::medianBlur(channel[1], channel[1], 5);
  cv::medianBlur(channel[2], channel[2], 5);
  cv::Mat squared = cv::Mat::zeros(colors.size(), CV_32FC1);
  for (std::size_t c = 0; c < channel.size(); ++c) {
    cv::GaussianBlur(channel[c], channel[c], {}, 1);
    cv::Mat gx;
    cv::Mat gy;
    cv::Sobel(channel[c], gx, CV_32F, 1, 0, 3, 1.0 / 8);
    cv::Sobel(channel[c], gy, CV_32F, 0, 1, 3, 1.0 / 8);
    squared += (c == 0 ? 1.0 : 2.0) * (gx.mul(gx) + gy.mul(gy));
  }
  cv::merge(channel.data(), channel.size(), scene.lab);
  cv::Mat gradient;
  cv::sqrt(squared, gradient);
  const double top = quantileOf(gradient, 0.995);
  gradient.convertTo(scene.gradient, CV_8U, top > 0 ? 255 / top : 0);
  return scene;
}

bool PageMask::isSheet() const {
  // What was found by faint lines may be a page among others, unless all of it is in view.
  const bool whole = frame_fraction < 0.03;
  return iou > 0.93 && sides.size() == 4 && std::all_of(sides.begin(), sides.end(), [&](const RoughSide& s) {
           return s.valid_fraction > 0.8 && (whole || !s.faint);
         });
}

bool PageMask::standsOut() const {
  return sides.size() == 4 && iou > 0.8 && valid_fraction > 0.9 && frame_fraction < kFree;
}

bool PageMask::isBounded() const {
  return iou > 0.95 && valid_fraction > 0.95 * (1 - frame_fraction);
}

bool PageMask::isAccountedFor() const {
  return isBounded() && frame_fraction < 0.5;
}

PageMask findPageMask(const MaskScene& scene,
                      const std::vector<TextSegment>& segments,
                      const std::vector<TextSegment>& staves,
                      double h,
                      double text_angle,
                      const std::optional<FacingSide>& facing) {
  PageMask best;
  double best_loss = 0;
  constexpr double kLeastArea = 0.03;  // of the photo: what is smaller is a tile, a label, a shadow
  const auto areaOf = [&](const PageMask& page) {
    return page.empty() ? 0 : cv::countNonZero(page.mask) / static_cast<double>(scene.lab.total());
  };
  const bool textual = segments.size() >= 6;
  const double total = totalLength(segments);
  std::vector<TextSegment> all = segments;
  all.insert(all.end(), staves.begin(), staves.end());
  const std::vector<TextSegment> print = clearPrint(all);
  constexpr double kBounded = 0.4;  // all round, while what is read beside it is paler: cloth, not print
  double best_score = -1;
  // A boundary that leaves text out is the less likely one, and one that leaves out clear print may be a fold. Beside a
  // facing page lines may bend towards the spine, and run otherwise there.
  const auto lossOf = [&](const PageMask& page) {
    const bool on_others = !facing && liesOnPrint(page, scene, all);
    return on_others ? 0 : lossByPrintOutside(page, scene.k, print);
  };
  const auto consider = [&](PageMask page) {
    if (page.empty() || page.isPrintAlone() || areaOf(page) < kLeastArea) {
      return;
    }
    const double loss = lossOf(page);
    const double bounded = loss == 0 && page.isAccountedFor() ? kBounded : 0;
    const double inside = lengthInside(page, scene, all) / std::max(1.0, totalLength(all));
    const double score = page.quality + 0.5 * inside + bounded - loss;
    if (score > best_score + 0.02) {
      best_score = score;
      best_loss = loss;
      best = std::move(page);
    }
  };
  if (textual) {
    // One bad marker (half the text, a line of the background) moves the boundary to an inner edge: several, the best
    // wins.
    cv::Mat block;
    for (const TextMarker kind : {TextMarker::block, TextMarker::longLines, TextMarker::hull}) {
      const cv::Mat marker = textMarker(scene, segments, h, kind);
      if (cv::countNonZero(marker) == 0) {
        continue;
      }
      if (kind == TextMarker::block) {
        block = marker;
      }
      consider(flooded(scene, marker, text_angle, facing));
      if (const cv::Mat open_border = paperAtBorder(scene, marker); cv::countNonZero(open_border) > 0) {
        consider(flooded(scene, marker, text_angle, facing, open_border));
      }
    }
    if (!best.isClear() && !facing && !block.empty()) {
      if (PageMask cut_off = growPageCutOff(scene, block, text_angle); cut_off.isBounded()) {
        consider(std::move(cut_off));
      }
    }
  }
  if (!best.isClear() || best_loss > 0) {
    const cv::Mat middle = centralMarker(scene, facing);
    PageMask central = flooded(scene, middle, text_angle, facing);
    if (central.isPrintAlone()) {
      central = {};
    }
    const cv::Mat open_border = facing ? cv::Mat::zeros(scene.lab.size(), CV_8UC1) : paperAtBorder(scene, middle);
    if (cv::countNonZero(open_border) > 0) {
      PageMask cut_off = flooded(scene, middle, text_angle, facing, open_border);
      if (!cut_off.isPrintAlone() && cut_off.isAccountedFor() && cut_off.quality > central.quality) {
        central = std::move(cut_off);
      }
    }
    if (!facing && !central.isClear()) {
      PageMask cut_off = growPageCutOff(scene, middle, text_angle);
      if (cut_off.isBounded() && !cut_off.isPrintAlone() && cut_off.quality > central.quality) {
        central = std::move(cut_off);
      }
    }
    const double area = areaOf(central);
    const double central_loss = central.empty() ? 0 : lossOf(central);
    // Lines outside that are paler than those inside are no print, but the table that it lies on.
    const bool on_lines = !central.empty() && printIsInside(central, scene.k, all);
    const bool holds_text = !textual || total < 250 || on_lines ||
                            (!central.empty() && lengthInside(central, scene, segments) > 0.6 * total);
    // A mask that is hardly more than the photo's border is no rival.
    const bool rival = !best.empty() && best.believable();
    const double to_beat = rival ? best.quality - best_loss : 0;
    // A sheet as clear as this needs no text's consent: the "text" was the table it lies on.
    const bool certain = area > 0.2 && central.quality > to_beat + 0.3;
    const bool lone = !rival && on_lines && central.iou > 0.9 && central.valid_fraction > 0.8 && central.quality > 1.2;
    const bool only_sheet =
        !facing && area > 0.2 && central.quality > best.quality + kMuchMore && isTheSheet(central, scene, all);
    const bool clear = best.empty() || (central.isClear() && central.quality - central_loss > to_beat + 0.05) ||
                       (certain && central.standsOut() && !rival) || only_sheet || lone;
    if (!central.empty() && clear && area > 0.12 && (holds_text || certain || only_sheet)) {
      best_loss = only_sheet ? 0 : central_loss;
      best = std::move(central);
    }
  }
  if (!staves.empty() && (best.empty() || best_loss > 0)) {
    const cv::Mat marker = textMarker(scene, staves, h, TextMarker::hull);
    const cv::Mat open_border = paperAtBorder(scene, marker);
    const bool is_open = cv::countNonZero(open_border) > 0;
    for (const cv::Mat& unmarked : is_open ? std::vector{cv::Mat(), open_border} : std::vector{cv::Mat()}) {
      PageMask around = flooded(scene, marker, text_angle, facing, unmarked);
      if (around.empty() || around.isPrintAlone()) {
        continue;
      }
      const double loss = lossOf(around);
      if (best.empty() || around.quality - loss > best.quality - best_loss) {
        best = std::move(around);
        best_loss = loss;
      }
    }
  }
  // A page full of text needs no faint sides, and beside a book page such lines are those of the pages below.
  if ((!best.isClear() || best_loss > 0) && !facing && total < kFullPage) {
    PageMask quad = findSheetQuad(scene, segments, staves, h, text_angle);
    // What is bounded all round may have straighter sides, but does not end at a shadow or a printed line within.
    const bool shrinks = best_loss == 0 && best.isAccountedFor() &&
                         (quad.empty() ? 0 : cv::countNonZero(quad.mask)) < kLeastLeft * cv::countNonZero(best.mask);
    if (!quad.empty() && !shrinks && (best.empty() || quad.quality > best.quality - best_loss + 0.05)) {
      best = std::move(quad);
    }
  }
  return best;
}

PageMask growPageCutOff(const MaskScene& scene, const cv::Mat& marker, double text_angle) {
  constexpr double kMostCutOff = 0.65;  // of the contour: a page that fills the photo is none
  const cv::Mat mask = pageToBorder(scene, marker);
  if (mask.empty()) {
    return {};
  }
  PageMask page = ofMask(scene, mask, text_angle);
  return page.frame_fraction < kMostCutOff ? std::move(page) : PageMask{};
}

PageMask growPageMask(const MaskScene& scene,
                      const cv::Mat& marker,
                      double text_angle,
                      const std::optional<FacingSide>& facing) {
  PageMask page = flooded(scene, marker, text_angle, facing);
  const cv::Mat open_border = paperAtBorder(scene, marker);
  if (cv::countNonZero(open_border) > 0) {
    PageMask cut_off = flooded(scene, marker, text_angle, facing, open_border);
    if (cut_off.quality > page.quality) {
      page = std::move(cut_off);
    }
  }
  return page;
}

}  // namespace platen::detect
