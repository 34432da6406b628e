// The kernels that run the phases of fused_blocks.h, their launch, and the device that they run on.
#include "core/sampling/cuda_check.cuh"
#include "core/sampling/cuda_device.h"
#include "core/sampling/fused_blocks.h"
#include "core/sampling/fused_cuda.h"
#include "core/sampling/kernel_choice.h"

namespace platen::sampling {

namespace {

// The grid is the largest page's: whole blocks return before their first barrier.
template <class Choice, class Term>
__global__ void __launch_bounds__(kBlockThreads) fusedKernel(const FusedPage* __restrict__ pages) {
  __shared__ FusedShared shared;
  const int chunk = static_cast<int>(blockIdx.x), segment = static_cast<int>(blockIdx.y);
  const int thread = static_cast<int>(threadIdx.x);
  const FusedPage page = pages[blockIdx.z];
  if (!holdsBlock(page.blocks, segment, chunk)) {
    return;
  }
  sampleColumn<typename Choice::Pixel, Choice::kChannels, Choice::kBorder, Choice::kDerivative, Term>(
      page, segment, chunk, thread, shared);
  for (int half = kBlockThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    addSums(shared, half, thread);
  }
  if (thread == 0) {
    const std::int64_t block = blockIndex(page.blocks, segment, chunk);
    page.block_sums[2 * block] = shared.cost[0];
    page.block_sums[2 * block + 1] = shared.weight[0];
  }
  if constexpr (Choice::kDerivative) {
    spreadAlongU<std::is_same_v<Term, AnglesTerm>>(page, segment, chunk, thread, shared);
  }
}

// The last block of a page adds its sums up, the others a control each thread.
template <bool kGradient>
__global__ void __launch_bounds__(kBlockThreads) gatherKernel(const FusedPage* __restrict__ pages) {
  __shared__ FusedShared shared;
  const int thread = static_cast<int>(threadIdx.x);
  const FusedPage page = pages[blockIdx.z];
  if (blockIdx.x + 1 < gridDim.x) {
    if constexpr (kGradient) {
      const std::int32_t control = static_cast<std::int32_t>(blockIdx.x) * kBlockThreads + thread;
      if (control < controlsOf(page.blocks)) {
        gatherControl(page, control);
      }
    }
    return;
  }
  gatherSums(page, thread, shared);
  for (int half = kBlockThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    addSums(shared, half, thread);
  }
  if (thread == 0) {
    page.sums[0] = shared.cost[0];
    page.sums[1] = shared.weight[0];
  }
}

class CudaDevice : public FusedDevice {
 public:
  CudaDevice() {
    if (const CudaDevices devices = cudaDevices(); devices.count == 0) {
      throw std::runtime_error(devices.reason);
    }
    checkCuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "no stream");
  }
  ~CudaDevice() override { static_cast<void>(cudaStreamDestroy(stream_)); }

  [[nodiscard]] std::string name() const override {
    cudaDeviceProp properties{};
    checkCuda(cudaGetDeviceProperties(&properties, 0), "the GPU tells nothing of itself");
    return properties.name;
  }

  void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    const cudaError_t code = cudaMalloc(&memory, bytes);
    if (code == cudaErrorMemoryAllocation) {
      static_cast<void>(cudaGetLastError());
      throw DeviceFull("the GPU has no " + std::to_string(bytes) + " bytes left");
    }
    checkCuda(code, "no memory on the GPU");
    return memory;
  }

  // cudaFree waits for the kernels that may still read it.
  void release(void* memory) noexcept override { static_cast<void>(cudaFree(memory)); }

  // The caller may change `from` afterwards, and where GPU and CPU share their memory nothing need have been copied
  // yet.
  void upload(void* to, const void* from, std::size_t bytes) override {
    checkCuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "copying to the GPU failed");
    finish();
  }

  void download(void* to, const void* from, std::size_t bytes) override {
    checkCuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "copying from the GPU failed");
  }

  void launch(const FusedLaunch& launch) override {
    chooseFused(launch, [&](auto choice, auto term) {
      using Choice = decltype(choice);
      using Term = typename decltype(term)::type;
      const auto pages = static_cast<unsigned>(launch.count);
      const dim3 all(static_cast<unsigned>(launch.chunks), static_cast<unsigned>(launch.segments), pages);
      fusedKernel<Choice, Term><<<all, kBlockThreads, 0, stream_>>>(launch.pages);
      checkCuda(cudaGetLastError(), "the fused step did not start");
      const int controls = Choice::kDerivative ? launch.controls : 0;
      const dim3 gather(static_cast<unsigned>((controls + kBlockThreads - 1) / kBlockThreads + 1), 1, pages);
      gatherKernel<Choice::kDerivative><<<gather, kBlockThreads, 0, stream_>>>(launch.pages);
      checkCuda(cudaGetLastError(), "the fused step's sums did not start");
    });
  }

  void finish() override { finishStream(stream_); }

 private:
  CudaStream stream_ = nullptr;
};

}  // namespace

std::unique_ptr<FusedDevice> openCudaDevice() {
  return std::make_unique<CudaDevice>();
}

}  // namespace platen::sampling
