#include "core/detect/page_to_border.h"

#include "core/detect/flood.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace platen::detect {
namespace {

constexpr int kBorder = 2;        // mask pixels
constexpr int kPiece = 8;         // mask pixels of the border, at least
constexpr int kMostPieces = 250;  // labels are bytes
constexpr int kReach = 3;         // mask pixels to either side of where two floods meet
constexpr double kContrast = 10;  // Lab distance across it
constexpr double kPlain = 0.15;   // less than this share of a seam has contrast
constexpr int kShortest = 6;      // mask pixels, of a seam with all of the page,
constexpr int kLong = 18;         // and with a part of it: beyond a crease the rest may be darker
constexpr std::uint8_t kPage = 1;
constexpr std::uint8_t kFirst = 2;  // label of the first piece

// How far along the border a pixel of it lies, clockwise from the upper left corner.
int alongBorder(cv::Point p, cv::Size size) {
  const int right = size.width - 1 - p.x;
  const int below = size.height - 1 - p.y;
  const int nearest = std::min({p.x, p.y, right, below});
  if (nearest == p.y) {
    return p.x;
  }
  if (nearest == right) {
    return size.width + p.y;
  }
  if (nearest == below) {
    return size.width + size.height + right;
  }
  return 2 * size.width + size.height + below;
}

cv::Mat labelled(const cv::Mat& marker, int pieces) {
  const int around = 2 * (marker.cols + marker.rows);
  cv::Mat labels = cv::Mat::zeros(marker.size(), CV_8UC1);
  for (int j = 0; j < labels.rows; ++j) {
    for (int i = 0; i < labels.cols; ++i) {
      if (marker.at<std::uint8_t>(j, i) != 0) {
        labels.at<std::uint8_t>(j, i) = kPage;
      } else if (std::min({i, j, labels.cols - 1 - i, labels.rows - 1 - j}) < kBorder) {
        labels.at<std::uint8_t>(j, i) =
            static_cast<std::uint8_t>(kFirst + alongBorder({i, j}, labels.size()) * pieces / around);
      }
    }
  }
  return labels;
}

// What lies where two floods meet.
struct Seam {
  int length = 0, contrast = 0;
  [[nodiscard]] bool isPlain() const { return contrast < kPlain * length; }
  void add(const Seam& other) {
    length += other.length;
    contrast += other.contrast;
  }
};

class Seams {
 public:
  Seams(const cv::Mat& lab, const cv::Mat& labels) : seams_(std::size_t{256} * 256) {
    for (int j = 0; j < labels.rows; ++j) {
      for (int i = 0; i < labels.cols; ++i) {
        look(lab, labels, {i, j}, {1, 0});
        look(lab, labels, {i, j}, {0, 1});
      }
    }
  }
  [[nodiscard]] const Seam& between(int a, int b) const {
    return seams_[static_cast<std::size_t>(std::min(a, b)) * 256 + static_cast<std::size_t>(std::max(a, b))];
  }

 private:
  void look(const cv::Mat& lab, const cv::Mat& labels, cv::Point at, cv::Point step) {
    const cv::Rect frame({0, 0}, labels.size());
    const cv::Point next = at + step;
    if (!frame.contains(next) || labels.at<std::uint8_t>(at) == labels.at<std::uint8_t>(next)) {
      return;
    }
    const cv::Point from = at - kReach * step;
    const cv::Point to = next + kReach * step;
    if (!frame.contains(from) || !frame.contains(to)) {
      return;
    }
    const auto [a, b] = std::minmax(labels.at<std::uint8_t>(at), labels.at<std::uint8_t>(next));
    Seam& seam = seams_[std::size_t{a} * 256 + b];
    ++seam.length;
    seam.contrast +=
        cv::norm(cv::Vec3d(lab.at<cv::Vec3b>(from)) - cv::Vec3d(lab.at<cv::Vec3b>(to))) > kContrast ? 1 : 0;
  }

  std::vector<Seam> seams_;  // by the lower and the higher label
};

}  // namespace

cv::Mat pageToBorder(const MaskScene& scene, const cv::Mat& marker) {
  const cv::Size size = scene.lab.size();
  const int around = 2 * (size.width + size.height);
  const int pieces = std::clamp(around / kPiece, 1, kMostPieces);
  cv::Mat labels = labelled(marker, pieces);
  floodFromMarkers(scene.gradient, labels);
  const Seams seams(scene.lab, labels);
  std::vector<int> page{kPage};
  std::array<bool, 256> is_page{};
  is_page[kPage] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (int label = kFirst; label < kFirst + pieces; ++label) {
      if (is_page[static_cast<std::size_t>(label)]) {
        continue;
      }
      Seam all;
      bool on_plain_paper = false;
      for (const int other : page) {
        const Seam& seam = seams.between(label, other);
        all.add(seam);
        on_plain_paper = on_plain_paper || (seam.length >= kLong && seam.isPlain());
      }
      if (on_plain_paper || (all.length >= kShortest && all.isPlain())) {
        is_page[static_cast<std::size_t>(label)] = true;
        page.push_back(label);
        grows = true;
      }
    }
  }
  if (page.size() == 1) {
    return {};
  }
  cv::Mat mask(size, CV_8UC1);
  std::transform(labels.begin<std::uint8_t>(), labels.end<std::uint8_t>(), mask.begin<std::uint8_t>(),
                 [&](std::uint8_t label) { return is_page[label] ? 255 : 0; });
  return mask;
}

}  // namespace platen::detect
