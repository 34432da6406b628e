// printSeen: see known_form.h.
#include "core/detect/known_form.h"
#include "core/detect/print_columns.h"
#include "core/detect/print_pieces.h"
#include "core/detect/print_rows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kCell = 8;      // canvas_px: the map is linear in between
constexpr int kPerPixel = 3;  // half pixels of the flat picture to a canvas_px
constexpr double kScale = kPerPixel / 2.0;
static_assert(kScale == kPrintScale);
constexpr double kLetter = 8;       // canvas_px above a baseline
constexpr double kDense = 0.02;     // points of the form's print per square canvas_px
constexpr double kSlanted = 0.012;  // slope of what is filled in, beyond which its columns are no more upright
constexpr double kRim = 10;         // canvas_px: beyond it the sheet's own edge could be taken for print

// The canvas's photo as the fit flattens it, grey, kScale of its pixels to a canvas_px.
cv::Mat flattened(const FormSight& sight, const std::function<Vec2(Vec2)>& seen_at) {
  const Vec2 extent = sight.cues.frame.canvas_extent;
  const cv::Size cells{static_cast<int>(extent.x) / kCell, static_cast<int>(extent.y) / kCell};
  // Of the middles of cells, in OpenCV's index; a resize keeps middles where they are.
  cv::Mat coarse(cells, CV_32FC2);
  for (int j = 0; j < cells.height; ++j) {
    for (int i = 0; i < cells.width; ++i) {
      const Vec2 p = seen_at({(i + 0.5) * kCell, (j + 0.5) * kCell});
      coarse.at<cv::Vec2f>(j, i) = {static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5)};
    }
  }
  cv::Mat map;
  cv::resize(coarse, map, {cells.width * kCell * kPerPixel / 2, cells.height * kCell * kPerPixel / 2}, 0, 0,
             cv::INTER_LINEAR);
  cv::Mat flat;
  cv::remap(greyCanvas(sight.canvas), flat, map, cv::noArray(), cv::INTER_CUBIC, cv::BORDER_REPLICATE);
  return flat;
}

// Whether the form itself has print around a baseline.
bool isOfForm(const Polyline& row, const std::vector<FormPoint>& print) {
  Box around{row.front().x, row.front().y, row.back().x, row.front().y};
  for (const Vec2& p : row) {
    around.y0 = std::min(around.y0, p.y);
    around.y1 = std::max(around.y1, p.y);
  }
  around.y0 -= kLetter;
  const auto points = std::count_if(print.begin(), print.end(), [&](const FormPoint& point) {
    const Vec2 p = point.canvas_px;
    return p.x > around.x0 && p.x < around.x1 && p.y > around.y0 && p.y < around.y1;
  });
  return static_cast<double>(points) > kDense * around.width() * around.height();
}

Vec2 middleOf(const Polyline& line) {
  Vec2 sum;
  for (const Vec2& p : line) {
    sum = sum + p;
  }
  return sum / static_cast<double>(line.size());
}

// Nothing of what is printed on the form itself.
std::vector<Box> filledIn(const std::vector<PrintPiece>& pieces, const std::vector<Box>& print) {
  std::vector<Box> filled;
  for (const PrintPiece& piece : pieces) {
    const Box& box = piece.box;
    if (!overlapsAny(box, print)) {
      filled.push_back(box);
    }
  }
  return filled;
}

}  // namespace

FormPrint printSeen(const FormSight& sight,
                    const KnownForm& form,
                    const std::function<Vec2(Vec2)>& seen_at,
                    const FormSheet& sheet) {
  const FormFrame& frame = sight.cues.frame;
  const Box area = frame.canvasFromForm({0, 0, frame.form_extent.x, frame.form_extent.y});
  const Box paper = frame.canvasFromForm(sheet.edges_px);
  const Box inside{std::max(area.x0, paper.x0) + kRim, std::max(area.y0, paper.y0) + kRim,
                   std::min(area.x1, paper.x1) - kRim, std::min(area.y1, paper.y1) - kRim};
  std::vector<PrintPiece> pieces = printPieces(flattened(sight, seen_at), kScale);
  std::erase_if(pieces, [&](const PrintPiece& piece) {
    return piece.box.x0 < inside.x0 || piece.box.y0 < inside.y0 || piece.box.x1 > inside.x1 || piece.box.y1 > inside.y1;
  });
  std::vector<Polyline> own, filled;
  FormPrint print;
  for (PrintRow& row : printRows(pieces)) {
    if (isOfForm(row.line, sight.cues.levels.back().points)) {
      own.push_back(std::move(row.line));
      continue;
    }
    const Box& box = pieces[row.piece].box;
    print.filled.push_back({box.x0, box.x1, middleOf(row.line).y});
    filled.push_back(std::move(row.line));
  }
  const std::optional<double> slope = commonSlope(filled);
  const auto onPhoto = [&](Polyline line) {
    std::transform(line.begin(), line.end(), line.begin(), seen_at);
    return line;
  };
  for (const PrintPiece& piece : pieces) {
    if (piece.feet.size() < kWord) {
      continue;
    }
    for (const Box& box : piece.characters) {
      const double x = 0.5 * (box.x0 + box.x1);
      print.characters.push_back({seen_at({x, box.y0}), seen_at({x, box.y1})});
    }
  }
  for (const Polyline& row : own) {
    print.baselines.push_back({onPhoto(row), 0, {}});
  }
  const bool is_level = !slope || std::abs(*slope) < kSlanted;
  if (!is_level) {
    print.filled.clear();
  }
  const std::vector<PlacedPiece> places = placesOf(print.filled, form.filled, sheet.bend_px);
  for (std::size_t k = 0; k < filled.size(); ++k) {
    const PlacedPiece place = is_level ? places[k] : PlacedPiece{};
    if (slope || place.foot) {
      const double leans = slope.value_or(0);
      const std::optional<double> at =
          place.foot ? std::optional(*place.foot - leans * middleOf(filled[k]).x) : place.foot;
      print.baselines.push_back({onPhoto(filled[k]), leans, at});
    }
    for (const bool is_left : {true, false}) {
      if (const std::optional<double>& x = is_left ? place.left : place.right) {
        const FilledPiece& piece = print.filled[k];
        print.ends.push_back({onPhoto({{is_left ? piece.left : piece.right, piece.foot - kLetter / 2}}), x});
      }
    }
  }
  if (is_level) {
    for (const PrintColumn& column : printColumns(filledIn(pieces, form.print), form.print)) {
      print.columns.push_back({onPhoto(column.line), column.place});
    }
  }
  return print;
}

}  // namespace platen::detect
