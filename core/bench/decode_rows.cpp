#include "core/bench/decode_rows.h"

#include "core/bench/or_throw.h"
#include "core/bench/temporary_jpeg.h"
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "core/io/region.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr int kFitSide = 1500;  // about what a fit asks for

// A photo as cameras write them: smooth, with some noise, 4:2:0, quality 90; some of them with restart markers, one for
// each row of blocks.
cv::Mat noisyPhoto(int megapixels) {
  const auto unit = static_cast<int>(std::lround(std::sqrt(1e6 * megapixels / 12)));
  cv::Mat pixels(3 * unit, 4 * unit, CV_8UC3);
  cv::RNG random(3);
  random.fill(pixels, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(pixels, pixels, {}, 2);
  cv::normalize(pixels, pixels, 0, 255, cv::NORM_MINMAX);
  return pixels;
}

struct Part {
  const char* name;
  int x, y;
  Size size;
};

bool isCutOf(const Image& part, const Image& whole, const Part& where) {
  for (int y = 0; y < part.height(); ++y) {
    const std::byte* expected = whole.row(where.y + y) + static_cast<std::ptrdiff_t>(3) * where.x;
    if (std::memcmp(part.row(y), expected, static_cast<std::size_t>(3) * static_cast<std::size_t>(part.width())) != 0) {
      return false;
    }
  }
  return true;
}

// The rows of one photo.
class PhotoRows {
 public:
  PhotoRows(int megapixels, bool restarts, bool quick, const RowDone& done, const std::stop_token& stop)
      : file_(noisyPhoto(megapixels), 90, restarts ? 1 : 0),
        photo_(orThrow(io::probe(file_.file()))),
        params_(std::to_string(megapixels) + " MP JPEG" + (restarts ? ", restart markers" : "")),
        seconds_(quick ? 0.2 : 2),
        least_rounds_(quick ? 3 : 5),
        done_(done),
        stop_(stop) {}

  // A tenth of the area, of the photo's own shape.
  void regions() const {
    const Image whole = orThrow(io::decodeFull(photo_));
    const Size size{static_cast<int>(0.316 * photo_.size.width), static_cast<int>(0.316 * photo_.size.height)};
    const int right = photo_.size.width - size.width;
    const int below = photo_.size.height - size.height;
    for (const Part& part :
         {Part{"1/10, at the top", right / 2, 0, size}, Part{"1/10, in the middle", right / 2, below / 2, size},
          Part{"1/10, at the end", right, below, size}}) {
      const auto region = [&] { return orThrow(io::decodeRegion(photo_, {}, part.x, part.y, part.size)); };
      if (!isCutOf(region(), whole, part)) {
        throw std::runtime_error(std::string("the region ") + part.name + " is not what a whole decode has there");
      }
      add(
          part.name, [&] { region(); }, [&] { orThrow(io::decodeFull(photo_)); }, "libjpeg-turbo, the whole photo");
    }
  }

  void levels() const {
    add(
        "levels of a fit", [&] { orThrow(io::decodePyramid(photo_, kFitSide)); },
        [&] {
          const Image full = orThrow(io::decodeFull(photo_));
          const cv::Mat pixels(full.height(), full.width(), CV_8UC3, const_cast<std::byte*>(full.row(0)),
                               static_cast<std::size_t>(full.strideBytes()));
          cv::Mat small;
          const double scale = static_cast<double>(kFitSide) / std::max(pixels.cols, pixels.rows);
          cv::resize(pixels, small, {}, scale, scale, cv::INTER_AREA);
        },
        "libjpeg-turbo, all of it, and cv::resize");
  }

  void threads() const {
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const std::string with = ", threads: " + std::to_string(threads);
    const Image whole = orThrow(io::decodeFull(photo_));
    if (!isCutOf(orThrow(io::decodeFull(photo_, {}, threads)), whole, {"", 0, 0, photo_.size})) {
      throw std::runtime_error("several threads do not decode what one does");
    }
    add(
        "the whole photo" + with, [&] { orThrow(io::decodeFull(photo_, {}, threads)); },
        [&] { orThrow(io::decodeFull(photo_)); }, "libjpeg-turbo, one thread");
    add(
        "levels of a fit" + with, [&] { orThrow(io::decodePyramid(photo_, kFitSide, {}, threads)); },
        [&] { orThrow(io::decodePyramid(photo_, kFitSide)); }, "the same, one thread");
  }

 private:
  void add(const std::string& name,
           const std::function<void()>& ours,
           const std::function<void()>& peer,
           const char* peer_name) const {
    if (stop_.stop_requested()) {
      return;
    }
    const auto [a, b] = medianSeconds(ours, peer, seconds_, least_rounds_);
    done_({name, params_, 1e3 * a, 1e3 * b, peer_name, "ms", b / a});
  }

  TemporaryJpeg file_;
  PhotoInfo photo_;
  std::string params_;
  double seconds_;
  int least_rounds_;
  const RowDone& done_;
  const std::stop_token& stop_;
};

}  // namespace

void decodeRows(bool quick, const RowDone& done, const std::stop_token& stop) {
  for (const int megapixels : quick ? std::vector<int>{12} : std::vector<int>{12, 48}) {
    for (const bool restarts : {false, true}) {
      if (stop.stop_requested()) {
        return;
      }
      const PhotoRows rows(megapixels, restarts, quick, done, stop);
      rows.regions();
      if (restarts) {
        rows.threads();
      } else {
        rows.levels();
      }
    }
  }
}

}  // namespace platen::bench
