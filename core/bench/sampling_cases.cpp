#include "core/bench/sampling_cases.h"

#include "core/bench/branching_sampler.h"
#include "core/sampling/bilinear.h"
#include "core/sampling/fused_value.h"
#include "core/sampling/spline_grid.h"

#include <cmath>

#include <ATen/ATen.h>

namespace platen::bench {

namespace {

constexpr sampling::NetShape kNet{16, 20};

// grid_sampler's codes for bilinear and border; align_corners = false: normalised = 2 x / W - 1 for x in our pixels.
at::Tensor gridSample(const at::Tensor& image, const at::Tensor& grid) {
  return at::grid_sampler(image, grid, 0, 1, false);
}

at::Tensor normalised(const at::Tensor& coords, std::int64_t side) {
  return (coords * (2.0 / static_cast<double>(side)) - 1).unsqueeze(0);
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

auto sumOfSquares() {
  using Sample = sampling::FusedSample<float, 1>;
  using Cost = sampling::FusedCost<float, 1>;
  return sampling::eachSample<float, 1>([](const Sample& sample) {
    Cost cost;
    cost.cost = sample.value[0] * sample.value[0];
    cost.d_value[0] = 2 * sample.value[0];
    return cost;
  });
}

}  // namespace

SamplingCase::SamplingCase(double megapixels, int rows, int cols) {
  const auto side = static_cast<std::int64_t>(std::lround(std::sqrt(1e6 * megapixels)));
  at::manual_seed(1);
  photo_ = at::randint(0, 256, {side, side, 1}, at::kByte);
  tiles_.emplace(view());
  planar_ = photo_.permute({2, 0, 1}).unsqueeze(0).to(at::kFloat);
  // A sheared and gently bent page inside the photo.
  net_ = at::empty({kNet.controlRows(), kNet.controlCols(), 2});
  float* control = net_.data_ptr<float>();
  for (int a = 0; a < kNet.controlRows(); ++a) {
    for (int b = 0; b < kNet.controlCols(); ++b) {
      const double u = (b - 1.0) / kNet.cols, v = (a - 1.0) / kNet.rows;
      *control++ =
          static_cast<float>((0.08 + 0.83 * u + 0.04 * v + 0.01 * std::sin(5 * v)) * static_cast<double>(side));
      *control++ =
          static_cast<float>((0.06 + 0.85 * v + 0.05 * u + 0.02 * std::cos(4 * u)) * static_cast<double>(side));
    }
  }
  coords_ = at::empty({rows, cols, 2});
  using Step = sampling::FusedStep<float>;
  step_.emplace(
      Step::Lattice({kNet.cols, sampling::latticePositions(cols)}, {kNet.rows, sampling::latticePositions(rows)}));
  step_->expand(Step::Part::surface, net_.data_ptr<float>(), coords_.data_ptr<float>());
  grid_ = normalised(coords_, side).requires_grad_(true);
  coords_.requires_grad_(true);
  basis_u_ = basisOf(kNet.cols, cols);
  basis_v_ = basisOf(kNet.rows, rows);
  values_ = at::empty({rows, cols});
  derivatives_ = at::empty({2, rows, cols});
  net_gradient_ = at::empty_like(net_);
}

sampling::ImageView SamplingCase::view() const {
  const std::int64_t side = photo_.size(0);
  return {photo_.data_ptr(), side, side, side, 1, sampling::PixelKind::u8};
}

void SamplingCase::kernelOn(const sampling::ImageView& image) {
  float* d_dx = derivatives_.data_ptr<float>();
  sampling::sampleBilinearCpu(image, sampling::Border::replicate, coords_.data_ptr<float>(), samples(),
                              values_.data_ptr<float>(), d_dx, d_dx + samples());
}

void SamplingCase::kernel() {
  kernelOn(view());
}

void SamplingCase::tiledKernel() {
  kernelOn(tiles_->view());
}

void SamplingCase::portableKernel() {
  float* d_dx = derivatives_.data_ptr<float>();
  sampling::sampleBilinearCpu(CpuLevel::portable, view(), sampling::Border::replicate, coords_.data_ptr<float>(),
                              samples(), values_.data_ptr<float>(), d_dx, d_dx + samples());
}

void SamplingCase::branchingKernel() {
  float* d_dx = derivatives_.data_ptr<float>();
  sampleBranching(view(), sampling::Border::replicate, coords_.data_ptr<float>(), samples(), values_.data_ptr<float>(),
                  d_dx, d_dx + samples());
}

void SamplingCase::operatorStep() {
  coords_.mutable_grad() = at::Tensor();
  sampling::sampleBilinear(photo_, coords_).square().sum().backward();
}

void SamplingCase::torchStep(const at::Tensor& image) {
  grid_.mutable_grad() = at::Tensor();
  gridSample(image, grid_).square().sum().backward();
}

void SamplingCase::torchGridGradient() {
  torchStep(planar_);
}

void SamplingCase::torchImageGradient() {
  const at::Tensor image = planar_.detach().requires_grad_(true);
  torchStep(image);
}

void SamplingCase::splineStepOn(const sampling::ImageView& image) {
  net_gradient_.zero_();
  step_->run(sampling::FusedImage<float>{image}, net_.data_ptr<float>(), sumOfSquares(),
             net_gradient_.data_ptr<float>());
}

void SamplingCase::fusedSplineStep() {
  splineStepOn(view());
}

void SamplingCase::tiledSplineStep() {
  splineStepOn(tiles_->view());
}

void SamplingCase::fusedSplineNode() {
  const at::Tensor net = net_.detach().requires_grad_(true);
  sampling::fusedValue(net, *step_, sampling::FusedImage<float>{view()}, sumOfSquares()).backward();
}

void SamplingCase::torchSplineStep() {
  const at::Tensor net = net_.detach().permute({2, 0, 1}).requires_grad_(true);
  const at::Tensor coords = at::matmul(at::matmul(basis_v_, net), basis_u_.t()).permute({1, 2, 0});
  gridSample(planar_, normalised(coords, photo_.size(0))).square().sum().backward();
}

}  // namespace platen::bench
