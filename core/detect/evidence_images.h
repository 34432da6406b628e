// The static images that the fit samples: the local direction of text by the structure tensor of the stripe image, and
// ink inside the page (docs/fit.md, part D).
#pragma once

#include "core/detect/direction_bank.h"
#include "core/detect/stripes.h"
#include "core/page_cues.h"

#include <opencv2/core.hpp>

namespace platen::detect {

// inside: u8 page mask at mask_k pixels per work pixel, empty for everywhere; both images are zero outside, where wood
// and cloth have directions of their own.

// 3 channels as PageCues::direction says; empty where there are no stripes. h in work_px.
EvidenceImage directionImage(const Stripes& stripes, double h, const cv::Mat& inside, double mask_k);

// ink: u8 at one pixel per work pixel.
EvidenceImage inkImage(const cv::Mat& ink, const cv::Mat& inside, double mask_k);

// How bright blank paper is, as PageCues::shading says; empty where none is blank. grey: u8 at one pixel per work
// pixel; no_print: u8, 255 where nothing is printed.
EvidenceImage shadingImage(const cv::Mat& grey, const cv::Mat& no_print, const cv::Mat& inside, double mask_k);

// colors: u8 grey or RGB at k array pixels per work pixel, all of the photo.
EvidenceImage photoImage(const cv::Mat& colors, double k);
// The k that PageCues::photo asks for.
double photoScale(double h);

}  // namespace platen::detect
