#include "core/optim/line_ends.h"

#include <algorithm>

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
                              bool is_left) {
  std::vector<LineEnd> ends;
  for (std::size_t i = 0; i < cues.segments.size(); ++i) {
    const TextSegment& segment = cues.segments[i];
    if (!usable[i]) {
      continue;
    }
    if (std::optional<LineEnd> end = lineEndAt(cues, sheet, is_left ? segment.left_end : segment.right_end)) {
      end->weight = std::min(1.0, segment.length / 12);
      ends.push_back(*end);
    }
  }
  return ends;
}

}  // namespace platen::optim
