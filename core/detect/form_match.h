// Where a form lies on a photo, roughly: places that look alike (SIFT with RootSIFT's square roots; Lowe, IJCV 2004;
// Arandjelovic and Zisserman, CVPR 2012), and the homography that most of them agree on (MAGSAC; Barath et al., CVPR
// 2019). Only a start for the fit.
#pragma once

#include "core/form_cues.h"

#include <optional>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

struct Keypoints {
  std::vector<Vec2> points;  // in the frame of the array that they were found in, pixel centres at + .5
  cv::Mat descriptors;       // f32, 128 columns, rows of length 1
};

// `light`: f32, 1 on paper (evenLight). The strongest `most` places.
Keypoints findKeypoints(const cv::Mat& light, int most);

struct KeypointPair {
  std::size_t form = 0, photo = 0;
};
// Pairs that choose each other, clearly better than the second best.
std::vector<KeypointPair> matchKeypoints(const Keypoints& form, const Keypoints& photo);

// Matches near where they are expected (canvas_px, for each of the form's keypoints), each the best of its
// neighbourhood: many more than stand out over the whole photo, since forms repeat themselves.
std::vector<FormMatch> guidedMatches(const Keypoints& form,
                                     const std::vector<Vec2>& expected,
                                     const Keypoints& photo_canvas,
                                     double reach);

struct FormPose {
  Homography photo_from_form;
  std::vector<bool> inlier;  // per pair
  int inliers = 0;
};
// Whether a camera may see a sheet so: convex, its right side up, and neither a speck nor far beyond the photo.
bool isSeenByCamera(const Homography& photo_from_form, Vec2 form_extent, Vec2 photo_extent);

// The homography from form points to photo points; nothing where too few pairs agree or where no camera would see a
// sheet so. `reach`: how far, in form pixels, a bent sheet's points may lie from it.
std::optional<FormPose> findPose(
    const std::vector<Vec2>& form, const std::vector<Vec2>& photo, Vec2 form_extent, Vec2 photo_extent, double reach);

}  // namespace platen::detect
