// What is painted and when: at once what is at hand, sharp where one looks, in place in both; live sources pulled.
#include "ui/view/picture_layer.h"

#include "tests/ui/view/wave_photo.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

constexpr Size kScreen{500, 400};  // device pixels

class PictureLayerTest : public testing::TestWithParam<double> {
 protected:
  [[nodiscard]] ViewTransform view(Vec2 centre, double zoom) const {
    const double ratio = GetParam();
    return {centre, zoom / ratio, {kScreen.width / ratio, kScreen.height / ratio}};
  }
  quint64 paint(const PictureLayer& layer) {
    screen_ = QImage(kScreen.width, kScreen.height, QImage::Format_RGB32);
    screen_.setDevicePixelRatio(GetParam());
    screen_.fill(Qt::black);
    QPainter painter(&screen_);
    return layer.paint(painter);
  }
  // The greatest error over a lattice of device pixels, by what the photo shows where `view` puts it.
  template <class SourceOf>
  double worst(const ViewTransform& view, SourceOf sourceOf) {
    double worst = 0;
    for (int y = 8; y < kScreen.height - 8; y += 16) {
      for (int x = 8; x < kScreen.width - 8; x += 16) {
        const Vec2 picture_px = view.toPicture(Vec2{x + 0.5, y + 0.5} / GetParam());
        if (picture_px.x < 4 || picture_px.y < 4 || picture_px.x > 1596 || picture_px.y > 1196) {
          continue;  // beside the photo, which the canvas clips away
        }
        worst = std::max(worst, offTheWave(screen_.pixelColor(x, y), sourceOf(picture_px)));
      }
    }
    return worst;
  }
  void waitUntilSharp(const PictureLayer& layer) {
    ASSERT_TRUE(QTest::qWaitFor([&] { return layer.isSharp(); }, kPatience_ms));
  }

  WavePhoto photo_;
  Renderer renderer_{1};
  QImage screen_;
};

TEST_P(PictureLayerTest, IsThereAtOnceAndSharpLaterInTheSamePlace) {
  PictureLayer layer(renderer_);
  const auto same = [](Vec2 p) { return p; };
  for (const double zoom : {0.3, 1.0, 2.7}) {
    const ViewTransform now = view({800.3, 600.7}, zoom);
    layer.setSource(PictureSource::photo(photo_.regions()));
    layer.look(now, GetParam());
    EXPECT_FALSE(layer.isSharp());
    EXPECT_EQ(paint(layer), 0U);
    // Half a pixel of the quarter level would be 2 px: 60 * 0.03 * 2 = 3.6 levels, twice that in both directions.
    EXPECT_LT(worst(now, same), 2.5) << zoom;
    waitUntilSharp(layer);
    EXPECT_NE(paint(layer), 0U);
    EXPECT_LT(worst(now, same), 1.6) << zoom;
  }
}

TEST_P(PictureLayerTest, SmallPansNeedNothingNewAndAreInPlace) {
  PictureLayer layer(renderer_);
  layer.setSource(PictureSource::photo(photo_.regions()));
  ViewTransform now = view({800, 600}, 1);
  layer.look(now, GetParam());
  waitUntilSharp(layer);
  now = now.pannedBy(Vec2{20, -15} / GetParam());
  layer.look(now, GetParam());
  EXPECT_TRUE(layer.isSharp());
  paint(layer);
  EXPECT_LT(worst(now, [](Vec2 p) { return p; }), 2.5);
  now = now.pannedBy(Vec2{120, 0} / GetParam());
  layer.look(now, GetParam());
  EXPECT_FALSE(layer.isSharp());
  paint(layer);  // partly the patch, partly what is at hand
  EXPECT_LT(worst(now, [](Vec2 p) { return p; }), 3);
  waitUntilSharp(layer);
}

TEST_P(PictureLayerTest, LiveSourcesEndSharpInTheirLastShape) {
  PictureLayer layer(renderer_);
  layer.setSource(PictureSource::page(photo_.regions(), bentPage(), kPageExtent));
  const ViewTransform now = view({450, 500}, 0.9);
  layer.look(now, GetParam());
  waitUntilSharp(layer);
  quint64 frames = 0;
  quint64 last = 0;
  QObject::connect(&layer, &PictureLayer::changed, &layer, [&] {
    const quint64 shown = paint(layer);
    EXPECT_GE(shown, last);  // never back to an older shape
    frames += shown != last ? 1 : 0;
    last = shown;
  });
  for (int k = 1; k <= 40; ++k) {
    layer.updateSource(PictureSource::page(photo_.regions(), bentPage(k * 2.0), kPageExtent), true);
    QTest::qWait(1);
  }
  EXPECT_FALSE(layer.isSharp());
  waitUntilSharp(layer);
  EXPECT_GE(frames, 2U);
  paint(layer);
  const SplineNet net = splineNet(bentPage(80));
  EXPECT_LT(worst(now, [&](Vec2 p) { return sourceFromPage(net, {p.x / kPageExtent.x, p.y / kPageExtent.y}); }), 2.5);
}

TEST_P(PictureLayerTest, AnotherExtentKeepsTheSamePartInPlace) {
  PictureLayer layer(renderer_);
  layer.setSource(PictureSource::page(photo_.regions(), bentPage(), kPageExtent));
  const ViewTransform before = view({450, 500}, 1);
  layer.look(before, GetParam());
  waitUntilSharp(layer);
  layer.updateSource(PictureSource::page(photo_.regions(), bentPage(), kPageExtent * 2.0), true);
  ViewTransform now = before;
  now.centre = now.centre * 2;
  now.scale /= 2;
  layer.look(now, GetParam());
  paint(layer);  // still the old picture, in the new frame
  const SplineNet net = splineNet(bentPage());
  EXPECT_LT(worst(now,
                  [&](Vec2 p) {
                    return sourceFromPage(net, {p.x / kPageExtent.x / 2, p.y / kPageExtent.y / 2});
                  }),
            3);
  waitUntilSharp(layer);
}

TEST_P(PictureLayerTest, WhatCanNotBeReadStaysAsItIsAtHandAndSaysSo) {
  PictureLayer layer(renderer_);
  QSignalSpy spy(&layer, &PictureLayer::failed);
  std::filesystem::remove(photo_.file());
  layer.setSource(PictureSource::photo(photo_.regions()));
  const ViewTransform now = view({800, 600}, 1);
  layer.look(now, GetParam());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !spy.isEmpty(); }, kPatience_ms));
  EXPECT_FALSE(layer.isSharp());
  paint(layer);
  EXPECT_LT(worst(now, [](Vec2 p) { return p; }), 2.5);
}

// The first frame of a fit is seen as soon as the others, and what it moves to last is sharp.
TEST_P(PictureLayerTest, APageThatBeginsLiveIsSeenBeforeItIsSharp) {
  PictureLayer layer(renderer_);
  layer.setSource(PictureSource::page(photo_.regions(), bentPage(), kPageExtent), true);
  layer.look(view({450, 500}, 0.9), GetParam());
  layer.askNow();
  bool was_coarse = false;
  QObject::connect(&layer, &PictureLayer::changed, &layer,
                   [&] { was_coarse = was_coarse || (paint(layer) != 0 && !layer.isSharp()); });
  waitUntilSharp(layer);
  EXPECT_TRUE(was_coarse);
}

TEST_P(PictureLayerTest, ClearedShowsNothingOfThePhotoBefore) {
  PictureLayer layer(renderer_);
  layer.setSource(PictureSource::photo(photo_.regions()));
  layer.look(view({800, 600}, 1), GetParam());
  waitUntilSharp(layer);
  layer.clear();
  EXPECT_EQ(paint(layer), 0U);
  EXPECT_EQ(screen_.pixelColor(200, 200), QColor(Qt::black));
  EXPECT_TRUE(layer.isSharp());
}

TEST_P(PictureLayerTest, OutlivesItsRenderer) {
  auto renderer = std::make_unique<Renderer>(1);
  PictureLayer layer(*renderer);
  layer.setSource(PictureSource::photo(photo_.regions()));
  layer.look(view({800, 600}, 1), GetParam());
  ASSERT_TRUE(QTest::qWaitFor([&] { return layer.isSharp(); }, kPatience_ms));
  renderer.reset();
  layer.look(view({300, 300}, 2), GetParam());
  QCoreApplication::processEvents();
  paint(layer);
  EXPECT_FALSE(layer.isSharp());
  layer.clear();
}

INSTANTIATE_TEST_SUITE_P(DevicePixelRatios, PictureLayerTest, testing::Values(1.0, 1.25, 2.0));

}  // namespace
}  // namespace platen::ui
