#include "app/batch_collect.h"

#include "app/batch_told.h"
#include "app/command.h"
#include "app/report.h"
#include "core/pipeline/batch.h"
#include "core/pipeline/batch_collect.h"

#include <cstddef>
#include <memory>
#include <numeric>
#include <string>

#include <fmt/format.h>

namespace platen::app {

namespace fs = std::filesystem;

namespace {

void tellMissing(const pipeline::ShardPhotos& shard, const fs::path& out, Report& report) {
  const fs::path manifest = out / pipeline::manifestName({shard.number, shard.of});
  report.failed({ErrorKind::notFound, manifest,
                 fmt::format("{}: {} of its photos {} missing (run --shard {}/{} again)",
                             shard.has_begun ? "is not done" : "is not there", shard.photos.size(),
                             shard.photos.size() == 1 ? "is" : "are", shard.number, shard.of)});
  for (const fs::path& photo : shard.photos) {
    report.failed({ErrorKind::notFound, photo, fmt::format("is missing (shard {}/{})", shard.number, shard.of)});
  }
}

void tellOdd(const pipeline::ShardPhotos& shard, const fs::path& out, Report& report) {
  report.failed({ErrorKind::badInput, out / pipeline::manifestName({shard.number, shard.of}),
                 fmt::format("{} of its photos {} done with other options than most (run --shard {}/{} again, with the "
                             "options of the others)",
                             shard.photos.size(), shard.photos.size() == 1 ? "was" : "were", shard.number, shard.of)});
  for (const fs::path& photo : shard.photos) {
    report.failed({ErrorKind::badInput, photo,
                   fmt::format("was done with other options than most (shard {}/{})", shard.number, shard.of)});
  }
}

std::size_t missingIn(const pipeline::CollectedBatch& batch) {
  return std::accumulate(batch.missing.begin(), batch.missing.end(), std::size_t{0},
                         [](std::size_t sum, const pipeline::ShardPhotos& shard) { return sum + shard.photos.size(); });
}

void tellPages(const pipeline::CollectedBatch& batch, const fs::path& out, const Talk& talk, Report& report) {
  std::size_t failed = 0, for_review = 0;
  for (const BatchPage& page : batch.pages) {
    failed += page.done ? 0 : 1;
    for_review += page.done && page.review ? 1 : 0;
    if (!page.done || talk.json) {
      report.page(reportOf(page.photo, page, out));
    }
    if (page.page == 0 || page.page == page.pages) {
      report.endPhoto();
    }
  }
  for (const Error& lost : batch.lost) {
    report.failed(lost);
  }
  for (const pipeline::ShardPhotos& shard : batch.missing) {
    tellMissing(shard, out, report);
  }
  for (const pipeline::ShardPhotos& shard : batch.odd) {
    tellOdd(shard, out, report);
  }
  const std::size_t missing = missingIn(batch);
  report.remark(fmt::format(
      "{} in {}, {} failed, {} for review{}",
      counted(batch.pages.size() + static_cast<std::size_t>(batch.absent.pages), "page is", "pages are"),
      (out / pipeline::kManifestName).string(), failed, for_review,
      missing == 0 ? ""
                   : fmt::format(", {} of {} photos {} missing", missing, batch.photos, missing == 1 ? "is" : "are")));
  if (const std::string former = toldOfFormer(batch.former_left, out); !former.empty()) {
    report.remark(former);
  }
  if (const std::string absent = toldOf(batch.absent, out, "the shards were"); !absent.empty()) {
    report.remark(absent);
  }
}

}  // namespace

int collectShards(const fs::path& out,
                  const std::string& version,
                  const PdfCall& pdf,
                  const Talk& talk,
                  const std::stop_token& stop) {
  std::unique_ptr<Report> report;
  const auto tell = [&](const pipeline::CollectedBatch& batch) {
    report = std::make_unique<Report>(talk, static_cast<int>(batch.photos));
    tellPages(batch, out, talk, *report);
    writePdf(pdf, out, batch.pages, missingIn(batch), *report, stop);
  };
  const Result<pipeline::CollectedBatch> batch = pipeline::collectBatch(out, version, tell, stop);
  if (!batch) {
    Report(talk, 0).failed(batch.error());
    return kSomeFailed;
  }
  return report->anyFailed() ? kSomeFailed : kAllDone;
}

}  // namespace platen::app
