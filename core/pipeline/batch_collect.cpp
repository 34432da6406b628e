#include "core/pipeline/batch_collect.h"

#include "core/pipeline/batch_end.h"
#include "core/pipeline/batch_folder.h"
#include "core/pipeline/former_pages.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

// `isOne` of a photo's records, null where there are none.
std::vector<ShardPhotos> photosWhere(const HeldFolder& held,
                                     const std::function<bool(const std::vector<BatchPage>* pages)>& isOne) {
  std::map<int, ShardPhotos> found;
  for (std::size_t k = 0; k < held.order.size(); ++k) {
    const fs::path& photo = held.order[k];
    if (isOne(held.manifest.own->find(photo))) {
      const int number = shardNumber(photo, k, held.order.size(), held.cut.of, held.cut.by);
      found[number].photos.push_back(photo);
    }
  }
  std::vector<ShardPhotos> all;
  for (auto& entry : found) {
    ShardPhotos& shard = entry.second;
    shard.number = entry.first;
    shard.of = held.cut.of;
    shard.has_begun = std::any_of(held.shards.begin(), held.shards.end(), [&shard](const Shard& there) {
      return there.number == shard.number && there.of == shard.of;
    });
    all.push_back(std::move(shard));
  }
  return all;
}

// The options that most photos were done with.
std::string commonOptions(const HeldFolder& held) {
  std::map<std::string, std::pair<int, std::int64_t>> used;  // by how many photos, and when last
  for (const fs::path& photo : held.order) {
    if (const std::vector<BatchPage>* pages = held.manifest.own->find(photo)) {
      auto& [photos, last] = used[pages->front().options];
      ++photos;
      last = std::max(last, io::endedNs(*pages));
    }
  }
  const auto most =
      std::max_element(used.begin(), used.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == used.end() ? std::string() : most->first;
}

}  // namespace

Result<CollectedBatch> collectBatch(const fs::path& out,
                                    const std::string& version,
                                    const std::function<void(const CollectedBatch& batch)>& joined,
                                    const std::stop_token& stop) {
  Result<HeldFolder> held = holdForCollecting(out, stop);
  if (!held) {
    return tl::unexpected(held.error());
  }
  io::BatchManifest& manifest = *held->manifest.own;
  for (const auto& [photo, pages] : held->manifest.others) {
    manifest.adopt(pages);
  }
  Result<AbsentPhotos> absent = endBatch(manifest, held->order, out, version, true);
  if (!absent) {
    return tl::unexpected(absent.error());
  }
  CollectedBatch batch;
  batch.absent = std::move(*absent);
  batch.former_left = FormerPages(out, manifest.photos(), {}, manifestName({})).left();
  batch.photos = held->order.size();
  batch.missing = photosWhere(*held, [](const std::vector<BatchPage>* pages) { return pages == nullptr; });
  batch.odd = photosWhere(*held, [common = commonOptions(*held)](const std::vector<BatchPage>* pages) {
    return pages != nullptr && pages->front().options != common;
  });
  for (BatchPage& page : manifest.pages(held->order)) {
    if (batch.absent.all.contains(page.photo)) {
      continue;  // nobody could do it again
    }
    const Result<FileStamp> output = io::stampOf(out / page.output);
    const bool is_there = page.done && output && output->bytes == page.output_bytes;
    if (page.done && !is_there) {
      batch.lost.push_back({ErrorKind::notFound, out / page.output,
                            "is not as it was written (run the shard of " + page.photo.string() + " again)"});
    }
    batch.pages.push_back(std::move(page));
  }
  if (joined) {
    joined(batch);
  }
  return batch;
}

}  // namespace platen::pipeline
