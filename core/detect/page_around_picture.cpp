#include "core/detect/page_around_picture.h"

#include "core/detect/print_outside.h"
#include "core/detect/sheet_on_others.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"

#include <cstddef>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kPrint_h = 60;   // as much may be traced on a picture
constexpr double kInView = 0.03;  // of the contour along the photo's border, at most
constexpr double kLarger = 1.15;  // the page's area, in the picture's
constexpr double kText_h = 110;   // as much is text, not what may be traced on a picture
constexpr int kRing = 8;          // mask pixels of the paper around the picture, where the flood begins

}  // namespace

bool isPictureWithCaption(const MaskScene& scene, const PageMask& found, const std::vector<TextSegment>& segments) {
  constexpr std::size_t kMostLines = 4;
  if (found.empty() || !found.quad || found.frame_fraction > kInView || !rimOf(scene, found).isOnPaper() ||
      totalLength(linesOn(found, segments, scene.k)) > kText_h) {
    return false;
  }
  std::size_t captions = 0;
  for (const TextSegment& segment : segments) {
    if (isOn(found, segment, scene.k)) {
      continue;
    }
    if (!isHeadOrFootOf(*found.quad, segment, scene.k)) {
      return false;
    }
    ++captions;
  }
  return captions > 0 && captions <= kMostLines;
}

PageMask findPageAroundPicture(const MaskScene& scene,
                               const PageMask& found,
                               const std::vector<TextSegment>& segments,
                               double text_angle) {
  if (found.empty() || found.frame_fraction > kInView || !rimOf(scene, found).isOnPaper() ||
      totalLength(linesOn(found, segments, scene.k)) > kPrint_h) {
    return {};
  }
  cv::Mat marker;
  cv::dilate(found.mask, marker, cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * kRing + 1, 2 * kRing + 1}));
  PageMask page = growPageMask(scene, marker, text_angle, std::nullopt);
  const bool is_page = !page.empty() && (page.isSheet() || page.standsOut()) &&
                       cv::countNonZero(page.mask) > kLarger * cv::countNonZero(found.mask);
  return is_page ? std::move(page) : PageMask{};
}

}  // namespace platen::detect
