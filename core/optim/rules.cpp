#include "core/optim/rules.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace platen::optim {

std::vector<Curve> classifyRules(const PageCues& cues,
                                 const SheetModel& sheet,
                                 double tolerance,
                                 const std::optional<Box>& sheet_uv) {
  constexpr std::size_t kMost = 60;
  std::vector<Curve> kept[2];
  for (std::size_t i = 0; i < cues.rules.size(); ++i) {
    const Polyline& rule = cues.rules[i].points;
    const SheetModel::Seen a = sheet.sheetFromWork(rule.front());
    const SheetModel::Seen b = sheet.sheetFromWork(rule.back());
    if (!a.visible || !b.visible) {
      continue;
    }
    const Vec2 middle = (a.sheet_uv + b.sheet_uv) / 2;
    if (sheet_uv &&
        (middle.x < sheet_uv->x0 || middle.x > sheet_uv->x1 || middle.y < sheet_uv->y0 || middle.y > sheet_uv->y1)) {
      continue;
    }
    const Vec2 along = b.sheet_uv - a.sheet_uv;
    const double angle = std::atan2(std::abs(along.y), std::abs(along.x));
    if (angle < tolerance) {
      kept[0].push_back(ruleCurve(cues, i, true));
    } else if (M_PI / 2 - angle < tolerance) {
      kept[1].push_back(ruleCurve(cues, i, false));
    }
  }
  std::vector<Curve> result;
  for (std::vector<Curve>& curves : kept) {
    std::stable_sort(curves.begin(), curves.end(),
                     [](const Curve& a, const Curve& b) { return a.length_h > b.length_h; });
    curves.resize(std::min(curves.size(), kMost));
    for (Curve& curve : curves) {
      result.push_back(std::move(curve));
    }
  }
  return result;
}

}  // namespace platen::optim
