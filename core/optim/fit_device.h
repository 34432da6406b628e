// Where the sampled energies of one fit are computed: on the CPU, or on a GPU with the fit's images, each brought there
// once. The fits that run at one time share the GPU: their steps go into one launch where they meet, and give the same
// bits as alone (sampling/shared_device.h).
//
// The rule of Device::automatic is here: a GPU gains only where a launch has many samples, and the lattices of a
// single page have some 3500 at most, which a processor steps through in less time than a launch and its copies take;
// so it takes the GPU from kGainsFrom samples of the page on. What else may be in a launch does not count: that is
// chance, and with the GPU's roundings the map would be chance, too.
//
// Where the GPU is chosen and there is none, or its memory is too small for the page, the energies stay on the CPU, and
// warning() says so. Of the choice `automatic` only a memory that is too small is told. What else goes wrong there is
// an exception in every fit whose step was in the launch; the fits that begin later open the GPU anew.
//
// Threads: one object for each fit, which is one thread's at a time; fits run at once.
#pragma once

#include "core/image.h"
#include "core/optim/page_lattice.h"
#include "core/options.h"
#include "core/page_cues.h"
#include "core/sampling/gpu.h"
#include "core/sampling/shared_device.h"

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace platen::optim {

// One lattice over one image there. Outlived by the FitDevice that made it.
class DeviceStep {
 public:
  DeviceStep(sampling::SharedDevice& device,
             const PageLattice& lattice,
             const sampling::ImageView& image_there,
             double scale,
             const sampling::FusedTerm& term);

  // Adds up the term; the gradient is kept for pullBack(factor), as PageLattice's is.
  sampling::FusedSums sweep(std::span<const double> controls, bool gradient_wanted);
  void pullBack(double factor, std::span<double> gradient) const;

 private:
  sampling::SharedStep step_;
  std::vector<float> net_, d_net_;
};

// What stands against a GPU here: "no NVIDIA driver is installed"; empty: nothing.
std::string gpuProblem();

class FitDevice {
 public:
  static constexpr std::size_t kGainsFrom = std::size_t{1} << 16;  // samples of a page

  using Open = std::function<sampling::SharedGpu()>;
  // `open` is asked at most once, and only where a GPU is wanted.
  explicit FitDevice(Device choice, Open open = sampling::sharedGpu);

  // Null: on the CPU. Throws what the device throws, but for DeviceFull.
  std::unique_ptr<DeviceStep> stepOf(const PageLattice& lattice,
                                     const EvidenceImage& image,
                                     const sampling::FusedTerm& term);

  // Why not all is computed where it was asked for, in words a user understands.
  [[nodiscard]] const std::optional<std::string>& warning() const { return warning_; }

 private:
  [[nodiscard]] bool isWanted(std::size_t samples);

  Device choice_;
  Open open_;
  std::shared_ptr<sampling::SharedDevice> device_;
  struct Kept {
    Kept(sampling::SharedDevice& device, const Image& here);
    Image image;  // its pixels stay where they are, so that their address names them
    sampling::SharedImage there;
  };
  std::list<Kept> images_;
  std::optional<std::string> warning_;
};

}  // namespace platen::optim
