// The images that the fit samples, uprightness, and the sizes and curves that detection is built on.
#include "core/detect/character_height.h"
#include "core/detect/cues.h"
#include "core/detect/evidence_images.h"
#include "core/detect/flood.h"
#include "core/detect/raster.h"
#include "core/detect/robust_curve.h"
#include "tests/detect/drawn_page.h"
#include "tests/support/pen.h"
#include "tests/support/sentences.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen {
namespace {

using detect::findCues;
using detect::RobustCurve;
using test::DrawnPhoto;

constexpr Size kPhoto{1200, 1500};
constexpr double kXHeight = 13;

double middleOfLine(int line, double x) {
  return 150 + 32 * line + 40 * std::sin((x - 600) / 420);
}

DrawnPhoto wavyPage(double ascenders) {
  DrawnPhoto photo(kPhoto, 230);
  for (int line = 0; line < 38; ++line) {
    photo.text({130, 1080, [line](double x) { return middleOfLine(line, x); }}, kXHeight, 30, ascenders);
  }
  photo.noise(2, 9);
  return photo;
}

TEST(Evidence, DirectionImageFollowsTheLines) {
  const PageCues cues = findCues(wavyPage(0.3).pyramid(), {})[0];
  ASSERT_FALSE(cues.direction.empty());
  ASSERT_EQ(cues.direction.image.channels(), 3);
  double sum = 0;
  double count = 0;
  std::vector<double> errors;
  for (int j = 0; j < cues.direction.image.height(); ++j) {
    const auto* row = cues.direction.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < cues.direction.image.width(); ++i) {
      const double c = (row[3 * i] - 128) / 127.0;
      const double s = (row[3 * i + 1] - 128) / 127.0;
      const double w = row[3 * i + 2] / 255.0;
      EXPECT_LE(std::hypot(c, s), w + 0.02);
      // evidence_px -> work_px -> source_px, by pixel centres.
      const Vec2 p = cues.frame.sourceFromWork(Vec2{i + 0.5, j + 0.5} / cues.direction.scale);
      if (w < 0.5 || p.x < 180 || p.x > 1030 || p.y < 200 || p.y > 1300) {
        continue;
      }
      const double truth = std::atan(40.0 / 420 * std::cos((p.x - 600) / 420));
      errors.push_back(std::abs(0.5 * std::atan2(s, c) - truth) * 180 / std::numbers::pi);
      sum += errors.back();
      ++count;
    }
  }
  ASSERT_GT(count, 2000);
  EXPECT_LT(sum / count, 1.0);
  EXPECT_LT(detect::quantile(errors, 0.5), 0.7);
}

// Lines that stand closer and closer, as on paper that leans away: from 36 to 25 pixels.
TEST(Evidence, RowPeriodImageTellsTheDistanceOfRows) {
  DrawnPhoto photo(kPhoto, 230);
  std::vector<double> at{150};
  for (double step = 36; at.back() < 1350; step *= 0.99) {
    const double y = at.back();
    photo.text({130, 1080, [y](double) { return y; }}, kXHeight, 30, 0.3);
    at.push_back(y + step);
  }
  at.pop_back();
  photo.noise(2, 9);
  const PageCues cues = findCues(photo.pyramid(), {})[0];
  ASSERT_FALSE(cues.row_period.empty());
  ASSERT_EQ(cues.row_period.image.channels(), 3);
  const double h_source = cues.char_height / cues.frame.scale;
  std::vector<double> errors;
  for (int j = 0; j < cues.row_period.image.height(); ++j) {
    const auto* row = cues.row_period.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < cues.row_period.image.width(); ++i) {
      const Vec2 p = cues.frame.sourceFromWork(Vec2{i + 0.5, j + 0.5} / cues.row_period.scale);
      if (row[3 * i + 2] < 100 || p.x < 180 || p.x > 1030 || p.y < 250 || p.y > 1250) {
        continue;
      }
      const auto below = std::lower_bound(at.begin() + 1, at.end() - 1, p.y);
      const double distance = *below - *(below - 1);
      const double truth = 2 * std::numbers::pi * std::log2(distance / h_source);
      const double angle = std::atan2(row[3 * i + 1] - 128.0, row[3 * i] - 128.0);
      const double off = std::remainder(angle - truth, 2 * std::numbers::pi);
      errors.push_back(std::abs(std::exp2(off / (2 * std::numbers::pi)) - 1));
    }
  }
  ASSERT_GT(errors.size(), 100U);
  EXPECT_LT(detect::quantile(errors, 0.5), 0.015);
  EXPECT_LT(detect::quantile(errors, 0.9), 0.05);
}

TEST(Evidence, InkImageShowsLettersAndOnlyThose) {
  const PageCues cues = findCues(wavyPage(0.3).pyramid(), {})[0];
  ASSERT_EQ(cues.ink.image.channels(), 1);
  const auto at = [&](Vec2 source_px) {
    const Vec2 p = cues.frame.workFromSource(source_px) * cues.ink.scale;
    return cues.ink.image.rowAs<std::uint8_t>(static_cast<int>(p.y))[static_cast<int>(p.x)];
  };
  double on = 0;
  double between = 0;
  for (int x = 200; x < 1000; ++x) {
    on += at({static_cast<double>(x), middleOfLine(10, x)}) / 800.0;
    between += at({static_cast<double>(x), middleOfLine(10, x) + 16}) / 800.0;
  }
  EXPECT_GT(on, 40);
  EXPECT_LT(between, 15);
}

// Under a light that waves along x, with print all over it.
TEST(Evidence, ShadingImageIsHowBrightBlankPaperIs) {
  cv::Mat grey(600, 800, CV_8UC1);
  cv::Mat blank(grey.size(), CV_8UC1, cv::Scalar(255));
  const auto light = [](double x) { return 0.3 * std::sin(x / 70); };
  for (int x = 0; x < grey.cols; ++x) {
    grey.col(x).setTo(180 * std::exp(light(x + 0.5)));
  }
  for (int y = 20; y < 600; y += 40) {
    const cv::Rect line(60, y, 680, 14);
    grey(line).setTo(30);
    blank(line).setTo(0);
  }
  blank.colRange(0, 60).setTo(0);
  const EvidenceImage shading = detect::shadingImage(grey, blank, {}, 1);
  ASSERT_EQ(shading.image.channels(), 3);
  ASSERT_DOUBLE_EQ(shading.scale, 0.25);
  std::vector<double> errors;
  for (int j = 0; j < shading.image.height(); ++j) {
    const auto* row = shading.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < shading.image.width(); ++i) {
      const double x = (i + 0.5) / shading.scale;
      if (x > 60 && x < 740) {
        EXPECT_GT(row[3 * i + 1], 30);
        errors.push_back(std::abs((row[3 * i] - 128) / 127.0 - light(x)));
      } else if (x < 30) {
        EXPECT_LT(row[3 * i + 1], 10);
      }
    }
  }
  // Of the level of most of the page, which is that of the light's middle.
  EXPECT_LT(detect::quantile(errors, 0.95), 0.05);
  EXPECT_TRUE(detect::shadingImage(grey, blank, cv::Mat(grey.size(), CV_8UC1, cv::Scalar(0)), 1).empty());
}

TEST(Evidence, ShadingIsThatOfLooseSheets) {
  EXPECT_TRUE(findCues(wavyPage(0.3).pyramid(), {})[0].shading.empty());
  DrawnPhoto photo(kPhoto, 60);
  photo.sheet({Vec2{110, 120}, Vec2{1090, 130}, Vec2{1080, 1390}, Vec2{120, 1380}}, 225);
  for (int line = 0; line < 30; ++line) {
    photo.text({230, 980, [line](double) { return 220 + 36.0 * line; }}, kXHeight, 30, 0.3);
  }
  const PageCues cues = findCues(photo.pyramid(), {})[0];
  ASSERT_GE(cues.sides.size(), 3U);
  EXPECT_FALSE(cues.shading.empty());
}

TEST(Evidence, CharacterHeightIsThatOfTheLetters) {
  const PageCues cues = findCues(wavyPage(0).pyramid(), {})[0];
  EXPECT_NEAR(cues.char_height / cues.frame.scale, kXHeight, 0.15 * kXHeight);
  EXPECT_NEAR(cues.char_height, 11, 1.5);
}

detect::Uprightness uprightnessOf(const cv::Mat& pixels) {
  const Pyramid photo = test::pyramidOf(pixels);
  return detect::uprightness(findCues(photo, {})[0], photo);
}

TEST(Uprightness, AscendersTellUpFromDown) {
  DrawnPhoto photo({1200, 1500}, 235);
  for (int line = 0; line < 36; ++line) {
    photo.text({120, 1080, [line](double) { return 120 + 38.0 * line; }}, 14, 30, 0.45);
  }
  const cv::Mat page = photo.pixels();
  const detect::Uprightness upright = uprightnessOf(page);
  EXPECT_GT(upright.mean, 0);
  EXPECT_GE(upright.lines, 30);
  EXPECT_TRUE(upright.isSure());
  EXPECT_FALSE(upright.upsideDown());
  EXPECT_NEAR(uprightnessOf(~page).mean, upright.mean, 0.02) << "light on dark";
  cv::Mat turned;
  cv::rotate(page, turned, cv::ROTATE_180);
  const detect::Uprightness down = uprightnessOf(turned);
  EXPECT_LT(down.mean, 0);
  EXPECT_NEAR(down.mean, -upright.mean, 0.1);
  EXPECT_TRUE(down.upsideDown());
}

// A table's rules close below its lines are neither descenders nor the feet that letters stand on.
TEST(Uprightness, RulesBelowTheLinesTellNothing) {
  const auto table = [](bool is_ruled) {
    DrawnPhoto photo({1200, 1500}, 235);
    for (int line = 0; line < 34; ++line) {
      const double y = 130 + 38.0 * line;
      photo.text({120, 1080, [y](double) { return y; }}, 14, 30, 0.45);
      if (is_ruled) {
        photo.polygon({{100, y + 14}, {1100, y + 14}, {1100, y + 17}, {100, y + 17}}, 20);
      }
    }
    return uprightnessOf(photo.pixels());
  };
  const detect::Uprightness plain = table(false);
  const detect::Uprightness ruled = table(true);
  EXPECT_TRUE(plain.isSure());
  EXPECT_TRUE(ruled.isSure());
  EXPECT_FALSE(ruled.upsideDown());
  EXPECT_GT(ruled.ascenders, 0.5 * plain.ascenders);
}

// Blocks without ascenders look the same either way up: that is to be said, not guessed.
TEST(Uprightness, BlocksTellNothing) {
  cv::Mat page(1500, 1200, CV_8UC1, cv::Scalar::all(235));
  for (int line = 0; line < 30; ++line) {
    for (int letter = 0; letter < 80; ++letter) {
      const int x = 120 + 12 * letter + (letter + 3 * line) % 5;
      cv::rectangle(page, cv::Rect(x, 150 + 40 * line, 7, 14), cv::Scalar::all(40), cv::FILLED);
    }
  }
  cv::GaussianBlur(page, page, {}, 0.8);
  const detect::Uprightness blocks = uprightnessOf(page);
  EXPECT_GE(blocks.lines, 20);
  EXPECT_NEAR(blocks.mean, 0, 0.2);
  EXPECT_FALSE(blocks.isSure());
  EXPECT_FALSE(blocks.upsideDown());
}

// Most ink of joined handwriting lies at its feet, as that of hanging print does: what tells is its ascenders.
TEST(Uprightness, OfJoinedHandwritingIsNotToldWrongly) {
  const test::Pen pen({210, 297}, 5);
  for (int line = 0; line < 30; ++line) {
    std::string words;
    for (int k = 0; k < 2; ++k) {
      words += std::string(test::kSentences[static_cast<std::size_t>(2 * line + k) % test::kSentences.size()]) + ' ';
    }
    pen.write(words.substr(0, 60), {20, 30 + 8.5 * line}, 1.9, test::Pen::Face::script);
  }
  const Image paper = pen.paper();
  cv::Mat page = detect::matView(paper).clone();
  const detect::Uprightness upright = uprightnessOf(page);
  ASSERT_GE(upright.lines, 20);
  EXPECT_GT(upright.ascenders, 0.1);
  EXPECT_FALSE(upright.upsideDown());
  cv::rotate(page, page, cv::ROTATE_180);
  const detect::Uprightness hanging = uprightnessOf(page);
  EXPECT_LT(hanging.ascenders, -0.1);
  EXPECT_FALSE(hanging.isSure() && !hanging.upsideDown());
}

// As measured on upright pages: letters that hang from a line are no letters that stand on their heads.
TEST(Uprightness, OfScriptsThatHangIsNoReasonToTurnThem) {
  detect::Uprightness text;
  text.standard_error = 0.03;
  text.lines = 37;
  text.ascenders_error = 0.05;
  for (const auto& [mean, ascenders] :
       {std::pair(-0.61, -1.04), std::pair(-0.39, -1.28) /* Hebrew */, std::pair(-0.93, -1.45) /* Devanagari */,
        std::pair(-1.19, -1.42) /* Bengali */, std::pair(-1.63, -1.27) /* Hangul */}) {
    text.mean = mean;
    text.ascenders = ascenders;
    EXPECT_FALSE(text.upsideDown()) << mean;
  }
  text.mean = -0.87;  // Latin, upside down
  text.ascenders = -0.71;
  EXPECT_TRUE(text.upsideDown());
}

TEST(Uprightness, IsUnsureWhereAscendersClearlySayOtherwise) {
  detect::Uprightness text;
  text.mean = -0.2;
  text.standard_error = 0.02;
  text.lines = 30;
  text.ascenders = -0.3;
  text.ascenders_error = 0.05;
  EXPECT_TRUE(text.upsideDown());
  text.ascenders = 0.3;
  EXPECT_FALSE(text.isSure());
  EXPECT_FALSE(text.upsideDown());
  text.ascenders = 0.1;  // capitals and figures have none, and their weight may lie anywhere: no reason to turn a photo
  EXPECT_TRUE(text.isSure());
  EXPECT_FALSE(text.upsideDown());
  text.mean = 0.2;
  text.ascenders = 0.3;
  EXPECT_TRUE(text.isSure());
  text.ascenders = -0.3;
  EXPECT_FALSE(text.isSure());
}

// The quarter turn comes from the lines, the half turn from the letters.
TEST(Uprightness, AllFourTurnsOfAPhotoAreToldApart) {
  DrawnPhoto photo({1200, 1500}, 235);
  for (int line = 0; line < 36; ++line) {
    photo.text({120, 1080, [line](double) { return 120 + 38.0 * line; }}, 14, 30, 0.45);
  }
  for (int turn = 0; turn < 4; ++turn) {
    cv::Mat page = photo.pixels();
    if (turn > 0) {
      cv::rotate(page, page, turn - 1);  // clockwise by a quarter, a half, three quarters
    }
    const Pyramid turned = test::pyramidOf(page);
    const PageCues cues = findCues(turned, {})[0];
    const int found = cues.frame.quarter_turns + (detect::uprightness(cues, turned).upsideDown() ? 2 : 0);
    EXPECT_EQ(found % 4, (4 - turn) % 4) << "turned by " << 90 * turn;
  }
}

TEST(Uprightness, AShadowAcrossTheLinesIsNoTail) {
  DrawnPhoto photo({1200, 1500}, 235);
  for (int line = 0; line < 36; ++line) {
    photo.text({120, 1080, [line](double) { return 120 + 38.0 * line; }}, 14, 30, 0.45);
  }
  cv::Mat page = photo.pixels();
  const detect::Uprightness even = uprightnessOf(page);
  for (int y = 0; y < page.rows; ++y) {
    page.row(y) *= 1 - 0.6 * y / page.rows;
  }
  const detect::Uprightness shaded = uprightnessOf(page);
  EXPECT_NEAR(shaded.mean, even.mean, 0.02);
}

TEST(Uprightness, ABlankPageSaysNothing) {
  const detect::Uprightness blank = uprightnessOf(cv::Mat(400, 300, CV_8UC1, cv::Scalar::all(240)));
  EXPECT_EQ(blank.lines, 0);
  EXPECT_FALSE(blank.upsideDown());
  EXPECT_THROW(detect::uprightness(PageCues{}, Pyramid{}), std::invalid_argument);
}

TEST(RobustCurve, PolynomialSurvivesOutliers) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 100; ++k) {
    x.push_back(k);
    y.push_back(3 + 0.2 * k - 0.001 * k * k + (k % 10 == 3 ? 25 : 0));
  }
  const RobustCurve curve = RobustCurve::polynomial(x, y, 2, 0.05);
  for (int k = 0; k < 100; k += 7) {
    EXPECT_NEAR(curve(k), 3 + 0.2 * k - 0.001 * k * k, 0.05);
  }
}

TEST(RobustCurve, SplineFollowsACrease) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k <= 400; ++k) {
    x.push_back(k);
    y.push_back(k < 160 ? 0.1 * k : 16 - 0.15 * (k - 160));
  }
  const RobustCurve curve = RobustCurve::spline(x, y, 18, 0.002, 0.1);
  for (int k = 0; k <= 400; k += 20) {
    EXPECT_NEAR(curve(k), y[static_cast<std::size_t>(k)], std::abs(k - 160) < 15 ? 1.5 : 0.2);
  }
  // Beyond its samples it goes straight on.
  EXPECT_NEAR(curve(420), y.back() - 3, 0.3);
}

TEST(Flood, StopsAtTheRidge) {
  cv::Mat gradient = cv::Mat::zeros(40, 60, CV_8UC1);
  gradient.col(37).setTo(200);
  gradient.at<std::uint8_t>(20, 37) = 150;  // the lowest pass: both floods meet before it
  cv::Mat labels = cv::Mat::zeros(gradient.size(), CV_8UC1);
  labels.at<std::uint8_t>(20, 5) = 1;
  labels.at<std::uint8_t>(20, 55) = 2;
  detect::floodFromMarkers(gradient, labels);
  for (int j = 0; j < labels.rows; ++j) {
    for (int i = 0; i < labels.cols; ++i) {
      if (i != 37) {
        EXPECT_EQ(labels.at<std::uint8_t>(j, i), i < 37 ? 1 : 2);
      }
    }
  }
}

TEST(Raster, TurnedFramesAgreeWithTheirPixels) {
  // One bright pixel, followed through every turn: its centre must be where the frame says.
  cv::Mat photo(301, 203, CV_8UC1, cv::Scalar::all(0));
  photo(cv::Rect(60, 200, 3, 3)).setTo(255);
  const Vec2 source_px{61.5, 201.5};
  for (int turns = 0; turns < 4; ++turns) {
    const WorkFrame frame = detect::frameNear({photo.cols, photo.rows}, 1.37, turns);
    EXPECT_NEAR(frame.scale, 1.37, 0.03);
    const cv::Mat pixels = detect::pixelsInFrame(photo, 1, frame);
    const cv::Moments m = cv::moments(pixels);
    const Vec2 centre = detect::workFromIndex({m.m10 / m.m00, m.m01 / m.m00}, 1);
    const Vec2 expected = frame.workFromSource(source_px);
    EXPECT_NEAR(centre.x, expected.x, 0.2) << turns;
    EXPECT_NEAR(centre.y, expected.y, 0.2) << turns;
  }
}

}  // namespace
}  // namespace platen
