// A device that runs the blocks of the fused step on the CPU, phase after phase in a GPU's order, and that has as much
// memory as a test gives it. It keeps what it was asked for: copies are made when the stream gets there, not before.
#pragma once

#include "core/sampling/fused_device.h"
#include "core/sampling/kernel_choice.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace platen::test {

class BlockDevice : public sampling::FusedDevice {
 public:
  explicit BlockDevice(std::size_t memory = std::numeric_limits<std::size_t>::max()) : free_(memory) {}
  ~BlockDevice() override {
    for (const auto& [memory, bytes] : blocks_) {
      std::free(memory);
    }
  }

  [[nodiscard]] std::string name() const override { return "blocks on the CPU"; }
  void* allocate(std::size_t bytes) override {
    if (bytes > free_) {
      throw sampling::DeviceFull("no memory");
    }
    free_ -= bytes;
    void* memory = std::malloc(bytes);
    std::memset(memory, 0xff, bytes);  // numbers that are none: what isn't written shows
    blocks_[memory] = bytes;
    return memory;
  }
  void release(void* memory) noexcept override {
    finish();  // as cudaFree waits
    free_ += blocks_.at(memory);
    blocks_.erase(memory);
    std::free(memory);
  }
  void upload(void* to, const void* from, std::size_t bytes) override {
    asked += 'u';
    uploads.push_back(bytes);
    const auto* bytes_from = static_cast<const char*>(from);
    stream_.push_back(
        [to, kept = std::vector<char>(bytes_from, bytes_from + bytes)] { std::memcpy(to, kept.data(), kept.size()); });
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    asked += 'd';
    stream_.push_back([=] { std::memcpy(to, from, bytes); });
  }
  void launch(const sampling::FusedLaunch& launch) override {
    asked += 'l';
    stream_.push_back([launch] {
      sampling::chooseFused(launch, [&](auto choice, const auto& term) { run<decltype(choice)>(launch, term); });
    });
  }
  void finish() noexcept override {
    asked += 'f';
    for (const auto& task : stream_) {
      task();
    }
    stream_.clear();
  }

  [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }

  // How many uploads had so many bytes.
  [[nodiscard]] std::ptrdiff_t uploadsOf(std::size_t bytes) const {
    return std::count(uploads.begin(), uploads.end(), bytes);
  }

  std::string asked;                 // one letter each
  std::vector<std::size_t> uploads;  // bytes

 private:
  static void tree(sampling::FusedShared& shared) {
    for (int half = sampling::kBlockThreads / 2; half > 0; half /= 2) {
      for (int thread = 0; thread < sampling::kBlockThreads; ++thread) {
        sampling::addSums(shared, half, thread);
      }
    }
  }

  // What fusedKernel and gatherKernel do (fused_cuda.cu); each loop over the threads ends where they have a barrier.
  template <class Choice, class Term>
  static void run(const sampling::FusedLaunch& launch, const Term& term) {
    const sampling::FusedBlocks& blocks = launch.blocks;
    const std::int64_t of_page = std::int64_t{blocks.segments} * blocks.chunks;
    for (int which = 0; which < launch.count; ++which) {
      const sampling::FusedPage& page = launch.pages[which];
      float* partials = launch.partials + which * of_page * sampling::partialSize(blocks);
      double* sums = launch.sums + which * of_page * 2;
      sampling::FusedShared shared;
      for (int segment = 0; segment < blocks.segments; ++segment) {
        for (int chunk = 0; chunk < blocks.chunks; ++chunk) {
          const std::int64_t block = std::int64_t{segment} * blocks.chunks + chunk;
          for (int thread = 0; thread < sampling::kBlockThreads; ++thread) {
            sampling::sampleColumn<typename Choice::Pixel, Choice::kChannels, Choice::kBorder, Choice::kDerivative>(
                blocks, page, term, segment, chunk, thread, shared);
          }
          tree(shared);
          sums[2 * block] = shared.cost[0];
          sums[2 * block + 1] = shared.weight[0];
          for (int thread = 0; Choice::kDerivative && thread < sampling::kBlockThreads; ++thread) {
            sampling::spreadAlongU<std::is_same_v<Term, sampling::AnglesTerm>>(
                blocks, chunk, thread, shared, partials + block * sampling::partialSize(blocks));
          }
        }
      }
      for (int control = 0; Choice::kDerivative && control < blocks.control_rows * blocks.control_cols; ++control) {
        sampling::gatherControl(blocks, partials, control, page.grad_net);
      }
      for (int thread = 0; thread < sampling::kBlockThreads; ++thread) {
        sampling::gatherSums(blocks, sums, thread, shared);
      }
      tree(shared);
      page.sums[0] = shared.cost[0];
      page.sums[1] = shared.weight[0];
    }
  }

  std::size_t free_;
  std::map<void*, std::size_t> blocks_;
  std::vector<std::function<void()>> stream_;
};

}  // namespace platen::test
