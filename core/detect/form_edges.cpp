#include "core/detect/form_edges.h"

#include "core/box_side.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kStep = 3;     // canvas_px between samples along
constexpr int kSlope = 2;       // samples across per sample along, at most
constexpr double kLeast = 0.6;  // mean confidence from which an edge counts

// log(colour + 12) with ink closed, along (rows) and across (columns) the strip.
cv::Mat stripOf(const cv::Mat& colors, const EdgeSearch& search, Vec2 origin, int along_count, int across_count) {
  const bool level = isLevel(search.kind);
  // Index of the strip's sample (row k, column q) in the canvas array: pixel centres at integers.
  cv::Mat map(along_count, across_count, CV_32FC2);
  for (int k = 0; k < along_count; ++k) {
    auto* row = map.ptr<cv::Vec2f>(k);
    const double along = search.from + k * kStep;
    const double across = search.across(along);
    for (int q = 0; q < across_count; ++q) {
      const double off = across + (q - (across_count - 1) / 2.0) * search.step;
      const Vec2 p = (level ? Vec2{along, off} : Vec2{off, along}) - origin - Vec2{0.5, 0.5};
      row[q] = {static_cast<float>(p.x), static_cast<float>(p.y)};
    }
  }
  cv::Mat strip;
  cv::remap(colors, strip, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return strip;
}

std::vector<double> smoothed(const std::vector<double>& values, double sigma) {
  const int radius = static_cast<int>(std::ceil(3 * sigma));
  const int n = static_cast<int>(values.size());
  std::vector<double> result(values.size());
  for (int i = 0; i < n; ++i) {
    double sum = 0, weight = 0;
    for (int k = std::max(0, i - radius); k <= std::min(n - 1, i + radius); ++k) {
      const double w = std::exp(-0.5 * (k - i) * (k - i) / (sigma * sigma));
      sum += w * values[static_cast<std::size_t>(k)];
      weight += w;
    }
    result[static_cast<std::size_t>(i)] = sum / weight;
  }
  return result;
}

double median(std::vector<double> values) {
  return quantile(values, 0.5);
}

}  // namespace

cv::Mat greyCanvas(const CanvasImage& canvas) {
  if (canvas.colors.channels() == 1) {
    return canvas.colors;
  }
  cv::Mat grey;
  cv::cvtColor(canvas.colors, grey, cv::COLOR_RGB2GRAY);
  return grey;
}

std::optional<FormEdge> followEdge(
    const CanvasImage& canvas, SideKind kind, double across, double from, double to, double reach) {
  return followEdge(canvas, {kind, from, to, [across](double) { return across; }, reach, 3, 4});
}

std::optional<FormEdge> followEdge(const CanvasImage& canvas, const EdgeSearch& search) {
  const auto [kind, from, to, across, reach, step_across, apart] = search;
  const int n = static_cast<int>((to - from) / kStep) + 1;
  const int half = static_cast<int>(reach / step_across) + apart;
  const int width = 2 * half + 1;
  if (n < 40) {
    return {};
  }
  // Ink along the sheet's edge would be an edge too: closed before the strip is cut out.
  const int pad = static_cast<int>(reach) + 60;
  double low = across(from);
  double high = low;
  for (int k = 0; k < n; ++k) {
    const double at = across(from + k * kStep);
    low = std::min(low, at);
    high = std::max(high, at);
  }
  const cv::Rect all{0, 0, canvas.colors.cols, canvas.colors.rows};
  const int wide = static_cast<int>(high) - static_cast<int>(low) + 2 * pad;
  const cv::Rect wanted =
      isLevel(kind)
          ? cv::Rect{static_cast<int>(from) - 30, static_cast<int>(low) - pad, static_cast<int>(to - from) + 60, wide}
          : cv::Rect{static_cast<int>(low) - pad, static_cast<int>(from) - 30, wide, static_cast<int>(to - from) + 60};
  const cv::Rect part = wanted & all;
  if (part.width < 40 || part.height < 40) {
    return {};
  }
  cv::Mat closed;
  cv::morphologyEx(canvas.colors(part), closed, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, {13, 13}),
                   {-1, -1}, 1, cv::BORDER_REPLICATE);
  cv::GaussianBlur(closed, closed, {}, 2, 2, cv::BORDER_REPLICATE);
  const Vec2 origin{static_cast<double>(part.x), static_cast<double>(part.y)};
  cv::Mat strip = stripOf(closed, search, origin, n, width);
  const cv::Mat covered = stripOf(canvas.covered(part), search, origin, n, width);
  strip.convertTo(strip, CV_32F, 1, 12);
  cv::log(strip, strip);

  // Contrast across the edge, smoothed along it.
  const int cols = width - apart;
  cv::Mat contrast(n, cols, CV_32F, cv::Scalar(0));
  const int channels = strip.channels();
  for (int k = 0; k < n; ++k) {
    const auto* s = strip.ptr<float>(k);
    const auto* c = covered.ptr<std::uint8_t>(k);
    auto* out = contrast.ptr<float>(k);
    for (int q = 0; q < cols; ++q) {
      float sum = 0;
      for (int l = 0; l < channels; ++l) {
        const float d = s[(q + apart) * channels + l] - s[q * channels + l];
        sum += d * d;
      }
      out[q] = c[q] > 127 && c[q + apart] > 127 ? std::sqrt(sum) : 0;
    }
  }
  cv::blur(contrast, contrast, {1, 3}, {-1, -1}, cv::BORDER_REPLICATE);
  contrast.forEach<float>([](float& g, const int*) { g = g / (g + 0.10F); });

  // The best path: strong contrast, near the expected line, no jumps.
  const double middle = (cols - 1) / 2.0;
  const auto nearness = [&](int q) {
    const double d = (q - middle) * step_across / reach;
    return static_cast<float>(0.25 * d * d);
  };
  std::vector<float> cost(static_cast<std::size_t>(cols));
  std::vector<std::int8_t> from_step(static_cast<std::size_t>(n) * static_cast<std::size_t>(cols), 0);
  for (int q = 0; q < cols; ++q) {
    cost[static_cast<std::size_t>(q)] = nearness(q) - contrast.at<float>(0, q);
  }
  std::vector<float> next(cost.size());
  for (int k = 1; k < n; ++k) {
    for (int q = 0; q < cols; ++q) {
      float best = 1e30F;
      int step = 0;
      for (int d = -kSlope; d <= kSlope; ++d) {
        if (q + d < 0 || q + d >= cols) {
          continue;
        }
        const float c = cost[static_cast<std::size_t>(q + d)] + 0.06F * static_cast<float>(std::abs(d));
        if (c < best) {
          best = c;
          step = d;
        }
      }
      next[static_cast<std::size_t>(q)] = best + nearness(q) - contrast.at<float>(k, q);
      from_step[static_cast<std::size_t>(k * cols + q)] = static_cast<std::int8_t>(step);
    }
    cost.swap(next);
  }
  std::vector<int> path(static_cast<std::size_t>(n));
  int q = static_cast<int>(std::min_element(cost.begin(), cost.end()) - cost.begin());
  for (int k = n - 1; k >= 0; --k) {
    path[static_cast<std::size_t>(k)] = q;
    q += from_step[static_cast<std::size_t>(k * cols + q)];
  }

  FormEdge edge;
  edge.kind = kind;
  edge.first = from;
  edge.step = kStep;
  std::vector<double> raw, sure;
  double mean = 0;
  const int ends = std::max(4, n / 50);  // corners are rounded and dog-eared
  for (int k = 0; k < n; ++k) {
    const int at = path[static_cast<std::size_t>(k)];
    raw.push_back(across(from + k * kStep) + (at - middle) * step_across);
    const double s = static_cast<double>(contrast.at<float>(k, at));
    mean += s / n;
    sure.push_back(k < ends || k >= n - ends ? 0 : std::clamp((s - 0.35) / 0.35, 0.0, 1.0));
  }
  edge.across = smoothed(raw, 1.5);
  double mean_confidence = 0;
  for (const double s : sure) {
    mean_confidence += s / n;
  }
  const double gate = std::clamp((mean_confidence - kLeast) / 0.3, 0.0, 1.0);
  if (!(gate > 0)) {
    return {};
  }
  for (const double s : sure) {
    edge.confidence.push_back(s * gate);
  }
  return edge;
}

FormSheet sheetFromSides(const std::vector<Polyline>& sides_canvas_px,
                         const std::vector<double>& sure,
                         const FormFrame& frame) {
  FormSheet sheet;
  sheet.edges_px = {0, 0, frame.form_extent.x, frame.form_extent.y};
  for (std::size_t s = 0; s < sides_canvas_px.size(); ++s) {
    const Polyline& side = sides_canvas_px[s];
    if (side.size() < 4) {
      continue;
    }
    const Vec2 chord = side.back() - side.front();
    const bool level = std::abs(chord.x) > std::abs(chord.y);
    std::vector<double> across, along;
    for (const Vec2& p : side) {
      const Vec2 form = p - frame.margin;
      across.push_back(level ? form.y : form.x);
      along.push_back(level ? form.x : form.y);
    }
    const double at = median(across);
    const double extent = level ? frame.form_extent.y : frame.form_extent.x;
    const bool first = at < extent / 2;
    // An edge that runs through the print is none, nor is one that is far from it.
    const double outside = first ? -at : at - extent;
    const double length = std::abs(along.back() - along.front());
    if (outside < -0.06 * extent || outside > 0.16 * extent ||
        length < 0.35 * (level ? frame.form_extent.x : frame.form_extent.y)) {
      continue;
    }
    const SideKind kind =
        level ? (first ? SideKind::top : SideKind::bottom) : (first ? SideKind::left : SideKind::right);
    const auto k = static_cast<std::size_t>(kind);
    if (sure[s] <= sheet.weight[k]) {
      continue;
    }
    sheet.weight[k] = sure[s];
    edgeOf(sheet.edges_px, kind) = at;
  }
  return sheet;
}

}  // namespace platen::detect
