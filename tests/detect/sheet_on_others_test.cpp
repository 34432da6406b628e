// A sheet on a desk and two papers, drawn on a scene of mask pixels, and a flood that ran over them all.
#include "core/detect/sheet_on_others.h"

#include "core/detect/cues.h"
#include "core/detect/edge_field.h"
#include "core/detect/print_about.h"
#include "core/detect/print_outside.h"
#include "core/detect/raster.h"
#include "core/detect/sheet_outline.h"
#include "core/detect/sheet_rim.h"
#include "core/detect/text_lines.h"
#include "tests/detect/drawn_page.h"
#include "tests/detect/sheet_scene.h"
#include "tests/support/page_photo.h"
#include "tests/support/random_sheet.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

const cv::Rect kPaper{0, 0, 171, 201}, kOtherPaper{200, 300, kWidth - 200, kHeight - 300};

MaskScene onDeskAndPapers(const std::vector<cv::Point>& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(70, 60, 50));
  for (const cv::Rect& paper : {kPaper, kOtherPaper}) {
    cv::rectangle(colors, paper, cv::Scalar(205, 200, 192), cv::FILLED);
  }
  cv::fillPoly(colors, std::vector<std::vector<cv::Point>>{sheet}, cv::Scalar(235, 232, 225), cv::LINE_AA);
  return prepareMaskScene(colors, 1, kH);
}

// The same, but a strip of paper like it runs up to its left side: that is not seen all round.
MaskScene besideAStrip(const std::vector<cv::Point>& sheet) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(70, 60, 50));
  for (const cv::Rect& paper : {kPaper, kOtherPaper}) {
    cv::rectangle(colors, paper, cv::Scalar(205, 200, 192), cv::FILLED);
  }
  const cv::Scalar white(235, 232, 225);
  cv::fillPoly(colors, std::vector<std::vector<cv::Point>>{sheet}, white, cv::LINE_AA);
  cv::rectangle(colors, cv::Rect{0, 205, 100, 110}, white, cv::FILLED);
  return prepareMaskScene(colors, 1, kH);
}

// The sheet and the papers as one.
PageMask floodedOver(const MaskScene& scene, const std::vector<cv::Point>& sheet) {
  cv::Mat mask = cv::Mat::zeros(kHeight, kWidth, CV_8UC1);
  for (const cv::Rect& paper : {kPaper, kOtherPaper}) {
    cv::rectangle(mask, paper, cv::Scalar(255), cv::FILLED);
  }
  cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{sheet}, 255);
  return describeMask(scene, mask, 0);
}

TEST(SheetOnOthers, IsFoundWhateverIsPrintedThere) {
  for (const auto& sheet : {flatSheet(), bentSheet()}) {
    const MaskScene scene = onDeskAndPapers(sheet);
    const PageMask flooded = floodedOver(scene, sheet);
    ASSERT_LT(overlapWith(flooded, sheet), 0.8);
    for (const Lines& lines : {Lines{}, printAround(0.04), printAround(kAslant)}) {
      EXPECT_GT(overlapWith(findSheetOnOthers(scene, flooded, lines), sheet), 0.96);
    }
  }
}

TEST(SheetOnOthers, IsFollowedFromNearerBy) {
  // Its upper side is out of the reach of both paths as they begin.
  const std::vector<cv::Point> low{{120, 190}, {330, 180}, {345, 450}, {110, 440}};
  const MaskScene scene = onDeskAndPapers(low);
  EXPECT_GT(overlapWith(findSheetOnOthers(scene, floodedOver(scene, low), {}), low), 0.96);
}

TEST(SheetOnOthers, IsNotLookedForWhereThereMayBeASheet) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  const PageMask flooded = floodedOver(scene, flatSheet());
  ASSERT_FALSE(findSheetOnOthers(scene, flooded, {}).empty());
  EXPECT_TRUE(findSheetOnOthers(scene, {}, {}).empty());
  PageMask clear = flooded;
  clear.quality = PageMask::kClearQuality + 0.01;
  EXPECT_TRUE(findSheetOnOthers(scene, clear, {}).empty());
  // As good a shape, but contrast all along it.
  PageMask bounded = flooded;
  bounded.iou = 0.96;
  bounded.valid_fraction = 1;
  ASSERT_TRUE(bounded.isAccountedFor());
  EXPECT_TRUE(findSheetOnOthers(scene, bounded, {}).empty());
}

TEST(SheetOnOthers, IsMoreOfASheet) {
  const MaskScene scene = onDeskAndPapers(bentSheet());
  PageMask flooded = floodedOver(scene, bentSheet());
  const double quality = findSheetOnOthers(scene, flooded, {}).quality;
  ASSERT_LT(quality - 0.08, PageMask::kClearQuality);
  flooded.quality = quality - 0.08;
  EXPECT_FALSE(findSheetOnOthers(scene, flooded, {}).empty());
  flooded.quality = quality - 0.06;
  EXPECT_TRUE(findSheetOnOthers(scene, flooded, {}).empty());
}

TEST(SheetOnOthers, IsAnotherThanTheFloodFound) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  const auto doubtful = [](PageMask page) {
    page.quality = 1;
    page.iou = 0.9;
    page.frame_fraction = 0.1;
    page.valid_fraction = 0.5;
    for (RoughSide& side : page.sides) {
      side.valid_fraction = 0.5;
    }
    return page;
  };
  const PageMask same = doubtful(maskOf(scene, flatSheet()));
  EXPECT_TRUE(findSheetOnOthers(scene, same, {}).empty());
  const PageMask more = doubtful(maskOf(scene, {{80, 60}, {300, 70}, {310, 410}, {70, 400}}));
  EXPECT_FALSE(findSheetOnOthers(scene, more, {}).empty());
}

TEST(SheetOnOthers, DoesNotCutPrint) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  const PageMask flooded = floodedOver(scene, flatSheet());
  Lines lines = printOnIt();
  addBlock(lines, {20, 280}, 0, 150, 4);  // from the left onto it
  ASSERT_LT(totalLength(lines), kFullPage);
  ASSERT_GT(printAbout(maskOf(scene, flatSheet()), scene.k, lines).shareAcross(), 0.2);
  EXPECT_TRUE(findSheetOnOthers(scene, flooded, lines).empty());
  lines.resize(lines.size() - 3);  // one of them was traced too far
  EXPECT_FALSE(findSheetOnOthers(scene, flooded, lines).empty());
}

TEST(SheetOnOthers, HasPrintThatRunsAlongIt) {
  Lines lines;
  addBlock(lines, {110, 120}, 0.5, 150, 8);
  const MaskScene strip = besideAStrip(flatSheet());
  ASSERT_FALSE(findSheetOnOthers(strip, floodedOver(strip, flatSheet()), {}).empty());
  EXPECT_TRUE(findSheetOnOthers(strip, floodedOver(strip, flatSheet()), lines).empty());
  // What is read in a picture runs as it likes, where nothing else says that there is no sheet.
  const MaskScene scene = onDeskAndPapers(flatSheet());
  EXPECT_GT(overlapWith(findSheetOnOthers(scene, floodedOver(scene, flatSheet()), lines), flatSheet()), 0.96);
}

TEST(SheetOnOthers, IsNoneInAPageFullOfPrint) {
  const MaskScene scene = besideAStrip(flatSheet());
  const PageMask flooded = floodedOver(scene, flatSheet());
  const auto longer = [](Lines lines) {
    for (TextSegment& line : lines) {
      line.length *= 2.5;
    }
    return lines;
  };
  const Lines one_way = longer(printAround(0.04));
  ASSERT_GT(totalLength(one_way), kFullPage);
  EXPECT_TRUE(findSheetOnOthers(scene, flooded, one_way).empty());
  // Not all of this is of one page.
  EXPECT_FALSE(findSheetOnOthers(scene, flooded, longer(printAround(kAslant))).empty());
}

TEST(SheetOnOthers, IsNoneInAPageThatFillsThePhoto) {
  const MaskScene scene = besideAStrip(flatSheet());
  PageMask flooded = floodedOver(scene, flatSheet());
  flooded.valid_fraction = 0.29;
  EXPECT_TRUE(findSheetOnOthers(scene, flooded, printAround(0.04)).empty());
  EXPECT_FALSE(findSheetOnOthers(scene, flooded, printAround(kAslant)).empty());
}

// Not even a page full of print, or one that may fill the photo, says otherwise of a sheet that is seen all round.
TEST(SheetOnOthers, IsFoundThoughThereMayBeAPage) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  PageMask flooded = floodedOver(scene, flatSheet());
  Lines lines = printOnIt();
  for (TextSegment& line : lines) {
    line.length *= 8;
  }
  ASSERT_GT(totalLength(lines), kFullPage);
  EXPECT_GT(overlapWith(findSheetOnOthers(scene, flooded, lines), flatSheet()), 0.96);
  // But print that goes on beside it, which may be the page's.
  Lines around = printAround(0.04);
  for (TextSegment& line : around) {
    line.length *= 2.5;
  }
  EXPECT_TRUE(findSheetOnOthers(scene, flooded, around).empty());
  flooded.valid_fraction = 0.29;
  EXPECT_GT(overlapWith(findSheetOnOthers(scene, flooded, printOnIt()), flatSheet()), 0.96);
  flooded.valid_fraction = 0.09;  // hardly any contrast: a scan
  EXPECT_TRUE(findSheetOnOthers(scene, flooded, printOnIt()).empty());
}

// Paper on a dark desk, cut off by the photo, and lines that were traced in the desk's weave.
TEST(SheetOnOthers, IsPaperOnADarkDesk) {
  const std::vector<cv::Point> cut_off{{-30, 70}, {290, 40}, {320, 410}, {-40, 390}};
  const auto sceneOn = [&](const cv::Scalar& desk) {
    cv::Mat colors(kHeight, kWidth, CV_8UC3, desk);
    cv::fillConvexPoly(colors, cut_off, cv::Scalar(235, 232, 225), cv::LINE_AA);
    return prepareMaskScene(colors, 1, kH);
  };
  Lines lines;
  addBlock(lines, {100, 150}, -0.05, 120, 4);   // on it
  addBlock(lines, {20, 430}, kAslant, 150, 3);  // in the weave
  addBlock(lines, {325, 60}, kAslant, 50, 16);
  const MaskScene dark = sceneOn({70, 60, 50});
  cv::Mat all(kHeight, kWidth, CV_8UC1, cv::Scalar(255));
  PageMask flooded = describeMask(dark, all, 0);
  EXPECT_GT(overlapWith(findSheetOnOthers(dark, flooded, lines), cut_off), 0.93);
  // What is as light beyond it, here or there, may be the page's own paper.
  const MaskScene pale = sceneOn({205, 200, 192});
  EXPECT_TRUE(findSheetOnOthers(pale, flooded, lines).empty());
}

// A picture, or a tinted panel, on a page that goes on all about it.
TEST(SheetOnOthers, IsNoPanelOfAPage) {
  cv::Mat colors(kHeight, kWidth, CV_8UC3, cv::Scalar(225, 222, 215));
  cv::fillConvexPoly(colors, flatSheet(), cv::Scalar(150, 160, 190), cv::LINE_AA);
  const MaskScene panel = prepareMaskScene(colors, 1, kH);
  const PageMask flooded = floodedOver(onDeskAndPapers(flatSheet()), flatSheet());
  // There is such a path, and it is a good one.
  const PageMask around = sheetAroundMiddle(panel, EdgeField(panel.lab), {.rounds = 3},
                                            [](const OutlineAround& path) { return path.edge > 0.9; });
  ASSERT_GT(overlapWith(around, flatSheet()), 0.96);
  ASSERT_GT(around.quality, flooded.quality + 0.1);
  ASSERT_FALSE(rimOf(panel, around).liesOnOthers());
  EXPECT_TRUE(findSheetOnOthers(panel, flooded, {}).empty());
}

TEST(SheetOnOthers, HasTheLinesThatLieOnIt) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  // On it, over its edge, beside it.
  const Lines lines{lineFrom({100, 200}, 0, 180), lineFrom({20, 200}, 0, 150), lineFrom({10, 200}, 0, 60)};
  const Lines kept = linesOn(maskOf(scene, flatSheet()), lines, scene.k);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].points.front().x, 100);
}

// Drawn photos, of which all was one page with the papers.
TEST(SheetOnOthers, KeepsItsOwnLinesAlone) {
  struct Document {
    std::string_view kind, print;
    std::uint64_t seed;
  };
  for (const auto& [kind, print, seed] :
       {Document{"folds", "cover", 20158}, {"book", "picture", 20345}, {"folds", "invoice", 20182}}) {
    const Image photo = test::photograph(test::randomDocument(kind, print, seed)).photo;
    const PageCues cues = findCues(test::pyramidOf(matView(photo)), {})[0];
    ASSERT_GT(cues.outline.size(), 100U) << seed;
    int outside = 0;
    for (const TextSegment& segment : cues.segments) {
      for (const Vec2& p : segment.points) {
        outside += test::isInOutline(cues, p) ? 0 : 1;
      }
    }
    EXPECT_EQ(outside, 0) << kind << " " << print << " " << seed;
  }
}

TEST(SheetRim, TonesAreThoseOnEitherSide) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  const SheetRim rim = rimOf(scene, maskOf(scene, flatSheet()));
  const auto lightAt = [&](cv::Point p) { return static_cast<double>(scene.lab.at<cv::Vec3b>(p)[0]); };
  const double paper = lightAt({190, 240}), other = lightAt({40, 40}), desk = lightAt({40, 300});
  EXPECT_NEAR(rim.inside.dark, paper, 2);
  EXPECT_NEAR(rim.inside.light, paper, 2);
  EXPECT_NEAR(rim.beyond.dark, desk, 2);
  EXPECT_NEAR(rim.beyond.light, other, 2);
  EXPECT_TRUE(rim.liesOnOthers());
}

TEST(SheetRim, OnOneThingDoesNotLieOnOthers) {
  const MaskScene scene = sceneOf(flatSheet());
  EXPECT_FALSE(rimOf(scene, maskOf(scene, flatSheet())).liesOnOthers());
  // Nor does what is as uneven as what lies about it.
  EXPECT_FALSE((SheetRim{{40, 200}, {50, 230}}).liesOnOthers());
  EXPECT_TRUE((SheetRim{{160, 200}, {50, 230}}).liesOnOthers());
  // Light falls unevenly on one desk, too.
  EXPECT_FALSE((SheetRim{{200, 204}, {80, 110}}).liesOnOthers());
  EXPECT_FALSE(rimOf(scene, {}).liesOnOthers());
}

TEST(SheetRim, OfPaperOnADarkDeskIsLighterAllRound) {
  const auto rimOn = [](const cv::Scalar& desk, bool with_papers) {
    cv::Mat colors(kHeight, kWidth, CV_8UC3, desk);
    if (with_papers) {
      cv::rectangle(colors, kOtherPaper, cv::Scalar(205, 200, 192), cv::FILLED);
    }
    cv::fillConvexPoly(colors, flatSheet(), cv::Scalar(235, 232, 225), cv::LINE_AA);
    const MaskScene scene = prepareMaskScene(colors, 1, kH);
    return rimOf(scene, maskOf(scene, flatSheet()));
  };
  const SheetRim on_dark = rimOn({70, 60, 50}, false);
  EXPECT_TRUE(on_dark.isLighterAllRound());
  EXPECT_FALSE(on_dark.variesBeyond());
  EXPECT_FALSE(rimOn({205, 200, 192}, false).isLighterAllRound());
  const SheetRim on_papers = rimOn({70, 60, 50}, true);
  EXPECT_FALSE(on_papers.isLighterAllRound());
  EXPECT_TRUE(on_papers.variesBeyond());
  EXPECT_FALSE(SheetRim{}.isLighterAllRound());
}

TEST(SheetRim, OfAPictureVariesOnLighterPaper) {
  EXPECT_TRUE((SheetRim{{80, 185}, {215, 228}}).isOnPaper());
  EXPECT_FALSE((SheetRim{{150, 185}, {222, 228}}).isOnPaper());
  EXPECT_FALSE((SheetRim{{80, 185}, {170, 228}}).isOnPaper());
  EXPECT_FALSE((SheetRim{{80, 228}, {40, 60}}).isOnPaper());
}

TEST(SheetRim, OfALineInAPatternIsAlikeOnBothSides) {
  EXPECT_TRUE((SheetRim{{55, 142, 8}, {57, 144, 12}}).isInPattern());
  EXPECT_FALSE((SheetRim{{55, 100, 8}, {57, 144, 12}}).isInPattern());
  EXPECT_FALSE((SheetRim{{72, 231, 8}, {70, 151, 12}}).isInPattern()) << "pictures on a page, on tiles";
  EXPECT_FALSE((SheetRim{{130, 220, 8}, {40, 130, 12}}).isInPattern());
  EXPECT_FALSE((SheetRim{{149, 215, 2}, {141, 204, 4}}).isInPattern()) << "a lamp's light on paper and desk";
  EXPECT_FALSE(SheetRim{}.isInPattern());
}

// Tiles drawn to either side of a rectangle of their lines, and light that falls off from left to right.
TEST(SheetRim, TurnsWhereTilesDoAndNotWhereLightFallsOff) {
  const std::vector<cv::Point> lines{{50, 50}, {330, 50}, {330, 400}, {50, 400}};
  cv::Mat tiles(kHeight, kWidth, CV_8UC3);
  cv::Mat lamp(kHeight, kWidth, CV_8UC3);
  for (int j = 0; j < kHeight; ++j) {
    for (int i = 0; i < kWidth; ++i) {
      tiles.at<cv::Vec3b>(j, i) = cv::Vec3b::all(((i + 20) / 70 + (j + 20) / 70) % 2 == 0 ? 60 : 140);
      lamp.at<cv::Vec3b>(j, i) = cv::Vec3b::all(static_cast<std::uint8_t>(90 + 110 * i / kWidth));
    }
  }
  const MaskScene on_tiles = prepareMaskScene(tiles, 1, kH);
  EXPECT_TRUE(rimOf(on_tiles, maskOf(on_tiles, lines)).isInPattern());
  const MaskScene in_light = prepareMaskScene(lamp, 1, kH);
  const SheetRim rim = rimOf(in_light, maskOf(in_light, lines));
  EXPECT_GT(rim.inside.spread(), 60);
  EXPECT_LE(rim.inside.turns, 2);
  EXPECT_FALSE(rim.isInPattern());
}

TEST(PrintAbout, BesideASheetSomeMayBeTooPaleAndTheRestOfOthers) {
  PrintAbout print;
  print.on = print.along_on = 100;
  print.beside = 400;
  print.along_beside = 300;  // in the grain of a desk
  print.dark_beside = 250;
  print.along_dark_beside = 20;  // on a paper that lies aslant
  EXPECT_FALSE(print.isPaleBeside());
  EXPECT_FALSE(print.isOfOthers());
  EXPECT_TRUE(print.isOfOthersOrPaleBeside());
  print.along_dark_beside = 200;
  EXPECT_FALSE(print.isOfOthersOrPaleBeside());
  print.along_dark_beside = 20;
  print.across = 100;  // it cuts through what is printed
  EXPECT_FALSE(print.isOfOthersOrPaleBeside());
  print.across = 0;
  print.dark_beside = print.along_dark_beside = 150;
  EXPECT_TRUE(print.isOfOthersOrPaleBeside());
}

TEST(PrintAbout, TellsHowMuchOfWhatIsDarkRunsAlong) {
  const MaskScene scene = onDeskAndPapers(flatSheet());
  Lines lines;
  addBlock(lines, {4, 60}, 0, 60, 10);
  addBlock(lines, {310, 60}, kAslant, 60, 10);
  lines.front().strength = 0.12;
  const PrintAbout print = printAbout(maskOf(scene, flatSheet()), 1, lines);
  EXPECT_NEAR(print.dark_beside, print.beside - lines.front().length, 1e-9);
  EXPECT_NEAR(print.along_dark_beside, print.along_beside - lines.front().length, 1e-9);
  EXPECT_LT(print.along_dark_beside, 0.6 * print.dark_beside);
}

}  // namespace
}  // namespace platen::detect
