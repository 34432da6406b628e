#include "core/bench/gpu_threads.h"

#include "core/bench/sampling_cases.h"
#include "core/sampling/fused_batch.h"
#include "core/sampling/shared_device.h"

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

namespace platen::bench {
namespace {

std::unique_ptr<sampling::FusedDevice> opened(const std::function<sampling::Gpu()>& open) {
  sampling::Gpu gpu = open();
  if (!gpu.device) {
    throw std::runtime_error(gpu.reason);
  }
  return std::move(gpu.device);
}

sampling::ImageView viewOf(const std::vector<std::uint8_t>& photo, std::int64_t side) {
  return {photo.data(), side, side, side, 1, sampling::PixelKind::u8};
}

}  // namespace

struct GpuThreads::Page {
  Page(sampling::SharedDevice& shared,
       std::unique_ptr<sampling::FusedDevice> its_own,
       std::uint64_t seed,
       std::int64_t side,
       int rows,
       int cols)
      : photo(noise(static_cast<std::size_t>(side * side), seed)),
        net(bentNet(side)),
        gradient_together(net.size()),
        gradient_apart(net.size()),
        image_there(shared, viewOf(photo, side)),
        step(shared,
             sampling::FusedTables(kBenchNet, rows, cols),
             {image_there.view()},
             sampling::Border::replicate,
             sampling::SquaresTerm{}),
        own(std::move(its_own)),
        image_apart(*own, viewOf(photo, side)),
        batch(*own,
              sampling::FusedTables(kBenchNet, rows, cols),
              {{image_apart.view}},
              sampling::Border::replicate,
              sampling::SquaresTerm{}) {}

  std::vector<std::uint8_t> photo;
  std::vector<float> net, gradient_together, gradient_apart;
  sampling::FusedSums sums_together, sums_apart;
  sampling::SharedImage image_there;
  sampling::SharedStep step;
  std::unique_ptr<sampling::FusedDevice> own;
  sampling::DeviceImage image_apart;
  sampling::FusedBatch batch;
};

GpuThreads::GpuThreads(const std::function<sampling::Gpu()>& open, int threads, std::int64_t side, int rows, int cols)
    : device_(opened(open)) {
  for (int k = 0; k < threads; ++k) {
    pages_.push_back(std::make_unique<Page>(device_, opened(open), static_cast<std::uint64_t>(k), side, rows, cols));
  }
  together(1);
  apart(1);
  for (const auto& page : pages_) {
    if (page->gradient_together != page->gradient_apart || page->sums_together.cost != page->sums_apart.cost) {
      throw std::runtime_error("a step that shares its launch does not give what it gives alone");
    }
  }
}

GpuThreads::~GpuThreads() = default;

void GpuThreads::inThreads(const std::function<void(Page&)>& work) {
  std::vector<std::exception_ptr> errors(pages_.size());
  std::vector<std::thread> threads;
  threads.reserve(pages_.size());
  for (std::size_t k = 0; k < pages_.size(); ++k) {
    threads.emplace_back([&, k] {
      try {
        work(*pages_[k]);
      } catch (...) {
        errors[k] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::exception_ptr& error : errors) {
    if (error) {
      std::rethrow_exception(error);
    }
  }
}

void GpuThreads::together(int steps) {
  inThreads([steps](Page& page) {
    for (int k = 0; k < steps; ++k) {
      page.sums_together = page.step.run(page.net, page.gradient_together);
    }
  });
}

void GpuThreads::apart(int steps) {
  inThreads([steps](Page& page) {
    for (int k = 0; k < steps; ++k) {
      page.batch.step(page.net, page.gradient_apart, {&page.sums_apart, 1});
    }
  });
}

}  // namespace platen::bench
