// What a page of a fused step has in a device's memory, brought there once: its image, its lattice, its fixed numbers
// and its scratch. Nets and results belong to who launches (fused_batch.h, shared_device.h). u8 or f32 pixels of 1 or 3
// channels, by rows; f32 positions.
//
// Errors: std::invalid_argument for arguments that make no sense, and the device's. Threads: as the device's.
#pragma once

#include "core/sampling/fused_device.h"
#include "core/sampling/fused_tables.h"

#include <cstddef>
#include <span>

namespace platen::sampling {

// Throws std::invalid_argument, whose text says that it is about a fused step on a device, and `what`.
void requireOfPage(bool fine, const char* what);

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

// A lattice's tables in a device's memory.
struct DeviceLattice {
  DeviceLattice(FusedDevice& device, const FusedTables& tables);
  DeviceBlock memory;
  FusedBlocks blocks;  // pointers: on the device
  NetShape shape;
};

// All of a page but its net and its results, whose pointers are null. AnglesTerm: u8, three channels, replicate, and
// tables with tangents.
struct DevicePage {
  DevicePage(FusedDevice& device,
             const DeviceLattice& lattice,
             const FusedBatchPage& page,
             Border border,
             const FusedTerm& term);
  DeviceBlock memory;
  FusedPage page;
};

// A launch of pages like this one, without any page yet.
FusedLaunch launchFor(const ImageView& image, Border border, const FusedTerm& term);

}  // namespace platen::sampling
