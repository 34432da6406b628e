// What of a fused step does not depend on its term: expansion, sampling and the way back, band by band.
#include "core/sampling/fused_step.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platen::sampling {

namespace {

// Enough to hide what a call costs and to have several rows of a wide lattice in one cell; few enough for the
// first-level cache.
constexpr int kBandSamples = 768;

}  // namespace

template <class Scalar>
FusedStep<Scalar>::FusedStep(Lattice surface, std::optional<Lattice> along_u, std::optional<Lattice> along_v)
    : lattices_{std::move(surface), std::move(along_u), std::move(along_v)},
      band_rows_(std::max(1, kBandSamples / std::max(1, lattices_[0]->cols()))) {
  for (const std::optional<Lattice>& part : lattices_) {
    if (part && (part->shape() != shape() || part->rows() != rows() || part->cols() != cols())) {
      throw std::invalid_argument("FusedStep: the tangents' lattices differ from the surface's");
    }
  }
  const auto samples = static_cast<std::size_t>(std::min(band_rows_, rows())) * static_cast<std::size_t>(cols());
  for (std::size_t k = 0; k < kParts; ++k) {
    if (lattices_[k]) {
      expanded_[k].resize(2 * samples);
      d_band_[k].resize(2 * samples);
    }
  }
  at_.resize(2 * samples);
}

template <class Scalar>
void FusedStep<Scalar>::setBase(Part part, std::vector<Scalar> base) {
  if (!has(part) || base.size() != 2 * size()) {
    throw std::invalid_argument("FusedStep: a base has two numbers for each lattice point, of a part that is there");
  }
  bases_[static_cast<std::size_t>(part)] = std::move(base);
}

template <class Scalar>
void FusedStep<Scalar>::begin(const FusedImage<Scalar>& image, const Scalar* net, Keep keep) {
  kept_ = keep == Keep::lattice;
  for (std::size_t k = 0; k < kParts; ++k) {
    if (!lattices_[k]) {
      continue;
    }
    lattices_[k]->setNet(net);
    if (keep == Keep::net) {
      lattices_[k]->clearGradient();
    } else if (keep == Keep::lattice) {
      d_all_[k].resize(2 * size());
    }
  }
  const std::size_t values = at_.size() / 2 * static_cast<std::size_t>(image.view.channels);
  values_.resize(values);
  d_dx_.resize(values);
  d_dy_.resize(values);
  if (keep == Keep::nothing) {
    std::fill(d_dx_.begin(), d_dx_.end(), Scalar(0));
    std::fill(d_dy_.begin(), d_dy_.end(), Scalar(0));
  }
}

template <class Scalar>
void FusedStep<Scalar>::expandRows(std::size_t part, int row, int end, Scalar* out) const {
  const std::size_t width = 2 * static_cast<std::size_t>(cols());
  lattices_[part]->expandRows(row, end, out);
  if (!bases_[part].empty()) {
    const Scalar* base = &bases_[part][static_cast<std::size_t>(row) * width];
    for (std::size_t k = 0; k < static_cast<std::size_t>(end - row) * width; ++k) {
      out[k] += base[k];
    }
  }
}

template <class Scalar>
FusedBand<Scalar> FusedStep<Scalar>::prepare(const FusedImage<Scalar>& image, int row, Keep keep) {
  const int end = std::min(row + band_rows_, rows());
  FusedBand<Scalar> band;
  band.first = static_cast<std::size_t>(row) * static_cast<std::size_t>(cols());
  band.count = static_cast<std::size_t>(end - row) * static_cast<std::size_t>(cols());
  band.channels = image.view.channels;
  band.gradient_wanted = keep != Keep::nothing;
  std::array<Scalar*, kParts> gradient{};
  for (std::size_t k = 0; k < kParts; ++k) {
    if (lattices_[k]) {
      expandRows(k, row, end, expanded_[k].data());
      gradient[k] = keep == Keep::lattice ? &d_all_[k][2 * band.first] : d_band_[k].data();
    }
  }
  band.at = expanded_[0].data();
  if (image.scale != Scalar(1)) {
    for (std::size_t k = 0; k < 2 * band.count; ++k) {
      at_[k] = expanded_[0][k] * image.scale;
    }
    band.at = at_.data();
  }
  sampleBilinearCpu(image.view, image.border, band.at, static_cast<std::int64_t>(band.count), values_.data(),
                    band.gradient_wanted ? d_dx_.data() : nullptr, band.gradient_wanted ? d_dy_.data() : nullptr);
  band.values = values_.data();
  band.d_dx = d_dx_.data();
  band.d_dy = d_dy_.data();
  band.d_at = gradient[0];
  band.along_u = lattices_[1] ? expanded_[1].data() : nullptr;
  band.d_along_u = gradient[1];
  band.along_v = lattices_[2] ? expanded_[2].data() : nullptr;
  band.d_along_v = gradient[2];
  return band;
}

template <class Scalar>
void FusedStep<Scalar>::finish(const FusedImage<Scalar>& image, int row, const FusedBand<Scalar>& band, Keep keep) {
  if (image.scale != Scalar(1)) {
    for (std::size_t k = 0; k < 2 * band.count; ++k) {
      band.d_at[k] *= image.scale;
    }
  }
  if (keep != Keep::net) {
    return;
  }
  const int end = std::min(row + band_rows_, rows());
  for (std::size_t part = 0; part < kParts; ++part) {
    if (lattices_[part]) {
      lattices_[part]->addRowGradients(row, end, d_band_[part].data());
    }
  }
}

template <class Scalar>
void FusedStep<Scalar>::addGradientTo(Scalar* grad_net) {
  for (const std::optional<Lattice>& part : lattices_) {
    if (part) {
      part->addGradientTo(grad_net);
    }
  }
}

template <class Scalar>
void FusedStep<Scalar>::pullBack(Scalar factor, Scalar* grad_net) {
  if (!std::exchange(kept_, false)) {
    throw std::logic_error("FusedStep: pullBack() without a sweep() that kept gradients");
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    if (!lattices_[part]) {
      continue;
    }
    for (Scalar& d : d_all_[part]) {
      d *= factor;
    }
    lattices_[part]->addTranspose(d_all_[part].data(), grad_net);
  }
}

template <class Scalar>
void FusedStep<Scalar>::expand(Part part, const Scalar* net, Scalar* out) {
  const auto k = static_cast<std::size_t>(part);
  lattices_[k]->setNet(net);
  expandRows(k, 0, rows(), out);
}

template <class Scalar>
void FusedStep<Scalar>::addTranspose(Part part, const Scalar* grad_out, Scalar* grad_net) {
  lattices_[static_cast<std::size_t>(part)]->addTranspose(grad_out, grad_net);
}

template class FusedStep<float>;
template class FusedStep<double>;

}  // namespace platen::sampling
