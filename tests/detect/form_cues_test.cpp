// What registration is given: features that ignore the light, points on print, edges followed, poses among wrong pairs.
#include "core/detect/form_edges.h"
#include "core/detect/form_features.h"
#include "core/detect/form_match.h"
#include "core/detect/known_form.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

// A sheet with two rules, a bar and a word in its left half; nothing in the right one.
cv::Mat drawnSheet() {
  cv::Mat grey(600, 800, CV_8U, cv::Scalar(235));
  cv::line(grey, {60, 150}, {360, 150}, cv::Scalar(40), 2);
  cv::line(grey, {60, 300}, {360, 300}, cv::Scalar(40), 2);
  cv::rectangle(grey, {60, 400}, {360, 440}, cv::Scalar(60), cv::FILLED);
  cv::putText(grey, "Form", {80, 240}, cv::FONT_HERSHEY_SIMPLEX, 1, cv::Scalar(30), 2, cv::LINE_AA);
  return grey;
}

cv::Mat inHalfShadow(const cv::Mat& grey) {
  cv::Mat dark = grey.clone();
  for (int j = 0; j < dark.rows; ++j) {
    for (int i = 0; i < dark.cols; ++i) {
      const double edge = 1 / (1 + std::exp((i - 200 - 0.2 * j) / 6.0));  // soft, as shadows are
      dark.at<std::uint8_t>(j, i) = cv::saturate_cast<std::uint8_t>(dark.at<std::uint8_t>(j, i) * (0.5 + 0.5 * edge));
    }
  }
  return dark;
}

TEST(FormFeatures, AreThoseOfThePrintNotOfTheLight) {
  const cv::Mat bright = printFeatures(drawnSheet());
  const cv::Mat shadow = printFeatures(inHalfShadow(drawnSheet()));
  const cv::Mat paper(600, 800, CV_8U, cv::Scalar(235));
  const cv::Mat light_alone = printFeatures(inHalfShadow(paper));
  std::vector<cv::Mat> a, b, c;
  cv::split(bright, a);
  cv::split(shadow, b);
  cv::split(light_alone, c);
  for (std::size_t k = 0; k < 4; ++k) {
    const double print = cv::norm(a[k], cv::NORM_L1);
    EXPECT_LT(cv::norm(a[k], b[k], cv::NORM_L1), 0.25 * print) << k;
    EXPECT_LT(cv::norm(c[k], cv::NORM_L1), 0.05 * print) << k;
  }
  EXPECT_GT(bright.at<cv::Vec4f>(150, 200)[0], 0.7F);   // a rule
  EXPECT_GT(bright.at<cv::Vec4f>(420, 200)[1], 0.9F);   // the bar
  EXPECT_LT(bright.at<cv::Vec4f>(150, 200)[1], 0.05F);  // a rule is no bar
}

TEST(FormFeatures, PointsLieOnPrint) {
  const cv::Mat features = printFeatures(drawnSheet());
  const std::vector<Vec2> points = pointsOnPrint(features, 2000);
  EXPECT_NEAR(static_cast<double>(points.size()), 2000, 5);
  int on_bar = 0;
  for (const Vec2& p : points) {
    EXPECT_LT(p.x, 400);
    EXPECT_GT(p.y, 120);
    on_bar += p.y > 390 && p.y < 450 ? 1 : 0;
  }
  EXPECT_LT(on_bar, 1200);
  EXPECT_EQ(pointsOnPrint(features, 2000), points);
  EXPECT_TRUE(pointsOnPrint(printFeatures(cv::Mat(300, 300, CV_8U, cv::Scalar(235))), 100).empty());
}

TEST(FormFeatures, ALevelOfTheFormItselfAgreesEverywhere) {
  const cv::Mat features = printFeatures(drawnSheet());
  const std::vector<Vec2> points = pointsOnPrint(features, 500);
  for (const double sigma : {14.0, 4.5, 1.4}) {
    const FormLevel level = compareLevel(lookAt(features, sigma, points), features);
    ASSERT_EQ(level.points.size(), points.size());
    const Image& image = level.photo.image;
    double worst = 0;
    for (const FormPoint& p : level.points) {
      const int i = std::clamp(static_cast<int>(p.canvas_px.x * level.photo.scale), 0, image.width() - 1);
      const int j = std::clamp(static_cast<int>(p.canvas_px.y * level.photo.scale), 0, image.height() - 1);
      for (std::size_t c = 0; c < 4; ++c) {
        const float seen =
            static_cast<float>(image.rowAs<std::uint8_t>(j)[4 * i + static_cast<int>(c)]) * level.gains[c];
        worst = std::max(worst, std::abs(static_cast<double>(seen - p.features[c])));
      }
    }
    EXPECT_LT(worst, sigma > 4 ? 1.0 : 3.0) << sigma;  // within a pixel's slope
  }
}

TEST(FormFeatures, WordsAreDistinctRulesAreNot) {
  std::vector<Vec2> on_rule, on_word;
  for (double x = 110; x < 320; x += 7) {
    on_rule.push_back({x, 150.5});
  }
  for (double x = 82; x < 150; x += 3) {
    on_word.push_back({x, 230});
  }
  const cv::Mat features = printFeatures(drawnSheet());
  for (const FormPoint& p : lookAt(features, 2.5, on_rule).points) {
    EXPECT_LT(p.distinct, 0.5) << p.canvas_px.x;
  }
  float most = 0;
  for (const FormPoint& p : lookAt(features, 2.5, on_word).points) {
    most = std::max(most, p.distinct);
  }
  EXPECT_GT(most, 1);
}

TEST(FormMatching, ThePoseAmongWrongPairs) {
  const Homography truth{{1.1, 0.2, 40, -0.15, 0.9, 90, 1e-4, -5e-5, 1}};
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Vec2> form, photo;
  for (int k = 0; k < 60; ++k) {
    form.push_back({1000 * uniform(generator), 1300 * uniform(generator)});
    photo.push_back(k % 3 == 0 ? Vec2{1200 * uniform(generator), 1500 * uniform(generator)} : truth(form.back()));
  }
  const std::optional<FormPose> pose = findPose(form, photo, {1000, 1300}, {1200, 1500}, 22);
  ASSERT_TRUE(pose);
  EXPECT_GE(pose->inliers, 38);
  EXPECT_LT(norm(pose->photo_from_form({500, 600}) - truth({500, 600})), 1.0);
  const Homography same = product(inverse(truth), truth);
  EXPECT_LT(norm(same({300, 700}) - Vec2{300, 700}), 1e-9);
  // Too few, and a mirrored form.
  EXPECT_FALSE(
      findPose({form.begin(), form.begin() + 8}, {photo.begin(), photo.begin() + 8}, {1000, 1300}, {1200, 1500}, 22));
  std::vector<Vec2> mirrored;
  mirrored.reserve(form.size());
  for (const Vec2& p : form) {
    mirrored.push_back({1000 - p.x, p.y});
  }
  EXPECT_FALSE(findPose(form, mirrored, {1000, 1300}, {1000, 1300}, 22));
  EXPECT_THROW(inverse(Homography{{1, 2, 3, 2, 4, 6, 0, 0, 1}}), std::invalid_argument);
}

TEST(FormEdges, ABentEdgeIsFollowed) {
  const auto edge_at = [](double x) { return 200 + 25 * std::sin(x / 150); };
  CanvasImage canvas{cv::Mat(500, 900, CV_8UC3, cv::Scalar(60, 80, 100)), cv::Mat(500, 900, CV_8U, cv::Scalar(255))};
  for (int j = 0; j < 500; ++j) {
    for (int i = 0; i < 900; ++i) {
      if (j + 0.5 > edge_at(i + 0.5)) {
        canvas.colors.at<cv::Vec3b>(j, i) = {225, 228, 230};
      }
    }
  }
  cv::line(canvas.colors, {0, 330}, {900, 330}, cv::Scalar(20, 20, 20), 3);  // print is no edge
  const std::optional<FormEdge> edge = followEdge(canvas, SideKind::top, 215, 20, 880, 130);
  ASSERT_TRUE(edge);
  for (std::size_t k = 0; k < edge->across.size(); ++k) {
    if (edge->confidence[k] > 0) {
      EXPECT_NEAR(edge->across[k], edge_at(edge->first + edge->step * static_cast<double>(k)), 4.5);
    }
  }
  EXPECT_FALSE(followEdge({cv::Mat(500, 900, CV_8UC3, cv::Scalar(225, 228, 230)), canvas.covered}, SideKind::top, 215,
                          20, 880, 130));
}

// Paper of 700 x 900 canvas_px whose every point has moved by `offset`, on something dark.
template <typename Offset>
CanvasImage movedSheet(const Offset& offset) {
  CanvasImage canvas{cv::Mat(1300, 1000, CV_8UC3, cv::Scalar(70, 60, 50)), cv::Mat(1300, 1000, CV_8U, cv::Scalar(255))};
  for (int j = 0; j < 1300; ++j) {
    for (int i = 0; i < 1000; ++i) {
      const Vec2 q{i + 0.5, j + 0.5};
      Vec2 p = q;
      for (int step = 0; step < 10; ++step) {
        p = q - offset(p);
      }
      if (p.x > 150 && p.x < 850 && p.y > 200 && p.y < 1100) {
        canvas.colors.at<cv::Vec3b>(j, i) = {228, 226, 224};
      }
    }
  }
  return canvas;
}

TEST(LookAgain, FindsWhatTheFirstLookCouldNotReach) {
  // Everything has moved by up to 100 canvas_px; the first fit knows it to 8.
  const auto offset = [](Vec2 p) { return Vec2{40 * std::sin(p.y / 300), 90 + 10 * std::sin(p.x / 150)}; };
  const auto nearly = [&](Vec2 p) { return offset(p) + Vec2{5, -6}; };
  KnownForm form;
  FormSight sight;
  FormFrame& frame = sight.cues.frame;
  frame.form_extent = {700, 900};
  frame.margin = {150, 200};
  frame.canvas_extent = {1000, 1300};
  form.frame = frame;
  // Places that look like no other, and as many of the photo that look like nothing on the form.
  constexpr int kPlaces = 60;
  std::mt19937 generator(8);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  form.keypoints.descriptors = cv::Mat(kPlaces, 128, CV_32F);
  sight.seen.descriptors = cv::Mat(2 * kPlaces, 128, CV_32F);
  for (int k = 0; k < 2 * kPlaces; ++k) {
    cv::Mat row = sight.seen.descriptors.row(k);
    for (int c = 0; c < 128; ++c) {
      row.at<float>(c) = normal(generator);
    }
    row /= cv::norm(row);
    const Vec2 p{150 + 700 * uniform(generator), 200 + 900 * uniform(generator)};
    if (k < kPlaces) {
      row.copyTo(form.keypoints.descriptors.row(k));
      form.keypoints.points.push_back(p);
      sight.seen.points.push_back(p + offset(p));
    } else {
      sight.seen.points.push_back(p);
    }
  }
  sight.canvas = movedSheet(offset);
  FormSheet sheet;
  sheet.edges_px = {0, 0, 700, 900};
  sheet.weight.fill(1);

  EXPECT_TRUE(lookAgain(
                  sight, form, [](Vec2 p) { return p; }, sheet)
                  .matches.empty());
  const FormCues again = lookAgain(
      sight, form, [&](Vec2 p) { return p + nearly(p); }, sheet);
  ASSERT_EQ(again.matches.size(), static_cast<std::size_t>(kPlaces));
  for (const FormMatch& match : again.matches) {
    EXPECT_LT(norm(match.photo - match.form - offset(match.form)), 1e-9);
  }
  ASSERT_EQ(again.edges.size(), 4U);
  for (const FormEdge& edge : again.edges) {
    const bool level = edge.kind == SideKind::top || edge.kind == SideKind::bottom;
    const double across = edge.kind == SideKind::top      ? 200
                          : edge.kind == SideKind::bottom ? 1100
                          : edge.kind == SideKind::left   ? 150
                                                          : 850;
    double worst = 0;
    for (std::size_t k = 0; k < edge.across.size(); ++k) {
      const double along = edge.first + edge.step * static_cast<double>(k);
      Vec2 p = level ? Vec2{along, across} : Vec2{across, along};  // of the form, seen at `along`
      for (int step = 0; step < 10; ++step) {
        (level ? p.x : p.y) = along - (level ? offset(p).x : offset(p).y);
      }
      if (edge.confidence[k] > 0) {
        const Vec2 q = p + offset(p);
        worst = std::max(worst, std::abs(edge.across[k] - (level ? q.y : q.x)));
      }
    }
    EXPECT_LT(worst, 2.0) << static_cast<int>(edge.kind);
  }
}

TEST(FormEdges, SidesAroundTheForm) {
  FormFrame frame;
  frame.form_extent = {1000, 1300};
  frame.margin = {160, 260};
  frame.canvas_extent = {1320, 1820};
  const auto line = [](Vec2 a, Vec2 b) {
    Polyline points;
    for (int k = 0; k <= 10; ++k) {
      points.push_back(a + (b - a) * (k / 10.0));
    }
    return points;
  };
  // Top 60 above the form, left at it; a rule in the middle of the form is no side.
  const FormSheet sheet =
      sheetFromSides({line({160, 200}, {1160, 200}), line({160, 260}, {160, 1560}), line({160, 900}, {1160, 900})},
                     {0.9, 0.8, 1}, frame);
  EXPECT_DOUBLE_EQ(sheet.weight[static_cast<std::size_t>(SideKind::top)], 0.9);
  EXPECT_NEAR(sheet.edges_px.y0, -60, 1e-9);
  EXPECT_DOUBLE_EQ(sheet.weight[static_cast<std::size_t>(SideKind::left)], 0.8);
  EXPECT_NEAR(sheet.edges_px.x0, 0, 1e-9);
  EXPECT_DOUBLE_EQ(sheet.weight[static_cast<std::size_t>(SideKind::bottom)], 0);
  EXPECT_DOUBLE_EQ(sheet.edges_px.y1, 1300);
}

}  // namespace
}  // namespace platen::detect
