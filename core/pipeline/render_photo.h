// The pages of one photo, rendered while the photo is decoded: once, from its first stored row to its last, in a window
// that holds what is still to be looked at (source_rows.h). Which rows a part of a page needs is known beforehand
// (StripRenderer::reach), and so is how many the window must hold.
//
// Two orders. Bands: pages come out from the top, straight into their encoders; the window holds as many rows as one
// band of a page spans, which is little where the page's rows run along the stored ones, and nearly all of the photo
// where the page stands across them or upside down. Blocks: small parts of pages in the order in which the photo gives
// them, into a PageStore; the window holds what one block spans, however the page lies.
#pragma once

#include "core/image.h"
#include "core/photo_info.h"
#include "core/pipeline/page_store.h"
#include "core/pipeline/source_rows.h"
#include "core/pipeline/strip.h"
#include "core/result.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace platen::pipeline {

struct RenderSchedule {
  struct Job {
    int page = 0;  // index
    int first_column = 0, columns = 0;
    int first_row = 0, rows = 0;
    int last = 0;  // stored rows before this one must be there, now and for all jobs before
    int kept = 0;  // stored rows before this one are not needed any more, now and for all jobs to come
  };
  std::vector<Job> jobs;
  bool ordered = true;  // bands
  int window = 0;       // stored rows at most at a time
  StoredReach wanted;
  bool beyond = false;  // pages may show what lies outside the photo
};
using Renderers = std::vector<const StripRenderer*>;
RenderSchedule bandsInOrder(const Renderers& pages, const PhotoInfo& photo);
RenderSchedule blocksBySource(const Renderers& pages, const PhotoInfo& photo);

struct PageSink {
  // Of an ordered schedule: the next band, on the calling thread, good during the call. False: no more of this page.
  std::function<bool(const Image& band)> band;
  PageStore* store = nullptr;  // of the other
};

// Renders and goes through the rest of the photo. Pages whose sink or store has failed are left out; the others go on.
// Same bytes whatever the schedule, the threads and the window. Error: the photo's (unreadable, stopped).
// Preconditions: source has room for schedule.window rows, from schedule.wanted on; sinks as many as pages.
Result<void> renderPhoto(SourceRows& source,
                         const RenderSchedule& schedule,
                         const Renderers& pages,
                         const std::vector<PageSink>& sinks,
                         int threads,
                         const std::stop_token& stop);

}  // namespace platen::pipeline
