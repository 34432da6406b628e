#include "core/detect/print_pieces.h"

#include "core/detect/components.h"
#include "core/detect/form_features.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kInkReach = 15;  // px: broader is no print
constexpr float kLeastInk = 0.14F;
constexpr double kOverNoise = 3;                  // ink, relative to the median of all
constexpr double kLowest = 3.3, kHighest = 23;    // px, of a character, or of several that touch
constexpr double kLongest = 280, kSlimmest = 20;  // px, and relative to its height: longer is a rule
constexpr float kPaler = 1.5F;  // in ink: creases and shadows that join characters, to what they join; a few times
constexpr int kTimesPaler = 3;
constexpr std::size_t kMostCharacters = 6000;    // more is noise, or a page so full that it needs none of this
constexpr double kGap = 0.8;                     // of characters in a piece; of their height
constexpr double kOverlap = 0.3;                 // of neighbours' heights
constexpr double kStride = 0.7;                  // between feet of characters that touch; of their height
constexpr double kBarLight = 0.75;               // darker is a bar, relative to paper
constexpr double kBarContrast = 30;              // grey levels: of its print
constexpr double kBarStripe = 6, kBarText = 24;  // px: blank above and below its print, at least; the print, at most
constexpr double kLowCharacter = 0.55;           // of the others' height: a point, a dash or an accent has no foot

double heightOf(const Box& box) {
  return box.y1 - box.y0;
}

struct Character {
  Box box;
  int component = 0;
  bool was_joined = false;
};

struct Characters {
  cv::Mat ink;
  Components parts;
  std::vector<Character> all;  // and what touches; from left to right
};

// Connected parts of the ink above `level`. Of what is higher than characters only the ink that is above a higher level
// counts: dark creases and shadows' edges join the characters that they run over. `joined`: not 0 where that was.
Components partsOf(const cv::Mat& ink, float level, double highest, cv::Mat& joined) {
  cv::Mat dark = ink > level;
  joined = cv::Mat::zeros(dark.size(), CV_8U);
  Components parts = componentsOf(dark, Neighbours::eight);
  for (int time = 0; time < kTimesPaler; ++time) {
    level *= kPaler;
    bool is_split = false;
    for (const ComponentRun& run : parts.runs) {
      if (parts.components[static_cast<std::size_t>(run.component)].height() <= highest) {
        continue;
      }
      for (int i = run.from; i < run.to; ++i) {
        joined.at<std::uint8_t>(run.row, i) = 255;
        if (ink.at<float>(run.row, i) <= level) {
          dark.at<std::uint8_t>(run.row, i) = 0;
          is_split = true;
        }
      }
    }
    if (!is_split) {
      break;
    }
    parts = componentsOf(dark, Neighbours::eight);
  }
  return parts;
}

Characters charactersOf(const cv::Mat& grey, double scale) {
  Characters found;
  found.ink = 1 - evenLight(grey, static_cast<int>(std::lround(kInkReach * scale)));
  const cv::Mat& ink = found.ink;
  std::vector<float> some;
  for (int j = 0; j < ink.rows; j += 4) {
    for (int i = 0; i < ink.cols; i += 4) {
      some.push_back(ink.at<float>(j, i));
    }
  }
  if (some.empty()) {
    return found;
  }
  const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
  std::nth_element(some.begin(), middle, some.end());
  cv::Mat joined;
  found.parts = partsOf(ink, std::max(kLeastInk, static_cast<float>(kOverNoise) * *middle), kHighest * scale, joined);
  std::vector<bool> was_joined(found.parts.components.size());
  for (const ComponentRun& run : found.parts.runs) {
    was_joined[static_cast<std::size_t>(run.component)] = joined.at<std::uint8_t>(run.row, run.from) != 0;
  }
  for (std::size_t k = 0; k < found.parts.components.size(); ++k) {
    const Component& c = found.parts.components[k];
    const double width = c.width() / scale;
    const double height = c.height() / scale;
    if (height >= kLowest && height <= kHighest && width <= kLongest && width < kSlimmest * height && c.width() >= 2 &&
        c.area >= 8) {
      found.all.push_back(
          {{c.left / scale, c.top / scale, c.right / scale, c.bottom / scale}, static_cast<int>(k), was_joined[k]});
    }
  }
  std::stable_sort(found.all.begin(), found.all.end(),
                   [](const Character& a, const Character& b) { return a.box.x0 < b.box.x0; });
  if (found.all.size() > kMostCharacters) {
    found.all.clear();
  }
  return found;
}

bool areNeighbours(const Box& left, const Box& right) {
  const double lower = std::min(heightOf(left), heightOf(right));
  const double higher = std::max(heightOf(left), heightOf(right));
  return right.x0 - left.x1 <= kGap * higher &&
         std::min(left.y1, right.y1) - std::max(left.y0, right.y0) > kOverlap * lower;
}

std::size_t rootOf(std::vector<std::size_t>& parent, std::size_t k) {
  while (parent[k] != k) {
    k = parent[k] = parent[parent[k]];
  }
  return k;
}

// Where the ink above row `bottom` ends below it, between columns [from, to): where it falls to half of what is above.
double inkEnd(const cv::Mat& ink, int from, int to, int bottom) {
  constexpr int kAbove = 3, kBelow = 3;
  const auto strongest = [&](int row) {
    float most = 0;
    for (int i = from; i < to; ++i) {
      most = std::max(most, ink.at<float>(row, i));
    }
    return most;
  };
  float peak = 0;
  for (int row = std::max(0, bottom - kAbove); row <= bottom; ++row) {
    peak = std::max(peak, strongest(row));
  }
  int row = bottom;
  float above = strongest(row);
  while (above < peak / 2) {  // the peak is not far above
    above = strongest(--row);
  }
  while (++row <= std::min(ink.rows - 1, bottom + kBelow)) {
    const float here = strongest(row);
    if (here < peak / 2) {
      return row - 0.5 + (above - peak / 2) / (above - here);
    }
    above = here;
  }
  return bottom + 1;
}

}  // namespace

std::vector<PrintPiece> printPieces(const cv::Mat& grey, double scale) {
  const Characters found = charactersOf(grey, scale);
  const std::vector<Character>& characters = found.all;
  std::vector<std::size_t> parent(characters.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const Box& left = characters[i].box;
    for (std::size_t j = i + 1; j < characters.size() && characters[j].box.x0 - left.x1 <= kGap * kHighest; ++j) {
      if (areNeighbours(left, characters[j].box)) {
        parent[rootOf(parent, i)] = rootOf(parent, j);
      }
    }
  }
  std::vector<PrintPiece> pieces;
  std::vector<std::vector<double>> heights;
  std::vector<bool> was_joined;                                             // any of its characters
  std::vector<std::size_t> piece_of(characters.size(), characters.size());  // of a root
  std::vector<std::size_t> piece_of_part(found.parts.components.size(), characters.size());
  for (std::size_t k = 0; k < characters.size(); ++k) {
    const Box& c = characters[k].box;
    std::size_t& piece = piece_of[rootOf(parent, k)];
    if (piece == characters.size()) {
      piece = pieces.size();
      pieces.push_back({c, 0, {}, {}});
      heights.emplace_back();
      was_joined.push_back(false);
    }
    Box& box = pieces[piece].box;
    box = {std::min(box.x0, c.x0), std::min(box.y0, c.y0), std::max(box.x1, c.x1), std::max(box.y1, c.y1)};
    heights[piece].push_back(heightOf(c));
    was_joined[piece] = was_joined[piece] || characters[k].was_joined;
    piece_of_part[static_cast<std::size_t>(characters[k].component)] = piece;
  }
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    pieces[k].height = quantile(heights[k], 0.5);
  }
  // The lowest row of each character's columns.
  std::vector<std::vector<int>> lowest(found.parts.components.size());
  for (const ComponentRun& run : found.parts.runs) {
    const auto part = static_cast<std::size_t>(run.component);
    if (piece_of_part[part] < pieces.size()) {
      const Component& c = found.parts.components[part];
      lowest[part].resize(static_cast<std::size_t>(c.width()), c.top);
      for (int i = run.from; i < run.to; ++i) {
        int& low = lowest[part][static_cast<std::size_t>(i - c.left)];
        low = std::max(low, run.row);
      }
    }
  }
  for (const Character& character : characters) {
    const auto part = static_cast<std::size_t>(character.component);
    PrintPiece& piece = pieces[piece_of_part[part]];
    if (heightOf(character.box) < kLowCharacter * piece.height) {
      continue;
    }
    piece.characters.push_back(character.box);
    const Component& c = found.parts.components[part];
    const int feet = std::max(1, static_cast<int>(std::lround(c.width() / (kStride * piece.height * scale))));
    for (int foot = 0; foot < feet; ++foot) {
      const int from = c.width() * foot / feet;
      const int to = c.width() * (foot + 1) / feet;
      const int bottom = *std::max_element(lowest[part].begin() + from, lowest[part].begin() + to);
      piece.feet.push_back(
          {(c.left + (from + to) / 2.0) / scale, inkEnd(found.ink, c.left + from, c.left + to, bottom) / scale});
    }
  }
  std::vector<PrintPiece> kept;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    PrintPiece& piece = pieces[k];
    if (was_joined[k] && heights[k].size() < kWord) {
      continue;
    }
    std::stable_sort(piece.feet.begin(), piece.feet.end(), [](const Vec2& a, const Vec2& b) { return a.x < b.x; });
    kept.push_back(std::move(piece));
  }
  return kept;
}

bool overlapsAny(const Box& box, std::span<const Box> others) {
  return std::any_of(others.begin(), others.end(), [&](const Box& other) {
    return std::min(other.x1, box.x1) > std::max(other.x0, box.x0) &&
           std::min(other.y1, box.y1) > std::max(other.y0, box.y0);
  });
}

std::vector<Box> printOnBars(const cv::Mat& grey, double scale) {
  cv::Mat light;
  grey.convertTo(light, CV_32F);
  const auto square = [&](double px) {
    const int side = 2 * static_cast<int>(std::lround(px * scale / 2)) + 1;
    return cv::getStructuringElement(cv::MORPH_RECT, {side, side});
  };
  // What is dark and broader than strokes are, and what lies between.
  const cv::Mat dark = light < kBarLight * quantileOf(light, 0.9, 4);
  cv::Mat solid;
  cv::Mat bars;
  cv::morphologyEx(dark, solid, cv::MORPH_OPEN, square(kBarStripe));
  cv::morphologyEx(solid, bars, cv::MORPH_CLOSE, square(kBarText));
  cv::erode(bars, bars, square(2));
  std::vector<Box> boxes;
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centroids;
  const int count = cv::connectedComponentsWithStats(bars, labels, stats, centroids, 4);
  for (int bar = 1; bar < count; ++bar) {
    const cv::Rect area{stats.at<int>(bar, cv::CC_STAT_LEFT), stats.at<int>(bar, cv::CC_STAT_TOP),
                        stats.at<int>(bar, cv::CC_STAT_WIDTH), stats.at<int>(bar, cv::CC_STAT_HEIGHT)};
    const cv::Mat mask = labels(area) == bar;
    const cv::Mat ground = mask & solid(area);
    const cv::Mat turned = 255 - grey(area);
    const double level = cv::mean(turned, ground)[0];
    const cv::Mat lighter = (turned < level - kBarContrast) & mask;
    const cv::Mat darker = (turned > level + kBarContrast) & mask;
    // Slivers of a bar's rim, and shaded cells whose print is dark.
    if (std::min(area.width, area.height) < kLowest * scale || cv::countNonZero(ground) == 0 ||
        cv::countNonZero(lighter) <= cv::countNonZero(darker)) {
      continue;
    }
    cv::Mat dark_on_light(area.size(), CV_8U, cv::Scalar(level));
    turned.copyTo(dark_on_light, mask);
    for (const PrintPiece& piece : printPieces(dark_on_light, scale)) {
      const Vec2 from{area.x / scale, area.y / scale};
      const Box& box = piece.box;
      boxes.push_back({box.x0 + from.x, box.y0 + from.y, box.x1 + from.x, box.y1 + from.y});
    }
  }
  return boxes;
}

}  // namespace platen::detect
