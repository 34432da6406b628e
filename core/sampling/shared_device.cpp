#include "core/sampling/shared_device.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace platen::sampling {

void SharedDevice::alone(const std::function<void(FusedDevice&)>& work) {
  {
    std::unique_lock lock(mutex_);
    ++alone_;
    changed_.wait(lock, [this] { return !is_busy_; });
    --alone_;
    is_busy_ = true;
  }
  const auto leave = [this](bool failed) {
    const std::lock_guard lock(mutex_);
    is_busy_ = false;
    has_failed_ = has_failed_ || failed;
    changed_.notify_all();
  };
  try {
    work(*device_);
  } catch (const DeviceFull&) {
    leave(false);
    throw;
  } catch (const std::runtime_error&) {
    leave(true);
    throw;
  } catch (...) {  // the caller's mistake
    leave(false);
    throw;
  }
  leave(false);
}

bool SharedDevice::hasFailed() const {
  const std::lock_guard lock(mutex_);
  return has_failed_;
}

std::size_t SharedDevice::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + alone_;
}

// For one more page, with a net of so many numbers: if all are in one launch. Old room goes when the new is there, so
// that the others keep theirs where there is none.
void SharedDevice::addRoom(FusedDevice& device, std::size_t numbers) {
  const std::size_t pages = pages_ + 1;
  const std::size_t nets = (numbers_ + numbers) * sizeof(float);
  const std::size_t up = pages * sizeof(FusedPage) + nets;
  const std::size_t down = pages * sizeof(FusedSums) + nets;
  if (up > up_.size() || down > down_.size()) {
    std::vector<std::byte> up_here(std::max(up, up_.size())), down_here(std::max(down, down_.size()));
    DeviceBlock up_there(device, up_here.size()), down_there(device, down_here.size());
    up_.swap(up_here);
    down_.swap(down_here);
    up_there_ = std::move(up_there);
    down_there_ = std::move(down_there);
  }
  taken_.reserve(pages);
  {
    const std::lock_guard lock(mutex_);
    waiting_.reserve(pages);
  }
  pages_ = pages;
  numbers_ += numbers;
}

void SharedDevice::run(Request& request) {
  std::unique_lock lock(mutex_);
  waiting_.push_back(&request);
  for (;;) {
    changed_.wait(lock, [&] { return request.is_done || (!is_busy_ && alone_ == 0); });
    if (request.is_done) {
      break;
    }
    take();  // maybe without this request, if others have waited longer
    is_busy_ = true;
    lock.unlock();
    const bool went_well = launchTaken();
    lock.lock();
    is_busy_ = false;
    has_failed_ = has_failed_ || !went_well;
    for (Request* one : taken_) {
      one->is_done = true;
    }
    changed_.notify_all();
  }
  lock.unlock();
  if (request.error) {
    std::rethrow_exception(request.error);
  }
}

void SharedDevice::take() {
  const FusedLaunch kind = waiting_.front()->kind;
  taken_.clear();
  std::size_t kept = 0;
  for (Request* one : waiting_) {
    if (one->kind.isLike(kind) && taken_.size() < kMostPages) {
      taken_.push_back(one);
    } else {
      waiting_[kept++] = one;
    }
  }
  waiting_.resize(kept);
}

bool SharedDevice::launchTaken() noexcept {
  try {
    launchAll();
    return true;
  } catch (const std::exception& error) {
    failTaken(error.what());
  } catch (...) {
    failTaken("the GPU failed");
  }
  try {
    device_->finish();  // what is still on its way must not come into the next launch's memory
  } catch (...) {
    return false;  // says no more than the first
  }
  return false;
}

// An exception each: one object in several threads would need a lock.
void SharedDevice::failTaken(const char* what) noexcept {
  for (Request* one : taken_) {
    try {
      throw std::runtime_error(what);
    } catch (...) {  // where memory is short, this is of that
      one->error = std::current_exception();
    }
  }
}

void SharedDevice::launchAll() {
  FusedLaunch launch = taken_.front()->kind;
  std::size_t up = taken_.size() * sizeof(FusedPage);
  std::size_t down = taken_.size() * sizeof(FusedSums);
  for (std::size_t k = 0; k < taken_.size(); ++k) {
    const Request& one = *taken_[k];
    FusedPage page = one.page->page;
    page.net = reinterpret_cast<const float*>(up_there_.as<std::byte>() + up);
    page.sums = down_there_.as<double>() + 2 * k;
    page.grad_net = reinterpret_cast<float*>(down_there_.as<std::byte>() + down);
    std::memcpy(up_.data() + k * sizeof(FusedPage), &page, sizeof(FusedPage));
    std::memcpy(up_.data() + up, one.net.data(), one.net.size_bytes());
    up += one.net.size_bytes();
    down += one.gradient.size_bytes();
    launch.makeRoomFor(page.blocks);
  }
  launch.pages = up_there_.as<const FusedPage>();
  launch.count = static_cast<int>(taken_.size());
  device_->upload(up_there_.as<void>(), up_.data(), up);
  device_->launch(launch);
  device_->download(down_.data(), down_there_.as<void>(), down);
  device_->finish();
  std::size_t from = taken_.size() * sizeof(FusedSums);
  for (std::size_t k = 0; k < taken_.size(); ++k) {
    Request& one = *taken_[k];
    std::memcpy(&one.sums, down_.data() + k * sizeof(FusedSums), sizeof(FusedSums));
    if (!one.gradient.empty()) {
      std::memcpy(one.gradient.data(), down_.data() + from, one.gradient.size_bytes());
      from += one.gradient.size_bytes();
    }
  }
}

SharedImage::SharedImage(SharedDevice& device, const ImageView& image) : device_(device) {
  device_.alone([&](FusedDevice& there) { there_ = std::make_unique<DeviceImage>(there, image); });
}

SharedImage::~SharedImage() {
  device_.alone([this](FusedDevice&) { there_.reset(); });
}

SharedStep::SharedStep(
    SharedDevice& device, const FusedTables& tables, const FusedBatchPage& page, Border border, const FusedTerm& term)
    : device_(device), net_size_(tables.shape.size()), kind_(launchFor(page.image, border, term)) {
  device_.alone([&](FusedDevice& there) {
    DeviceLattice lattice(there, tables);
    DevicePage own(there, lattice, page, border, term);
    auto made = std::make_unique<There>(There{std::move(lattice), std::move(own)});
    device_.addRoom(there, net_size_);
    there_ = std::move(made);
  });
}

SharedStep::~SharedStep() {
  device_.alone([this](FusedDevice&) {
    there_.reset();
    --device_.pages_;
    device_.numbers_ -= net_size_;
  });
}

FusedSums SharedStep::run(std::span<const float> net, std::span<float> gradient) {
  requireOfPage(net.size() == net_size_ && (gradient.empty() || gradient.size() == net_size_),
                "net and gradient are of the lattice's size");
  SharedDevice::Request request{&there_->page, kind_, net, gradient};
  request.kind.gradient = !gradient.empty();
  device_.run(request);
  return request.sums;
}

}  // namespace platen::sampling
