#include "core/pipeline/camera_lens.h"

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

TEST(CameraLens, WholeFramesOfCamerasAndPhones) {
  for (const Size size :
       {Size{4032, 3024}, Size{3024, 4032}, Size{4624, 3468}, Size{6000, 4000}, Size{4928, 3264}, Size{3840, 2160},
        Size{7360, 4912}, Size{4000, 2992}, Size{4080, 3072}, Size{4000, 1800}, Size{4032, 2016}}) {
    EXPECT_TRUE(isWholeFrame(size)) << size.width << " x " << size.height;
  }
}

TEST(CameraLens, AFrameScaledDownIsStillWhole) {
  for (int longer = 500; longer < 3000; longer += 7) {
    EXPECT_TRUE(isWholeFrame({longer, (longer * 3 + 2) / 4})) << longer;
    EXPECT_TRUE(isWholeFrame({longer * 2 / 3, longer})) << longer;
  }
}

TEST(CameraLens, ABlocksFrameScaledDownIsStillWhole) {
  // 4080 x 3072, 4288 x 2848, 3872 x 2592 at 1600 pixels.
  for (const Size size : {Size{1600, 1205}, Size{1600, 1063}, Size{1600, 1071}}) {
    EXPECT_TRUE(isWholeFrame(size)) << size.width << " x " << size.height;
  }
}

TEST(CameraLens, APhotoCutToItsPageIsNot) {
  for (const Size size : {Size{1710, 2076}, Size{1775, 2636}, Size{2119, 1804}, Size{2094, 2425}, Size{3000, 3000},
                          Size{1754, 2480}, Size{3001, 4032}, Size{0, 0}}) {
    EXPECT_FALSE(isWholeFrame(size)) << size.width << " x " << size.height;
  }
}

TEST(CameraLens, WhatACroppedPhotosFileSaysIsNotBelieved) {
  PhotoInfo info;
  info.size = {3024, 4032};
  EXPECT_EQ(focalPrior(info), 0);
  info.focal_length_35mm = 27;
  EXPECT_DOUBLE_EQ(focalPrior(info), 0.75);
  info.size = {2016, 2524};
  EXPECT_EQ(focalPrior(info), 0);
}

}  // namespace
}  // namespace platen::pipeline
