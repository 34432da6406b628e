#include "core/optim/fit_device.h"

#include "core/optim/evidence_view.h"

#include <algorithm>
#include <utility>

namespace platen::optim {

using sampling::FusedSums;

DeviceStep::DeviceStep(sampling::SharedDevice& device,
                       const PageLattice& lattice,
                       const sampling::ImageView& image_there,
                       double scale,
                       const sampling::FusedTerm& term)
    : step_(device,
            lattice.tables(),
            {image_there, static_cast<float>(scale), lattice.base(), lattice.baseAlongU()},
            sampling::Border::replicate,
            term),
      net_(step_.netSize()),
      d_net_(step_.netSize()) {}

FusedSums DeviceStep::sweep(std::span<const double> controls, bool gradient_wanted) {
  std::transform(controls.begin(), controls.end(), net_.begin(), [](double c) { return static_cast<float>(c); });
  return step_.run(net_, gradient_wanted ? std::span<float>(d_net_) : std::span<float>());
}

void DeviceStep::pullBack(double factor, std::span<double> gradient) const {
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    gradient[k] += factor * static_cast<double>(d_net_[k]);
  }
}

std::string gpuProblem() {
  return sampling::openGpu().reason;
}

FitDevice::FitDevice(Device choice, Open open) : choice_(choice), open_(std::move(open)) {}

FitDevice::Kept::Kept(sampling::SharedDevice& device, const Image& here) : image(here), there(device, viewOf(here)) {}

bool FitDevice::isWanted(std::size_t samples) {
  if (choice_ == Device::cpu || (choice_ == Device::automatic && samples < kGainsFrom)) {
    return false;
  }
  if (open_) {
    sampling::SharedGpu gpu = std::exchange(open_, nullptr)();
    device_ = std::move(gpu.device);
    if (!device_ && choice_ == Device::cuda) {
      warning_ = "no GPU can be used (" + gpu.reason + "): the page was fitted on the CPU";
    }
  }
  return device_ != nullptr;
}

std::unique_ptr<DeviceStep> FitDevice::stepOf(const PageLattice& lattice,
                                              const EvidenceImage& image,
                                              const sampling::FusedTerm& term) {
  if (!isWanted(lattice.size())) {
    return nullptr;
  }
  try {
    const auto isIt = [&](const Kept& one) {
      const Image& a = one.image;
      const Image& b = image.image;
      return a.row(0) == b.row(0) && a.size() == b.size() && a.channels() == b.channels() &&
             a.strideBytes() == b.strideBytes();
    };
    auto kept = std::find_if(images_.begin(), images_.end(), isIt);
    if (kept == images_.end()) {
      kept = images_.emplace(kept, *device_, image.image);
    }
    return std::make_unique<DeviceStep>(*device_, lattice, kept->there.view(), image.scale, term);
  } catch (const sampling::DeviceFull&) {
    warning_ = "the page does not fit the GPU's memory: it was fitted on the CPU";
    choice_ = Device::cpu;  // for the rest of the fit: what is half here and half there is neither fast nor clear
    return nullptr;
  }
}

}  // namespace platen::optim
