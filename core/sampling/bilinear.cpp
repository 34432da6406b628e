// Argument checks, autograd and registration of the sampler; the only file that knows autograd for it. No loops here.
#include "core/sampling/bilinear.h"

#include <ATen/Functions.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/Device.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

namespace platen::sampling {

namespace {

PixelKind kindOf(const at::Tensor& image) {
  switch (image.scalar_type()) {
    case at::kByte:
      return PixelKind::u8;
    case at::kHalf:
      return PixelKind::f16;
    case at::kFloat:
      return PixelKind::f32;
    case at::kDouble:
      return PixelKind::f64;
    default:
      TORCH_CHECK(false, "sampleBilinear: the image must be uint8, float16, float32 or float64; got ",
                  image.scalar_type());
  }
}

void checkArguments(const at::Tensor& image, const at::Tensor& coords) {
  TORCH_CHECK(image.defined() && coords.defined(), "sampleBilinear: image or coords is an undefined tensor");
  TORCH_CHECK(!image.requires_grad(),
              "sampleBilinear: gradients flow to positions only, never to the image, which is static; got an image of "
              "shape ",
              image.sizes(), " with requires_grad = true (detach it)");
  TORCH_CHECK(image.dim() == 2 || image.dim() == 3,
              "sampleBilinear: the image must have shape [H, W, C] or [H, W]; got ", image.sizes());
  TORCH_CHECK(image.dim() == 2 || image.size(2) == 1 || image.size(2) == 3 || image.size(2) == 4,
              "sampleBilinear: the image must have 1, 3 or 4 channels, in the last dimension; got shape ",
              image.sizes());
  TORCH_CHECK(image.size(0) > 0 && image.size(1) > 0, "sampleBilinear: the image is empty; got shape ", image.sizes());
  TORCH_CHECK(image.size(0) <= kMaxSide && image.size(1) <= kMaxSide, "sampleBilinear: a side is longer than ",
              kMaxSide, "; got shape ", image.sizes());
  TORCH_CHECK(coords.dim() >= 1 && coords.size(-1) == 2, "sampleBilinear: coords must have shape [..., 2]; got ",
              coords.sizes());
  TORCH_CHECK(coords.scalar_type() == at::kFloat || coords.scalar_type() == at::kDouble,
              "sampleBilinear: coords must be float32 or float64; got ", coords.scalar_type());
  TORCH_CHECK(image.scalar_type() != at::kDouble || coords.scalar_type() == at::kDouble,
              "sampleBilinear: a float64 image needs float64 coords; got ", coords.scalar_type());
  TORCH_CHECK(coords.scalar_type() == at::kDouble || (image.size(0) <= kMaxSideF32 && image.size(1) <= kMaxSideF32),
              "sampleBilinear: a side longer than ", kMaxSideF32, " needs float64 coords; got shape ", image.sizes());
  TORCH_CHECK(image.layout() == at::kStrided && coords.layout() == at::kStrided,
              "sampleBilinear: image and coords must be dense; got ", image.layout(), " and ", coords.layout());
  TORCH_CHECK(image.device().is_cpu() && coords.device().is_cpu(),
              "sampleBilinear: this build samples on the CPU; got an image on ", image.device(), ", coords on ",
              coords.device());
}

// The image in a layout that the kernels read: as it is, if its pixels are interleaved without gaps and its rows run
// forward without overlap, whatever the row stride; else a contiguous copy.
at::Tensor readable(const at::Tensor& image) {
  const at::Tensor three = image.dim() == 2 ? image.unsqueeze(2) : image;
  const std::int64_t channels = three.size(2);
  const bool unit_channels = channels == 1 || three.stride(2) == 1;
  const bool packed_pixels = three.size(1) == 1 || three.stride(1) == channels;
  const bool forward_rows = three.size(0) == 1 || three.stride(0) >= three.size(1) * channels;
  return unit_channels && packed_pixels && forward_rows ? three : three.contiguous();
}

ImageView viewOf(const at::Tensor& image) {
  ImageView view;
  view.pixels = image.data_ptr();
  view.height = image.size(0);
  view.width = image.size(1);
  view.channels = static_cast<int>(image.size(2));
  view.row_stride = image.size(0) == 1 ? view.width * view.channels : image.stride(0);
  view.kind = kindOf(image);
  return view;
}

// coords contiguous; values [n, C] and, where wanted, derivatives [2, n, C].
template <class Scalar>
void launch(const ImageView& view,
            Border border,
            const at::Tensor& coords,
            const at::Tensor& values,
            const at::Tensor& derivatives) {
  Scalar* d_dx = nullptr;
  Scalar* d_dy = nullptr;
  if (derivatives.defined()) {
    d_dx = derivatives.data_ptr<Scalar>();
    d_dy = d_dx + values.numel();
  }
  sampleBilinearCpu(view, border, coords.data_ptr<Scalar>(), coords.numel() / 2, values.data_ptr<Scalar>(), d_dx, d_dy);
}

struct Sampled {
  at::Tensor values;       // [..., C]
  at::Tensor derivatives;  // [2, n, C], undefined where not wanted
};

Sampled sample(const at::Tensor& image, const at::Tensor& coords_in, Border border, bool derivative_wanted) {
  const at::Tensor pixels = readable(image);
  const at::Tensor coords = coords_in.contiguous();
  const std::int64_t channels = pixels.size(2);
  std::vector<std::int64_t> shape = coords.sizes().vec();
  shape.back() = channels;
  Sampled result{at::empty(shape, coords.options()), {}};
  const std::int64_t n = coords.numel() / 2;
  if (derivative_wanted) {
    result.derivatives = at::empty({2, n, channels}, coords.options());
  }
  if (n > 0) {
    if (coords.scalar_type() == at::kFloat) {
      launch<float>(viewOf(pixels), border, coords, result.values, result.derivatives);
    } else {
      launch<double>(viewOf(pixels), border, coords, result.values, result.derivatives);
    }
  }
  return result;
}

template <class Scalar>
void chain(const at::Tensor& grad_values, const at::Tensor& derivatives, const at::Tensor& grad_coords) {
  const std::int64_t n = derivatives.size(1);
  const std::int64_t channels = derivatives.size(2);
  const Scalar* d_dx = derivatives.data_ptr<Scalar>();
  backwardToPositionsCpu(grad_values.data_ptr<Scalar>(), d_dx, d_dx + n * channels, n, static_cast<int>(channels),
                         grad_coords.data_ptr<Scalar>());
}

class SampleBilinear : public torch::autograd::Function<SampleBilinear> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context,
                            const at::Tensor& coords,
                            const at::Tensor& image,
                            std::int64_t border) {
    Sampled sampled = sample(image, coords, static_cast<Border>(border), true);
    context->save_for_backward({sampled.derivatives});
    return sampled.values;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list grads) {
    TORCH_CHECK(!at::GradMode::is_enabled(),
                "sampleBilinear is differentiable once; backward was called with create_graph = true");
    const at::Tensor derivatives = context->get_saved_variables()[0];
    if (!grads[0].defined()) {
      return {at::Tensor(), at::Tensor(), at::Tensor()};
    }
    const at::Tensor grad_values = grads[0].contiguous();
    std::vector<std::int64_t> shape = grad_values.sizes().vec();
    shape.back() = 2;
    at::Tensor grad_coords = at::empty(shape, derivatives.options());
    if (derivatives.scalar_type() == at::kFloat) {
      chain<float>(grad_values, derivatives, grad_coords);
    } else {
      chain<double>(grad_values, derivatives, grad_coords);
    }
    return {grad_coords, at::Tensor(), at::Tensor()};
  }
};

at::Tensor sampleNamed(const at::Tensor& image, const at::Tensor& coords, c10::string_view border) {
  TORCH_CHECK(border == "replicate" || border == "zeros" || border == "reflection",
              "platen::sample_bilinear: border must be replicate, zeros or reflection; got ", border);
  return sampleBilinear(image, coords,
                        border == "zeros"        ? Border::zeros
                        : border == "reflection" ? Border::reflection
                                                 : Border::replicate);
}

}  // namespace

at::Tensor sampleBilinear(const at::Tensor& image, const at::Tensor& coords, Border border) {
  checkArguments(image, coords);
  if (coords.requires_grad() && at::GradMode::is_enabled()) {
    return SampleBilinear::apply(coords, image, static_cast<std::int64_t>(border));
  }
  return sample(image, coords, border, false).values;
}

}  // namespace platen::sampling

// Composite: the function itself looks at requires_grad, so one registration serves every backend and autograd.
TORCH_LIBRARY(platen, library) {
  library.def("sample_bilinear(Tensor image, Tensor coords, str border=\"replicate\") -> Tensor",
              platen::sampling::sampleNamed);
}
