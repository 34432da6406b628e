#include "core/optim/curve_energy.h"

#include "core/optim/four.h"
#include "core/wide_registers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace platen::optim {
namespace {

constexpr double kSideLooseness = 4;
constexpr double kNetSlack = 0.02;  // net_uv: a curve's point this far outside is still taken

double sideScale(CurveKind kind) {
  return kind == CurveKind::side ? kSideLooseness : 1;
}

// The 4 x 4 controls around a point, x and y, are four rows of eight, `stride` apart in the net.
constexpr std::size_t kRow = 8;
constexpr std::size_t kRows = 4;

// How e depends on those around each point: see the members of CurveSet of these names.
struct Shares {
  std::size_t stride;
  const std::size_t* first;
  const double* of_row;
  const double* along_row;
};

PLATEN_WIDE_REGISTERS void sumShares(const double* controls,
                                     const Shares& shares,
                                     std::size_t count,
                                     double* __restrict sums) {
  const double* of_row = shares.of_row;
  const double* along_row = shares.along_row;
  for (std::size_t k = 0; k < count; ++k, of_row += kRows, along_row += kRow) {
    const double* row = controls + shares.first[k];
    Four left = of_row[0] * *reinterpret_cast<const Four*>(row);
    Four right = of_row[0] * *reinterpret_cast<const Four*>(row + 4);
    for (std::size_t a = 1; a < kRows; ++a) {
      row += shares.stride;
      left += of_row[a] * *reinterpret_cast<const Four*>(row);
      right += of_row[a] * *reinterpret_cast<const Four*>(row + 4);
    }
    const Four sum =
        left * *reinterpret_cast<const Four*>(along_row) + right * *reinterpret_cast<const Four*>(along_row + 4);
    sums[k] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

PLATEN_WIDE_REGISTERS void addShares(const double* of_sums, const Shares& shares, std::size_t count, double* gradient) {
  const double* of_row = shares.of_row;
  const double* along_row = shares.along_row;
  for (std::size_t k = 0; k < count; ++k, of_row += kRows, along_row += kRow) {
    double* row = gradient + shares.first[k];
    const Four left = of_sums[k] * *reinterpret_cast<const Four*>(along_row);
    const Four right = of_sums[k] * *reinterpret_cast<const Four*>(along_row + 4);
    for (std::size_t a = 0; a < kRows; ++a, row += shares.stride) {
      *reinterpret_cast<Four*>(row) += of_row[a] * left;
      *reinterpret_cast<Four*>(row + 4) += of_row[a] * right;
    }
  }
}

}  // namespace

CurveSet::CurveSet(
    const BaseMap& base, NetShape shape, std::span<const Curve> curves, bool h_curves, double char_height)
    : shape_(shape) {
  std::vector<Vec2> seen;
  std::vector<Vec2> image;
  for (const Curve& curve : curves) {
    if (curve.is_h != h_curves) {
      continue;
    }
    seen.clear();
    image.clear();
    double mean = 0;
    for (const Vec2& point : curve.points) {
      const SheetModel::Seen hit = base.sheet().sheetFromWork(point);
      if (!hit.visible) {
        continue;
      }
      const Vec2 net_uv = base.netFromSheet(hit.sheet_uv);
      const double along = h_curves ? net_uv.x : net_uv.y;
      if (along < -kNetSlack || along > 1 + kNetSlack) {
        continue;
      }
      seen.push_back(hit.sheet_uv);
      image.push_back(point);
      mean += h_curves ? hit.sheet_uv.y : hit.sheet_uv.x;
    }
    if (seen.size() < 3) {
      continue;
    }
    mean /= static_cast<double>(seen.size());
    const double across = h_curves ? base.netFromSheet({0, mean}).y : base.netFromSheet({mean, 0}).x;
    if (across < -kNetSlack || across > 1 + kNetSlack) {
      continue;
    }
    Line line;
    line.begin = points_.size();
    line.mean = mean;
    line.kind = curve.kind;
    line.from = h_curves ? seen.front().x : seen.front().y;
    line.to = line.from;
    const double weight = curve.weight * std::min(1.0, curve.length_h / 12);
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const double along = h_curves ? seen[k].x : seen[k].y;
      line.from = std::min(line.from, along);
      line.to = std::max(line.to, along);
      const Vec2 at = h_curves ? Vec2{along, mean} : Vec2{mean, along};
      const BaseMap::Jet jet = base.jet(at);
      const Vec2 tangent = h_curves ? jet.du : jet.dv;
      const double length = norm(tangent);
      if (!(length > 0) || !std::isfinite(length)) {
        continue;
      }
      const Vec2 normal{-tangent.y / length, tangent.x / length};
      const Vec2 net_uv = base.netFromSheet(at);
      Point p{};
      p.normal = normal / char_height;
      p.constant = dot(p.normal, jet.point - image[k]);
      p.slope = dot(p.normal, h_curves ? jet.dv : jet.du);
      p.weight = weight;
      p.net_uv = net_uv;
      line.slope_square_sum += p.weight * p.slope * p.slope;
      points_.push_back(p);
    }
    line.end = points_.size();
    if (line.end - line.begin >= 3 && line.slope_square_sum > 0) {
      lines_.push_back(line);
    } else {
      points_.resize(line.begin);
    }
  }
  findShares();
}

CurveSet CurveSet::on(NetShape shape) const {
  CurveSet set = *this;
  set.shape_ = shape;
  set.findShares();
  return set;
}

void CurveSet::findShares() {
  first_.clear();
  of_row_.clear();
  along_row_.clear();
  first_.reserve(points_.size());
  of_row_.reserve(kRows * points_.size());
  along_row_.reserve(kRow * points_.size());
  for (const Point& p : points_) {
    const SplineWeights u = splineWeights(p.net_uv.x, shape_.spans_u);
    const SplineWeights v = splineWeights(p.net_uv.y, shape_.spans_v);
    first_.push_back(2 * (static_cast<std::size_t>(v.first) * static_cast<std::size_t>(shape_.cols()) +
                          static_cast<std::size_t>(u.first)));
    of_row_.insert(of_row_.end(), std::begin(v.value), std::end(v.value));
    for (const double weight : u.value) {
      along_row_.push_back(weight * p.normal.x);
      along_row_.push_back(weight * p.normal.y);
    }
  }
}

void CurveSet::evaluate(std::span<const double> controls, std::vector<double>& e, std::vector<double>& c) const {
  e.resize(points_.size());
  c.resize(lines_.size());
  const Shares shares{2 * static_cast<std::size_t>(shape_.cols()), first_.data(), of_row_.data(), along_row_.data()};
  sumShares(controls.data(), shares, points_.size(), e.data());
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    const Line& line = lines_[l];
    double sum = 0;
    for (std::size_t k = line.begin; k < line.end; ++k) {
      const Point& p = points_[k];
      e[k] += p.constant;
      sum += p.weight * p.slope * e[k];
    }
    c[l] = sum / line.slope_square_sum;
  }
}

void CurveSet::pullBack(std::span<const double> d_e, std::span<double> gradient) const {
  const Shares shares{2 * static_cast<std::size_t>(shape_.cols()), first_.data(), of_row_.data(), along_row_.data()};
  addShares(d_e.data(), shares, points_.size(), gradient.data());
}

void SharedCurves::moveTo(std::span<const double> controls) {
  if (controls_.size() != controls.size() || !std::equal(controls.begin(), controls.end(), controls_.begin())) {
    controls_.assign(controls.begin(), controls.end());
    set_.evaluate(controls, e_, c_);
  }
}

CurveEnergy::CurveEnergy(std::string name, double weight, CurveSet curves, CurveScale scale)
    : CurveEnergy(std::move(name), weight, std::make_shared<SharedCurves>(std::move(curves)), scale) {}

CurveEnergy::CurveEnergy(std::string name, double weight, std::shared_ptr<SharedCurves> curves, CurveScale scale)
    : Energy(std::move(name), weight), curves_(std::move(curves)), scale_(scale) {
  for (const CurveSet::Point& p : curves_->set().points()) {
    weight_sum_ += p.weight;
  }
}

double CurveEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  const CurveSet& set = curves_->set();
  if (set.empty()) {
    return 0;
  }
  curves_->moveTo(controls);
  const std::vector<double>& e = curves_->e();
  const std::vector<double>& c = curves_->c();
  d_e_.resize(e.size());
  double value = 0;
  for (std::size_t l = 0; l < set.lines().size(); ++l) {
    const CurveSet::Line& line = set.lines()[l];
    const double looseness = sideScale(line.kind);
    const double reach = scale_.reach * looseness;
    double d_c = 0;  // dE/dc through every residual of the line
    for (std::size_t k = line.begin; k < line.end; ++k) {
      const CurveSet::Point& p = set.points()[k];
      const double r = e[k] - p.slope * c[l];
      const double soft = 1 + (r / reach) * (r / reach);
      const double weight = p.weight / (looseness * weight_sum_ * scale_.sigma * scale_.sigma);
      value += weight * r * r / soft;
      const double d_r = 2 * weight * r / (soft * soft);
      d_e_[k] = scale * d_r;
      d_c -= d_r * p.slope;
    }
    const double per_slope = scale * d_c / line.slope_square_sum;
    for (std::size_t k = line.begin; k < line.end; ++k) {
      const CurveSet::Point& p = set.points()[k];
      d_e_[k] += per_slope * p.weight * p.slope;
    }
  }
  std::vector<double>& waiting = curves_->waiting;
  const bool is_pulled_back = scale != 0 || !waiting.empty();
  if (!waiting.empty()) {
    std::transform(d_e_.begin(), d_e_.end(), waiting.begin(), d_e_.begin(), std::plus<>());
    waiting.clear();
  }
  if (is_pulled_back) {
    set.pullBack(d_e_, gradient);
  }
  return value;
}

LeadingEnergy::LeadingEnergy(double weight, CurveSet text, double char_height_sheet)
    : LeadingEnergy(weight, std::make_shared<SharedCurves>(std::move(text)), char_height_sheet) {
  is_first_of_two_ = false;
}

LeadingEnergy::LeadingEnergy(double weight, std::shared_ptr<SharedCurves> text, double char_height_sheet)
    : Energy("leading", weight), text_(std::move(text)), is_first_of_two_(true) {
  std::vector<LevelLine> lines;
  for (const CurveSet::Line& line : text_->set().lines()) {
    lines.push_back({line.mean, line.from, line.to, line.kind == CurveKind::text});
  }
  leading_ = findLeading(lines, char_height_sheet);
}

double LeadingEnergy::add(std::span<const double> controls, double scale, std::span<double> gradient) {
  if (leading_.pairs.empty()) {
    return 0;
  }
  constexpr double kTolerance = 0.05;  // of the median gap
  constexpr double kReach = 3;
  text_->moveTo(controls);
  const CurveSet& set = text_->set();
  const std::vector<double>& c = text_->c();
  d_c_.assign(c.size(), 0.0);
  double value = 0;
  const double share = 1.0 / static_cast<double>(leading_.pairs.size());
  for (const LinePair& pair : leading_.pairs) {
    const double gap = (set.lines()[pair.below].mean - c[pair.below]) - (set.lines()[pair.above].mean - c[pair.above]);
    const double z = (gap / leading_.distance - 1) / kTolerance;
    const double soft = 1 + (z / kReach) * (z / kReach);
    value += share * z * z / soft;
    const double d_gap = scale * share * 2 * z / (soft * soft) / (kTolerance * leading_.distance);
    d_c_[pair.below] -= d_gap;
    d_c_[pair.above] += d_gap;
  }
  if (scale == 0) {
    return value;
  }
  d_e_.resize(set.points().size());
  for (std::size_t l = 0; l < c.size(); ++l) {
    const CurveSet::Line& line = set.lines()[l];
    for (std::size_t k = line.begin; k < line.end; ++k) {
      const CurveSet::Point& p = set.points()[k];
      d_e_[k] = d_c_[l] * p.weight * p.slope / line.slope_square_sum;
    }
  }
  if (is_first_of_two_) {
    text_->waiting = d_e_;
  } else {
    set.pullBack(d_e_, gradient);
  }
  return value;
}

std::vector<double> lineRms(const CurveSet& curves, std::span<const double> controls) {
  std::vector<double> e;
  std::vector<double> c;
  curves.evaluate(controls, e, c);
  std::vector<double> rms(c.size());
  for (std::size_t l = 0; l < c.size(); ++l) {
    const CurveSet::Line& line = curves.lines()[l];
    double sum = 0;
    double weight = 0;
    for (std::size_t k = line.begin; k < line.end; ++k) {
      const CurveSet::Point& p = curves.points()[k];
      const double r = e[k] - p.slope * c[l];
      sum += p.weight * r * r;
      weight += p.weight;
    }
    rms[l] = std::sqrt(sum / weight);
  }
  return rms;
}

}  // namespace platen::optim
