#include "core/bench/render_rows.h"

#include "core/bench/render_case.h"
#include "core/pipeline/render.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/core/version.hpp>

namespace platen::bench {
namespace {

// Grey levels, mean. The bicubic kernels differ (Keys' a = -1/2 here, -3/4 there), and so does the rounding of
// positions; a page shifted by half a pixel is far above.
constexpr double kSamePage = 2;

}  // namespace

void renderRows(bool quick, const RowDone& done, const std::stop_token& stop) {
  const std::vector<int> sizes = quick ? std::vector<int>{12} : std::vector<int>{12, 48};
  std::vector<int> threads{1};  // a quick run has no time for more
  if (!quick && pipeline::threadCount(0) > 1) {
    threads.push_back(pipeline::threadCount(0));
  }
  for (const int megapixels : sizes) {
    for (const Filter filter : {Filter::bilinear, Filter::bicubic}) {
      for (const int n : threads) {
        if (stop.stop_requested()) {
          return;
        }
        RenderCase work(megapixels, filter, n);
        if (const double apart = work.difference(); !(apart < kSamePage)) {
          throw std::runtime_error("the renderer and cv::remap made different pages: mean difference " +
                                   std::to_string(apart));
        }
        const auto add = [&](void (RenderCase::*peer)(), const char* peer_name) {
          if (stop.stop_requested()) {
            return;
          }
          const auto [ours, theirs] =
              medianSeconds([&] { work.platen(); }, [&] { (work.*peer)(); }, quick ? 0.1 : 2, quick ? 3 : 5);
          const double to_unit = 1e3 / work.megapixels();
          done({filter == Filter::bilinear ? "page, bilinear" : "page, bicubic",
                std::to_string(megapixels) + " MP RGB, " + std::to_string(n) + (n == 1 ? " thread" : " threads"),
                ours * to_unit, theirs * to_unit, "OpenCV " CV_VERSION " " + std::string(peer_name), "ns/pixel",
                theirs / ours});
        };
        add(&RenderCase::opencvMapsGiven, "cv::remap, maps given");
        add(&RenderCase::opencvMapsBuilt, "cv::resize of maps + cv::remap");
      }
    }
  }
}

}  // namespace platen::bench
