#include "core/detect/rules.h"

#include "core/detect/area_resize.h"
#include "core/detect/line_segments.h"
#include "core/detect/raster.h"
#include "core/detect/rule_chain.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kLongSide = 1400;
constexpr double kLongSideBesideText = 1000;  // there rules are one kind of evidence among others
constexpr std::size_t kMost = 400;
constexpr double kShortest_h = 5;
constexpr double kShortestPiece_h = 2;
constexpr double kEdgeOfPage_h = 0.7;  // there the paper's own edge is a line

}  // namespace

std::vector<PrintedRule> findRules(const cv::Mat& grey,
                                   const cv::Mat& paper,
                                   const cv::Mat& text,
                                   double h,
                                   const cv::Mat& inside,
                                   double mask_k,
                                   bool joined) {
  if (std::min(grey.cols, grey.rows) < 32) {
    return {};
  }
  const double k = std::min(1.0, (joined ? kLongSide : kLongSideBesideText) / std::max(grey.cols, grey.rows));
  cv::Mat letters;
  cv::Mat clean = grey.clone();
  cv::dilate(text, letters, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  paper.copyTo(clean, letters);
  cv::Mat small = clean;
  if (k < 1) {
    resizeArea(clean, small, {}, k, k);
  }
  const cv::Mat eroded = withoutRim(inside, kEdgeOfPage_h * h * mask_k);
  // Only around the page: the detector's time is its pixels', and what lies outside is dropped anyway.
  cv::Rect around({0, 0}, small.size());
  if (!eroded.empty()) {
    const cv::Rect page = cv::boundingRect(eroded);
    const double f = k / mask_k;
    const int pad = static_cast<int>(std::ceil(3 * h * k)) + 2;
    const cv::Point from(static_cast<int>(page.x * f) - pad, static_cast<int>(page.y * f) - pad);
    const cv::Point to(static_cast<int>(page.br().x * f) + pad, static_cast<int>(page.br().y * f) + pad);
    around &= cv::Rect(from, to);
    if (std::min(around.width, around.height) < 16) {
      return {};
    }
  }
  const Vec2 corner{static_cast<double>(around.x), static_cast<double>(around.y)};
  std::vector<EdgePiece> pieces;
  for (const LineSegment& line : lineSegments(small(around))) {
    const EdgePiece piece{workFromIndex(line.a + corner, k), workFromIndex(line.b + corner, k)};
    if (norm(piece.b - piece.a) <= (joined ? kShortestPiece_h : kShortest_h) * h) {
      continue;
    }
    const Vec2 middle = indexFromWork((piece.a + piece.b) * 0.5, mask_k);
    if (eroded.empty() || sampleU8(eroded, middle.x, middle.y) > 127) {
      pieces.push_back(piece);
    }
  }
  std::vector<PrintedRule> rules;
  if (joined) {
    rules = chainPieces(std::move(pieces), h);
  } else {
    for (const EdgePiece& piece : pieces) {
      rules.push_back({{piece.a, piece.b}});
    }
  }
  std::erase_if(rules, [&](const PrintedRule& rule) { return lengthOf(rule.points) <= kShortest_h * h; });
  std::stable_sort(rules.begin(), rules.end(),
                   [](const PrintedRule& a, const PrintedRule& b) { return lengthOf(a.points) > lengthOf(b.points); });
  if (rules.size() > kMost) {
    rules.resize(kMost);
  }
  return rules;
}

}  // namespace platen::detect
