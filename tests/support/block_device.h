// A device that runs the blocks of the fused step on the CPU, phase after phase in a GPU's order, and that has as much
// memory as a test gives it. It keeps what it was asked for: copies are made when the stream gets there, not before.
#pragma once

#include "core/sampling/fused_blocks.h"
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
    launched.push_back(launch.count);
    if (on_launch) {
      on_launch(launch);
    }
    stream_.push_back([launch] {
      sampling::chooseFused(
          launch, [&](auto choice, auto term) { run<decltype(choice), typename decltype(term)::type>(launch); });
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
  std::vector<int> launched;         // pages
  std::function<void(const sampling::FusedLaunch&)> on_launch;

 private:
  static void tree(sampling::FusedShared& shared) {
    for (int half = sampling::kBlockThreads / 2; half > 0; half /= 2) {
      for (int thread = 0; thread < sampling::kBlockThreads; ++thread) {
        sampling::addSums(shared, half, thread);
      }
    }
  }

  // What fusedKernel and gatherKernel do (fused_cuda.cu) over the launch's whole grid; each loop over the threads ends
  // where they have a barrier.
  template <class Choice, class Term>
  static void run(const sampling::FusedLaunch& launch) {
    for (int which = 0; which < launch.count; ++which) {
      const sampling::FusedPage& page = launch.pages[which];
      sampling::FusedShared shared;
      for (int segment = 0; segment < launch.segments; ++segment) {
        for (int chunk = 0; chunk < launch.chunks; ++chunk) {
          runBlock<Choice, Term>(page, segment, chunk, shared);
        }
      }
      for (int control = 0; Choice::kDerivative && control < launch.controls; ++control) {
        if (control < sampling::controlsOf(page.blocks)) {
          sampling::gatherControl(page, control);
        }
      }
      for (int thread = 0; thread < sampling::kBlockThreads; ++thread) {
        sampling::gatherSums(page, thread, shared);
      }
      tree(shared);
      page.sums[0] = shared.cost[0];
      page.sums[1] = shared.weight[0];
    }
  }

  template <class Choice, class Term>
  static void runBlock(const sampling::FusedPage& page, int segment, int chunk, sampling::FusedShared& shared) {
    if (!sampling::holdsBlock(page.blocks, segment, chunk)) {
      return;
    }
    for (int thread = 0; thread < sampling::kBlockThreads; ++thread) {
      sampling::sampleColumn<typename Choice::Pixel, Choice::kChannels, Choice::kBorder, Choice::kDerivative, Term>(
          page, segment, chunk, thread, shared);
    }
    tree(shared);
    const std::int64_t block = sampling::blockIndex(page.blocks, segment, chunk);
    page.block_sums[2 * block] = shared.cost[0];
    page.block_sums[2 * block + 1] = shared.weight[0];
    for (int thread = 0; Choice::kDerivative && thread < sampling::kBlockThreads; ++thread) {
      sampling::spreadAlongU<std::is_same_v<Term, sampling::AnglesTerm>>(page, segment, chunk, thread, shared);
    }
  }

  std::size_t free_;
  std::map<void*, std::size_t> blocks_;
  std::vector<std::function<void()>> stream_;
};

}  // namespace platen::test
