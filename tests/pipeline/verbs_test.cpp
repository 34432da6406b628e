// The verbs from file to file, on photos of pages of known shape.
#include "core/pipeline/document.h"
#include "core/pipeline/page.h"
#include "core/pipeline/register.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::readBytes;
using test::readImage;
using test::ScratchFolder;
using test::writeBytes;
using test::writeImage;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A page lying on a desk, bent towards its left side, seen a little from below.
const test::PagePhoto& bentPage() {
  static const test::PagePhoto page = [] {
    test::PhotoRecipe recipe;
    recipe.flaps = {{test::Profile::arc, std::numbers::pi, -20, 0.5, 85}};
    recipe.camera.pitch = 0.15;
    recipe.camera.roll = 0.04;
    recipe.camera.fill = 0.88;
    return test::photograph(recipe);
  }();
  return page;
}

// Root mean square distance of two warps on the page, in source_px.
double distance(const WarpGrid& a, const WarpGrid& b) {
  const SplineNet net_a = splineNet(a);
  const SplineNet net_b = splineNet(b);
  double sum = 0;
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 20; ++j) {
      const Vec2 d = sourceFromPage(net_a, {j / 20.0, i / 20.0}) - sourceFromPage(net_b, {j / 20.0, i / 20.0});
      sum += dot(d, d);
    }
  }
  return std::sqrt(sum / 441);
}

class Verbs : public ::testing::Test {
 protected:
  void SetUp() override {
    photo_ = folder_ / "page.png";
    writeImage(photo_, bentPage().photo, FileFormat::png);
  }

  FittedPage fit(const FitOptions& options = {}) {
    const auto opened = openPhoto(photo_, options);
    EXPECT_TRUE(opened) << describe(opened.error());
    const auto fitted = fitPage(*opened, 0, options, {});
    EXPECT_TRUE(fitted) << describe(fitted.error());
    return *fitted;
  }

  ScratchFolder folder_;
  std::filesystem::path photo_;
};

TEST_F(Verbs, FlattenABentPage) {
  const FittedPage fitted = fit();
  EXPECT_EQ(fitted.fit.reading_rotation, 0);
  EXPECT_EQ(fitted.index, 1);
  EXPECT_LT(distance(fitted.fit.grid, bentPage().source_from_page), 0.02 * 1224);

  const auto info = describePhoto(photo_);
  ASSERT_TRUE(info);
  const auto saved = savePage(*info, exported(fitted), folder_ / "flat.png", {}, 2);
  ASSERT_TRUE(saved) << describe(saved.error());
  const Image flat = readImage(folder_ / "flat.png");
  EXPECT_EQ(flat.size(), saved->out_px);
  EXPECT_EQ(flat.channels(), 3);
  EXPECT_NEAR(static_cast<double>(flat.height()) / flat.width(), 297.0 / 210, 0.05);
  EXPECT_THAT(folder_.names(), ElementsAre("flat.png", "page.png"));
}

// A portrait photo: 36 mm of film are its longer side, which is its height.
TEST_F(Verbs, TheLensThatExifNamesReachesTheFit) {
  FitOptions options;
  options.model = ModelLimit::sheet;
  auto opened = openPhoto(photo_, options);
  ASSERT_TRUE(opened);
  // A whole sheet of paper of known shape would settle the focal length too.
  ASSERT_FALSE(opened->pages.at(0).sides.empty());
  opened->pages[0].sides.pop_back();
  opened->pages[0].photo = {};
  const auto logFocal = [&](double millimetres) {
    opened->info.focal_length_35mm = millimetres;
    const auto fitted = fitPage(*opened, 0, options, {});
    EXPECT_TRUE(fitted);
    return fitted->fit.parameters.at("sheet").at(2);
  };
  const double truth = test::CameraPose{}.focal;  // longer sides
  EXPECT_NEAR(logFocal(36 * truth), std::log(truth), 0.1);
  EXPECT_LT(logFocal(24 * truth), logFocal(36 * truth) - 0.03);
  EXPECT_GT(logFocal(54 * truth), logFocal(36 * truth) + 0.03);
}

TEST_F(Verbs, ColourAndCleaning) {
  const FittedPage fitted = fit();
  const auto info = describePhoto(photo_);
  const auto saveAs = [&](const char* name, ColorChoice color, Clean clean) {
    ExportOptions options;
    options.color = color;
    options.clean = clean;
    const auto saved = savePage(*info, exported(fitted), folder_ / name, options, 2);
    EXPECT_TRUE(saved) << describe(saved.error());
    return readImage(folder_ / name);
  };
  const Image gray = saveAs("gray.png", ColorChoice::gray, Clean::none);
  EXPECT_EQ(gray.channels(), 1);
  const Image even = saveAs("even.png", ColorChoice::keep, Clean::illumination);
  EXPECT_EQ(even.channels(), 3);
  const Image even_gray = saveAs("even_gray.jpg", ColorChoice::gray, Clean::illumination);
  EXPECT_EQ(even_gray.channels(), 1);
  const Image bitonal = saveAs("bitonal.tif", ColorChoice::bitonal, Clean::none);
  ASSERT_EQ(bitonal.channels(), 1);
  // The page's middle is shaded paper and print: white and black after cleaning.
  int black = 0;
  int white = 0;
  for (int j = bitonal.height() / 4; j < bitonal.height() * 3 / 4; ++j) {
    for (int i = bitonal.width() / 4; i < bitonal.width() * 3 / 4; ++i) {
      black += bitonal.rowAs<std::uint8_t>(j)[i] == 0;
      white += bitonal.rowAs<std::uint8_t>(j)[i] == 255;
    }
  }
  EXPECT_EQ(black + white,
            (bitonal.height() * 3 / 4 - bitonal.height() / 4) * (bitonal.width() * 3 / 4 - bitonal.width() / 4));
  EXPECT_GT(black, white / 50);
  EXPECT_LT(black, white / 2);
}

TEST_F(Verbs, ThreadsDoNotChangeThePage) {
  const FittedPage fitted = fit();
  const auto info = describePhoto(photo_);
  ASSERT_TRUE(savePage(*info, exported(fitted), folder_ / "one.jpg", {}, 1));
  ASSERT_TRUE(savePage(*info, exported(fitted), folder_ / "four.jpg", {}, 4));
  EXPECT_EQ(readBytes(folder_ / "one.jpg"), readBytes(folder_ / "four.jpg"));
}

TEST_F(Verbs, RotationIsTotal) {
  const auto opened = openPhoto(photo_, {});
  ASSERT_TRUE(opened);
  FitOptions options;
  options.model = ModelLimit::plane;
  options.rotate = Rotation::deg0;
  const auto fitted = fitPage(*opened, 0, options, {});
  ASSERT_TRUE(fitted);
  const FittedPage& upright = *fitted;
  for (const int quarter : {1, 2, 3}) {
    options.rotate = static_cast<Rotation>(static_cast<int>(Rotation::deg0) + quarter);
    const auto again = fitPage(*opened, 0, options, {});
    ASSERT_TRUE(again);
    const FittedPage& rotated = *again;
    EXPECT_EQ(rotated.fit.reading_rotation, 90 * quarter);
    EXPECT_EQ(rotated.fit.grid, turned(upright.fit.grid, quarter));
    const bool lies = quarter % 2 == 1;
    EXPECT_EQ(rotated.fit.page_extent_px.x, lies ? upright.fit.page_extent_px.y : upright.fit.page_extent_px.x);
    // The content turns with its page: its middle is seen at the same place of the photo.
    const auto middle = [](const FitResult& fit) {
      const Box& c = fit.content_uv;
      return sourceFromPage(splineNet(fit.grid), {(c.x0 + c.x1) / 2, (c.y0 + c.y1) / 2});
    };
    EXPECT_LT(norm(middle(rotated.fit) - middle(upright.fit)), 1e-6);
  }
}

TEST_F(Verbs, APageOnItsHeadIsTurned) {
  const Image& photo = bentPage().photo;
  Image turned_photo = Image::allocate(photo.size(), 3);
  for (int j = 0; j < photo.height(); ++j) {
    for (int i = 0; i < photo.width(); ++i) {
      for (int c = 0; c < 3; ++c) {
        turned_photo.rowAs<std::uint8_t>(photo.height() - 1 - j)[3 * (photo.width() - 1 - i) + c] =
            photo.rowAs<std::uint8_t>(j)[3 * i + c];
      }
    }
  }
  photo_ = folder_ / "head.png";
  writeImage(photo_, turned_photo, FileFormat::png);
  EXPECT_EQ(fit().fit.reading_rotation, 180);
}

TEST_F(Verbs, AKeptWarpGivesTheSamePage) {
  const FittedPage fitted = fit();
  const auto info = describePhoto(photo_);
  ASSERT_TRUE(info);
  ASSERT_TRUE(savePage(*info, exported(fitted), folder_ / "a.png", {}, 1));
  ASSERT_TRUE(saveWarp(folder_ / "warp.json", *info, {fitted}));
  const auto warp = loadWarp(folder_ / "warp.json");
  ASSERT_TRUE(warp) << describe(warp.error());
  const auto pages = pagesFor(*warp, *info);
  ASSERT_TRUE(pages);
  ASSERT_EQ(pages->size(), 1U);
  ASSERT_TRUE(savePage(*info, pages->front(), folder_ / "b.png", {}, 1));
  EXPECT_EQ(readBytes(folder_ / "a.png"), readBytes(folder_ / "b.png"));
  FittedPage likely = fitted;
  likely.fit.paper = "A4";
  likely.fit.paper_is_assumed = true;
  ASSERT_TRUE(saveWarp(folder_ / "likely.json", *info, {likely}));
  EXPECT_TRUE(loadWarp(folder_ / "likely.json")->pages[0].paper_is_assumed);
  EXPECT_FALSE(warp->pages[0].paper_is_assumed);

  // An original of 1.5 times the size; another view.
  PhotoInfo larger = *info;
  larger.size = {1836, 2448};
  const auto scaled = pagesFor(*warp, larger);
  ASSERT_TRUE(scaled);
  EXPECT_NEAR(scaled->front().extent_px.x, 1.5 * fitted.fit.page_extent_px.x, 1e-6);
  EXPECT_NEAR(scaled->front().grid.points.back().y, 1.5 * fitted.fit.grid.points.back().y, 1e-6);
  larger.size = {1836, 2000};
  const auto other = pagesFor(*warp, larger);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("1836 x 2000"));
}

TEST_F(Verbs, ADocumentTakesPagesInOrder) {
  const auto info = describePhoto(photo_);
  PageToExport page;
  page.grid = identityGrid(info->size);
  page.extent_px = {300, 400};
  {
    auto document = Document::create(folder_ / "book.pdf");
    ASSERT_TRUE(document);
    PageToExport other = page;
    other.extent_px = {200, 300};
    for (const auto& added : (*document)->addPages(*info, {page, other}, {}, 1)) {
      ASSERT_TRUE(added) << describe(added.error());
    }
    EXPECT_EQ((*document)->pageCount(), 2);
    ASSERT_TRUE((*document)->commit());
  }
  const std::string book = readBytes(folder_ / "book.pdf");
  EXPECT_THAT(book, HasSubstr("/Count 2"));
  EXPECT_LT(book.find("/Width 300"), book.find("/Width 200"));
  {
    auto unfinished = Document::create(folder_ / "other.pdf");
    ASSERT_TRUE(unfinished);
    ASSERT_TRUE((*unfinished)->addPages(*info, {page}, {}, 1).front());
  }
  EXPECT_THAT(folder_.names(), ElementsAre("book.pdf", "page.png"));
}

TEST_F(Verbs, SelectPages) {
  OpenedPhoto photo;
  photo.info.file = "spread.jpg";
  photo.pages.resize(2);
  photo.pages[1].segments.resize(3);
  photo.pages[1].segments[0].length = 40;
  EXPECT_THAT(*selectPages(photo, {PageChoice::all, 0}), ElementsAre(0, 1));
  EXPECT_THAT(*selectPages(photo, {PageChoice::left, 0}), ElementsAre(0));
  EXPECT_THAT(*selectPages(photo, {PageChoice::right, 0}), ElementsAre(1));
  EXPECT_THAT(*selectPages(photo, {PageChoice::automatic, 0}), ElementsAre(1));
  EXPECT_THAT(*selectPages(photo, {PageChoice::number, 2}), ElementsAre(1));
  const auto none = selectPages(photo, {PageChoice::number, 3});
  ASSERT_FALSE(none);
  EXPECT_EQ(describe(none.error()), "spread.jpg: has no page 3 (2 pages were found on it)");
}

TEST_F(Verbs, WhatIsWrongWithTheWorld) {
  EXPECT_EQ(openPhoto(folder_ / "none.jpg", {}).error().kind, ErrorKind::notFound);
  writeBytes(folder_ / "empty.jpg", "");
  EXPECT_EQ(openPhoto(folder_ / "empty.jpg", {}).error().kind, ErrorKind::unreadable);
  const auto info = describePhoto(photo_);
  ASSERT_TRUE(info);
  ExportOptions options;
  options.memory_bytes = 50 << 20;
  PageToExport page;
  page.grid = identityGrid(info->size);
  page.extent_px = {300, 400};
  const auto refused = savePage(*info, page, folder_ / "out.png", options, 2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::tooLarge);
  EXPECT_THAT(refused.error().message, HasSubstr("--memory allows 50M"));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(openPhoto(photo_, {}, stop.get_token()).error().kind, ErrorKind::stopped);
  EXPECT_EQ(savePage(*info, page, folder_ / "out.png", {}, 2, stop.get_token()).error().kind, ErrorKind::stopped);
  EXPECT_EQ(savePage(*info, page, folder_ / "none/out.png", {}, 2).error().kind, ErrorKind::writeFailed);
  EXPECT_THAT(folder_.names(), ElementsAre("empty.jpg", "page.png"));
}

TEST_F(Verbs, ImagesThatAreLeftOutAreNamed) {
  auto opened = openPhoto(photo_, {});
  ASSERT_TRUE(opened);
  EXPECT_THAT(fitPage(*opened, 0, {}, {})->fit.warnings, Not(Contains(HasSubstr("images"))));
  opened->info.pages = 3;
  EXPECT_THAT(fitPage(*opened, 0, {}, {})->fit.warnings, Contains(HasSubstr("holds 3 images")));
}

TEST_F(Verbs, WhatTheRendererDoubtsIsSaid) {
  auto opened = openPhoto(photo_, {});
  ASSERT_TRUE(opened);
  opened->info.rendering_doubt = "Syntax Error: no font";
  EXPECT_THAT(
      fitPage(*opened, 0, {}, {})->fit.warnings,
      Contains("pdftoppm has doubts about this page of the PDF: Syntax Error: no font (compare the page with the "
               "PDF)"));
}

// The photo that it is applied to has doubts of its own, or none.
TEST_F(Verbs, AWarpTellsOfItsFitAndNotOfItsPhoto) {
  auto opened = openPhoto(photo_, {});
  ASSERT_TRUE(opened);
  opened->info.rendering_doubt = "Syntax Error: no font";
  opened->info.pages = 3;
  Result<FittedPage> fitted = fitPage(*opened, 0, {}, {});
  ASSERT_TRUE(fitted);
  EXPECT_THAT(fitted->fit.warnings, Contains(HasSubstr("no font")));
  fitted->fit.warnings = {"of the fit", fitted->fit.warnings[0], fitted->fit.warnings[1], "of the fit, too"};
  ASSERT_TRUE(saveWarp(folder_ / "warp.json", opened->info, {*fitted}));
  const auto warp = loadWarp(folder_ / "warp.json");
  ASSERT_TRUE(warp);
  EXPECT_THAT(warp->pages.at(0).warnings, ElementsAre("of the fit", "of the fit, too"));
}

TEST_F(Verbs, ConvertedInksAreSaid) {
  const FittedPage fitted = fit();
  auto info = describePhoto(photo_);
  ASSERT_TRUE(info);
  info->color = ColorModel::cmyk;
  const auto saved = savePage(*info, exported(fitted), folder_ / "flat.jpg", {}, 1);
  ASSERT_TRUE(saved);
  EXPECT_THAT(saved->warnings, Contains(HasSubstr("CMYK")));
}

TEST_F(Verbs, PagesOfPdfsWhosePaperIsNotKnownAreSaid) {
  PageToExport page = exported(fit());
  const auto info = describePhoto(photo_);
  ASSERT_TRUE(info);
  const auto warnings = [&](const char* name) {
    const auto saved = savePage(*info, page, folder_ / name, {}, 1);
    EXPECT_TRUE(saved);
    return saved ? saved->warnings : std::vector<std::string>();
  };
  const std::string said =
      "the paper's size is not known: the page of the PDF is as large as fits on A4 (--paper of flatten and batch says "
      "it)";
  page.density_dpi = 0;
  EXPECT_THAT(warnings("flat.pdf"), ElementsAre(said));
  EXPECT_THAT(warnings("flat.png"), IsEmpty());
  page.density_dpi = 100;
  EXPECT_THAT(warnings("flat.pdf"), IsEmpty());
}

TEST_F(Verbs, TheMemoryOfAFitGrowsWithItsLevels) {
  EXPECT_TRUE(checkFitMemory(photo_, 0));
  EXPECT_TRUE(checkFitMemory(photo_, 2'000'000'000));
  const auto refused = checkFitMemory(photo_, 100'000'000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::tooLarge);
  // A PNG of 4300 pixels is worked on at full size: 40 MB more than the small photo needs.
  writeImage(folder_ / "large.png", Image::allocate({4300, 3200}, 3), FileFormat::png);
  std::uint64_t enough = 100'000'000;
  while (!checkFitMemory(photo_, enough)) {
    enough += 1'000'000;
  }
  EXPECT_TRUE(checkFitMemory(photo_, enough));
  EXPECT_FALSE(checkFitMemory(folder_ / "large.png", enough + 35'000'000));
  EXPECT_TRUE(checkFitMemory(folder_ / "large.png", enough + 70'000'000));
  EXPECT_EQ(checkFitMemory(folder_ / "none.png", enough).error().kind, ErrorKind::notFound);
}

TEST_F(Verbs, BesideAFormAFitNeedsMore) {
  // Photos of forms came to 440e6 bytes and more besides the program's own, where their fits as pages took 60e6 to
  // 75e6.
  EXPECT_TRUE(checkFitMemory(photo_, 400'000'000));
  const auto refused = checkRegisterMemory(photo_, 500'000'000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::tooLarge);
  EXPECT_TRUE(checkRegisterMemory(photo_, 800'000'000));
  EXPECT_TRUE(checkRegisterMemory(photo_, 0));
}

}  // namespace
}  // namespace platen::pipeline
