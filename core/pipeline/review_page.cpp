#include "core/pipeline/review_page.h"

#include <algorithm>
#include <utility>

namespace platen::pipeline {
namespace {

constexpr int kLongSide = 300;
constexpr int kLines = 5;    // of the grid, each way
constexpr int kPoints = 13;  // of a line

class WatchedWriter final : public io::PageWriter {
 public:
  WatchedWriter(std::unique_ptr<io::PageWriter> writer, enhance::Thumbnail& thumbnail)
      : writer_(std::move(writer)), thumbnail_(thumbnail) {}

  Result<void> writeRows(const Image& band) override {
    thumbnail_.add(band);
    return writer_->writeRows(band);
  }
  Result<void> commit() override { return writer_->commit(); }

 private:
  std::unique_ptr<io::PageWriter> writer_;
  enhance::Thumbnail& thumbnail_;
};

}  // namespace

io::ReviewPicture reviewOf(const Pyramid& photo, const WarpGrid* grid) {
  const int longer = std::max(photo.source_size.width, photo.source_size.height);
  const Level& level = photo.atLeast(std::min(1.0, static_cast<double>(kLongSide) / longer));
  enhance::Thumbnail thumbnail(level.image.size(), level.image.channels(), level.image.type(), kLongSide);
  thumbnail.add(level.image);
  io::ReviewPicture review;
  review.photo = io::smallPicture(thumbnail.picture());
  if (grid == nullptr || review.photo.empty()) {
    return review;
  }
  const double scale_x = review.photo.size.width / static_cast<double>(photo.source_size.width);
  const double scale_y = review.photo.size.height / static_cast<double>(photo.source_size.height);
  const SplineNet net = splineNet(*grid);
  for (const bool level_line : {true, false}) {
    for (int k = 0; k < kLines; ++k) {
      const double fixed = k / (kLines - 1.0);
      Polyline line;
      for (int i = 0; i < kPoints; ++i) {
        const double along = i / (kPoints - 1.0);
        const Vec2 p = sourceFromPage(net, level_line ? Vec2{along, fixed} : Vec2{fixed, along});
        line.push_back({p.x * scale_x, p.y * scale_y});
      }
      review.lines.push_back(std::move(line));
    }
  }
  return review;
}

std::unique_ptr<io::PageWriter> watched(std::unique_ptr<io::PageWriter> writer,
                                        const io::PageFormat& format,
                                        PageView& view) {
  view.thumbnail = std::make_unique<enhance::Thumbnail>(format.size, format.channels, format.type, kLongSide);
  return std::make_unique<WatchedWriter>(std::move(writer), *view.thumbnail);
}

}  // namespace platen::pipeline
