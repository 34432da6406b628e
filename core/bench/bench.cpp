#include "core/bench/bench.h"

#include "core/bench/decode_rows.h"
#include "core/bench/fit_rows.h"
#include "core/bench/flatten_rows.h"
#include "core/bench/gpu_rows.h"
#include "core/bench/render_rows.h"
#include "core/bench/sampling_rows.h"
#include "core/bench/sharpen_rows.h"
#include "core/cpu_level.h"
#include "core/pipeline/loaded_module.h"

#include <cstdio>  // jpeglib.h needs it
#include <fstream>
#include <functional>
#include <jpeglib.h>
#include <string_view>
#include <thread>
#include <utility>

#include <opencv2/core/version.hpp>

#define PLATEN_QUOTED(words) #words
#define PLATEN_TEXT(macro) PLATEN_QUOTED(macro)

namespace platen::bench {
namespace {

// As Linux names it; empty elsewhere.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) {
      const std::size_t at = line.find(": ");
      return at == std::string::npos ? std::string() : line.substr(at + 2);
    }
  }
  return {};
}

struct TorchSide {
  const TorchSampling* sampling = nullptr;
  std::string why;  // where it is null
};

TorchSide torchSide() {
  constexpr const char* kLibrary = "libplaten_torch_sampling.so";
  const pipeline::LoadedModule found = pipeline::loadedModule(kLibrary, "platenTorchSampling");
  if (found.entry == nullptr) {
    return {nullptr, found.why + " (" + found.remedy + ")"};
  }
  const TorchSampling* sampling = reinterpret_cast<TorchSamplingEntry>(found.entry)();
  if (sampling->layout != TorchSampling::kLayout) {
    return {nullptr, std::string(kLibrary) + " is of another version (install Platen anew)"};
  }
  return {sampling, {}};
}

}  // namespace

std::string machine() {
  const std::string name = processor();
  return (name.empty() ? "unknown processor" : name) + ", " + std::to_string(std::thread::hardware_concurrency()) +
         " cores, loops for " + nameOf(bestCpuLevel());
}

std::string versions() {
  const TorchSide torch = torchSide();
  return (torch.sampling == nullptr ? "no torch" : "torch " + std::string(torch.sampling->torch_version)) +
         ", OpenCV " CV_VERSION ", libjpeg-turbo " PLATEN_TEXT(LIBJPEG_TURBO_VERSION) ", compiler " __VERSION__;
}

void runBench(const BenchOptions& options, const RowDone& done, const LeftOut& left_out, const std::stop_token& stop) {
  const bool quick = options.quick;
  const std::pair<Group, std::function<void()>> groups[] = {
      {Group::sampling,
       [&] {
         SamplingBenchOptions sampling;
         sampling.quick = quick;
         sampling.left_out = left_out;
         const TorchSide torch = torchSide();
         sampling.torch = torch.sampling;
         if (torch.sampling == nullptr) {
           left_out("the rows beside torch: " + torch.why);
         }
         samplingRows(sampling, done, stop);
         gpuRows(quick, torch.sampling, done, left_out, stop);
       }},
      {Group::fitting, [&] { fitRows(quick, done, stop); }},
      {Group::pages,
       [&] {
         renderRows(quick, done, stop);
         sharpenRows(quick, done, stop);
       }},
      {Group::decoding, [&] { decodeRows(quick, done, stop); }},
      {Group::flattening, [&] { flattenRows(options.program, quick, done, left_out, stop); }},
  };
  for (const auto& [kind, measure] : groups) {
    if ((options.group == Group::all || options.group == kind) && !stop.stop_requested()) {
      measure();
    }
  }
}

}  // namespace platen::bench
