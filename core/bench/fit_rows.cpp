#include "core/bench/fit_rows.h"

#include "core/bench/drawn_photo.h"
#include "core/bench/or_throw.h"
#include "core/bench/temporary_jpeg.h"
#include "core/detect/cues.h"
#include "core/median.h"
#include "core/pipeline/page.h"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace platen::bench {
namespace {

class PagePhoto {
 public:
  PagePhoto(const cv::Mat& page, int megapixels) : file_(drawnPhoto(page, megapixels), kDrawnQuality) {
    automatic_.threads = 1;
    known_ = automatic_;
    known_.page.choice = PageChoice::whole;
    known_.rotate = Rotation::deg0;
    opened_ = orThrow(pipeline::openPhoto(file_.file(), known_));
  }

  [[nodiscard]] double secondsOfAStep() const {
    const pipeline::FittedPage fitted = orThrow(pipeline::fitPage(opened_, 0, known_, {}));
    if (fitted.fit.steps < 1) {
      throw std::runtime_error("the page of the bench was not fitted");
    }
    return fitted.fit.seconds / fitted.fit.steps;
  }

  // All that is done between the decoded levels and the map, on one thread: what is on the photo, the fit, which way
  // up.
  [[nodiscard]] double secondsOfAPage() const {
    pipeline::OpenedPhoto photo;
    photo.info = opened_.info;
    photo.pyramid = opened_.pyramid;
    const auto start = std::chrono::steady_clock::now();
    photo.pages = detect::findCues(photo.pyramid, automatic_);
    orThrow(pipeline::fitPage(photo, 0, automatic_, {}));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  TemporaryJpeg file_;
  FitOptions automatic_;  // as a user has them who gives none
  FitOptions known_;      // nothing but the shape is left to be found
  pipeline::OpenedPhoto opened_;
};

}  // namespace

void fitRows(bool quick, const RowDone& done, const std::stop_token& stop) {
  struct Comparison {
    const char* name;
    double (PagePhoto::*seconds)() const;
    const char* unit;
    double to_unit;
    int rounds;
  };
  const Comparison comparisons[] = {{"fit step", &PagePhoto::secondsOfAStep, "us", 1e6, quick ? 5 : 11},
                                    {"page fit", &PagePhoto::secondsOfAPage, "ms", 1e3, quick ? 3 : 7}};
  const cv::Mat page = drawnPage();
  const PagePhoto least(page, 1);
  for (const int megapixels : quick ? std::vector<int>{12} : std::vector<int>{12, 100, 400}) {
    if (stop.stop_requested()) {
      return;
    }
    const PagePhoto photo(page, megapixels);
    for (const auto& [name, seconds, unit, to_unit, rounds] : comparisons) {
      if (stop.stop_requested()) {
        return;
      }
      std::vector<double> ours, peer;
      for (int k = 0; k < rounds && !(k > 0 && stop.stop_requested()); ++k) {
        ours.push_back((photo.*seconds)());
        peer.push_back((least.*seconds)());
      }
      const double a = medianOf(ours), b = medianOf(peer);
      done({name, std::to_string(megapixels) + " MP JPEG", to_unit * a, to_unit * b, "the same page at 1 MP", unit,
            b / a});
    }
  }
}

}  // namespace platen::bench
