// Printed rules followed as far as they go. The straight pieces that a line segment detector finds end wherever paper
// is creased, and faint lines have none; but what is one thin line of ink on both sides of a crease is one straight
// line on the flat page, and that tells how the sides of the crease belong together.
//
// A line is followed by steps of a few work_px in the direction that it had last. At each the profile across it, a
// mean over some work_px along it, says where it stands out most from the paper on both hands, 3 work_px off, to a
// fraction of a pixel (lines of more than some 5 work_px have no paper there, and are not followed). It ends where it
// isn't found for 1.8 h, where it turns by more than paper is creased (a table's corner) or by 60 degrees from where it
// was begun, and where the page ends or another followed line of its direction is; those of the other it crosses.
#pragma once

#include "core/page_cues.h"

#include <stop_token>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// About 12 work_px between the points of a line; 400 lines at most. grey, and text as a u8 mask: at one pixel per work
// pixel. Lines begin in the middles of the pieces (as findRules has them), and wherever a thin dark line that is no
// text crosses one of the lines along text_angle (radians) and across it, 6 h apart. inside: u8 mask of the page at
// mask_k pixels per work pixel, empty for everywhere. Shorter than 12 h, bent into an arc, or seen less than three
// quarters of their way (rows of text) they are left out. After a stop: what was found until then.
std::vector<PrintedRule> followRules(const cv::Mat& grey,
                                     const cv::Mat& text,
                                     const std::vector<PrintedRule>& pieces,
                                     double h,
                                     double text_angle,
                                     const cv::Mat& inside,
                                     double mask_k,
                                     const std::stop_token& stop = {});

}  // namespace platen::detect
