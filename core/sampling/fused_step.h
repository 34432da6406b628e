// One step of a fit in one pass over its lattice: spline -> positions -> samples of a static image -> a term's cost and
// derivatives -> gradient of the control net. No tensor in between and no buffer of the lattice's size: a band of whole
// rows (some 256 samples) goes through all stages while it lies in the first-level cache, and the image is visited
// once. Composed of operators the same step writes and reads the lattice a dozen times and pays a dispatch for each.
// fused_value.h shows it to autograd as one node.
//
// The surface may be scaled (a net in one level's pixels, an image in another's) and may lie on a fixed base that is
// added point by point. What a term is: fused_band.h.
//
// Sums whose weight is known only after the last sample: sweep() keeps the gradients with respect to the surface (two
// numbers a sample, two more for each tangent), and pullBack() sends them on, times a factor.
//
// Threads: scratch inside, one object serves one thread at a time. Scalar: float, or double for gradient checks.
#pragma once

#include "core/sampling/bilinear_kernels.h"
#include "core/sampling/fused_band.h"
#include "core/sampling/spline_grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace platen::sampling {

template <class Scalar>
struct FusedImage {
  ImageView view;
  Border border = Border::replicate;
  Scalar scale = 1;  // image px per unit of the surface
};

template <class Scalar>
class FusedStep {
 public:
  using Lattice = SplineLattice<Scalar>;
  // What is expanded from the net: the surface, and its derivatives by u and v where terms want tangents.
  enum class Part : std::uint8_t { surface, alongU, alongV };
  static constexpr std::size_t kParts = 3;

  // Throws std::invalid_argument where the lattices differ in net or size.
  explicit FusedStep(Lattice surface, std::optional<Lattice> along_u = {}, std::optional<Lattice> along_v = {});

  // Fixed numbers [rows, cols, 2] that are added to a part. Throws std::invalid_argument for another size.
  void setBase(Part part, std::vector<Scalar> base);

  [[nodiscard]] NetShape shape() const { return lattices_[0]->shape(); }
  [[nodiscard]] int rows() const { return lattices_[0]->rows(); }
  [[nodiscard]] int cols() const { return lattices_[0]->cols(); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(rows()) * static_cast<std::size_t>(cols()); }
  [[nodiscard]] bool has(Part part) const { return lattices_[static_cast<std::size_t>(part)].has_value(); }
  // Of a part that is there.
  [[nodiscard]] const Lattice& lattice(Part part) const { return lattices_[static_cast<std::size_t>(part)].value(); }
  [[nodiscard]] const std::vector<Scalar>& base(Part part) const { return bases_[static_cast<std::size_t>(part)]; }

  // The sum of term(band) over all bands; its gradient is added to grad_net. grad_net null: the cost alone, without
  // derivatives of the image. Term: double(const FusedBand<Scalar>&).
  template <class Term>
  double run(const FusedImage<Scalar>& image, const Scalar* net, Term&& term, Scalar* grad_net) {
    const double sum = allBands(image, net, term, grad_net == nullptr ? Keep::nothing : Keep::net);
    if (grad_net != nullptr) {
      addGradientTo(grad_net);
    }
    return sum;
  }

  // The same with the gradients kept for pullBack(). gradient_wanted false: the cost alone.
  template <class Term>
  double sweep(const FusedImage<Scalar>& image, const Scalar* net, Term&& term, bool gradient_wanted = true) {
    return allBands(image, net, term, gradient_wanted ? Keep::lattice : Keep::nothing);
  }
  // Adds `factor` times the gradient of the last sweep to grad_net; once for each sweep.
  void pullBack(Scalar factor, Scalar* grad_net);

  // One part alone, without an image: out [rows, cols, 2]; and the transpose, which adds to grad_net.
  void expand(Part part, const Scalar* net, Scalar* out);
  void addTranspose(Part part, const Scalar* grad_out, Scalar* grad_net);

 private:
  enum class Keep : std::uint8_t { nothing, net, lattice };

  template <class Term>
  double allBands(const FusedImage<Scalar>& image, const Scalar* net, Term& term, Keep keep) {
    begin(image, net, keep);
    double sum = 0;
    for (int row = 0; row < rows(); row += band_rows_) {
      const FusedBand<Scalar> band = prepare(image, row, keep);
      sum += term(band);
      if (keep != Keep::nothing) {
        finish(image, row, band, keep);
      }
    }
    return sum;
  }
  void begin(const FusedImage<Scalar>& image, const Scalar* net, Keep keep);
  FusedBand<Scalar> prepare(const FusedImage<Scalar>& image, int row, Keep keep);
  void finish(const FusedImage<Scalar>& image, int row, const FusedBand<Scalar>& band, Keep keep);
  void addGradientTo(Scalar* grad_net);
  void expandRows(std::size_t part, int row, int end, Scalar* out) const;

  std::array<std::optional<Lattice>, kParts> lattices_;
  std::array<std::vector<Scalar>, kParts> bases_;     // [rows, cols, 2] or empty
  int band_rows_;                                     // of a whole band
  std::array<std::vector<Scalar>, kParts> expanded_;  // of a band, [count, 2]
  std::array<std::vector<Scalar>, kParts> d_band_;    // gradients of a band,
  std::array<std::vector<Scalar>, kParts> d_all_;     // of the lattice where they are kept
  bool kept_ = false;                                 // they are those of the last sweep, and not sent back yet
  std::vector<Scalar> at_, values_, d_dx_, d_dy_;     // of a band
};

}  // namespace platen::sampling
