#include "core/detect/known_form.h"

#include "core/box_side.h"
#include "core/detect/evidence_images.h"
#include "core/detect/form_pose.h"
#include "core/detect/form_sides.h"
#include "core/detect/print_pieces.h"
#include "core/detect/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr int kPhotoSide = 1500;  // of the photo that keypoints are found on
constexpr int kMostKeypoints = 6000;
constexpr int kLightReach = 41;
constexpr double kMatchReach = 70;  // canvas_px: a bent sheet's points from its homography
constexpr double kEdgeReach = 130;  // canvas_px: of the search for the sheet's edges
constexpr double kKnownEdgeReach = 70;
constexpr double kSureEdge = 0.9;  // mean confidence: not looked for beside the outline as well

struct LookPlan {
  double sigma_px;
  std::size_t points;
};
constexpr LookPlan kLooks[] = {{14, 6000}, {8, 8000}, {4.5, 12000}, {2.5, 16000}, {1.4, 24000}};

cv::Mat shrunk(const cv::Mat& array, cv::Size size) {
  cv::Mat result;
  cv::resize(array, result, size, 0, 0, size.width < array.cols ? cv::INTER_AREA : cv::INTER_CUBIC);
  return result;
}

Keypoints transformed(Keypoints keypoints, const Homography& to) {
  for (Vec2& p : keypoints.points) {
    p = to(p);
  }
  return keypoints;
}

double meanOf(const std::vector<double>& values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Lines of text that run level on the form, as far as the homography can say.
std::vector<Polyline> levelRows(const std::vector<PageCues>& pages,
                                const FormFrame& frame,
                                const Homography& to_canvas) {
  constexpr double kSlope = 0.12;
  constexpr double kLeastLength = 5;  // character heights
  std::vector<Polyline> rows;
  for (const PageCues& page : pages) {
    for (const TextSegment& segment : page.segments) {
      if (segment.length < kLeastLength || segment.points.size() < 3) {
        continue;
      }
      Polyline row;
      for (const Vec2& p : segment.points) {
        row.push_back(to_canvas(page.frame.sourceFromWork(p)));
      }
      const Vec2 chord = row.back() - row.front();
      const bool inside = std::all_of(row.begin(), row.end(), [&](Vec2 p) {
        return p.x > 0 && p.y > 0 && p.x < frame.canvas_extent.x && p.y < frame.canvas_extent.y;
      });
      if (inside && std::abs(chord.y) < kSlope * std::abs(chord.x)) {
        if (chord.x < 0) {
          std::reverse(row.begin(), row.end());
        }
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

// u8, 255 on the sheets that detection found; empty where it found the outline of none.
cv::Mat sheetOnCanvas(const std::vector<PageCues>& pages, const Homography& canvas_from_source, cv::Size size) {
  std::vector<std::vector<cv::Point>> outlines;
  for (const PageCues& page : pages) {
    if (!page.outline.empty()) {
      std::vector<cv::Point>& outline = outlines.emplace_back();
      for (const Vec2& p : page.outline) {
        const Vec2 q = canvas_from_source(page.frame.sourceFromWork(p));
        outline.emplace_back(static_cast<int>(std::clamp(q.x, -1e4, 1e4)),
                             static_cast<int>(std::clamp(q.y, -1e4, 1e4)));
      }
    }
  }
  if (outlines.empty()) {
    return {};
  }
  cv::Mat sheet(size, CV_8UC1, cv::Scalar(0));
  cv::fillPoly(sheet, outlines, cv::Scalar(255));
  return sheet;
}

// u8, 255 where the photo shows neither print nor anything beside it.
cv::Mat blankPaper(const CanvasImage& canvas) {
  constexpr int kInkReach = 31;
  constexpr double kFaintest = 0.93;  // of paper's brightness
  cv::Mat blank = evenLight(greyCanvas(canvas), kInkReach) > kFaintest;
  cv::bitwise_and(blank, canvas.covered, blank);
  cv::erode(blank, blank, cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 7}));
  return blank;
}

// Words and short lines that are printed on the form, canvas_px.
std::vector<Box> printOf(const Pyramid& reference, const FormFrame& frame) {
  const Vec2 extent = frame.form_extent * kPrintScale;
  const double scale = extent.x / reference.source_size.width;
  const cv::Mat grey =
      shrunk(greyOf(reference.atLeast(scale).image), {static_cast<int>(extent.x), static_cast<int>(extent.y)});
  std::vector<Box> print = printOnBars(grey, kPrintScale);
  const std::size_t on_bars = print.size();
  for (const PrintPiece& piece : printPieces(grey, kPrintScale)) {
    // On a bar, what lies between and around its letters looks like print.
    if (!overlapsAny(piece.box, std::span(print).first(on_bars))) {
      print.push_back(piece.box);
    }
  }
  for (Box& box : print) {
    box = frame.canvasFromForm(box);
  }
  return print;
}

}  // namespace

int referenceSide(Size reference_size) {
  const double tall = std::max(1.0, static_cast<double>(reference_size.height) / std::max(reference_size.width, 1));
  return static_cast<int>(std::ceil(kPrintScale * kFormWidth * tall));
}

KnownForm prepareForm(const Pyramid& reference) {
  KnownForm form;
  const Size size = reference.source_size;
  const int width = static_cast<int>(kFormWidth);
  const int height = std::max(1, static_cast<int>(std::lround(kFormWidth * size.height / size.width)));
  form.frame.reference_size = size;
  form.frame.form_extent = {kFormWidth, static_cast<double>(height)};
  form.frame.margin = {std::round(0.16 * kFormWidth), std::round(0.2 * height)};
  form.frame.canvas_extent = form.frame.form_extent + 2 * form.frame.margin;
  const cv::Mat grey = shrunk(greyOf(reference.atLeast(kFormWidth / size.width).image), {width, height});
  cv::Mat canvas(static_cast<int>(form.frame.canvas_extent.y), static_cast<int>(form.frame.canvas_extent.x), CV_8U,
                 cv::Scalar(255));
  // Beyond the reference there is paper as light as its own.
  const cv::Mat light_part = grey > 200;
  if (cv::countNonZero(light_part) > 0) {
    canvas.setTo(cv::mean(grey, light_part)[0]);
  }
  grey.copyTo(
      canvas(cv::Rect{static_cast<int>(form.frame.margin.x), static_cast<int>(form.frame.margin.y), width, height}));
  form.keypoints = findKeypoints(evenLight(grey, kLightReach), kMostKeypoints);
  for (Vec2& p : form.keypoints.points) {
    p = p + form.frame.margin;
  }
  form.print = printOf(reference, form.frame);
  const cv::Mat features = printFeatures(canvas);
  for (const LookPlan& plan : kLooks) {
    const std::vector<Vec2> points = pointsOnPrint(features, plan.points);
    form.looks.push_back(lookAt(features, plan.sigma_px, points));
  }
  return form;
}

RecognisedPlaces recognise(const Pyramid& photo, const KnownForm& form, const std::stop_token& stop) {
  const double longer = std::max(photo.source_size.width, photo.source_size.height);
  const double scale = std::min(1.0, kPhotoSide / longer);
  const cv::Mat grey = greyOf(photo.atLeast(scale).image);
  const cv::Mat small = shrunk(grey, {std::max(1, static_cast<int>(std::lround(photo.source_size.width * scale))),
                                      std::max(1, static_cast<int>(std::lround(photo.source_size.height * scale)))});
  const Homography source_from_small = scaling(static_cast<double>(photo.source_size.width) / small.cols,
                                               static_cast<double>(photo.source_size.height) / small.rows);
  RecognisedPlaces places;
  places.seen = transformed(findKeypoints(evenLight(small, kLightReach), kMostKeypoints), source_from_small);
  if (stop.stop_requested()) {
    return places;
  }
  for (const KeypointPair& pair : matchKeypoints(form.keypoints, places.seen)) {
    places.pairs.form.push_back(form.keypoints.points[pair.form]);
    places.pairs.photo.push_back(places.seen.points[pair.photo]);
  }
  return places;
}

std::optional<FormSight> findForm(const Pyramid& photo,
                                  const KnownForm& form,
                                  const RecognisedPlaces& recognised,
                                  const std::vector<PageCues>& pages,
                                  const std::optional<FormSheet>& sheet,
                                  FormSearch search,
                                  const PageGuide& told,
                                  const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return {};
  }
  FormSight sight;
  FormCues& cues = sight.cues;
  cues.frame = form.frame;
  cues.frame.source_size = photo.source_size;
  const PairedPlaces& pairs = recognised.pairs;
  const std::optional<FormPlace> place = placeOf(photo, form, pairs, pages, sheet, search, told.pins);
  if (!place || stop.stop_requested()) {
    return {};
  }
  cues.frame.source_from_canvas = place->source_from_canvas;
  cues.inliers = place->inliers;
  cues.is_recognised = place->by == FormPlace::By::matches;
  // Where the matches' homography has the form's keypoints.
  std::vector<Vec2> expected = form.keypoints.points;
  if (cues.is_recognised && search == FormSearch::withOutline) {
    std::vector<Vec2> places;
    for (std::size_t k = 0; k < pairs.form.size(); ++k) {
      if (place->inlier[k]) {
        places.push_back(pairs.form[k]);
      }
    }
    const Box form_px = sheet ? sheet->edges_px : Box{0, 0, form.frame.form_extent.x, form.frame.form_extent.y};
    if (const std::optional<Homography> better =
            recentred(cues.frame, places, pages, form.frame.canvasFromForm(form_px))) {
      cues.frame.source_from_canvas = *better;
      sight.far_off = true;
      const Homography moved = product(inverse(*better), place->source_from_canvas);
      for (Vec2& p : expected) {
        p = moved(p);
      }
    }
  }
  const Homography canvas_from_source = inverse(cues.frame.source_from_canvas);
  sight.seen = transformed(recognised.seen, canvas_from_source);
  cues.matches = guidedMatches(form.keypoints, expected, sight.seen, kMatchReach);

  sight.canvas = onCanvas(photo, cues.frame);
  const CanvasImage& canvas = sight.canvas;
  const cv::Mat features = printFeatures(greyCanvas(canvas));
  for (const FormLook& look : form.looks) {
    FormLevel level = compareLevel(look, features);
    std::erase_if(level.points, [&](const FormPoint& p) {
      return canvas.covered.at<std::uint8_t>(static_cast<int>(p.canvas_px.y), static_cast<int>(p.canvas_px.x)) == 0;
    });
    cues.levels.push_back(std::move(level));
  }
  if (stop.stop_requested()) {
    return {};
  }

  if (sheet) {
    cues.sheet = *sheet;
    cues.sheet_is_known = true;
  } else {
    std::vector<Polyline> sides;
    std::vector<double> sure;
    for (const PageCues& page : pages) {
      for (const PageSide& side : page.sides) {
        Polyline on_canvas;
        for (const Vec2& p : side.points) {
          on_canvas.push_back(canvas_from_source(page.frame.sourceFromWork(p)));
        }
        sides.push_back(std::move(on_canvas));
        sure.push_back(side.is_gutter ? 0 : side.valid_fraction);
      }
    }
    cues.sheet = sheetFromSides(sides, sure, cues.frame);
  }
  const Box edges = cues.frame.canvasFromForm(cues.sheet.edges_px);
  std::array<SideGuide, 4> guides;
  if (search != FormSearch::matchesAlone) {
    guides = sideGuides(pages, canvas_from_source, edges);
  }
  for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
    if (!(cues.sheet.weight[static_cast<std::size_t>(kind)] > 0)) {
      continue;
    }
    const double end = (isLevel(kind) ? cues.frame.canvas_extent.x : cues.frame.canvas_extent.y) - 1;
    const SideSpan side = spanOf(edges, kind);
    std::optional<FormEdge> edge = followEdge(canvas, kind, side.across, std::max(side.from, 1.0),
                                              std::min(side.to, end), sheet ? kKnownEdgeReach : kEdgeReach);
    if (!edge || meanOf(edge->confidence) < kSureEdge) {
      const SideGuide& guide = guides[static_cast<std::size_t>(kind)];
      if (std::optional<FormEdge> beside = edgeBeside(guide, kind, canvas)) {
        edge = std::move(beside);
        sight.far_off = sight.far_off || isFar(guide, side.across);
      }
    }
    if (edge) {
      cues.edges.push_back(std::move(*edge));
    }
  }
  ToldOnCanvas on_canvas = toldOnCanvas(told, cues.frame);
  cues.pins = std::move(on_canvas.pins);
  cues.strokes = std::move(on_canvas.strokes);
  cues.notes = std::move(on_canvas.notes);
  cues.rows = levelRows(pages, cues.frame, canvas_from_source);
  cues.shading = shadingImage(greyCanvas(canvas), blankPaper(canvas),
                              sheetOnCanvas(pages, canvas_from_source, canvas.covered.size()), 1);
  return sight;
}

}  // namespace platen::detect
