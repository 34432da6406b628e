// A sharpened page, made in bands, in several threads and within little memory, is that of the whole page, and nothing
// is drawn where the photo ends.
#include "core/enhance/clean_page.h"
#include "core/enhance/sharpen.h"
#include "core/io/decode.h"
#include "core/pipeline/render.h"
#include "tests/io/photo_fixtures.h"
#include "tests/pipeline/every_way.h"
#include "tests/pipeline/export_case.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using io::encodeJpeg;
using io::noiseImage;
using test::readBytes;

std::string pixelsOf(const Image& image) {
  std::string pixels;
  EXPECT_TRUE(CollectedRows(pixels).writeRows(image));
  return pixels;
}

class SharpenedExport : public EveryWay {};

// Every row sees those around it, in whatever pieces the page comes.
TEST_F(SharpenedExport, ASharpenedPageIsTheSameAsSharpenedWhole) {
  const PhotoInfo info = photo("p.jpg", encodeJpeg(noiseImage({300, 380}, 3, PixelType::u8), {}));
  for (const double scale : {0.4, 1.0, 3.0}) {
    for (const ColorChoice color : {ColorChoice::keep, ColorChoice::gray, ColorChoice::bitonal}) {
      for (const Clean clean : {Clean::none, Clean::illumination}) {
        ExportOptions options{.scale = scale, .color = color, .clean = clean, .sharpen = 1.3};
        const std::vector<PageToExport> pages{pageOf(info, bent, {170, 350}, 1),
                                              pageOf(info, onItsSide, {350, 200}, 2)};
        expectSame(info, pages, options);
        const std::string sharp = run(info, pages, kWhole, options)[0];
        options.sharpen = 0;
        EXPECT_FALSE(sharp == run(info, pages, kWhole, options)[0]);
        if (color == ColorChoice::bitonal || clean != Clean::none) {
          continue;
        }
        const Size size{static_cast<int>(std::lround(170 * scale)), static_cast<int>(std::lround(350 * scale))};
        Image page = renderPage(*io::decodeFull(info), 1, pages[0].grid, size, {Filter::bicubic, 1, Fill::paper});
        page = color == ColorChoice::gray ? enhance::toGray(page) : page;
        page = enhance::sharpen(page, enhance::sharpeningOf(1.3, scale));
        EXPECT_TRUE(sharp == pixelsOf(page)) << scale;
      }
    }
  }
  for (const PixelType type : {PixelType::u8, PixelType::u16}) {
    const Image pixels = noiseImage({230, 310}, 4, type);
    io::writeImage(folder_ / "plain.png", pixels, io::formatOf(pixels, FileFormat::png));
    const PhotoInfo png = photo("p.png", readBytes(folder_ / "plain.png"));
    expectSame(png, {pageOf(png, beyond, {250, 330})}, {.sharpen = 1});
  }
}

// Paper that goes on has no edge there; beside white there is one, as dark as any other of its height.
TEST_F(SharpenedExport, SharpeningDrawsNoRimWhereThePhotoEnds) {
  Image gray = Image::allocate({300, 300}, 1);
  for (int y = 0; y < 300; ++y) {
    std::fill_n(gray.rowAs<std::uint8_t>(y), 300, std::uint8_t{200});
  }
  io::writeImage(folder_ / "gray.png", gray, io::formatOf(gray, FileFormat::png));
  const PhotoInfo info = photo("p.png", readBytes(folder_ / "gray.png"));
  const PageToExport page = pageOf(info, [](Vec2 uv) { return Vec2{uv.x * 1.2 - 0.1, uv.y * 1.2 - 0.1}; }, {360, 360});
  const std::string paper = run(info, {page}, kWhole, {.sharpen = 2}).front();
  EXPECT_TRUE(paper == std::string(360 * 360, static_cast<char>(200)));
  const std::string white = run(info, {page}, kWhole, {.sharpen = 1, .fill = Fill::white}).front();
  const auto at = [&](int x) { return static_cast<unsigned char>(white[180 * 360 + static_cast<std::size_t>(x)]); };
  // Half a pixel beyond the photo its outermost ones are repeated.
  for (const int x : {0, 20, 26, 27, 28}) {
    EXPECT_EQ(at(x), 255) << x;
  }
  EXPECT_GT(at(29), 200 - 55 / 2);
  EXPECT_LT(at(29), 200);
  EXPECT_EQ(at(29 + 5), 200);
}

}  // namespace
}  // namespace platen::pipeline
