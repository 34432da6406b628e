// Points seen on the photo and where they lie on the flat page, while an offset net over the canvas (form_cues.h)
// moves: a point q of the canvas is that of the page's point p = q - u(p), found by a few fixed-point steps.
#pragma once

#include "core/geometry.h"
#include "core/optim/four.h"
#include "core/optim/offset_net.h"

#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

// Threads: keeps where it was, so one object serves one thread at a time.
class CanvasPoints {
 public:
  // `seen`, `extent`: canvas_px.
  CanvasPoints(std::vector<Vec2> seen, NetShape shape, Vec2 extent);

  [[nodiscard]] std::size_t size() const { return seen_.size(); }
  // Where the points lie on the page under these controls, canvas_px; from where they lay at the last call. Valid until
  // the next one.
  std::span<const Vec2> follow(std::span<const double> controls);
  // Adds the gradient of what depends on the coordinates along `across` of the points [first, first + number of pulls):
  // `pulls` are its derivatives by these. A point's own change of place while the net moves is left out, a factor
  // 1 + Du.
  void pullBack(std::size_t first, std::span<const double> pulls, Vec2 across, std::span<double> gradient) const;

 private:
  // Where a point lies in a net: the 4 x 4 controls around it begin at `first`, their weights are a product.
  struct InNet {
    std::size_t first = 0;
    double of_row[4] = {};
    Four along_left{}, along_right{};  // each twice, for x and y
  };
  struct Net;
  static void followAll(const Net& net, std::span<const Vec2> seen, int steps, Vec2* points, InNet* places);
  static void pullAll(
      const InNet* places, std::span<const double> pulls, Vec2 across, std::size_t stride, double* gradient);

  std::vector<Vec2> seen_;
  NetShape shape_;
  Vec2 extent_;
  bool followed_ = false;
  std::vector<Vec2> at_;
  std::vector<InNet> places_;
};

}  // namespace platen::optim
