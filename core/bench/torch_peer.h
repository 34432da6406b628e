// torch's side of a comparison (torch_sampling.h) as an object that throws.
#pragma once

#include "core/bench/torch_sampling.h"

#include <new>
#include <stdexcept>
#include <string>

namespace platen::bench {

// What torch has made of a photo. Throws std::runtime_error with its reason, std::bad_alloc.
class TorchPeer {
 public:
  TorchPeer(const TorchSampling& torch, const SampledPhoto& photo) : torch_(torch) {
    expectDone(torch_.make(&photo, &made_, &why_));
  }
  ~TorchPeer() { torch_.unmake(made_); }
  TorchPeer(const TorchPeer&) = delete;
  TorchPeer& operator=(const TorchPeer&) = delete;

  void run(TorchStep step) { expectDone(torch_.run(made_, step, &why_)); }

 private:
  void expectDone(ModuleStatus status) const {
    if (status == ModuleStatus::outOfMemory) {
      throw std::bad_alloc();
    }
    if (status != ModuleStatus::done) {
      throw std::runtime_error(std::string("torch: ") + why_.text);
    }
  }

  const TorchSampling& torch_;
  TorchCase* made_ = nullptr;
  ModuleMessage why_;
};

}  // namespace platen::bench
