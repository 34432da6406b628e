#include "core/optim/init_module.h"

#include "core/optim/init_module_interface.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <ATen/ATen.h>
#include <torch/script.h>

namespace platen::optim {
namespace {

constexpr std::int64_t kLargestInput = 4096;
constexpr std::int64_t kMostPoints = InitModuleInterface::kMostPoints;

// f32 [1, 3, rows, cols], 0..1.
at::Tensor inputOf(const Image& photo, Size size) {
  const std::int64_t channels = photo.channels();
  at::Tensor pixels = at::empty({photo.height(), photo.width(), channels}, at::kByte);
  const std::size_t row_bytes = static_cast<std::size_t>(photo.width()) * photo.bytesPerPixel();
  for (int j = 0; j < photo.height(); ++j) {
    std::memcpy(pixels.data_ptr<std::uint8_t>() + static_cast<std::size_t>(j) * row_bytes, photo.row(j), row_bytes);
  }
  const at::Tensor planes = pixels.permute({2, 0, 1}).unsqueeze(0).to(at::kFloat).div_(255);
  const at::Tensor rgb = channels == 1 ? planes.expand({1, 3, photo.height(), photo.width()}) : planes;
  return at::adaptive_avg_pool2d(rgb, {size.height, size.width});
}

at::Tensor mapOf(const c10::IValue& given) {
  c10::IValue first = given;
  if (given.isTuple() && !given.toTupleRef().elements().empty()) {
    first = given.toTupleRef().elements()[0];
  }
  TORCH_CHECK(first.isTensor(), "the module gave a ", first.tagKind(), " instead of a map");
  at::Tensor map = first.toTensor();
  TORCH_CHECK(map.dim() == 4 && map.size(0) == 1 && map.size(1) == 2 && map.size(2) >= 2 && map.size(3) >= 2 &&
                  at::isFloatingType(map.scalar_type()),
              "the module gave a ", map.scalar_type(), " ", map.sizes(), " instead of a map f32 [1, 2, rows, columns]");
  map = map.to(at::kCPU, at::kDouble);
  TORCH_CHECK(at::isfinite(map).all().item<bool>(), "the module gave numbers that are not finite");
  const std::int64_t rows = std::min(map.size(2), kMostPoints);
  const std::int64_t cols = std::min(map.size(3), kMostPoints);
  if (rows < map.size(2) || cols < map.size(3)) {
    map = at::upsample_bilinear2d(map, {rows, cols}, true);  // its corners are the page's
  }
  return map.contiguous();
}

}  // namespace

struct InitModule::Held {
  mutable torch::jit::Module module;  // forward() is not const, though it changes nothing
};

InitModule::InitModule(const std::string& file) : held_(std::make_unique<Held>()) {
  held_->module = torch::jit::load(file, at::kCPU);
  held_->module.eval();
  if (!held_->module.hasattr("input_size")) {
    return;
  }
  const c10::IValue wanted = held_->module.attr("input_size");
  TORCH_CHECK(wanted.isTensor() && wanted.toTensor().numel() == 2, "its buffer input_size is not two integers");
  const at::Tensor size = wanted.toTensor().to(at::kCPU, at::kLong).view({2});
  const auto rows = size[0].item<std::int64_t>();
  const auto cols = size[1].item<std::int64_t>();
  TORCH_CHECK(std::min(rows, cols) >= 8 && std::max(rows, cols) <= kLargestInput, "its input_size is ", rows, " x ",
              cols, ", and not from 8 to ", kLargestInput);
  input_ = {static_cast<int>(cols), static_cast<int>(rows)};
}

InitModule::~InitModule() = default;

WarpGrid InitModule::map(const Image& photo, Size source_size) const {
  TORCH_CHECK(photo.type() == PixelType::u8 && (photo.channels() == 1 || photo.channels() == 3),
              "InitModule: a photo of 8 bits, grey or RGB");
  const c10::InferenceMode no_gradients;
  const at::Tensor map = mapOf(held_->module.forward({inputOf(photo, input_)}));
  WarpGrid grid;
  grid.rows = static_cast<int>(map.size(2));
  grid.cols = static_cast<int>(map.size(3));
  const auto at = map.accessor<double, 4>();
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      grid.points.push_back(
          {(at[0][0][i][j] + 1) / 2 * source_size.width, (at[0][1][i][j] + 1) / 2 * source_size.height});
    }
  }
  return grid;
}

}  // namespace platen::optim
