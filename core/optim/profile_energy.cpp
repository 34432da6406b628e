#include "core/optim/profile_energy.h"

#include "core/optim/evidence_view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace platen::optim {
namespace {

std::vector<float> halfGaussian(double sigma) {
  const int radius = std::max(1, static_cast<int>(std::ceil(3 * sigma)));
  std::vector<float> half;
  double sum = 0;
  for (int k = 0; k <= radius; ++k) {
    half.push_back(static_cast<float>(std::exp(-0.5 * k * k / (sigma * sigma))));
    sum += (k == 0 ? 1 : 2) * static_cast<double>(half.back());
  }
  for (float& w : half) {
    w /= static_cast<float>(sum);
  }
  return half;
}

// out = kernel * in along one axis, zero outside: symmetric, so that it is its own transpose.
void blur(const std::vector<float>& half, const float* in, std::ptrdiff_t count, std::ptrdiff_t step, float* out) {
  const auto radius = static_cast<std::ptrdiff_t>(half.size()) - 1;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    float sum = half[0] * in[i * step];
    for (std::ptrdiff_t k = 1; k <= radius; ++k) {
      sum += half[static_cast<std::size_t>(k)] *
             ((i >= k ? in[(i - k) * step] : 0.0F) + (i + k < count ? in[(i + k) * step] : 0.0F));
    }
    out[i * step] = sum;
  }
}

void blurRows(
    const std::vector<float>& half, const std::vector<float>& in, int cols, int rows, std::vector<float>& out) {
  for (std::ptrdiff_t i = 0; i < rows; ++i) {
    blur(half, &in[static_cast<std::size_t>(i * cols)], cols, 1, &out[static_cast<std::size_t>(i * cols)]);
  }
}

void blurColumns(
    const std::vector<float>& half, const std::vector<float>& in, int cols, int rows, std::vector<float>& out) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(cols); ++j) {
    blur(half, &in[j], rows, cols, &out[j]);
  }
}

EvidenceImage blurred(const EvidenceImage& ink, double sigma_px) {
  const int cols = ink.image.width();
  const int rows = ink.image.height();
  std::vector<float> a(static_cast<std::size_t>(cols) * static_cast<std::size_t>(rows));
  std::vector<float> b(a.size());
  for (int j = 0; j < rows; ++j) {
    const auto* row = ink.image.rowAs<std::uint8_t>(j);
    std::copy(row, row + cols, a.begin() + static_cast<std::ptrdiff_t>(j) * cols);
  }
  const std::vector<float> half = halfGaussian(sigma_px);
  blurRows(half, a, cols, rows, b);
  blurColumns(half, b, cols, rows, a);
  EvidenceImage out{Image::allocate({cols, rows}, 1), ink.scale};
  for (int j = 0; j < rows; ++j) {
    auto* row = out.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < cols; ++i) {
      row[i] = static_cast<std::uint8_t>(std::lround(
          std::clamp(a[static_cast<std::size_t>(j) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(i)],
                     0.0F, 255.0F)));
    }
  }
  return out;
}

}  // namespace

ProfileEnergy::ProfileEnergy(double weight,
                             const EvidenceImage& ink,
                             double char_height,
                             double row_sigma,
                             double column_sigma,
                             PageLattice lattice)
    : Energy("profile", weight),
      lattice_(std::move(lattice)),
      along_u_(halfGaussian(row_sigma)),
      along_v_(halfGaussian(column_sigma)) {
  if (ink.empty() || ink.image.channels() != 1 || ink.image.type() != PixelType::u8) {
    throw std::invalid_argument("ProfileEnergy: the ink image has one 8-bit channel");
  }
  ink_ = blurred(ink, std::max(0.3, 0.28 * char_height * ink.scale));
  const std::size_t n = lattice_.size();
  at_.resize(2 * n);
  d_positions_.resize(2 * n);
  for (std::vector<float>* buffer : {&value_, &d_dx_, &d_dy_, &x_, &y_, &scratch_}) {
    buffer->resize(n);
  }
}

double ProfileEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  lattice_.expand(controls);
  const auto to_evidence = static_cast<float>(ink_.scale);
  for (std::size_t k = 0; k < at_.size(); ++k) {
    at_[k] = lattice_.positions()[k] * to_evidence;
  }
  const Image& image = ink_.image;
  const int cols = lattice_.cols();
  const int rows = lattice_.rows();
  sampling::sampleBilinearCpu(viewOf(image), sampling::Border::replicate, at_.data(),
                              static_cast<std::int64_t>(lattice_.size()), value_.data(), d_dx_.data(), d_dy_.data());
  blurColumns(along_v_, value_, cols, rows, scratch_);
  for (std::size_t k = 0; k < x_.size(); ++k) {
    x_[k] = value_[k] - scratch_[k];
  }
  blurRows(along_u_, x_, cols, rows, y_);
  double numerator = 0;
  double denominator = 0;
  for (std::size_t k = 0; k < x_.size(); ++k) {
    numerator += static_cast<double>(y_[k] * y_[k]);
    denominator += static_cast<double>(x_[k] * x_[k]);
  }
  if (!(denominator > 0)) {
    return 0;
  }
  const double ratio = numerator / denominator;
  if (scale != 0) {
    // dE/dx = -2 (K y - ratio x) / denominator; then the transpose of 1 - (blur over v), which is itself.
    blurRows(along_u_, y_, cols, rows, scratch_);
    const auto factor = static_cast<float>(-2 * scale / denominator);
    for (std::size_t k = 0; k < x_.size(); ++k) {
      x_[k] = factor * (scratch_[k] - static_cast<float>(ratio) * x_[k]);
    }
    blurColumns(along_v_, x_, cols, rows, scratch_);
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const float d_value = (x_[k] - scratch_[k]) * to_evidence;
      d_positions_[2 * k] = d_value * d_dx_[k];
      d_positions_[2 * k + 1] = d_value * d_dy_[k];
    }
    lattice_.pullBack(d_positions_, {}, gradient);
  }
  return 1 - ratio;
}

}  // namespace platen::optim
