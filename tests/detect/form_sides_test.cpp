// The sheet's edges by its outline: which side is which on a turned photo, edges that bend far from straight lines,
// paper on paper, a canvas that holds the whole sheet.
#include "core/detect/form_sides.h"

#include "core/detect/known_form.h"

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

namespace platen::detect {
namespace {

constexpr std::size_t kTop = static_cast<std::size_t>(SideKind::top);
constexpr std::size_t kRight = static_cast<std::size_t>(SideKind::right);

Polyline sampled(const std::function<Vec2(double)>& at) {
  Polyline points;
  for (int k = 0; k <= 24; ++k) {
    points.push_back(at(k / 24.0));
  }
  return points;
}

PageSide sideOf(Polyline points, double valid) {
  PageSide side;
  side.points = std::move(points);
  side.valid_fraction = valid;
  return side;
}

const Box kSheet{150, 200, 850, 1100};  // canvas_px

TEST(SideGuides, AreOfTheKindThatTheyHaveOnTheCanvas) {
  // The photo is the canvas turned by a right angle: canvas (x, y) is at source (1300 - y, x).
  Homography canvas_from_source;
  canvas_from_source.m = {0, 1, 0, -1, 0, 1300, 0, 0, 1};
  const auto source = [](Vec2 canvas) { return Vec2{1300 - canvas.y, canvas.x}; };
  PageCues page;
  page.sides.push_back(sideOf(sampled([&](double t) { return source({800 - 600 * t, 160 + 30 * t}); }), 0.9));
  page.sides.push_back(sideOf(sampled([&](double t) { return source({200 + 600 * t, 330}); }), 0.7));  // seen less well
  page.sides.push_back(sideOf(sampled([&](double t) { return source({900, 250 + 800 * t}); }), 0.4));  // hardly seen
  page.sides.push_back(sideOf(sampled([&](double t) { return source({-300, 250 + 800 * t}); }), 1));   // another page's
  page.sides.push_back(sideOf(sampled([&](double t) { return source({100 + 200 * t, 1150}); }), 1));   // too short
  PageSide spine = sideOf(sampled([&](double t) { return source({150, 250 + 800 * t}); }), 1);
  spine.is_gutter = true;
  page.sides.push_back(spine);
  const std::array<SideGuide, 4> guides = sideGuides({page}, canvas_from_source, kSheet);
  ASSERT_FALSE(guides[kTop].guide.empty());
  EXPECT_DOUBLE_EQ(guides[kTop].valid, 0.9);
  EXPECT_NEAR(guides[kTop].guide.front().x, 200, 1e-6);
  EXPECT_NEAR(acrossAt(guides[kTop].guide, 500), 175, 1e-6);
  EXPECT_NEAR(acrossAt(guides[kTop].guide, 100), 190, 1e-6);  // constant beyond its ends
  for (const SideKind kind : {SideKind::bottom, SideKind::left, SideKind::right}) {
    EXPECT_TRUE(guides[static_cast<std::size_t>(kind)].guide.empty()) << static_cast<int>(kind);
  }
}

// Paper whose right edge lies at `edge_at` of y, on a ground of this grey.
CanvasImage paperUpTo(const std::function<double(double)>& edge_at, int ground) {
  CanvasImage canvas{cv::Mat(1300, 1000, CV_8UC3, cv::Scalar::all(ground)),
                     cv::Mat(1300, 1000, CV_8U, cv::Scalar(255))};
  for (int j = 0; j < 1300; ++j) {
    for (int i = 0; i < 1000; ++i) {
      if (i + 0.5 < edge_at(j + 0.5)) {
        canvas.colors.at<cv::Vec3b>(j, i) = {228, 228, 228};
      }
    }
  }
  return canvas;
}

double foldedEdge(double y) {
  return 850 - 0.35 * std::abs(y - 650);  // up to 160 px from the straight line
}

SideGuide roughGuide() {
  SideGuide side;
  side.valid = 0.95;
  for (int k = 0; k <= 24; ++k) {
    const double y = 220 + 860 * k / 24.0;
    side.guide.push_back({y, foldedEdge(y) + 12 * std::sin(y / 60)});
  }
  return side;
}

TEST(EdgeBeside, FollowsWhatNoStraightSearchReaches) {
  const CanvasImage canvas = paperUpTo(foldedEdge, 60);
  const std::optional<FormEdge> edge = edgeBeside(roughGuide(), SideKind::right, canvas);
  ASSERT_TRUE(edge);
  EXPECT_TRUE(edge->from_side);
  double worst = 0, mean = 0;
  for (std::size_t k = 0; k < edge->across.size(); ++k) {
    mean += edge->confidence[k] / static_cast<double>(edge->across.size());
    if (edge->confidence[k] > 0) {
      worst =
          std::max(worst, std::abs(edge->across[k] - foldedEdge(edge->first + edge->step * static_cast<double>(k))));
    }
  }
  EXPECT_LT(worst, 3);
  EXPECT_GT(mean, 0.8);
  EXPECT_TRUE(isFar(roughGuide(), 850));
}

TEST(EdgeBeside, PaperOnPaperIsWhereTheOutlineHasIt) {
  const CanvasImage canvas = paperUpTo(foldedEdge, 226);
  const std::optional<FormEdge> edge = edgeBeside(roughGuide(), SideKind::right, canvas);
  ASSERT_TRUE(edge);
  for (std::size_t k = 0; k < edge->across.size(); ++k) {
    const double y = edge->first + edge->step * static_cast<double>(k);
    EXPECT_NEAR(edge->across[k], acrossAt(roughGuide().guide, y), 1e-9);
    EXPECT_LT(edge->confidence[k], 0.6);  // less sure than what was followed
  }
  SideGuide doubtful = roughGuide();
  doubtful.valid = 0.6;
  EXPECT_FALSE(edgeBeside(doubtful, SideKind::right, canvas));
  EXPECT_FALSE(edgeBeside({}, SideKind::right, canvas));
}

FormFrame canvasSeenBy(const Homography& photo_from_canvas) {
  FormFrame frame;
  frame.form_extent = {700, 900};
  frame.margin = {150, 200};
  frame.canvas_extent = {1000, 1300};
  frame.source_size = {2100, 2700};
  frame.source_from_canvas = photo_from_canvas;
  return frame;
}

TEST(Recentred, HoldsThePartThatTheMatchesDoNotKnow) {
  // The matches are all on the lower half and lie right; the sheet's upper edge is seen 250 px too high.
  std::vector<Vec2> places;
  for (int k = 0; k < 60; ++k) {
    places.push_back({200.0 + 70 * (k % 9), 700.0 + 50 * (k / 9)});
  }
  PageCues page;
  page.quad = {Vec2{850, 1100}, Vec2{150, 1100}, Vec2{130, -50}, Vec2{870, -60}};  // upside down on the photo
  page.quad_iou = 0.95;
  Homography photo_from_canvas;
  photo_from_canvas.m = {2, 0, 30, 0, 2, -10, 0, 0, 1};
  for (Vec2& corner : *page.quad) {
    corner = photo_from_canvas(corner);
  }
  const std::optional<Homography> better = recentred(canvasSeenBy(photo_from_canvas), places, {page}, kSheet);
  ASSERT_TRUE(better);
  const Homography canvas_from_photo = inverse(*better);
  EXPECT_LT(norm(canvas_from_photo((*page.quad)[2]) - Vec2{150, 200}), 160);
  EXPECT_LT(norm(canvas_from_photo((*page.quad)[0]) - Vec2{850, 1100}), 100);
  for (const Vec2& p : places) {
    EXPECT_LT(norm(canvas_from_photo(photo_from_canvas(p)) - p), 120);
  }
  // An outline that agrees with the matches changes nothing, nor does one that is no quadrangle.
  PageCues agreeing = page;
  agreeing.quad = {Vec2{850, 1100}, Vec2{150, 1100}, Vec2{130, 130}, Vec2{870, 140}};
  for (Vec2& corner : *agreeing.quad) {
    corner = photo_from_canvas(corner);
  }
  EXPECT_FALSE(recentred(canvasSeenBy(photo_from_canvas), places, {agreeing}, kSheet));
  page.quad_iou = 0.7;
  EXPECT_FALSE(recentred(canvasSeenBy(photo_from_canvas), places, {page}, kSheet));
}

TEST(Recentred, IsNothingThatNoCameraWouldSee) {
  // An outline whose corners go the other way round shows the sheet's back.
  const Box sheet{325, 425, 675, 875};
  const std::vector<Vec2> places{{500, 650}};
  PageCues page;
  page.quad_iou = 0.95;
  page.quad = {Vec2{660, 430}, Vec2{340, 430}, Vec2{330, 880}, Vec2{670, 880}};
  const FormFrame frame = canvasSeenBy({});
  EXPECT_FALSE(recentred(frame, places, {page}, sheet));
  // The same sheet, the right way round and as far off, is one.
  for (Vec2& corner : *page.quad) {
    corner = {1000 - corner.x, corner.y - 200};
  }
  EXPECT_TRUE(recentred(frame, places, {page}, sheet));
  // Far from the camera, so that all of the photo could show but a speck of it.
  FormFrame wide = frame;
  wide.source_size = {21000, 27000};
  EXPECT_FALSE(recentred(wide, places, {page}, sheet));
}

TEST(LookAgain, KeepsTheOutlinesEdgeWhereTheFitIsFarFromIt) {
  KnownForm form;
  FormSight sight;
  FormFrame& frame = sight.cues.frame;
  frame.form_extent = {700, 900};
  frame.margin = {150, 200};
  frame.canvas_extent = {1000, 1300};
  form.frame = frame;
  form.keypoints.descriptors = cv::Mat(0, 128, CV_32F);
  sight.seen.descriptors = cv::Mat(0, 128, CV_32F);
  sight.canvas = paperUpTo(foldedEdge, 60);
  FormEdge edge = *edgeBeside(roughGuide(), SideKind::right, sight.canvas);
  FormSheet sheet;
  sheet.edges_px = {0, 0, 700, 900};
  sheet.weight[kRight] = 1;
  const auto mean_miss = [&](const FormCues& cues) {
    EXPECT_EQ(cues.edges.size(), 1U);
    double sum = 0;
    for (std::size_t k = 0; k < cues.edges.at(0).across.size(); ++k) {
      sum += std::abs(cues.edges[0].across[k] -
                      foldedEdge(cues.edges[0].first + cues.edges[0].step * static_cast<double>(k)));
    }
    return sum / static_cast<double>(cues.edges.at(0).across.size());
  };
  const auto straight = [](Vec2 p) { return p; };  // a fit that has not come near
  sight.cues.edges = {edge};
  EXPECT_LT(mean_miss(lookAgain(sight, form, straight, sheet)), 3);
  // Without an outline the search goes about the fit, where this edge is not.
  edge.from_side = false;
  sight.cues.edges = {edge};
  const FormCues lost = lookAgain(sight, form, straight, sheet);
  EXPECT_TRUE(lost.edges.empty() || mean_miss(lost) > 20);
}

TEST(EdgesSeen, AreThoseThatThePhotoShowsWhereTheFitHasThem) {
  FormSight sight;
  FormFrame& frame = sight.cues.frame;
  frame.form_extent = {700, 900};
  frame.margin = {150, 200};
  frame.canvas_extent = {1000, 1300};
  sight.canvas = paperUpTo(foldedEdge, 60);  // the right edge; the paper ends nowhere else
  FormSheet sheet;
  sheet.edges_px = {0, 0, 700, 900};
  sheet.weight.fill(1);
  const auto beside = [](double off) {
    return [off](Vec2 p) { return p + Vec2{(p.x - 150) / 700 * (foldedEdge(p.y) - 850 + off), 0}; };
  };
  const double right = edgesSeen(sight, beside(0), sheet);
  EXPECT_GT(right, 0.2);  // one of four
  EXPECT_LE(right, 0.25);
  EXPECT_LT(edgesSeen(sight, beside(10), sheet), 0.02);  // seen, but not there
  EXPECT_LT(edgesSeen(
                sight, [](Vec2 p) { return p; }, sheet),
            0.5 * right);  // crossed only
  sheet.weight[kRight] = 0;
  EXPECT_LT(edgesSeen(sight, beside(0), sheet), 0.02);
}

}  // namespace
}  // namespace platen::detect
