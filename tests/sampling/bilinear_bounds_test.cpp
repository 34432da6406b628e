// No read outside the view: the image lies between two pages that may not be touched, flush with one or the other, so
// that a read of a single byte too many ends the test. The vector loops read four bytes at a time.
#include "core/sampling/apron_tiles.h"
#include "tests/sampling/random_images.h"

#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t size) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    inner_ = (size + page_ - 1) / page_ * page_;
    base_ = static_cast<char*>(
        mmap(nullptr, inner_ + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (base_ == MAP_FAILED || mprotect(base_, page_, PROT_NONE) != 0 ||
        mprotect(base_ + page_ + inner_, page_, PROT_NONE) != 0) {
      throw std::bad_alloc();
    }
  }
  ~GuardedBuffer() { munmap(base_, inner_ + 2 * page_); }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  [[nodiscard]] char* first() const { return base_ + page_; }
  [[nodiscard]] char* lastFor(std::size_t size) const { return base_ + page_ + inner_ - size; }

 private:
  std::size_t page_, inner_ = 0;
  char* base_ = nullptr;
};

class ReadBounds : public ::testing::TestWithParam<CpuLevel> {};

template <class Pixel>
void sampleBetweenGuards(CpuLevel level) {
  Random random(31);
  for (const int channels : {1, 3, 4}) {
    for (const auto& [width, height] :
         {std::pair<int, int>{1, 1}, {2, 1}, {1, 2}, {3, 1}, {1, 4}, {2, 2}, {5, 3}, {33, 17}}) {
      for (const int padding : {0, 5}) {
        TestImage<Pixel> image(width, height, channels, padding);
        random.fill(image);
        // Up to the last pixel, without the last row's padding: exactly what a view may read.
        const std::size_t size = (image.pixels.size() - static_cast<std::size_t>(padding)) * sizeof(Pixel);
        const GuardedBuffer buffer(size);
        const auto positions = random.positions<float>(200, width, height);
        const std::size_t n = 200 * static_cast<std::size_t>(channels);
        std::vector<float> truth(n), values(n), d_dx(n), d_dy(n);
        for (const Border border : kAllBorders) {
          sampleBilinearCpu(CpuLevel::portable, image.view(), border, positions.data(), 200, truth.data(), nullptr,
                            nullptr);
          for (char* place : {buffer.first(), buffer.lastFor(size)}) {
            std::memcpy(place, image.pixels.data(), size);
            ImageView view = image.view();
            view.pixels = place;
            sampleBilinearCpu(level, view, border, positions.data(), 200, values.data(), d_dx.data(), d_dy.data());
            for (std::size_t k = 0; k < n; ++k) {
              ASSERT_NEAR(values[k], truth[k], 1e-4F);
            }
          }
        }
      }
    }
  }
}

TEST_P(ReadBounds, U8) {
  sampleBetweenGuards<std::uint8_t>(GetParam());
}

TEST_P(ReadBounds, F16) {
  sampleBetweenGuards<c10::Half>(GetParam());
}

TEST_P(ReadBounds, F32) {
  sampleBetweenGuards<float>(GetParam());
}

// Tiles: nothing outside them is read, and words start so early in a tile's last columns that they stay in their row.
TEST_P(ReadBounds, ApronTiles) {
  Random random(32);
  for (const auto& [width, height] : {std::pair<int, int>{1, 1}, {2, 1}, {1, 8}, {8, 8}, {9, 8}, {33, 17}}) {
    TestImage<std::uint8_t> image(width, height, 1);
    random.fill(image);
    const ApronTiles tiles(image.view());
    const auto size = static_cast<std::size_t>(tilesAlong(height) * tiles.view().row_stride);
    const GuardedBuffer buffer(size);
    const auto positions = random.positions<float>(500, width, height);
    std::vector<float> truth(500), values(500);
    for (const Border border : kAllBorders) {
      sampleBilinearCpu(CpuLevel::portable, image.view(), border, positions.data(), 500, truth.data(), nullptr,
                        nullptr);
      for (char* place : {buffer.first(), buffer.lastFor(size)}) {
        std::memcpy(place, tiles.view().pixels, size);
        ImageView view = tiles.view();
        view.pixels = place;
        sampleBilinearCpu(GetParam(), view, border, positions.data(), 500, values.data(), nullptr, nullptr);
        for (std::size_t k = 0; k < values.size(); ++k) {
          ASSERT_NEAR(values[k], truth[k], 1e-4F);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Available, ReadBounds, ::testing::ValuesIn(availableCpuLevels()), [](const auto& level) {
  return std::string(nameOf(level.param));
});

}  // namespace
}  // namespace platen::sampling::test
