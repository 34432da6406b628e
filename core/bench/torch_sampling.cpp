#include "core/bench/torch_sampling.h"

#include "core/bench/torch_case.h"

#include <memory>
#include <string_view>

#include <ATen/Parallel.h>
#include <torch/version.h>

namespace platen::bench {
namespace {

std::string_view firstLine(std::string_view what) {
  return what.substr(0, what.find('\n'));
}

constexpr TorchSampling kTorchSampling{
    .torch_version = TORCH_VERSION,
    .make =
        [](const SampledPhoto* photo, TorchCase** made, ModuleMessage* why) {
          *made = nullptr;
          return withoutThrowing(
              *why,
              [&] {
                at::set_num_threads(1);
                *made = std::make_unique<TorchCase>(*photo).release();
              },
              firstLine);
        },
    .unmake = [](TorchCase* made) { const std::unique_ptr<TorchCase> ended(made); },
    .run =
        [](TorchCase* made, TorchStep step, ModuleMessage* why) {
          return withoutThrowing(
              *why, [&] { made->run(step); }, firstLine);
        },
};

}  // namespace
}  // namespace platen::bench

extern "C" [[gnu::visibility("default")]] const platen::bench::TorchSampling* platenTorchSampling() {
  return &platen::bench::kTorchSampling;
}
