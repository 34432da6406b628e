// Parts of the flat page are the whole page, cut: to a tenth of a pixel in place, and in their pixels.
#include "ui/view/picture_render.h"

#include "core/pipeline/render.h"
#include "tests/ui/view/wave_photo.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <QColorSpace>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

struct Look {
  Box picture_px;
  double zoom;  // device pixels per picture_px
};

// All of the page, parts with and without its sides, tiny ones far zoomed in, strips.
const Look kLooks[] = {{{0, 0, 900, 1000}, 0.5}, {{0, 0, 900, 1000}, 1},     {{100, 150, 700, 900}, 1},
                       {{0, 0, 300, 250}, 2},    {{430, 480, 470, 520}, 16}, {{333.5, 777.25, 353.5, 790.25}, 32},
                       {{0, 495, 900, 505}, 1},  {{880, 0, 900, 1000}, 2},   {{200, 200, 500, 500}, 0.3}};

Size deviceSize(const Look& look) {
  return {static_cast<int>(std::lround(look.picture_px.width() * look.zoom)),
          static_cast<int>(std::lround(look.picture_px.height() * look.zoom))};
}

TEST(PicturePart, OfTheFlatPageStandsWhereTheWholeStands) {
  const WavePhoto photo;
  const PictureSource page = PictureSource::page(photo.regions(), bentPage(), kPageExtent);
  const SplineNet whole = splineNet(*page.grid);
  for (const Look& look : kLooks) {
    const PicturePart part = partOf(page, look.picture_px, deviceSize(look));
    const SplineNet net = splineNet(part.grid);
    double worst = 0;
    bool inside = true;
    for (int i = 0; i <= 60; ++i) {
      for (int j = 0; j <= 60; ++j) {
        const Vec2 local{j / 60.0, i / 60.0};
        const Vec2 picture_px{look.picture_px.x0 + look.picture_px.width() * local.x,
                              look.picture_px.y0 + look.picture_px.height() * local.y};
        const Vec2 truth = sourceFromPage(whole, {picture_px.x / kPageExtent.x, picture_px.y / kPageExtent.y});
        worst = std::max(worst, norm(sourceFromPage(net, local) - truth) * look.zoom);
        inside = inside && truth.x >= part.source_px.x0 && truth.y >= part.source_px.y0 &&
                 truth.x <= part.source_px.x1 && truth.y <= part.source_px.y1;
      }
    }
    EXPECT_LT(worst, 0.1) << look.picture_px.x0 << " at " << look.zoom;  // device pixels
    EXPECT_TRUE(inside);
    EXPECT_GE(part.scale, std::min(1.0, look.zoom * 0.9));
    EXPECT_LE(part.scale, std::min(1.0, look.zoom * 1.3));
    // No more of the photo than some taps and a little of the bend around the part.
    EXPECT_LT(part.source_px.width(), look.picture_px.width() * 1.25 + 60 / part.scale);
  }
}

TEST(PicturePart, OfThePhotoIsItsBox) {
  const WavePhoto photo;
  const PicturePart part = partOf(PictureSource::photo(photo.regions()), {100, 200, 500, 400}, {200, 100});
  EXPECT_DOUBLE_EQ(part.scale, 0.5);
  EXPECT_EQ(part.grid.points.front(), (Vec2{100, 200}));
  EXPECT_EQ(part.grid.points.back(), (Vec2{500, 400}));
}

TEST(RenderPicture, PartsAreTheWholePageCut) {
  const WavePhoto photo;
  const PictureSource page = PictureSource::page(photo.regions(), bentPage(), kPageExtent);
  const pipeline::PhotoRegion full = *photo.regions()->read({0, 0, 1600, 1200}, 1);
  for (const double zoom : {0.4, 1.0, 2.0}) {
    const Size whole_px{static_cast<int>(kPageExtent.x * zoom), static_cast<int>(kPageExtent.y * zoom)};
    const Image whole = pipeline::renderPage(full.image, 1, *page.grid, whole_px, {.threads = 1});
    for (const Box& device :
         {Box{0, 0, 200, 150}, Box{100, 90, 320, 280},
          Box{whole_px.width - 90.0, whole_px.height - 70.0, whole_px.width + 0.0, whole_px.height + 0.0}}) {
      const Box picture_px{device.x0 / zoom, device.y0 / zoom, device.x1 / zoom, device.y1 / zoom};
      const Size size{static_cast<int>(device.width()), static_cast<int>(device.height())};
      const Result<QImage> part = renderPicture({page, picture_px, size, false}, 1, {});
      ASSERT_TRUE(part) << describe(part.error());
      ASSERT_EQ(part->format(), QImage::Format_RGB888);
      int worst = 0;
      for (int j = 0; j < size.height; ++j) {
        const uchar* row = part->constScanLine(j);
        const auto* truth =
            whole.rowAs<std::uint8_t>(static_cast<int>(device.y0) + j) + 3 * static_cast<int>(device.x0);
        for (int i = 0; i < 3 * size.width; ++i) {
          worst = std::max(worst, std::abs(row[i] - truth[i]));
        }
      }
      EXPECT_LE(worst, 2) << zoom << " at " << device.x0;
    }
  }
}

TEST(RenderPicture, AtHandNeedsNoFile) {
  const WavePhoto photo;
  const PictureSource page = PictureSource::page(photo.regions(), bentPage(), kPageExtent);
  std::filesystem::remove(photo.file());
  EXPECT_TRUE(renderPicture({page, {0, 0, 900, 1000}, {900, 1000}, true}, 1, {}));
  const Result<QImage> sharp = renderPicture({page, {0, 0, 900, 1000}, {900, 1000}, false}, 1, {});
  ASSERT_FALSE(sharp);
  EXPECT_EQ(sharp.error().kind, ErrorKind::notFound);
}

TEST(RenderPicture, BeyondThePhotoIsWhite) {
  const WavePhoto photo;
  const PictureSource page = PictureSource::page(photo.regions(), bentPage(5000), kPageExtent);
  const Result<QImage> image = renderPicture({page, {0, 0, 900, 1000}, {90, 100}, false}, 1, {});
  ASSERT_TRUE(image);
  EXPECT_EQ(image->pixelColor(50, 50), QColor(Qt::white));
}

TEST(RenderPicture, StopsWithoutAPicture) {
  const WavePhoto photo;
  std::stop_source stop;
  stop.request_stop();
  const Result<QImage> image =
      renderPicture({PictureSource::photo(photo.regions()), {0, 0, 1600, 1200}, {800, 600}, true}, 1, stop.get_token());
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().kind, ErrorKind::stopped);
}

TEST(SharedImage, TakesTheMemoryAndKeepsItAlive) {
  QImage shared;
  const void* first = nullptr;
  {
    Image image = Image::allocate({5, 3}, 1);
    for (int j = 0; j < 3; ++j) {
      std::memset(image.row(j), 70 + j, 5);
    }
    first = image.crop(1, 1, {1, 1}).row(0);
    shared = sharedImage(image.crop(1, 1, {3, 2}));
  }
  EXPECT_EQ(shared.constBits(), static_cast<const uchar*>(first));
  EXPECT_EQ(shared.size(), QSize(3, 2));
  EXPECT_EQ(shared.pixelColor(2, 1), QColor(72, 72, 72));
  EXPECT_THROW(sharedImage(Image::allocate({5, 3}, 1, PixelType::u16)), std::invalid_argument);
}

TEST(ColorManaged, PhotosOfAnotherColourSpaceBecomeSrgb) {
  Image image = Image::allocate({1, 1}, 3);
  const std::uint8_t green[3] = {100, 180, 90};
  std::memcpy(image.row(0), green, 3);
  PhotoInfo info;
  EXPECT_EQ(colorManaged(image, info).pixelColor(0, 0), QColor(100, 180, 90));
  const QColorSpace adobe(QColorSpace::AdobeRgb);
  const QByteArray profile = adobe.iccProfile();
  info.icc_profile.assign(profile.begin(), profile.end());
  const QColor managed = colorManaged(image, info).pixelColor(0, 0);
  const QColor truth = adobe.transformationToColorSpace(QColorSpace(QColorSpace::SRgb)).map(QColor(100, 180, 90));
  EXPECT_NEAR(managed.red(), truth.red(), 1);
  EXPECT_NEAR(managed.green(), truth.green(), 1);
  EXPECT_NEAR(managed.blue(), truth.blue(), 1);
  EXPECT_GT(std::abs(managed.red() - 100), 10);
  // A profile that is none, and a press's profile that decoding has used up already.
  info.color = ColorModel::cmyk;
  EXPECT_EQ(colorManaged(image, info).pixelColor(0, 0), QColor(100, 180, 90));
  info.color = ColorModel::rgb;
  info.icc_profile.resize(40);
  EXPECT_EQ(colorManaged(image, info).pixelColor(0, 0), QColor(100, 180, 90));
}

}  // namespace
}  // namespace platen::ui
