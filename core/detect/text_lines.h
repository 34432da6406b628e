// Text lines as curves: components of the stripe image, followed column by column, fitted by short robust polynomials
// (docs/fit.md, line tracing). A page of which nothing is known gives its curves here.
#pragma once

#include "core/detect/direction_bank.h"
#include "core/detect/leaders.h"
#include "core/detect/paper_ink.h"
#include "core/detect/stripes.h"
#include "core/page_cues.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

// Pieces of lines with points, length and rms; h in work_px.
std::vector<TextSegment> tracePieces(const Stripes& stripes, double h);

// Each leader's line through the middles of its dots, if that is long enough for a line, without its strength. It ends
// where the number beside its dots does, as page numbers end at a margin. leaders: work_px.
std::vector<TextSegment> traceLeaders(const std::vector<Leader>& leaders, const cv::Mat& text, double h);

// Fills strength, and removes pieces whose contrast is that of wood grain or cloth beside the page's own text.
void keepStrong(
    std::vector<TextSegment>& segments, const cv::Mat& grey, const PaperInk& levels, const cv::Mat& text, double h);

// Removes from a page's lines what leads across its text, where it is little and text stands out (contrast as in
// Reading): the slanted labels of a diagram's axis, stamps, arrows. On paper that is bent or crumpled or seen aslant no
// line is turned as far from most of the others.
void dropLabels(std::vector<TextSegment>& segments, double contrast);

// Fills left_end and right_end, the first ink met when walking in from beyond each end, and cuts the points there.
void findLineEnds(std::vector<TextSegment>& segments, const cv::Mat& text, double h);

double totalLength(const std::vector<TextSegment>& segments);     // in h
double medianStrength(const std::vector<TextSegment>& segments);  // 0 without segments

}  // namespace platen::detect
