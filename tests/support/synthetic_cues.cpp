#include "tests/support/synthetic_cues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace platen::test {
namespace {

using optim::SheetModel;

struct Noise {
  std::mt19937_64 generator;
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(generator() >> 11) * 0x1.0p-53);
  }
  double normal(double sigma) {  // Box-Muller: the standard library's own distribution may differ between versions
    const double radius = std::sqrt(-2 * std::log(uniform(1e-12, 1)));
    return sigma * radius * std::cos(uniform(0, 2 * M_PI));
  }
  Vec2 at(Vec2 p, double sigma) { return {p.x + normal(sigma), p.y + normal(sigma)}; }
};

void addSegment(SyntheticPage& page, Noise& noise, double u0, double u1, double v) {
  const SyntheticRecipe& recipe = page.recipe;
  const double h = recipe.char_height;
  const double length = norm(page.workFromSheet({u1, v}) - page.workFromSheet({u0, v}));
  const int steps = std::max(4, static_cast<int>(length / (1.5 * h)));
  TextSegment segment;
  for (int i = 0; i <= steps; ++i) {
    segment.points.push_back(noise.at(page.workFromSheet({u0 + (u1 - u0) * i / steps, v}), recipe.noise_px));
  }
  segment.left_end = noise.at(page.workFromSheet({u0, v}), 2 * recipe.noise_px);
  segment.right_end = noise.at(page.workFromSheet({u1, v}), 2 * recipe.noise_px);
  if (noise.uniform(0, 1) < recipe.outlier_lines) {
    const double slant = (noise.uniform(0, 1) < 0.5 ? -1 : 1) * noise.uniform(0.15, 0.5);
    const double shift = noise.uniform(-3, 3) * h;
    const Vec2 middle = segment.points[segment.points.size() / 2];
    for (Vec2& p : segment.points) {
      p.y += shift + slant * (p.x - middle.x);
    }
    segment.left_end = segment.points.front();
    segment.right_end = segment.points.back();
  }
  segment.length = lengthOf(segment.points) / h;
  segment.rms = recipe.noise_px / h;
  segment.strength = 0.5;
  page.cues.segments.push_back(segment);
}

void addText(SyntheticPage& page, Noise& noise) {
  const SyntheticRecipe& recipe = page.recipe;
  const double h_sheet = recipe.char_height / (page.frame.norm * recipe.half_width_q);
  const double pitch = recipe.line_pitch_h * h_sheet;
  const double gap = recipe.columns > 1 ? 0.12 : 0;
  const double width = (2.0 - gap * (recipe.columns - 1)) / recipe.columns;
  for (int column = 0; column < recipe.columns; ++column) {
    const double left = -1 + column * (width + gap);
    int line = 0;
    for (double v = -recipe.text_half_height + pitch / 2; v < recipe.text_half_height; v += pitch, ++line) {
      if (noise.uniform(0, 1) < recipe.missing_lines) {
        continue;
      }
      const double u0 = line % 7 == 0 ? left + 0.06 : left;  // an indent now and then
      double u1 = left + width;
      if (recipe.ragged_right) {
        u1 -= noise.uniform(0, 0.3) * width;
      } else if (line % 7 == 6) {
        u1 -= noise.uniform(0.1, 0.7) * width;  // the last line of a paragraph
      }
      addSegment(page, noise, u0, u1, v);
    }
  }
}

void addCharacters(SyntheticPage& page, Noise& noise) {
  const SyntheticRecipe& recipe = page.recipe;
  const double h_sheet = recipe.char_height / (page.frame.norm * recipe.half_width_q);
  const double pitch = 2 * recipe.line_pitch_h * h_sheet;
  for (double v = -recipe.text_half_height + pitch; v < recipe.text_half_height; v += pitch) {
    for (double u = -0.97; u < 1; u += 4 * h_sheet) {
      const double kind = noise.uniform(0, 1);
      double size = kind < 0.5 ? 1 : kind < 0.8 ? 0.72 : 0.58;
      if (kind > 0.95) {
        size = noise.uniform(0.5, 1.5);
      }
      page.cues.characters.push_back({noise.at(page.workFromSheet({u, v - size * h_sheet}), recipe.noise_px),
                                      noise.at(page.workFromSheet({u, v}), recipe.noise_px)});
    }
  }
}

void addSides(SyntheticPage& page, Noise& noise) {
  const Box& box = page.page_sheet_uv;
  for (int k = 0; k < 4; ++k) {
    if (!page.recipe.sides[k]) {
      continue;
    }
    PageSide side;
    side.kind = static_cast<SideKind>(k);
    side.valid_fraction = 0.95;
    side.is_gutter = k == page.recipe.gutter_side;
    for (int i = 0; i < 24; ++i) {
      const double f = 0.035 + 0.93 * i / 23;
      const double u = side.kind == SideKind::left    ? box.x0
                       : side.kind == SideKind::right ? box.x1
                                                      : box.x0 + f * box.width();
      const double v = side.kind == SideKind::top      ? box.y0
                       : side.kind == SideKind::bottom ? box.y1
                                                       : box.y0 + f * box.height();
      side.points.push_back(noise.at(page.workFromSheet({u, v}), page.recipe.noise_px));
    }
    page.cues.sides.push_back(side);
  }
}

void addRules(SyntheticPage& page, Noise& noise) {
  const Box& box = page.text_sheet_uv;
  const auto add = [&](Vec2 a, Vec2 b) {
    page.cues.rules.push_back({{noise.at(page.workFromSheet(a), page.recipe.noise_px),
                                noise.at(page.workFromSheet(b), page.recipe.noise_px)}});
  };
  for (int k = 0; k < page.recipe.h_rules; ++k) {
    const double v = box.y0 + box.height() * (k + 0.5) / page.recipe.h_rules;
    for (int piece = 0; piece < 5; ++piece) {
      add({box.x0 + box.width() * piece / 5, v}, {box.x0 + box.width() * (piece + 1) / 5, v});
    }
  }
  for (int k = 0; k < page.recipe.v_rules; ++k) {
    const double u = box.x0 + box.width() * (k + 0.5) / page.recipe.v_rules;
    for (int piece = 0; piece < 5; ++piece) {
      add({u, box.y0 + box.height() * piece / 5}, {u, box.y0 + box.height() * (piece + 1) / 5});
    }
  }
}

void addImages(SyntheticPage& page, const SheetModel& model) {
  constexpr double kScale = 0.5;
  const Vec2 extent = page.cues.frame.extent();
  const Size size{static_cast<int>(extent.x * kScale), static_cast<int>(extent.y * kScale)};
  page.cues.direction = {Image::allocate(size, 3), kScale};
  page.cues.row_period = {Image::allocate(size, 3), kScale};
  page.cues.ink = {Image::allocate(size, 1), kScale};
  const double h_sheet = page.recipe.char_height / (page.frame.norm * page.recipe.half_width_q);
  const double pitch = page.recipe.line_pitch_h * h_sheet;
  for (int j = 0; j < size.height; ++j) {
    auto* direction = page.cues.direction.image.rowAs<std::uint8_t>(j);
    auto* period = page.cues.row_period.image.rowAs<std::uint8_t>(j);
    auto* ink = page.cues.ink.image.rowAs<std::uint8_t>(j);
    for (int i = 0; i < size.width; ++i) {
      const auto seen = model.sheetFromWork({(i + 0.5) / kScale, (j + 0.5) / kScale});
      const Box& box = page.text_sheet_uv;
      const bool inside = seen.visible && seen.sheet_uv.x > box.x0 && seen.sheet_uv.x < box.x1 &&
                          seen.sheet_uv.y > box.y0 && seen.sheet_uv.y < box.y1;
      double c = 0;
      double s = 0;
      double phase_c = 0;
      double phase_s = 0;
      if (inside) {
        const SheetModel::Jet jet = model.workJet(seen.sheet_uv);
        const double angle = std::atan2(jet.du.y, jet.du.x);
        c = std::cos(2 * angle);
        s = std::sin(2 * angle);
        const double distance_px = pitch * std::abs(cross(jet.du, jet.dv)) / norm(jet.du);
        const double turn = 2 * std::numbers::pi * std::log2(distance_px / page.recipe.char_height);
        phase_c = std::cos(turn);
        phase_s = std::sin(turn);
      }
      period[3 * i] = static_cast<std::uint8_t>(std::lround(128 + 127 * phase_c));
      period[3 * i + 1] = static_cast<std::uint8_t>(std::lround(128 + 127 * phase_s));
      period[3 * i + 2] = inside ? 255 : 0;
      direction[3 * i] = static_cast<std::uint8_t>(std::lround(128 + 127 * c));
      direction[3 * i + 1] = static_cast<std::uint8_t>(std::lround(128 + 127 * s));
      direction[3 * i + 2] = inside ? 255 : 0;
      const double phase = (seen.sheet_uv.y - box.y0) / pitch;
      ink[i] = inside && std::abs(phase - std::floor(phase) - 0.5) < 0.5 / page.recipe.line_pitch_h ? 160 : 0;
    }
  }
}

double similarityResidualPercent(const std::vector<Vec2>& fitted, const std::vector<Vec2>& truth, double page_width) {
  Vec2 mean_fitted;
  Vec2 mean_truth;
  const auto n = static_cast<double>(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    mean_fitted = mean_fitted + fitted[i] / n;
    mean_truth = mean_truth + truth[i] / n;
  }
  double dots = 0;
  double crosses = 0;
  double square_fitted = 0;
  double square_truth = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const Vec2 a = fitted[i] - mean_fitted;
    const Vec2 b = truth[i] - mean_truth;
    dots += dot(a, b);
    crosses += cross(a, b);
    square_fitted += dot(a, a);
    square_truth += dot(b, b);
  }
  const double explained = (dots * dots + crosses * crosses) / square_fitted;
  return 100 * std::sqrt(std::max(0.0, square_truth - explained) / n) / page_width;
}

template <class PageOf>
double errorPercent(const SyntheticPage& page, bool text_only, const PageOf& pageOf) {
  const Box& box = text_only ? page.text_sheet_uv : page.page_sheet_uv;
  constexpr int kLattice = 24;
  std::vector<Vec2> fitted;
  std::vector<Vec2> truth;
  for (int i = 0; i <= kLattice; ++i) {
    for (int j = 0; j <= kLattice; ++j) {
      const Vec2 uv{box.x0 + box.width() * j / kLattice, box.y0 + box.height() * i / kLattice};
      const Vec2 seen = pageOf(uv);
      if (!std::isfinite(seen.x) || !std::isfinite(seen.y)) {
        return std::numeric_limits<double>::infinity();
      }
      truth.push_back(uv);
      fitted.push_back(seen);
    }
  }
  return similarityResidualPercent(fitted, truth, page.page_sheet_uv.width());
}

}  // namespace

SyntheticRecipe bookRecipe() {
  SyntheticRecipe recipe;
  recipe.truth.roll = 0.04;
  recipe.truth.pitch = 0.12;
  recipe.truth.log_focal = std::log(1.2);
  recipe.truth.bend = {-0.75, -0.45, -0.15, 0.05, 0.1, 0.12, 0.08, 0.05, 0.0};
  return recipe;
}

SyntheticRecipe wavedRecipe() {
  SyntheticRecipe recipe;
  recipe.truth = {0.02, 0.15, std::log(1.3), 0.0, {0.2, -0.1, -0.2, 0.1, 0.3}};
  return recipe;
}

Vec2 SyntheticPage::workFromSheet(Vec2 sheet_uv) const {
  Vec2 p = SheetModel(frame, recipe.truth).workFromSheet(sheet_uv);
  if (recipe.displacement_px) {
    p = p + recipe.displacement_px(sheet_uv);
  }
  return p;
}

Vec2 SyntheticPage::sourceFromSheet(Vec2 sheet_uv) const {
  return cues.frame.sourceFromWork(workFromSheet(sheet_uv));
}

SyntheticPage makeSyntheticPage(const SyntheticRecipe& recipe) {
  SyntheticPage page;
  page.recipe = recipe;
  page.cues.frame = {recipe.source_size, recipe.work_scale, recipe.quarter_turns};
  const Vec2 extent = page.cues.frame.extent();
  page.frame.centre = extent / 2;
  page.frame.norm = std::max(extent.x, extent.y);
  page.frame.half_width_q = recipe.half_width_q;
  page.frame.aspect = recipe.text_half_height;
  page.text_sheet_uv = {-1, -recipe.text_half_height, 1, recipe.text_half_height};
  page.page_sheet_uv = {-1 - recipe.margin, -recipe.text_half_height - recipe.margin, 1 + recipe.margin,
                        recipe.text_half_height + recipe.margin};
  Noise noise{std::mt19937_64(recipe.seed)};
  PageCues& cues = page.cues;
  cues.char_height = recipe.char_height;
  if (recipe.text) {
    addText(page, noise);
  }
  cues.has_text = cues.segments.size() >= 6;
  if (cues.has_text) {
    std::vector<double> angles;
    for (const TextSegment& segment : cues.segments) {
      const Vec2 along = segment.points.back() - segment.points.front();
      angles.push_back(std::atan2(along.y, along.x));
    }
    std::nth_element(angles.begin(), angles.begin() + static_cast<std::ptrdiff_t>(angles.size() / 2), angles.end());
    cues.text_angle = angles[angles.size() / 2];
  }
  addSides(page, noise);
  addRules(page, noise);
  if (recipe.characters) {
    addCharacters(page, noise);
  }
  if (cues.sides.size() == 4) {
    const Box& box = page.page_sheet_uv;
    cues.quad = {page.workFromSheet({box.x0, box.y0}), page.workFromSheet({box.x1, box.y0}),
                 page.workFromSheet({box.x1, box.y1}), page.workFromSheet({box.x0, box.y1})};
    for (int k = 0; k < 100; ++k) {  // clockwise around the page, 25 points a side
      const double f = k % 25 / 25.0;
      const Vec2 uv = k < 25   ? Vec2{box.x0 + f * box.width(), box.y0}
                      : k < 50 ? Vec2{box.x1, box.y0 + f * box.height()}
                      : k < 75 ? Vec2{box.x1 - f * box.width(), box.y1}
                               : Vec2{box.x0, box.y1 - f * box.height()};
      cues.outline.push_back(page.workFromSheet(uv));
    }
    cues.quad_iou = 0.97;
    cues.outline_valid = 0.95;
    cues.is_sheet = true;
  }
  if (recipe.images) {
    addImages(page, SheetModel(page.frame, recipe.truth));
  }
  return page;
}

Vec2 pageFromSource(const SplineNet& net, Vec2 source_px, Vec2 first_guess) {
  Vec2 uv = first_guess;
  for (int step = 0; step < 40; ++step) {
    const WarpJet jet = warpJet(net, uv);
    const Vec2 off = source_px - jet.point;
    if (norm(off) < 1e-7) {
      return uv;
    }
    const double det = cross(jet.du, jet.dv);
    Vec2 move{cross(off, jet.dv) / det, cross(jet.du, off) / det};
    const double length = norm(move);
    if (length > 0.25) {
      move = move * (0.25 / length);
    }
    uv = uv + move;
    if (length < 1e-12) {
      return uv;
    }
  }
  return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
}

double mapErrorPercent(const SyntheticPage& page, const FitResult& fit, bool text_only) {
  const SplineNet net = splineNet(fit.grid);
  return errorPercent(page, text_only, [&](Vec2 sheet_uv) {
    const Vec2 uv = pageFromSource(net, page.sourceFromSheet(sheet_uv), {0.5, 0.5});
    return Vec2{uv.x * fit.page_extent_px.x, uv.y * fit.page_extent_px.y};
  });
}

double sheetErrorPercent(const SyntheticPage& page, const optim::SheetModel& sheet, bool text_only) {
  return errorPercent(page, text_only, [&](Vec2 sheet_uv) {
    const auto seen = sheet.sheetFromWork(page.workFromSheet(sheet_uv));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return seen.visible ? seen.sheet_uv : Vec2{nan, nan};
  });
}

}  // namespace platen::test
