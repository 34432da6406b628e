#include "core/bench/gpu_rows.h"

#include "core/bench/gpu_threads.h"
#include "core/bench/sampling_cases.h"
#include "core/bench/sum_of_squares.h"
#include "core/sampling/fused_batch.h"
#include "core/sampling/gpu.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace platen::bench {
namespace {

using sampling::FusedBatch;
using sampling::FusedDevice;

constexpr std::int64_t kSide = 1000;

std::vector<std::uint8_t> photosOf(int pages) {
  return noise(static_cast<std::size_t>(pages * kSide * kSide), 1);
}

// So many pages with the same net, each a photo of its own.
class GpuCase {
 public:
  GpuCase(FusedDevice& device, int pages, int rows, int cols)
      : device_(device),
        pages_(pages),
        rows_(rows),
        cols_(cols),
        photos_(photosOf(pages)),
        net_(bentNet(kSide)),
        cpu_step_(sampling::SplineLattice<float>({kBenchNet.cols, sampling::latticePositions(cols)},
                                                 {kBenchNet.rows, sampling::latticePositions(rows)})),
        cpu_gradient_(net_.size()) {
    std::vector<sampling::FusedBatchPage> described;
    for (int k = 0; k < pages; ++k) {
      images_.emplace_back(device, view(k));
      described.push_back({images_.back().view});
      nets_.insert(nets_.end(), net_.begin(), net_.end());
    }
    gradients_.resize(nets_.size());
    sums_.resize(described.size());
    batch_ = std::make_unique<FusedBatch>(device, sampling::FusedTables(kBenchNet, rows, cols), described,
                                          sampling::Border::replicate, sampling::SquaresTerm{});
    stepToHost();
    cpuStep();
    check();
  }

  void step() {  // nets and gradients stay there
    batch_->launch(true);
    device_.finish();
  }
  void stepToHost() { batch_->step(nets_, gradients_, sums_); }
  void cpuStep() {  // of the first page
    std::fill(cpu_gradient_.begin(), cpu_gradient_.end(), 0.0F);
    cpu_step_.run(sampling::FusedImage<float>{view(0)}, net_.data(), sumOfSquares(), cpu_gradient_.data());
  }

  [[nodiscard]] SampledPhoto photo() const {
    SampledPhoto photo{photos_.data(), kSide, nullptr, rows_, cols_, net_.data(), kBenchNet.rows, kBenchNet.cols};
    photo.on_gpu = true;
    photo.pages = pages_;
    return photo;
  }

 private:
  [[nodiscard]] sampling::ImageView view(int page) const {
    return {photos_.data() + page * kSide * kSide, kSide, kSide, kSide, 1, sampling::PixelKind::u8};
  }
  // In noise the derivatives jump at pixel centres by as much as they are large: a few samples may differ.
  void check() const {
    double largest = 0;
    double worst = 0;
    for (std::size_t k = 0; k < cpu_gradient_.size(); ++k) {
      largest = std::max(largest, static_cast<double>(std::abs(cpu_gradient_[k])));
      worst = std::max(worst, static_cast<double>(std::abs(cpu_gradient_[k] - gradients_[k])));
    }
    if (!(worst <= 0.02 * largest)) {
      throw std::runtime_error("the fused step's gradient on the GPU is not the CPU's");
    }
  }

  FusedDevice& device_;
  int pages_, rows_, cols_;
  std::vector<std::uint8_t> photos_;
  std::vector<sampling::DeviceImage> images_;
  std::vector<float> net_, nets_, gradients_;
  std::vector<sampling::FusedSums> sums_;
  std::unique_ptr<FusedBatch> batch_;
  sampling::FusedStep<float> cpu_step_;
  std::vector<float> cpu_gradient_;
};

void threadsRow(double seconds, const RowDone& done) {
  constexpr int kThreads = 16, kSteps = 50, kRows = 100, kCols = 140;
  GpuThreads work(sampling::openGpu, kThreads, kSide, kRows, kCols);
  const auto [ours, peer] = medianSeconds([&] { work.together(kSteps); }, [&] { work.apart(kSteps); }, seconds);
  constexpr double kUs = 1e6 / (kThreads * kSteps);
  done({"GPU step, to host, in shared launches",
        std::to_string(kThreads) + " threads, 1 MP, " + std::to_string(kRows) + "x" + std::to_string(kCols), kUs * ours,
        kUs * peer, "a launch each, on a device for each thread", "us/step", peer / ours});
}

// torch's side of a case; null where it has no GPU.
class TorchOnGpu {
 public:
  TorchOnGpu(const TorchSampling* torch, const SampledPhoto& photo) : torch_(torch) {
    if (torch != nullptr && torch->make(&photo, &made_, &why_) != ModuleStatus::done) {
      made_ = nullptr;
    }
  }
  TorchOnGpu(const TorchOnGpu&) = delete;
  TorchOnGpu& operator=(const TorchOnGpu&) = delete;
  ~TorchOnGpu() {
    if (made_ != nullptr) {
      torch_->unmake(made_);
    }
  }
  [[nodiscard]] bool isThere() const { return made_ != nullptr; }
  [[nodiscard]] std::string why() const { return torch_ == nullptr ? "there is no torch" : why_.text; }
  void run(TorchStep step) {
    if (torch_->run(made_, step, &why_) != ModuleStatus::done) {
      throw std::runtime_error(why_.text);
    }
  }

 private:
  const TorchSampling* torch_;
  TorchCase* made_ = nullptr;
  ModuleMessage why_;
};

}  // namespace

void gpuRows(
    bool quick, const TorchSampling* torch, const RowDone& done, const LeftOut& left_out, const std::stop_token& stop) {
  const sampling::Gpu gpu = sampling::openGpu();
  if (!gpu.device) {
    left_out("steps on a GPU: " + gpu.reason);
    return;
  }
  const double seconds = quick ? 0.1 : 0.5;
  struct Size {
    int pages, rows, cols;
  };
  bool has_torch = true;
  for (const Size& size : {Size{1, 64, 64}, Size{1, 100, 140}, Size{1, 512, 768}, Size{64, 64, 64}}) {
    if (stop.stop_requested()) {
      return;
    }
    GpuCase work(*gpu.device, size.pages, size.rows, size.cols);
    TorchOnGpu theirs(torch, work.photo());
    if (has_torch && !theirs.isThere()) {
      left_out("torch's steps on a GPU: " + theirs.why());
      has_torch = false;
    }
    const std::string params = (size.pages > 1 ? std::to_string(size.pages) + " pages of 1 MP, " : "1 MP, ") +
                               std::to_string(size.rows) + "x" + std::to_string(size.cols);
    const auto row = [&](const char* name, const std::function<void()>& ours, const std::string& peer_name,
                         const std::function<void()>& peer) {
      const auto [our_seconds, peer_seconds] = medianSeconds(ours, peer, seconds);
      done({name, params, 1e6 * our_seconds, 1e6 * peer_seconds, peer_name, "us/step", peer_seconds / our_seconds});
    };
    const auto step = [&] { work.step(); };
    const auto to_host = [&] { work.stepToHost(); };
    if (theirs.isThere()) {
      const std::string name = "torch " + std::string(torch->torch_version) + " spline + grid_sample on the GPU";
      row("GPU step", step, name, [&] { theirs.run(TorchStep::gpuSpline); });
      if (size.pages > 1) {
        row("GPU step", step, name + ", in turn", [&] { theirs.run(TorchStep::gpuSplineInTurn); });
      } else {
        row("GPU step, to host", to_host, name + ", to host", [&] { theirs.run(TorchStep::gpuSplineToHost); });
      }
    }
    if (size.pages == 1) {
      row("GPU step, to host", to_host, "fused step, one core", [&] { work.cpuStep(); });
    }
  }
  if (!stop.stop_requested()) {
    threadsRow(seconds, done);
  }
}

}  // namespace platen::bench
