#include "core/pipeline/render.h"
#include "core/pipeline/render_photo.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace platen::pipeline {
namespace {

struct Part {
  RenderSchedule::Job job;
  StoredReach reach;
  int key = 0;  // stored rows before this one come first
};

// Parts of page `page`, `columns` wide, with what they need, from the top.
std::vector<Part> partsOf(const StripRenderer& renderer, int page, int columns, const PhotoInfo& photo, bool& beyond) {
  std::vector<Part> parts;
  const Size out = renderer.outPx();
  for (int row = 0; row < out.height; row += kBandRows) {
    for (int column = 0; column < out.width; column += columns) {
      Part part;
      part.job.page = page;
      part.job.first_column = column;
      part.job.columns = std::min(columns, out.width - column);
      part.job.first_row = row;
      part.job.rows = std::min(kBandRows, out.height - row);
      const SourceReach reach = renderer.reach(column, part.job.columns, row, part.job.rows);
      beyond = beyond || reach.beyond;
      part.reach = storedReach(photo, reach);
      parts.push_back(part);
    }
  }
  return parts;
}

RenderSchedule scheduleOf(const std::vector<Part>& parts) {
  RenderSchedule schedule;
  constexpr int kNone = std::numeric_limits<int>::max();
  StoredReach& wanted = schedule.wanted;
  wanted = {kNone, 0, kNone, 0};
  for (const Part& part : parts) {
    schedule.jobs.push_back(part.job);
    if (!part.reach.empty()) {
      wanted = {std::min(wanted.first, part.reach.first), std::max(wanted.last, part.reach.last),
                std::min(wanted.first_column, part.reach.first_column),
                std::max(wanted.last_column, part.reach.last_column)};
    }
    schedule.jobs.back().last = wanted.last;
  }
  if (wanted.empty()) {
    wanted = {};
  }
  int kept = wanted.last;
  for (std::size_t k = parts.size(); k-- > 0;) {
    kept = parts[k].reach.empty() ? kept : std::min(kept, parts[k].reach.first);
    RenderSchedule::Job& job = schedule.jobs[k];
    job.kept = kept;
    schedule.window = std::max(schedule.window, job.last - job.kept);
  }
  return schedule;
}

}  // namespace

RenderSchedule bandsInOrder(const Renderers& pages, const PhotoInfo& photo) {
  std::vector<Part> all;
  bool beyond = false;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    std::vector<Part> parts = partsOf(*pages[k], static_cast<int>(k), pages[k]->outPx().width, photo, beyond);
    int key = 0;
    for (Part& part : parts) {
      key = std::max(key, part.reach.last);
      part.key = key;
    }
    all.insert(all.end(), parts.begin(), parts.end());
  }
  // A page's bands stay in their order: their keys rise.
  std::stable_sort(all.begin(), all.end(), [](const Part& a, const Part& b) { return a.key < b.key; });
  RenderSchedule schedule = scheduleOf(all);
  schedule.beyond = beyond;
  return schedule;
}

RenderSchedule blocksBySource(const Renderers& pages, const PhotoInfo& photo) {
  std::vector<Part> all;
  bool beyond = false;
  for (std::size_t k = 0; k < pages.size(); ++k) {
    std::vector<Part> parts = partsOf(*pages[k], static_cast<int>(k), kTileColumns, photo, beyond);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const Part& a, const Part& b) { return a.reach.last < b.reach.last; });
  RenderSchedule schedule = scheduleOf(all);
  schedule.ordered = false;
  schedule.beyond = beyond;
  return schedule;
}

}  // namespace platen::pipeline
