#include "core/optim/line_ends.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace platen::optim {

std::optional<LineEnd> lineEndAt(const PageCues& cues, const SheetModel& sheet, Vec2 work_px) {
  const SheetModel::Seen seen = sheet.sheetFromWork(work_px);
  if (!seen.visible) {
    return std::nullopt;
  }
  LineEnd end;
  end.work_px = work_px;
  end.uv = seen.sheet_uv;
  end.height = cues.char_height / (sheet.frame().norm * seen.scale_q);
  return end;
}

std::vector<LineEnd> lineEnds(const PageCues& cues,
                              const SheetModel& sheet,
                              const std::vector<bool>& usable,
                              SideKind side) {
  std::vector<LineEnd> ends;
  for (std::size_t i = 0; i < cues.segments.size(); ++i) {
    const TextSegment& segment = cues.segments[i];
    if (!usable[i]) {
      continue;
    }
    if (std::optional<LineEnd> end =
            lineEndAt(cues, sheet, side == SideKind::left ? segment.left_end : segment.right_end)) {
      end->weight = std::min(1.0, segment.length / 12);
      ends.push_back(*end);
    }
  }
  return ends;
}

double meanU(const std::vector<LineEnd>& ends) {
  double u = 0;
  for (const LineEnd& end : ends) {
    u += end.uv.x / static_cast<double>(ends.size());
  }
  return u;
}

double usualStep(const std::vector<LineEnd>& ends) {
  std::vector<double> steps;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    steps.push_back(std::abs(ends[k].uv.y - ends[k - 1].uv.y));
  }
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

}  // namespace platen::optim
