// The kernels that run the phases of fused_blocks.h, and their launch.
#include "core/sampling/bilinear_check.h"
#include "core/sampling/cuda_check.cuh"
#include "core/sampling/cuda_choice.cuh"
#include "core/sampling/fused_cuda.h"

#include <utility>

namespace platen::sampling {

namespace {

constexpr const char* kWho = "FusedStepCuda";

template <class Pixel, int kChannels, Border kBorder, bool kGradient>
__global__ void __launch_bounds__(kBlockThreads) fusedKernel(const FusedBlocks blocks,
                                                             const FusedPage* __restrict__ pages,
                                                             float value_scale,
                                                             float* __restrict__ partials,
                                                             double* __restrict__ costs) {
  __shared__ FusedShared shared;
  const int chunk = static_cast<int>(blockIdx.x), segment = static_cast<int>(blockIdx.y);
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t block = (std::int64_t{blockIdx.z} * blocks.segments + segment) * blocks.chunks + chunk;
  const FusedPage page = pages[blockIdx.z];
  sampleColumn<Pixel, kChannels, kBorder, kGradient>(blocks, page, value_scale, segment, chunk, thread, shared);
  for (int half = kBlockThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    addCosts(shared.cost, half, thread);
  }
  if (thread == 0) {
    costs[block] = shared.cost[0];
  }
  if constexpr (kGradient) {
    spreadAlongU(blocks, chunk, thread, shared, partials + block * partialSize(blocks));
  }
}

// The last block of a page sums its cost, the others a control each thread.
template <bool kGradient>
__global__ void __launch_bounds__(kBlockThreads) gatherKernel(const FusedBlocks blocks,
                                                              const FusedPage* __restrict__ pages,
                                                              const float* __restrict__ partials,
                                                              const double* __restrict__ costs) {
  __shared__ double sums[kBlockThreads];
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t first_block = std::int64_t{blockIdx.z} * blocks.segments * blocks.chunks;
  if (blockIdx.x + 1 < gridDim.x) {
    if constexpr (kGradient) {
      const std::int32_t control = static_cast<std::int32_t>(blockIdx.x) * kBlockThreads + thread;
      if (control < blocks.control_rows * blocks.control_cols) {
        gatherControl(blocks, partials + first_block * partialSize(blocks), control, pages[blockIdx.z].grad_net);
      }
    }
    return;
  }
  sums[thread] = gatherCosts(blocks, costs + first_block, thread);
  for (int half = kBlockThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    addCosts(sums, half, thread);
  }
  if (thread == 0) {
    *pages[blockIdx.z].cost = sums[0];
  }
}

template <class Choice>
void launch(const FusedBlocks& blocks,
            const FusedPage* pages,
            int count,
            float value_scale,
            float* partials,
            double* costs,
            CudaStream stream) {
  constexpr bool kGradient = Choice::kDerivative;
  const dim3 all(static_cast<unsigned>(blocks.chunks), static_cast<unsigned>(blocks.segments),
                 static_cast<unsigned>(count));
  fusedKernel<typename Choice::Pixel, Choice::kChannels, Choice::kBorder, kGradient>
      <<<all, kBlockThreads, 0, stream>>>(blocks, pages, value_scale, partials, costs);
  checkCuda(cudaGetLastError(), "the fused step did not start");
  const int controls = kGradient ? blocks.control_rows * blocks.control_cols : 0;
  const dim3 gather(static_cast<unsigned>((controls + kBlockThreads - 1) / kBlockThreads + 1), 1,
                    static_cast<unsigned>(count));
  gatherKernel<kGradient><<<gather, kBlockThreads, 0, stream>>>(blocks, pages, partials, costs);
  checkCuda(cudaGetLastError(), "the fused step's sums did not start");
}

}  // namespace

FusedStepCuda::FusedStepCuda(NetShape shape, int rows, int cols) : tables_(shape, rows, cols) {}

void FusedStepCuda::check(const std::vector<FusedPageCuda>& pages) const {
  const auto require = [](bool fine, const char* what) {
    if (!fine) {
      throw std::invalid_argument(std::string(kWho) + ": " + what);
    }
  };
  require(!pages.empty() && pages.size() <= 65535, "pages must be 1 to 65535");
  for (const FusedPageCuda& page : pages) {
    checkImage(kWho, page.image, 0, kMaxSideF32);
    require(page.image.kind == pages[0].image.kind && page.image.channels == pages[0].image.channels,
            "the pages' images must have one pixel kind and channel count");
    require(page.net != nullptr && page.cost != nullptr, "a page has no net or no room for its cost");
    require((page.grad_net == nullptr) == (pages[0].grad_net == nullptr), "gradients are for all pages or for none");
  }
}

void FusedStepCuda::uploadTables() {
  std::vector<DeviceMemory> memory;
  const auto copyOf = [&memory](const auto& table) {
    using Element = typename std::decay_t<decltype(table)>::value_type;
    memory.emplace_back(table.data(), table.size() * sizeof(Element));
    return memory.back().template as<const Element>();
  };
  FusedBlocks blocks = tables_.blocks();
  blocks.first_u = copyOf(tables_.u.first);
  blocks.weights_u = copyOf(tables_.u.weights);
  blocks.weights_v = copyOf(tables_.v.weights);
  blocks.columns_of_cell = copyOf(tables_.columns_of_cell);
  blocks.segment = copyOf(tables_.segments);
  blocks.segments_of_cell = copyOf(tables_.segments_of_cell);
  blocks_ = blocks;
  table_memory_ = std::move(memory);
}

void FusedStepCuda::setPages(const std::vector<FusedPageCuda>& pages, Border border, float value_scale) {
  check(pages);
  const bool gradient = pages[0].grad_net != nullptr;
  Launch chosen = nullptr;
  chooseKernel(kWho, pages[0].image, border, gradient, [&](auto choice) { chosen = launch<decltype(choice)>; });
  count_ = 0;  // nothing to run if CUDA fails below
  if (table_memory_.empty()) {
    uploadTables();
  }
  std::vector<FusedPage> table;
  for (const FusedPageCuda& page : pages) {
    table.push_back(
        {sampledImageOf(page.image), page.scale, page.net, page.target, page.weights, page.grad_net, page.cost});
  }
  const std::size_t blocks =
      pages.size() * static_cast<std::size_t>(blocks_.segments) * static_cast<std::size_t>(blocks_.chunks);
  pages_ = DeviceMemory(table.data(), table.size() * sizeof(FusedPage));
  costs_ = DeviceMemory(blocks * sizeof(double));
  partials_ = DeviceMemory(gradient ? blocks * static_cast<std::size_t>(partialSize(blocks_)) * sizeof(float) : 0);
  launch_ = chosen;
  value_scale_ = value_scale;
  count_ = static_cast<int>(pages.size());
}

void FusedStepCuda::run(CudaStream stream) {
  if (count_ == 0) {
    throw std::logic_error("FusedStepCuda: run() without pages");
  }
  launch_(blocks_, pages_.as<const FusedPage>(), count_, value_scale_, partials_.as<float>(), costs_.as<double>(),
          stream);
}

}  // namespace platen::sampling
