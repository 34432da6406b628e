#include "tests/optim/known_form_cues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace platen::test {
namespace {

constexpr Vec2 kForm{400, 500};
constexpr Vec2 kMargin{60, 80};

// Print at scale `wave` (canvas_px), 0..255: sums of waves of several directions, so that nothing repeats nearby.
double print(Vec2 p, std::size_t feature, double wave, bool other) {
  double sum = 0;
  for (int k = 0; k < 5; ++k) {
    const double angle = 0.7 * k + 1.3 * static_cast<double>(feature) + (other ? 0.45 : 0);
    const double frequency = (1 + 0.37 * k) / wave;
    sum += std::sin((p.x * std::cos(angle) + p.y * std::sin(angle)) * frequency + 1.7 * k + (other ? 2.0 : 0));
  }
  return 127 + 24 * sum;
}

// The form point seen at a canvas point: q = p + u(p).
Vec2 formPoint(Vec2 q, const std::function<Vec2(Vec2)>& offset) {
  Vec2 p = q;
  for (int step = 0; step < 8; ++step) {
    p = q - offset(p);
  }
  return p;
}

}  // namespace

Vec2 wavyOffset(Vec2 p) {
  return {9 * std::sin(p.y / 130) + 3, 7 * std::sin(p.x / 110 + 1) - 4 * std::cos(p.y / 140)};
}

KnownFormCues makeFormCues(const FormRecipe& recipe) {
  KnownFormCues made;
  made.offset = recipe.offset;
  FormCues& cues = made.cues;
  FormFrame& frame = cues.frame;
  frame.reference_size = {800, 1000};
  frame.form_extent = kForm;
  frame.margin = kMargin;
  frame.canvas_extent = kForm + 2 * kMargin;
  frame.source_size = {1040, 1320};
  frame.source_from_canvas.m = {2, 0, 0, 0, 2, 0, 0, 0, 1};
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  struct Look {
    double sigma, wave;
  };
  std::vector<Vec2> seen;  // what each pixel shows
  for (const Look look : {Look{14, 60}, Look{8, 40}, Look{4.5, 22}, Look{2.5, 14}, Look{1.4, 9}}) {
    FormLevel level;
    level.sigma_px = look.sigma;
    level.gains.fill(1.0F / 40);
    level.photo = {
        Image::allocate({static_cast<int>(frame.canvas_extent.x), static_cast<int>(frame.canvas_extent.y)}, 4), 1};
    const bool is_first = seen.empty();
    for (int j = 0; j < level.photo.image.height(); ++j) {
      auto* row = level.photo.image.rowAs<std::uint8_t>(j);
      for (int i = 0; i < level.photo.image.width(); ++i) {
        if (is_first) {
          seen.push_back(formPoint({i + 0.5, j + 0.5}, recipe.offset));
        }
        const Vec2 p = seen[static_cast<std::size_t>(j * level.photo.image.width() + i)];
        for (std::size_t c = 0; c < 4; ++c) {
          row[4 * i + static_cast<int>(c)] =
              static_cast<std::uint8_t>(std::lround(std::clamp(print(p, c, look.wave, recipe.other_form), 0.0, 255.0)));
        }
      }
    }
    for (int k = 0; k < 4000; ++k) {
      FormPoint point;
      point.canvas_px = kMargin + Vec2{kForm.x * uniform(generator), kForm.y * uniform(generator)};
      for (std::size_t c = 0; c < 4; ++c) {
        point.features[c] = static_cast<float>(print(point.canvas_px, c, look.wave, false) / 40);
      }
      level.points.push_back(point);
    }
    cues.levels.push_back(std::move(level));
  }
  if (recipe.with_matches) {
    for (int k = 0; k < 80; ++k) {
      const Vec2 p = kMargin + Vec2{kForm.x * uniform(generator), kForm.y * uniform(generator)};
      const Vec2 wrong = k % 8 == 0 ? Vec2{40, -35} : Vec2{};
      cues.matches.push_back({p, p + recipe.offset(p) + wrong, k % 8 != 0});
    }
  }
  cues.sheet.edges_px = {0, 0, kForm.x, kForm.y};
  if (recipe.with_edges) {
    for (const SideKind kind : {SideKind::top, SideKind::bottom, SideKind::left, SideKind::right}) {
      const bool level = kind == SideKind::top || kind == SideKind::bottom;
      FormEdge edge;
      edge.kind = kind;
      edge.step = 3;
      edge.first = 0;
      const double extent = level ? frame.canvas_extent.x : frame.canvas_extent.y;
      const double across = kind == SideKind::top      ? kMargin.y
                            : kind == SideKind::bottom ? kMargin.y + kForm.y
                            : kind == SideKind::left   ? kMargin.x
                                                       : kMargin.x + kForm.x;
      for (int k = 0; 3 * k < extent; ++k) {
        const double along = 3 * k;
        // The offset changes little over its own size.
        const Vec2 on_form = level ? Vec2{along, across} : Vec2{across, along};
        const Vec2 near = on_form - Vec2{level ? recipe.offset(on_form).x : 0, level ? 0 : recipe.offset(on_form).y};
        const Vec2 u = recipe.offset(near);
        edge.across.push_back(across + (level ? u.y : u.x));
        edge.confidence.push_back(1);
      }
      cues.edges.push_back(std::move(edge));
      cues.sheet.weight[static_cast<std::size_t>(kind)] = 1;
    }
  }
  return made;
}

double offsetError(const KnownFormCues& truth, const std::function<Vec2(Vec2 canvas_px)>& offset) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 20; ++j) {
      const Vec2 p = kMargin + Vec2{kForm.x * j / 20, kForm.y * i / 20};
      const Vec2 d = offset(p) - truth.offset(p);
      sum += dot(d, d);
      ++count;
    }
  }
  return std::sqrt(sum / count);
}

namespace {

constexpr Vec2 kCurlMiddle{260, 330};
constexpr double kCurlTurn = 0.4;  // of the axis

double alongCurl(Vec2 p) {
  return std::cos(kCurlTurn) * (p.x - kCurlMiddle.x) + std::sin(kCurlTurn) * (p.y - kCurlMiddle.y);
}

}  // namespace

Vec2 curledDepth(Vec2 p) {
  return {kCurl_px * (1 - std::cos(alongCurl(p) / kCurl_px)), 0};
}

Vec2 curledOffset(Vec2 p) {
  constexpr double kPerspective = 2.0 / (1.2 * 1320);
  const double c = std::cos(kCurlTurn);
  const double s = std::sin(kCurlTurn);
  const Vec2 d = p - kCurlMiddle;
  const double across = -s * d.x + c * d.y;
  const double bent = kCurl_px * std::sin(alongCurl(p) / kCurl_px);
  const Vec2 space{c * bent - s * across, s * bent + c * across};
  return space / (1 + kPerspective * curledDepth(p).x) - d;
}

// By a few steps of residual correction at the knots.
optim::OffsetNet netOf(optim::NetShape shape, Vec2 extent, const std::function<Vec2(Vec2)>& offset) {
  optim::OffsetNet net = optim::OffsetNet::zero(shape);
  for (int step = 0; step < 40; ++step) {
    const optim::OffsetNet before = net;
    for (int a = 0; a < shape.rows(); ++a) {
      for (int b = 0; b < shape.cols(); ++b) {
        const Vec2 uv{static_cast<double>(b - 1) / shape.spans_u, static_cast<double>(a - 1) / shape.spans_v};
        const Vec2 miss = offset({uv.x * extent.x, uv.y * extent.y}) - offsetAt(before, uv);
        const auto k = 2 * static_cast<std::size_t>(a * shape.cols() + b);
        net.controls[k] += miss.x;
        net.controls[k + 1] += miss.y;
      }
    }
  }
  return net;
}

FormRecipe wavyRecipe() {
  FormRecipe recipe;
  recipe.offset = wavyOffset;
  return recipe;
}

const KnownFormCues& wavyForm() {
  static const KnownFormCues form = makeFormCues(wavyRecipe());
  return form;
}

}  // namespace platen::test
