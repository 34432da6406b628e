// The fused step of a batch of pages in one launch, on whatever device runs it (fused_device.h): spline -> positions ->
// samples -> a term of fused_terms.h -> gradient of each net. It is FusedStep (fused_step.h) for these terms; the pages
// share the lattice and have an image, a net and fixed numbers each. How the work is cut, and why the same input gives
// the same bits on one device: fused_blocks.h. u8 or f32 pixels of 1 or 3 channels, by rows; f32 positions.
//
// Nets and gradients of a batch are one vector, page after page, each as an optimiser has it (NetShape::size()).
//
// Errors: std::invalid_argument for arguments that make no sense, and the device's.
#pragma once

#include "core/sampling/fused_device.h"
#include "core/sampling/fused_tables.h"

#include <cstddef>
#include <span>
#include <vector>

namespace platen::sampling {

// An image in a device's memory.
struct DeviceImage {
  DeviceImage(FusedDevice& device, const ImageView& image);
  DeviceBlock memory;
  ImageView view;  // pixels: on the device
};

struct FusedBatchPage {
  ImageView image;  // of a DeviceImage, which must live as long as steps are run
  float scale = 1;  // image px per unit of the surface
  // Fixed numbers, copied to the device; empty: none (zeros; of weights: ones).
  std::span<const float> base = {}, base_along_u = {};  // [rows, cols, 2]
  std::span<const float> target = {};                   // [rows, cols, channels]
  std::span<const float> weights = {};                  // [rows, cols]
};

// Of one page.
struct FusedSums {
  double cost = 0, weight = 0;
};

class FusedBatch {
 public:
  // The pages' images have one pixel kind and channel count. AnglesTerm: u8, three channels, replicate, and tables with
  // tangents.
  FusedBatch(FusedDevice& device,
             const FusedTables& tables,
             const std::vector<FusedBatchPage>& pages,
             Border border,
             const FusedTerm& term);

  [[nodiscard]] std::size_t pages() const { return static_cast<std::size_t>(launch_.count); }
  [[nodiscard]] std::size_t netSize() const { return net_size_; }

  // One step of all pages: nets [pages, netSize()], gradients likewise and overwritten, or empty (not wanted).
  void step(std::span<const float> nets, std::span<float> gradients, std::span<FusedSums> sums);

  // The same in pieces: a new net, one launch on the nets that are there, its result (after the device's finish()).
  void upload(std::span<const float> nets);
  void launch(bool gradient);
  void download(std::span<float> gradients, std::span<FusedSums> sums);

 private:
  FusedDevice& device_;
  std::size_t net_size_ = 0;
  std::vector<DeviceBlock> memory_;  // of tables and fixed numbers
  DeviceBlock pages_, nets_, gradients_, sums_, partials_, block_sums_;
  FusedLaunch launch_;
};

}  // namespace platen::sampling
