#include "core/bench/torch_case.h"

#include "core/bench/sum_of_squares.h"
#include "core/sampling/bilinear.h"
#include "core/sampling/fused_value.h"
#include "core/sampling/spline_grid.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

#include <ATen/ATen.h>
#include <ATen/detail/CUDAHooksInterface.h>

namespace platen::bench {
namespace {

// grid_sampler's codes for bilinear and border; align_corners = false: normalised = 2 x / W - 1 for x in our pixels.
at::Tensor sampled(const at::Tensor& image, const at::Tensor& grid) {
  return at::grid_sampler(image, grid, 0, 1, false);
}

at::Tensor normalised(const at::Tensor& coords, std::int64_t side) {
  return (coords * (2.0 / static_cast<double>(side)) - 1).unsqueeze(0);
}

at::Tensor copyOf(const float* values, at::IntArrayRef sizes) {
  at::Tensor copy = at::empty(sizes);
  std::copy_n(values, copy.numel(), copy.data_ptr<float>());
  return copy;
}

at::Tensor basisOf(int cells, int n) {
  const sampling::SplineAxis<float> axis(cells, sampling::latticePositions(n));
  at::Tensor basis = at::zeros({n, cells + 3});
  for (int k = 0; k < n; ++k) {
    for (int a = 0; a < 4; ++a) {
      const auto at = static_cast<std::size_t>(k);
      basis[k][axis.first[at] + a] = axis.weights[4 * at + static_cast<std::size_t>(a)];
    }
  }
  return basis;
}

}  // namespace

TorchCase::TorchCase(const SampledPhoto& photo)
    : given_(photo),
      // Only read, though a tensor could be written.
      photo_(at::from_blob(const_cast<std::uint8_t*>(photo.pixels), {photo.side, photo.side, 1}, at::kByte)),
      planar_(photo_.permute({2, 0, 1}).unsqueeze(0).to(at::kFloat)),
      coords_(photo.on_gpu ? at::zeros({photo.rows, photo.cols, 2})
                           : copyOf(photo.coords, {photo.rows, photo.cols, 2})),
      grid_(normalised(coords_, photo.side).requires_grad_(true)),
      net_(copyOf(photo.net, {photo.net_rows + 3, photo.net_cols + 3, 2})),
      basis_u_(basisOf(photo.net_cols, photo.cols)),
      basis_v_(basisOf(photo.net_rows, photo.rows)),
      step_(sampling::SplineLattice<float>({photo.net_cols, sampling::latticePositions(photo.cols)},
                                           {photo.net_rows, sampling::latticePositions(photo.rows)})) {
  coords_.requires_grad_(true);
  if (photo.on_gpu) {
    moveToGpu();
  }
}

// A torch that was built with CUDA has that side in a library of its own, which is loaded here: nobody links it.
void TorchCase::moveToGpu() {
  if (dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    throw std::runtime_error(std::string("this torch has no CUDA: ") + dlerror());
  }
  if (!at::hasCUDA()) {
    throw std::runtime_error("this torch finds no GPU");
  }
  const auto there = at::device(at::kCUDA).dtype(at::kFloat);
  planar_ =
      at::from_blob(const_cast<std::uint8_t*>(given_.pixels), {given_.pages, 1, given_.side, given_.side}, at::kByte)
          .to(there);
  basis_u_ = basis_u_.to(there);
  basis_v_ = basis_v_.to(there);
  gpu_net_ = net_.to(there);
}

void TorchCase::gpuSpline(std::int64_t first, std::int64_t count, const at::Tensor& net) {
  const at::Tensor nets = net.detach().permute({2, 0, 1}).unsqueeze(0).repeat({count, 1, 1, 1}).requires_grad_(true);
  const at::Tensor coords = at::matmul(at::matmul(basis_v_, nets), basis_u_.t()).permute({0, 2, 3, 1});
  const at::Tensor grid = coords * (2.0 / static_cast<double>(given_.side)) - 1;
  sampled(planar_.narrow(0, first, count), grid).square().sum().backward();
  gpu_gradient_ = nets.grad();
}

void TorchCase::sample() {
  coords_.mutable_grad() = at::Tensor();
  sampling::sampleBilinear(photo_, coords_).square().sum().backward();
}

void TorchCase::gridSample(const at::Tensor& image) {
  grid_.mutable_grad() = at::Tensor();
  sampled(image, grid_).square().sum().backward();
}

void TorchCase::fusedNode() {
  const at::Tensor net = net_.detach().requires_grad_(true);
  const sampling::ImageView view{given_.pixels, given_.side, given_.side, given_.side, 1, sampling::PixelKind::u8};
  sampling::fusedValue(net, step_, sampling::FusedImage<float>{view}, sumOfSquares()).backward();
}

void TorchCase::spline() {
  const at::Tensor net = net_.detach().permute({2, 0, 1}).requires_grad_(true);
  const at::Tensor coords = at::matmul(at::matmul(basis_v_, net), basis_u_.t()).permute({1, 2, 0});
  sampled(planar_, normalised(coords, given_.side)).square().sum().backward();
}

void TorchCase::run(TorchStep step) {
  switch (step) {
    case TorchStep::sample:
      return sample();
    case TorchStep::gridGradient:
      return gridSample(planar_);
    case TorchStep::imageGradient:
      return gridSample(planar_.detach().requires_grad_(true));
    case TorchStep::fusedNode:
      return fusedNode();
    case TorchStep::spline:
      return spline();
    case TorchStep::gpuSpline:
      gpuSpline(0, given_.pages, gpu_net_);
      return at::detail::getCUDAHooks().deviceSynchronize(0);
    case TorchStep::gpuSplineToHost:
      gpuSpline(0, given_.pages, net_.to(gpu_net_.options()));
      gpu_gradient_ = gpu_gradient_.cpu();  // waits
      return;
    case TorchStep::gpuSplineInTurn:
      for (int page = 0; page < given_.pages; ++page) {
        gpuSpline(page, 1, gpu_net_);
      }
      return at::detail::getCUDAHooks().deviceSynchronize(0);
  }
}

}  // namespace platen::bench
