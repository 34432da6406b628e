#include "core/pipeline/photo_export.h"

#include "core/enhance/clean_page.h"
#include "core/enhance/sharpen.h"
#include "core/io/decode.h"
#include "core/io/orientation.h"
#include "core/io/photo_rows.h"
#include "core/pipeline/export_plan.h"
#include "core/pipeline/file_pixels.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/memory_need.h"
#include "core/pipeline/output_pixels.h"
#include "core/pipeline/paper_looks.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <utility>

namespace platen::pipeline {
namespace {

// One page on its way.
struct Outgoing {
  const PageOut* out = nullptr;
  ExportPlan plan;
  io::PageFormat format;
  SavedPage saved;
  std::unique_ptr<StripRenderer> renderer;
  std::unique_ptr<io::PageWriter> writer;
  std::unique_ptr<PageStore> store;
  std::optional<enhance::SharpenedRows> sharpened;  // where that comes last
  std::optional<Error> failure;
  bool committed = false;
};

class PhotoExport {
 public:
  PhotoExport(const PhotoInfo& photo, const ExportOptions& options, int threads, const std::stop_token& stop)
      : photo_(photo), options_(options), threads_(threadCount(threads)), stop_(stop) {}

  Result<void> run(std::vector<Outgoing>& pages, const std::optional<ExportWay>& given) {
    const Result<SourceKind> source = sourceKind(photo_);
    if (!source) {
      return tl::unexpected(source.error());
    }
    for (Outgoing& page : pages) {
      plan(page, *source);
      if (!page.failure) {
        live_.push_back(&page);
      }
    }
    if (live_.empty()) {
      return {};
    }
    ExportWork work = workOf(*source);
    const Result<ExportWay> way = given ? Result<ExportWay>(*given) : chooseWay(work, options_.memory_bytes);
    if (!way) {
      return tl::unexpected(way.error());
    }
    for (Outgoing* page : live_) {
      begin(*page, *way);
    }
    const auto failed = std::erase_if(live_, [](const Outgoing* page) { return page->failure.has_value(); });
    if (live_.empty()) {
      return {};
    }
    if (failed > 0) {
      work = workOf(*source);
    }
    Result<void> rendered = render(*way, work);
    if (!rendered || stop_.stop_requested()) {
      return rendered ? Result<void>(stoppedAt(photo_.file)) : rendered;
    }
    for (Outgoing* page : live_) {
      complete(*page);
    }
    return {};
  }

 private:
  void plan(Outgoing& page, const SourceKind& source) const {
    Result<ExportPlan> plan = planExport(page.out->page, photo_, options_);
    if (!plan) {
      page.failure = plan.error();
      return;
    }
    page.plan = std::move(*plan);
    page.saved.out_px = page.plan.out_px;
    page.saved.format = page.out->format;
    page.saved.warnings = warningsOf(photo_, page.plan, page.out->format, options_);
    page.format = pageFormat(source, photo_, page.plan, page.out->format, options_);
    page.saved.dpi = page.format.dpi;
    page.saved.paper_dpi = page.plan.paper_dpi;
    page.saved.page_uv = page.plan.page_uv;
    page.renderer = std::make_unique<StripRenderer>(source, 1, page.plan.grid, page.plan.out_px, options_.filter);
  }

  [[nodiscard]] bool fillsPaper() const { return options_.crop != Crop::none && options_.fill == Fill::paper; }
  // Even light and black on white are found from all of the page.
  [[nodiscard]] bool needsPage() const {
    return options_.clean != Clean::none || options_.color == ColorChoice::bitonal;
  }

  [[nodiscard]] Renderers renderers() const {
    Renderers renderers;
    std::transform(live_.begin(), live_.end(), std::back_inserter(renderers),
                   [](const Outgoing* page) { return page->renderer.get(); });
    return renderers;
  }

  [[nodiscard]] ExportWork workOf(const SourceKind& source) const {
    ExportWork work;
    work.photo = photo_;
    work.source = source;
    work.decoder_bytes = decoderBytes(photo_);
    for (const Outgoing* page : live_) {
      work.pages.push_back(page->plan.out_px);
      work.sharpen_reach = std::max(work.sharpen_reach, enhance::sharpenReach(page->plan.sharpening));
    }
    work.needs_page = needsPage();
    work.fills = fillsPaper();
    work.threads = threads_;
    work.bands = bandsInOrder(renderers(), photo_);
    work.blocks = blocksBySource(renderers(), photo_);
    return work;
  }

  void begin(Outgoing& page, const ExportWay& way) const {
    Result<std::unique_ptr<io::PageWriter>> writer = page.out->make_writer(page.format);
    if (!writer) {
      page.failure = writer.error();
      return;
    }
    page.writer = std::move(*writer);
    const StripRenderer& renderer = *page.renderer;
    // Black on white is made of what has been sharpened.
    if (page.plan.sharpening.amount > 0 && options_.color != ColorChoice::bitonal) {
      const int channels = options_.color == ColorChoice::gray ? 1 : renderer.channels();
      page.sharpened.emplace(page.plan.sharpening, renderer.outPx(), channels, renderer.type());
    }
    if (way.on_disk) {
      Result<std::unique_ptr<PageStore>> store =
          PageStore::onDisk(renderer.outPx(), renderer.channels(), renderer.type(), page.out->file);
      if (!store) {
        page.failure = store.error();
        return;
      }
      page.store = std::move(*store);
    } else if (needsPage() || way.kind == ExportWay::Kind::blocks) {
      page.store = PageStore::inMemory(renderer.outPx(), renderer.channels(), renderer.type());
    }
  }

  Result<void> render(const ExportWay& way, const ExportWork& work) {
    const RenderSchedule& schedule = live_.front()->store == nullptr ? work.bands : work.blocks;
    Result<std::unique_ptr<SourceRows>> rows = openSource(way, work.source, schedule);
    if (!rows) {
      return tl::unexpected(rows.error());
    }
    std::vector<PageSink> sinks;
    for (Outgoing* page : live_) {
      sinks.push_back({[this, page](const Image& band) { return write(*page, band); }, page->store.get()});
    }
    Result<void> rendered = renderPhoto(**rows, schedule, renderers(), sinks, threads_, stop_);
    return rendered ? rendered : tl::unexpected(io::named(rendered.error(), photo_.file));
  }

  Result<std::unique_ptr<SourceRows>> openSource(const ExportWay& way,
                                                 const SourceKind& source,
                                                 const RenderSchedule& schedule) {
    const bool fills = fillsPaper() && schedule.beyond;
    if (way.kind == ExportWay::Kind::whole) {
      Result<Image> full = io::decodeFull(photo_, stop_, threads_);
      if (!full) {
        return tl::unexpected(full.error());
      }
      if (kindOf(*full) != source) {
        return changed();
      }
      if (fills) {
        continuePaper(PaperFill(*full));
      }
      return std::make_unique<SourceRows>(std::move(*full));
    }
    if (fills) {
      Result<PaperFill> fill = paperFill(photo_, source, stop_);
      if (!fill) {
        return tl::unexpected(fill.error());
      }
      continuePaper(*fill);
    }
    Result<std::unique_ptr<io::RowReader>> rows = io::startRows(photo_, 8, stop_);
    if (!rows) {
      return tl::unexpected(rows.error());
    }
    if ((*rows)->channels() != source.channels || (*rows)->type() != source.type) {
      return changed();
    }
    return SourceRows::open(std::move(*rows), photo_, schedule.wanted, std::max(way.capacity, schedule.window), stop_);
  }

  [[nodiscard]] tl::unexpected<Error> changed() const {
    return fail(ErrorKind::unreadable, photo_.file, "changed while it was being read (try again)");
  }

  void continuePaper(const PaperFill& fill) {
    for (Outgoing* page : live_) {
      page->renderer->continuePaper(fill);
    }
  }

  bool write(Outgoing& page, const Image& band) const {
    const Image gray = options_.color == ColorChoice::gray ? enhance::toGray(band) : band;
    const Image done = page.sharpened ? page.sharpened->add(gray) : gray;
    if (done.empty()) {
      return true;  // it waits for rows below
    }
    const Result<void> written = page.writer->writeRows(convertPixels(done, {page.format.channels, page.format.type}));
    if (!written) {
      page.failure = written.error();
    }
    return written.has_value();
  }

  // What waits in the store goes into the file, and the file to its name.
  void complete(Outgoing& page) const {
    if (page.store && !page.failure) {
      const Result<void> emptied = needsPage() ? writeCleaned(page) : writeStored(page);
      if (!emptied && !page.failure) {
        page.failure = emptied.error();
      }
      page.store.reset();
    }
    if (!page.failure) {
      if (const Result<void> committed = page.writer->commit(); !committed) {
        page.failure = committed.error();
      }
      page.committed = !page.failure;
    }
    page.writer.reset();
  }

  Result<void> writeStored(Outgoing& page) const {
    const int height = page.plan.out_px.height;
    for (int row = 0; row < height; row += kBandRows) {
      if (stop_.stop_requested()) {
        return stoppedAt(photo_.file);
      }
      const Result<Image> band = page.store->band(row);
      if (!band) {
        return tl::unexpected(band.error());
      }
      if (!write(page, *band)) {
        return tl::unexpected(*page.failure);
      }
    }
    return {};
  }

  Result<void> writeCleaned(Outgoing& page) const {
    std::optional<Error> unread;
    const enhance::PageRows rows{page.plan.out_px, page.renderer->channels(), page.renderer->type(),
                                 [&](int first, int count) {
                                   Result<Image> got = page.store->rows(first, count);
                                   if (!got) {
                                     unread = got.error();
                                   }
                                   return got ? std::move(*got) : Image();
                                 }};
    const auto take = [&](const Image& band) { return write(page, band); };
    const bool whole = options_.color == ColorChoice::bitonal
                           ? enhance::toBitonal(rows, take, stop_, page.plan.desk, page.plan.sharpening)
                           : enhance::evenIllumination(rows, take, stop_);
    if (unread || page.failure) {
      return tl::unexpected(unread ? *unread : *page.failure);
    }
    return whole && !stop_.stop_requested() ? Result<void>() : Result<void>(stoppedAt(photo_.file));
  }

  const PhotoInfo& photo_;
  const ExportOptions& options_;
  const int threads_;
  const std::stop_token& stop_;
  std::vector<Outgoing*> live_;  // pages that have not failed
};

}  // namespace

std::vector<Result<SavedPage>> exportPhoto(const PhotoInfo& photo,
                                           const std::vector<PageOut>& pages,
                                           const ExportOptions& options,
                                           int threads,
                                           const std::stop_token& stop,
                                           const std::optional<ExportWay>& way) {
  const Stopwatch watch;
  std::vector<Outgoing> outgoing(pages.size());
  for (std::size_t k = 0; k < pages.size(); ++k) {
    outgoing[k].out = &pages[k];
  }
  const Result<void> done =
      guarded(photo.file, [&] { return PhotoExport(photo, options, threads, stop).run(outgoing, way); });
  std::vector<Result<SavedPage>> results;
  for (Outgoing& page : outgoing) {
    if (!page.committed) {
      results.emplace_back(tl::unexpected(page.failure ? *page.failure : done.error()));
      continue;
    }
    page.saved.seconds.emplace_back("export", watch.seconds());
    results.emplace_back(std::move(page.saved));
  }
  return results;
}

}  // namespace platen::pipeline
