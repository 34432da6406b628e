// The fused step of a batch of pages in one launch, on whatever device runs it (fused_device.h): spline -> positions ->
// samples -> a term of fused_terms.h -> gradient of each net. It is FusedStep (fused_step.h) for these terms; the pages
// share the lattice and have an image, a net and fixed numbers each (device_page.h). How the work is cut, and why the
// same input gives the same bits on one device: fused_blocks.h. Pages of several threads, with a lattice each, in one
// launch: shared_device.h.
//
// Nets and gradients of a batch are one vector, page after page, each as an optimiser has it (NetShape::size()).
//
// Errors: std::invalid_argument for arguments that make no sense, and the device's.
#pragma once

#include "core/sampling/device_page.h"
#include "core/sampling/fused_device.h"
#include "core/sampling/fused_tables.h"

#include <cstddef>
#include <span>
#include <vector>

namespace platen::sampling {

class FusedBatch {
 public:
  // The pages' images have one pixel kind and channel count.
  FusedBatch(FusedDevice& device,
             const FusedTables& tables,
             const std::vector<FusedBatchPage>& pages,
             Border border,
             const FusedTerm& term);

  [[nodiscard]] std::size_t pages() const { return own_.size(); }
  [[nodiscard]] std::size_t netSize() const { return lattice_.shape.size(); }

  // One step of all pages: nets [pages, netSize()], gradients likewise and overwritten, or empty (not wanted).
  void step(std::span<const float> nets, std::span<float> gradients, std::span<FusedSums> sums);

  // The same in pieces: a new net, one launch on the nets that are there, its result (after the device's finish()).
  void upload(std::span<const float> nets);
  void launch(bool gradient);
  void download(std::span<float> gradients, std::span<FusedSums> sums);

 private:
  FusedDevice& device_;
  DeviceLattice lattice_;
  std::vector<DevicePage> own_;
  DeviceBlock pages_, nets_, gradients_, sums_;
  FusedLaunch launch_;
};

}  // namespace platen::sampling
