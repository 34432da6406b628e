#include "core/detect/form_match.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>

namespace platen::detect {
namespace {

constexpr int kLeastInliers = 10;
constexpr float kRatio = 0.88F;

// Squared distance of unit vectors is 2 - 2 a.b. Sixteen sums, so that the loop runs in vector registers in a fixed
// order.
float product128(const float* a, const float* b) {
  float sum[16] = {};
  for (int k = 0; k < 128; k += 16) {
    for (int l = 0; l < 16; ++l) {
      sum[l] += a[k + l] * b[k + l];
    }
  }
  for (int half = 8; half > 0; half /= 2) {
    for (int l = 0; l < half; ++l) {
      sum[l] += sum[l + half];
    }
  }
  return sum[0];
}

}  // namespace

Keypoints findKeypoints(const cv::Mat& light, int most) {
  cv::Mat grey;
  light.convertTo(grey, CV_8U, 235);
  const cv::Ptr<cv::SIFT> sift = cv::SIFT::create(most, 3, 0.02);
  std::vector<cv::KeyPoint> found;
  Keypoints result;
  sift->detectAndCompute(grey, cv::noArray(), found, result.descriptors);
  result.points.reserve(found.size());
  for (const cv::KeyPoint& k : found) {
    // OpenCV has pixel centres at integers.
    result.points.push_back({static_cast<double>(k.pt.x) + 0.5, static_cast<double>(k.pt.y) + 0.5});
  }
  for (int i = 0; i < result.descriptors.rows; ++i) {
    auto* row = result.descriptors.ptr<float>(i);
    float sum = 0;
    for (int c = 0; c < 128; ++c) {
      sum += row[c];
    }
    for (int c = 0; c < 128; ++c) {
      row[c] = std::sqrt(row[c] / std::max(sum, 1e-6F));
    }
  }
  return result;
}

std::vector<KeypointPair> matchKeypoints(const Keypoints& form, const Keypoints& photo) {
  const auto n = form.points.size();
  const auto m = photo.points.size();
  struct Best {
    float first = -2, second = -2;
    std::size_t at = 0;
  };
  std::vector<Best> of_form(n);
  std::vector<float> of_photo(m, -2);
  std::vector<std::size_t> back(m, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto* a = form.descriptors.ptr<float>(static_cast<int>(i));
    Best& best = of_form[i];
    for (std::size_t j = 0; j < m; ++j) {
      const float s = product128(a, photo.descriptors.ptr<float>(static_cast<int>(j)));
      if (s > best.first) {
        best.second = best.first;
        best.first = s;
        best.at = j;
      } else if (s > best.second) {
        best.second = s;
      }
      if (s > of_photo[j]) {
        of_photo[j] = s;
        back[j] = i;
      }
    }
  }
  std::vector<KeypointPair> pairs;
  for (std::size_t i = 0; i < n && m > 1; ++i) {
    const Best& best = of_form[i];
    if (back[best.at] == i && 2 - 2 * best.first < kRatio * kRatio * (2 - 2 * best.second)) {
      pairs.push_back({i, best.at});
    }
  }
  return pairs;
}

std::vector<FormMatch> guidedMatches(const Keypoints& form,
                                     const std::vector<Vec2>& expected,
                                     const Keypoints& photo_canvas,
                                     double reach) {
  constexpr float kRatio = 0.85F;
  constexpr float kLeastProduct = 0.78F;
  constexpr double kSame = 5;  // canvas_px: nearer than this is the same place
  const auto m = photo_canvas.points.size();
  std::vector<std::size_t> by_x(m);
  for (std::size_t j = 0; j < m; ++j) {
    by_x[j] = j;
  }
  std::sort(by_x.begin(), by_x.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(photo_canvas.points[a].x, a) < std::pair(photo_canvas.points[b].x, b);
  });
  std::vector<float> best_back(m, -2);
  std::vector<std::size_t> back(m, 0);
  struct Choice {
    std::size_t at = 0;
    float first = -2, second = -2;
  };
  std::vector<Choice> choices(form.points.size());
  std::vector<std::pair<float, std::size_t>> near;
  for (std::size_t i = 0; i < form.points.size(); ++i) {
    const Vec2 p = expected[i];
    const cv::Mat row = form.descriptors.row(static_cast<int>(i));
    near.clear();
    auto it = std::lower_bound(by_x.begin(), by_x.end(), p.x - reach,
                               [&](std::size_t j, double x) { return photo_canvas.points[j].x < x; });
    for (; it != by_x.end() && photo_canvas.points[*it].x <= p.x + reach; ++it) {
      if (norm(photo_canvas.points[*it] - p) > reach) {
        continue;
      }
      const auto s = static_cast<float>(row.dot(photo_canvas.descriptors.row(static_cast<int>(*it))));
      near.emplace_back(s, *it);
      if (s > best_back[*it]) {
        best_back[*it] = s;
        back[*it] = i;
      }
    }
    Choice& choice = choices[i];
    for (const auto& [s, j] : near) {
      if (s > choice.first) {
        choice.first = s;
        choice.at = j;
      }
    }
    for (const auto& [s, j] : near) {
      if (s > choice.second && norm(photo_canvas.points[j] - photo_canvas.points[choice.at]) > kSame) {
        choice.second = s;
      }
    }
  }
  std::vector<FormMatch> matches;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const Choice& c = choices[i];
    if (c.first > kLeastProduct && back[c.at] == i && 2 - 2 * c.first < kRatio * kRatio * (2 - 2 * c.second)) {
      matches.push_back({form.points[i], photo_canvas.points[c.at], true});
    }
  }
  return matches;
}

bool isSeenByCamera(const Homography& photo_from_form, Vec2 form_extent, Vec2 photo_extent) {
  constexpr double kLeastShare = 0.06, kMostShare = 4;  // of the photo
  const Vec2 corners[4] = {photo_from_form({0, 0}), photo_from_form({form_extent.x, 0}), photo_from_form(form_extent),
                           photo_from_form({0, form_extent.y})};
  double area = 0;
  bool convex = true;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2 a = corners[k], b = corners[(k + 1) % 4], c = corners[(k + 2) % 4];
    area += cross(a, b) / 2;
    convex = convex && cross(b - a, c - b) > 0;
  }
  const double share = area / (photo_extent.x * photo_extent.y);
  return convex && share > kLeastShare && share < kMostShare;
}

std::optional<FormPose> findPose(
    const std::vector<Vec2>& form, const std::vector<Vec2>& photo, Vec2 form_extent, Vec2 photo_extent, double reach) {
  if (form.size() < kLeastInliers) {
    return {};
  }
  // From the photo to the form, so that the reach is in form pixels however the sheet lies.
  std::vector<cv::Point2f> from, to;
  for (std::size_t k = 0; k < form.size(); ++k) {
    from.emplace_back(static_cast<float>(photo[k].x), static_cast<float>(photo[k].y));
    to.emplace_back(static_cast<float>(form[k].x), static_cast<float>(form[k].y));
  }
  cv::Mat mask;
  const cv::Mat h = cv::findHomography(from, to, cv::USAC_MAGSAC, reach, mask, 20000, 0.999);
  if (h.empty()) {
    return {};
  }
  FormPose pose;
  Homography form_from_photo;
  for (int k = 0; k < 9; ++k) {
    form_from_photo.m[static_cast<std::size_t>(k)] = h.at<double>(k / 3, k % 3);
  }
  pose.photo_from_form = inverse(form_from_photo);
  for (std::size_t k = 0; k < form.size(); ++k) {
    pose.inlier.push_back(mask.at<std::uint8_t>(static_cast<int>(k)) != 0);
    pose.inliers += pose.inlier.back() ? 1 : 0;
  }
  if (pose.inliers < kLeastInliers || !isSeenByCamera(pose.photo_from_form, form_extent, photo_extent)) {
    return {};
  }
  return pose;
}

}  // namespace platen::detect
