// Images of more than 2^31 bytes: offsets must not wrap. The memory is mapped, not touched, but for a few pixels.
#include "core/sampling/bilinear.h"

#include <algorithm>
#include <sys/mman.h>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace platen::sampling::test {
namespace {

class HugeImage : public ::testing::TestWithParam<std::pair<std::int64_t, std::int64_t>> {
 protected:
  void SetUp() override {
    memory_ = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) {
      GTEST_SKIP() << "no address space for " << bytes() << " bytes";
    }
  }
  void TearDown() override {
    if (memory_ != MAP_FAILED) {
      munmap(memory_, bytes());
    }
  }
  [[nodiscard]] std::int64_t width() const { return GetParam().first; }
  [[nodiscard]] std::int64_t height() const { return GetParam().second; }
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(width() * height()); }

  void* memory_ = MAP_FAILED;
};

TEST_P(HugeImage, EveryCornerIsReached) {
  ASSERT_GT(bytes(), std::size_t{1} << 31);
  auto* pixels = static_cast<std::uint8_t*>(memory_);
  const auto put = [&](std::int64_t i, std::int64_t j, std::uint8_t value) { pixels[j * width() + i] = value; };
  const std::int64_t right = width() - 1, bottom = height() - 1;
  put(0, 0, 10);
  put(right, 0, 20);
  put(0, bottom, 30);
  put(right - 1, bottom - 1, 40);
  put(right, bottom - 1, 80);
  put(right - 1, bottom, 120);
  put(right, bottom, 200);
  const ImageView view{pixels, width(), height(), width(), 1, PixelKind::u8};
  const auto w = static_cast<double>(width()), h = static_cast<double>(height());
  const std::vector<double> at{0.5, 0.5, w - 0.5, 0.5, 0.5, h - 0.5, w - 1.25, h - 1.25, w + 9, h + 9};
  std::vector<double> values(5), d_dx(5), d_dy(5);
  sampleBilinearCpu(view, Border::replicate, at.data(), 5, values.data(), d_dx.data(), d_dy.data());
  const double top = 40 + 0.25 * 40, below = 120 + 0.25 * 80;
  EXPECT_EQ(values, (std::vector<double>{10, 20, 30, top + 0.25 * (below - top), 200}));
  EXPECT_DOUBLE_EQ(d_dx[3], 40 + 0.25 * 40);
  EXPECT_DOUBLE_EQ(d_dy[3], below - top);
  // f32 positions resolve 1/64 px at 60,000 px, so quarters are exact there; longer sides have f64 alone.
  if (std::max(width(), height()) < (1 << 18)) {
    const std::vector<float> at_f32(at.begin(), at.end());
    for (const CpuLevel level : availableCpuLevels()) {
      std::vector<float> out(5), dx(5), dy(5);
      sampleBilinearCpu(level, view, Border::replicate, at_f32.data(), 5, out.data(), dx.data(), dy.data());
      EXPECT_EQ(std::vector<double>(out.begin(), out.end()), values) << nameOf(level);
      EXPECT_EQ(std::vector<double>(dx.begin(), dx.end()), d_dx) << nameOf(level);
    }
  }
}

TEST_P(HugeImage, ThroughTheOperator) {
  auto* pixels = static_cast<std::uint8_t*>(memory_);
  pixels[bytes() - 1] = 77;
  const at::Tensor image = at::from_blob(pixels, {height(), width(), 1}, at::kByte);
  at::Tensor coords = at::empty({1, 2}, at::kDouble);
  coords[0][0] = static_cast<double>(width()) - 0.75;
  coords[0][1] = static_cast<double>(height()) - 0.5;
  coords.requires_grad_(true);
  const at::Tensor value = sampleBilinear(image, coords);
  EXPECT_DOUBLE_EQ(value.item<double>(), 77 * 0.75);
  value.sum().backward();
  EXPECT_DOUBLE_EQ(coords.grad()[0][0].item<double>(), 77);
}

INSTANTIATE_TEST_SUITE_P(Shapes,
                         HugeImage,
                         ::testing::Values(std::pair<std::int64_t, std::int64_t>{50'000, 44'000},
                                           std::pair<std::int64_t, std::int64_t>{3, 900'000'000},
                                           std::pair<std::int64_t, std::int64_t>{900'000'000, 3}));

}  // namespace
}  // namespace platen::sampling::test
