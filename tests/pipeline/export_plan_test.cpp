// Size, crop and resolution of an export, and the pixels of its file, against numbers worked out by hand.
#include "core/pipeline/export_plan.h"

#include "core/pipeline/file_pixels.h"
#include "core/pipeline/output_pixels.h"
#include "core/pipeline/page.h"
#include "core/pipeline/pixel_limit.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

PhotoInfo photoOf(Size size) {
  PhotoInfo info;
  info.file = "photo.jpg";
  info.size = size;
  info.stored_size = size;
  return info;
}

// A page of 800 x 1000 source pixels, turned by `angle` about the middle of a 2000 x 1600 photo.
PageToExport pageIn(double angle) {
  PageToExport page;
  page.extent_px = {800, 1000};
  page.grid = {2, 2, {}};
  for (const Vec2 uv : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}, Vec2{1, 1}}) {
    const Vec2 p{800 * (uv.x - 0.5), 1000 * (uv.y - 0.5)};
    page.grid.points.push_back(
        {1000 + p.x * std::cos(angle) - p.y * std::sin(angle), 800 + p.x * std::sin(angle) + p.y * std::cos(angle)});
  }
  return page;
}

TEST(ExportPlan, AllOfThePageAtTheSourcesDensity) {
  const PageToExport page = pageIn(0.1);
  const auto plan = planExport(page, photoOf({2000, 1600}), {});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->out_px, (Size{800, 1000}));
  EXPECT_EQ(plan->grid, page.grid);
  EXPECT_EQ(plan->dpi, 0);
  EXPECT_THAT(plan->warnings, IsEmpty());
}

// 1.5 pixels of the photo, at whatever resolution they come out.
TEST(ExportPlan, TheMaskThatSharpensIsAsWideAsThePhotosPixels) {
  PageToExport page = pageIn(0);
  page.density_dpi = 100;
  ExportOptions options;
  EXPECT_EQ(planExport(page, photoOf({2000, 1600}), options)->sharpening.amount, 0);
  options.sharpen = 1.25;
  const auto plain = planExport(page, photoOf({2000, 1600}), options);
  EXPECT_EQ(plain->sharpening.amount, 1.25);
  EXPECT_DOUBLE_EQ(plain->sharpening.sigma_px, 1.5);
  options.dpi = 300;
  EXPECT_DOUBLE_EQ(planExport(page, photoOf({2000, 1600}), options)->sharpening.sigma_px, 4.5);
  options.dpi = 0;
  options.scale = 2;
  EXPECT_DOUBLE_EQ(planExport(page, photoOf({2000, 1600}), options)->sharpening.sigma_px, 3);
}

TEST(ExportPlan, ResolutionFromDpiScaleAndPaper) {
  PageToExport page = pageIn(0);
  page.density_dpi = 100;  // 8 x 10 inches
  ExportOptions options;
  options.dpi = 300;
  auto plan = planExport(page, photoOf({2000, 1600}), options);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->out_px, (Size{2400, 3000}));
  EXPECT_EQ(plan->dpi, 300);
  EXPECT_THAT(plan->warnings, IsEmpty());

  options = {};
  options.scale = 0.5;
  plan = planExport(page, photoOf({2000, 1600}), options);
  EXPECT_EQ(plan->out_px, (Size{400, 500}));
  EXPECT_EQ(plan->dpi, 50);

  // Not known: taken to be 297 mm long, and said so.
  page.density_dpi = 0;
  options = {};
  options.dpi = 254;  // ten pixels to the millimetre
  plan = planExport(page, photoOf({2000, 1600}), options);
  EXPECT_EQ(plan->out_px, (Size{2376, 2970}));
  EXPECT_EQ(plan->dpi, 254);
  EXPECT_THAT(plan->warnings, SizeIs(1));
}

TEST(ExportPlan, TheFilesOwnResolutionIsCarriedOver) {
  // What a camera writes says nothing about the paper: it is carried as it is, and a PDF's page is made from the sheet.
  PhotoInfo info = photoOf({2000, 1600});
  info.dpi = 300;
  info.camera_model = "A camera";
  PageToExport page = pageIn(0);
  ExportOptions options;
  options.scale = 0.5;
  auto plan = planExport(page, info, options);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->dpi, 150);
  EXPECT_EQ(plan->paper_dpi, 0);
  page.density_dpi = 100;
  plan = planExport(page, info, options);
  EXPECT_EQ(plan->dpi, 150);
  EXPECT_EQ(plan->paper_dpi, 50);
  options = {};
  options.dpi = 200;
  plan = planExport(page, info, options);
  EXPECT_EQ(plan->dpi, 200);
  EXPECT_EQ(plan->paper_dpi, 200);
}

TEST(ExportPlan, MarginsAreMillimetresOfPaper) {
  PageToExport page = pageIn(0);
  page.density_dpi = 254;  // ten pixels to the millimetre
  ExportOptions options;
  options.margin_mm = 5;
  auto plan = planExport(page, photoOf({2000, 1600}), options);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->out_px, (Size{900, 1100}));
  EXPECT_NEAR(plan->grid.points.front().x, 600 - 50, 1e-6);
  EXPECT_NEAR(plan->grid.points.back().y, 1300 + 50, 1e-6);
  options.margin_mm = -5;
  plan = planExport(page, photoOf({2000, 1600}), options);
  EXPECT_EQ(plan->out_px, (Size{700, 900}));
  options.margin_mm = -45;
  plan = planExport(page, photoOf({2000, 1600}), options);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, ErrorKind::badInput);
}

// Ten millimetres of margin are ten of the PDF's page, whose own length was assumed for them.
TEST(ExportPlan, AMarginAndThePdfItIsInAssumeOneSize) {
  ExportOptions options;
  options.margin_mm = 10;
  const PhotoInfo info = photoOf({2000, 1600});
  const auto plan = planExport(pageIn(0), info, options);  // 800 x 1000 pixels, 297 mm long
  ASSERT_TRUE(plan);
  const SourceKind source{info.size, 3, PixelType::u8};
  const double dpi = pageFormat(source, info, *plan, FileFormat::pdf, options).dpi;
  EXPECT_NEAR(plan->out_px.height / dpi * 25.4, 297 + 2 * 10, 0.3);
  EXPECT_THAT(warningsOf(info, *plan, FileFormat::pdf, options), ElementsAre(HasSubstr("taken to be 297 mm long")));
  EXPECT_EQ(pageFormat(source, info, *plan, FileFormat::jpeg, options).dpi, 0) << "nobody said so";
  // Without a margin nothing is assumed but that it is to be printed.
  const auto plain = planExport(pageIn(0), info, {});
  EXPECT_EQ(pageFormat(source, info, *plain, FileFormat::pdf, {}).dpi, 0);
  EXPECT_THAT(warningsOf(info, *plain, FileFormat::pdf, {}), ElementsAre(HasSubstr("as large as fits on A4")));
}

TEST(ExportPlan, DeskMayBeInViewWhereNoPrintReaches) {
  PageToExport page = pageIn(0);
  const auto desk = [&page](Crop crop) {
    ExportOptions options;
    options.crop = crop;
    const enhance::DeskSides sides = planExport(page, photoOf({2000, 1600}), options)->desk;
    return std::array{sides.left, sides.top, sides.right, sides.bottom};
  };
  EXPECT_EQ(desk(Crop::page), (std::array{false, false, false, false}));  // nothing is known of the print
  page.content_uv = {0.25, 0.001, 1.0, 0.6};
  EXPECT_EQ(desk(Crop::page), (std::array{true, false, false, true}));
  EXPECT_EQ(desk(Crop::content), (std::array{false, false, false, false}));
}

TEST(ExportPlan, ContentAndWholePhoto) {
  PageToExport page = pageIn(0);
  page.content_uv = {0.25, 0.1, 0.75, 0.6};
  ExportOptions options;
  options.crop = Crop::content;
  auto plan = planExport(page, photoOf({2000, 1600}), options);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->out_px, (Size{400, 500}));
  EXPECT_NEAR(plan->grid.points.front().x, 800, 1e-6);
  EXPECT_NEAR(plan->grid.points.front().y, 400, 1e-6);

  options.crop = Crop::none;
  for (const double angle : {0.0, 0.2, -0.7}) {
    page = pageIn(angle);
    plan = planExport(page, photoOf({2000, 1600}), options);
    ASSERT_TRUE(plan);
    // The box around the turned photo.
    const double c = std::abs(std::cos(angle));
    const double s = std::abs(std::sin(angle));
    EXPECT_NEAR(plan->out_px.width, 2000 * c + 1600 * s, 1) << angle;
    EXPECT_NEAR(plan->out_px.height, 2000 * s + 1600 * c, 1) << angle;
  }
}

TEST(ExportPlan, RefusesAbsurdSizes) {
  ExportOptions options;
  options.dpi = 4800;
  PageToExport page = pageIn(0);
  page.density_dpi = 5;
  const auto plan = planExport(page, photoOf({2000, 1600}), options);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, ErrorKind::tooLarge);
  EXPECT_THAT(plan.error().message, HasSubstr("megapixels"));
}

TEST(ExportPlan, NamesPartsOfAMegapixel) {
  setMaxPixels(1e5);
  const auto plan = planExport(pageIn(0), photoOf({2000, 1600}), {});
  setMaxPixels(1e9);
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.error().message, HasSubstr("would have 0.8 megapixels"));
}

TEST(DensityDpi, ScansSaySoAndCamerasDoNot) {
  PhotoInfo info = photoOf({2480, 3508});
  info.dpi = 300;
  EXPECT_EQ(densityDpi(info, {2400, 3000}, ""), 300);
  info.dpi = 72;  // written when nothing is known
  EXPECT_EQ(densityDpi(info, {2400, 3000}, ""), 0);
  info.dpi = 300;
  info.camera_model = "A camera";
  EXPECT_EQ(densityDpi(info, {2400, 3000}, ""), 0);
  info.camera_model.clear();
  info.focal_length_35mm = 26;
  EXPECT_EQ(densityDpi(info, {2400, 3000}, ""), 0);
  info = photoOf({40000, 30000});
  info.dpi = 96;  // would be 8 metres
  EXPECT_EQ(densityDpi(info, {40000, 30000}, ""), 0);
}

TEST(DensityDpi, KnownSheetsAreRecognised) {
  const PhotoInfo info = photoOf({4000, 3000});
  EXPECT_NEAR(densityDpi(info, {2100, 2970}, "A4"), 254, 1e-6);
  EXPECT_NEAR(densityDpi(info, {2970, 2100}, "A4"), 254, 1e-6);
  EXPECT_NEAR(densityDpi(info, {1700, 2200}, "Letter"), 200, 1e-6);
  EXPECT_EQ(densityDpi(info, {2100, 2970}, ""), 0);  // content only, or a page of a book
  EXPECT_EQ(densityDpi(info, {0, 0}, "A4"), 0);
}

TEST(Format, OptionThenNameThenPhoto) {
  PhotoInfo info = photoOf({10, 10});
  info.codec = Codec::tiff;
  EXPECT_EQ(formatFor("a.PNG", {}, info), FileFormat::png);
  EXPECT_EQ(formatFor("a.jpeg", {}, info), FileFormat::jpeg);
  EXPECT_EQ(formatFor("a", {}, info), FileFormat::tiff);
  ExportOptions options;
  options.format = FileFormat::pdf;
  EXPECT_EQ(formatFor("a.png", options, info), FileFormat::pdf);
  info.codec = Codec::jpeg;
  options = {};
  options.color = ColorChoice::bitonal;
  EXPECT_EQ(formatFor("a", options, info), FileFormat::png);
}

TEST(FilePixels, AlphaGoesOntoWhitePaper) {
  Image rgba = Image::allocate({3, 1}, 4);
  const std::uint8_t pixels[12] = {10, 20, 30, 255, 10, 20, 30, 0, 0, 100, 200, 128};
  std::copy(std::begin(pixels), std::end(pixels), rgba.rowAs<std::uint8_t>(0));
  const Image rgb = convertPixels(rgba, {3, PixelType::u8});
  const std::uint8_t* p = rgb.rowAs<std::uint8_t>(0);
  EXPECT_THAT((std::vector<int>{p, p + 9}), ::testing::ElementsAre(10, 20, 30, 255, 255, 255, 127, 177, 227));
}

TEST(FilePixels, SixteenBitsToEight) {
  Image wide = Image::allocate({2, 1}, 3, PixelType::u16);
  const std::uint16_t pixels[6] = {0, 257, 65535, 128 * 257 + 128, 128 * 257 + 129, 300};
  std::copy(std::begin(pixels), std::end(pixels), wide.rowAs<std::uint16_t>(0));
  const Image narrow = convertPixels(wide, {3, PixelType::u8});
  const std::uint8_t* p = narrow.rowAs<std::uint8_t>(0);
  EXPECT_THAT((std::vector<int>{p, p + 6}), ::testing::ElementsAre(0, 1, 255, 128, 129, 1));
  EXPECT_THROW(convertPixels(wide, {1, PixelType::u8}), std::invalid_argument);
}

TEST(FilePixels, WhatFitsIsNotTouched) {
  const Image image = Image::allocate({8, 8}, 3);
  EXPECT_EQ(convertPixels(image, {3, PixelType::u8}).row(0), image.row(0));
}

}  // namespace
}  // namespace platen::pipeline
