#include "core/pipeline/sample_density.h"

#include <algorithm>
#include <cmath>

namespace platen::pipeline {
namespace {

// A map that minifies by less than this is sampled once per pixel: demosaicing leaves next to nothing in the topmost
// seventh of the band, and a mean of four samples would blur more than it aliases.
constexpr double kAliasSlack = 0.15;
constexpr double kMostPerPixel = 16;

}  // namespace

int samplesFor(double source_per_out, int most) {
  if (!(source_per_out > 1 + kAliasSlack)) {  // also NaN
    return 1;
  }
  return static_cast<int>(std::clamp(std::ceil(source_per_out - kAliasSlack), 1.0, static_cast<double>(most)));
}

int mostSamples(const SplineNet& source_from_page, Size out_px, Size source_px) {
  constexpr int kLooks = 48;  // a side
  double samples = 0;         // of a pixel, over all looks
  for (int i = 0; i < kLooks; ++i) {
    for (int j = 0; j < kLooks; ++j) {
      const WarpJet jet = warpJet(source_from_page, {(j + 0.5) / kLooks, (i + 0.5) / kLooks});
      samples += static_cast<double>(samplesFor(norm(jet.du) / out_px.width, kMostSamples)) *
                 samplesFor(norm(jet.dv) / out_px.height, kMostSamples);
    }
  }
  const double page = static_cast<double>(out_px.width) * out_px.height;
  const double photo = static_cast<double>(source_px.width) * source_px.height;
  const double most = kMostPerPixel * (page + photo);
  const double wanted = samples / (kLooks * kLooks) * page;
  return wanted > most ? std::clamp(static_cast<int>(std::sqrt(most / page)), 1, kMostSamples) : kMostSamples;
}

}  // namespace platen::pipeline
