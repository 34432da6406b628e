// One device for the steps of several threads. A step that finds it idle is launched at once; those that come while a
// launch runs wait, and the first of them to wake takes all that wait and are alike (FusedLaunch::isLike) into one
// launch, the longest waiting first. So nothing waits for company, and the launches grow with the number of threads.
// What a step gives does not depend on what else is in its launch: to the bit, what FusedBatch gives for the page. A
// launch asks for no memory: that for nets and results of all pages at once is made larger when a page comes.
//
// Errors: std::invalid_argument for arguments that make no sense; DeviceFull where a page comes for which there is no
// room, which harms no other; all else that the device throws reaches every step of the launch as std::runtime_error,
// and hasFailed() tells who would use it next. Threads: any, at once; a SharedStep serves one at a time.
#pragma once

#include "core/sampling/device_page.h"
#include "core/sampling/fused_device.h"
#include "core/sampling/fused_tables.h"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace platen::sampling {

class SharedDevice {
 public:
  explicit SharedDevice(std::unique_ptr<FusedDevice> device) : device_(std::move(device)) {}

  // Runs work while no launch and no other work runs there, and before steps that wait: for memory and what is copied
  // there. Throws what it throws.
  void alone(const std::function<void(FusedDevice&)>& work);

  [[nodiscard]] bool hasFailed() const;
  // Who waits for it now: steps, and work that is to be alone.
  [[nodiscard]] std::size_t waiting() const;

 private:
  friend class SharedStep;

  struct Request {
    const DevicePage* page = nullptr;
    FusedLaunch kind;  // a launch that it may go into
    std::span<const float> net;
    std::span<float> gradient;
    FusedSums sums{};
    bool is_done = false;
    std::exception_ptr error{};
  };

  void run(Request& request);
  void addRoom(FusedDevice& device, std::size_t numbers);
  void take();
  bool launchTaken() noexcept;
  void failTaken(const char* what) noexcept;
  void launchAll();

  std::unique_ptr<FusedDevice> device_;

  // Whose turn it is.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_busy_ = false, has_failed_ = false;
  std::size_t alone_ = 0;          // who wait to be alone
  std::vector<Request*> waiting_;  // the first has waited longest

  // Whoever has the turn: the launch's pages and nets on their way there, its sums and gradients on theirs back.
  std::vector<Request*> taken_;
  std::size_t pages_ = 0, numbers_ = 0;  // of all steps that there are
  std::vector<std::byte> up_, down_;
  DeviceBlock up_there_, down_there_;
};

// An image there. The device must live longer.
class SharedImage {
 public:
  SharedImage(SharedDevice& device, const ImageView& image);
  SharedImage(const SharedImage&) = delete;
  SharedImage& operator=(const SharedImage&) = delete;
  ~SharedImage();

  // Pixels: on the device.
  [[nodiscard]] const ImageView& view() const { return there_->view; }

 private:
  SharedDevice& device_;
  std::unique_ptr<DeviceImage> there_;
};

// One page there. Device and image must live longer.
class SharedStep {
 public:
  SharedStep(SharedDevice& device,
             const FusedTables& tables,
             const FusedBatchPage& page,
             Border border,
             const FusedTerm& term);
  SharedStep(const SharedStep&) = delete;
  SharedStep& operator=(const SharedStep&) = delete;
  ~SharedStep();

  [[nodiscard]] std::size_t netSize() const { return net_size_; }

  // net [netSize()], the gradient likewise and overwritten, or empty (not wanted).
  FusedSums run(std::span<const float> net, std::span<float> gradient);

 private:
  SharedDevice& device_;
  std::size_t net_size_;
  FusedLaunch kind_;
  struct There {
    DeviceLattice lattice;
    DevicePage page;
  };
  std::unique_ptr<There> there_;
};

}  // namespace platen::sampling
