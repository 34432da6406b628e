#include "core/detect/rules.h"

#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kLongSide = 1400;
constexpr std::size_t kMost = 400;

}  // namespace

std::vector<RuleSegment> findRules(
    const cv::Mat& grey, const cv::Mat& paper, const cv::Mat& text, double h, const cv::Mat& inside, double mask_k) {
  std::vector<RuleSegment> rules;
  if (std::min(grey.cols, grey.rows) < 32) {
    return rules;
  }
  const double k = std::min(1.0, kLongSide / std::max(grey.cols, grey.rows));
  cv::Mat letters;
  cv::Mat clean = grey.clone();
  cv::dilate(text, letters, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  paper.copyTo(clean, letters);
  cv::Mat small = clean;
  if (k < 1) {
    cv::resize(clean, small, {}, k, k, cv::INTER_AREA);
  }
  cv::Mat eroded;
  if (!inside.empty()) {
    const int r = std::max(1, static_cast<int>(std::lround(0.7 * h * mask_k)));
    cv::erode(inside, eroded, cv::getStructuringElement(cv::MORPH_RECT, {2 * r + 1, 2 * r + 1}));
  }
  const cv::Ptr<cv::LineSegmentDetector> detector = cv::createLineSegmentDetector(cv::LSD_REFINE_STD, 1.0);
  std::vector<cv::Vec4f> lines;
  detector->detect(small, lines);
  for (const cv::Vec4f& line : lines) {
    // The detector's coordinates are indices.
    RuleSegment rule{workFromIndex({line[0], line[1]}, k), workFromIndex({line[2], line[3]}, k)};
    if (norm(rule.b - rule.a) <= 5 * h) {
      continue;
    }
    const Vec2 middle = indexFromWork((rule.a + rule.b) * 0.5, mask_k);
    if (eroded.empty() || sampleU8(eroded, middle.x, middle.y) > 127) {
      rules.push_back(rule);
    }
  }
  std::stable_sort(rules.begin(), rules.end(),
                   [](const RuleSegment& a, const RuleSegment& b) { return norm(a.b - a.a) > norm(b.b - b.a); });
  if (rules.size() > kMost) {
    rules.resize(kMost);
  }
  return rules;
}

}  // namespace platen::detect
