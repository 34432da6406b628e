// Pages of photos are sampled as densely as they are reduced; maps that mean harm take a bounded time.
#include "core/pipeline/sample_density.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

constexpr Size kPhoto{3000, 4000};

// A page of the whole photo, its right part further away by `depth`.
SplineNet seenFrom(double depth) {
  WarpGrid map{33, 33, {}};
  for (int i = 0; i < map.rows; ++i) {
    for (int j = 0; j < map.cols; ++j) {
      const double u = j / 32.0;
      const double v = i / 32.0;
      const double w = 1 + depth * u;
      map.points.push_back({kPhoto.width * u * (1 + depth) / w, kPhoto.height * (0.5 + (v - 0.5) / w)});
    }
  }
  return splineNet(map);
}

SplineNet toAndFro(double far) {
  WarpGrid map{100, 100, {}};
  for (int k = 0; k < map.rows * map.cols; ++k) {
    map.points.push_back((k + k / map.cols) % 2 == 0 ? Vec2{0, 0} : Vec2{far * kPhoto.width, far * kPhoto.height});
  }
  return splineNet(map);
}

TEST(SampleDensity, OneSampleForAStepOfAPixelAndMoreWhereItGoesFurther) {
  EXPECT_EQ(samplesFor(0.4, kMostSamples), 1);
  EXPECT_EQ(samplesFor(1.1, kMostSamples), 1);
  EXPECT_EQ(samplesFor(2.1, kMostSamples), 2);
  EXPECT_EQ(samplesFor(10, kMostSamples), 10);
  EXPECT_EQ(samplesFor(1e300, kMostSamples), kMostSamples);
  EXPECT_EQ(samplesFor(10, 3), 3);
  EXPECT_EQ(samplesFor(std::numeric_limits<double>::quiet_NaN(), kMostSamples), 1);
}

TEST(SampleDensity, APageOfAPhotoIsNeverHeldBack) {
  for (const double depth : {0.0, 1.0, 4.0}) {
    for (const Size out : {kPhoto, Size{300, 400}, Size{30, 40}, Size{4, 5}, Size{6000, 40}}) {
      EXPECT_EQ(mostSamples(seenFrom(depth), out, kPhoto), kMostSamples) << depth << " " << out.width;
    }
  }
}

TEST(SampleDensity, AMapThatGoesToAndFroTakesBoundedSamples) {
  for (const double far : {1.0, 8.0, 1e300}) {
    const int most = mostSamples(toAndFro(far), kPhoto, kPhoto);
    EXPECT_GE(most, 1);
    EXPECT_LE(most * most, 32);
  }
}

}  // namespace
}  // namespace platen::pipeline
