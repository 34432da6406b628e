#include "core/io/jpeg_bands.h"

#include "core/io/orientation.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace platen::io {
namespace {

// More than one, so that whoever is done first finds some more to do.
constexpr int kBandsPerThread = 3;

// Bands, by as many threads as there are; the first thing that goes wrong ends them all.
class BandDecoder {
 public:
  BandDecoder(JpegReader& reader,
              const RestartIndex& index,
              const StoredPart& part,
              const JpegDecoding& decoding,
              const std::stop_token& stop)
      : reader_(reader),
        index_(index),
        part_(part),
        decoding_(decoding),
        stop_(stop),
        unit_(index.layout().height / 8 * decoding.eighths),
        upright_(
            Image::allocate(uprightSize(part.size, decoding.exif_orientation), reader.channelsOf(decoding.color))) {}

  Result<Image> run() {
    const int last = (part_.y + part_.size.height + unit_ - 1) / unit_;
    bands_ = bandsOf(part_.y / unit_, last, index_.layout().step, decoding_.threads);
    {
      std::vector<std::jthread> others;
      const int helpers = std::min(decoding_.threads, static_cast<int>(bands_.size())) - 1;
      others.reserve(static_cast<std::size_t>(std::max(0, helpers)));
      for (int k = 0; k < helpers; ++k) {
        others.emplace_back([this] { work(); });
      }
      work();
    }
    if (exception_) {
      std::rethrow_exception(exception_);
    }
    return error_ ? Result<Image>(tl::unexpected(*error_)) : Result<Image>(upright_);
  }

 private:
  void work() {
    try {
      for (std::size_t k = next_++; k < bands_.size(); k = next_++) {
        if (Result<void> done = decode(bands_[k]); !done) {
          const std::scoped_lock lock(mutex_);
          error_ = done.error();
          next_ = bands_.size();
        }
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      exception_ = std::current_exception();
      next_ = bands_.size();
    }
  }

  Result<void> decode(const Band& band) {
    const McuLayout& layout = index_.layout();
    // The row above is passed through also where nothing looks there: data left over before the marker between the two
    // is damage, which the band above, ending there, can't tell from padding.
    const int first = std::max(0, band.first - 1) / layout.step * layout.step;
    const int last = std::min(layout.rows, band.last + (layout.looks_beside ? 1 : 0));
    auto piece = JpegReader::open(reader_.bytes(), reader_.path(), index_.piece(first, last));
    if (!piece) {
      return tl::unexpected(piece.error());
    }
    if (Result<void> started = (*piece)->start(decoding_.eighths, stop_, decoding_.color); !started) {
      return started;
    }
    const Result<int> column = (*piece)->narrowTo(part_.x, part_.size.width);
    if (!column) {
      return tl::unexpected(column.error());
    }
    const int top = std::max(part_.y, band.first * unit_);
    const int bottom = std::min(part_.y + part_.size.height, band.last * unit_);
    if (Result<void> skipped = (*piece)->skipRows(top - first * unit_, stop_); !skipped) {
      return skipped;
    }
    return placeRows(**piece, part_.x - *column, {part_.size.width, bottom - top}, top - part_.y,
                     decoding_.exif_orientation, stop_, upright_);
  }

  JpegReader& reader_;
  const RestartIndex& index_;
  const StoredPart& part_;
  const JpegDecoding& decoding_;
  const std::stop_token& stop_;
  int unit_;  // rows of the reduced picture that a row of MCUs makes
  Image upright_;
  std::vector<Band> bands_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::optional<Error> error_;
  std::exception_ptr exception_;
};

}  // namespace

std::vector<Band> bandsOf(int first, int last, int step, int threads) {
  if (threads == 1) {
    return {{first, last}};
  }
  const int shared = std::max({kFewestBandRows, 4 * step, (last - first) / kBandsPerThread / threads});
  const int length = (shared + step - 1) / step * step;
  std::vector<Band> bands;
  for (int from = first; from < last;) {
    const int to = std::min(last, (from + length) / step * step);
    bands.push_back({from, to});
    from = to;
  }
  return bands;
}

Result<Image> decodeBands(JpegReader& reader,
                          const RestartIndex& index,
                          const StoredPart& part,
                          const JpegDecoding& decoding,
                          const std::stop_token& stop) {
  return BandDecoder(reader, index, part, decoding, stop).run();
}

}  // namespace platen::io
