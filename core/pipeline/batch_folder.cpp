#include "core/pipeline/batch_folder.h"

#include "core/io/locked_file.h"
#include "core/io/photo_order.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kBetweenTries{20};

fs::path keptFolder(const fs::path& out) {
  return out / ".platen";
}
fs::path orderFile(const fs::path& out) {
  return keptFolder(out) / "photos.jsonl";
}

Result<void> make(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return fail(ErrorKind::writeFailed, folder, "the folder can't be made: " + error.message());
  }
  return {};
}

std::string nameOf(ShardBy by) {
  return by == ShardBy::order ? "order" : "hash";
}

// Held while a run of the folder finds out who else is there. Waits for its turn, which takes others moments.
Result<std::unique_ptr<io::LockedFile>> enter(const fs::path& out, const std::stop_token& stop) {
  if (const Result<void> made = make(keptFolder(out)); !made) {
    return tl::unexpected(made.error());
  }
  for (;;) {
    Result<std::unique_ptr<io::LockedFile>> gate =
        io::LockedFile::open(keptFolder(out) / "shards.lock", "the lock of a batch", "is held by another run");
    if (gate || gate.error().kind != ErrorKind::inUse) {
      return gate;
    }
    if (stop.stop_requested()) {
      return fail(ErrorKind::stopped, out, "stopped before it began");
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

// The other manifests of the folder, in a fixed order.
Result<std::vector<Shard>> manifestsOf(const fs::path& out) {
  std::vector<Shard> found;
  std::error_code error;
  for (fs::directory_iterator entry(out, error), end; !error && entry != end; entry.increment(error)) {
    if (const std::optional<Shard> shard = shardOfManifest(entry->path().filename().native())) {
      found.push_back(*shard);
    }
  }
  if (error) {
    return fail(ErrorKind::unreadable, out, "cannot be read: " + error.message());
  }
  std::sort(found.begin(), found.end(),
            [](const Shard& a, const Shard& b) { return std::pair(a.of, a.number) < std::pair(b.of, b.number); });
  return found;
}

// May `shard` run beside a run of `other`, when both are cut alike or not?
bool mayRunBeside(const Shard& shard, const Shard& other, bool cut_alike) {
  return cut_alike && !shard.isAll() && !other.isAll() && shard.of == other.of;
}

Result<void> checkAlone(const fs::path& out, const Shard& shard, const std::vector<Shard>& there, bool cut_alike) {
  const std::string own = manifestName(shard);
  for (const Shard& other : there) {
    const fs::path file = out / manifestName(other);
    if (manifestName(other) == own || mayRunBeside(shard, other, cut_alike) || !io::isBeingWritten(file)) {
      continue;
    }
    if (!cut_alike && shard.of == other.of && !other.isAll()) {
      return fail(ErrorKind::inUse, file,
                  "is written by a shard of other photos, or of another --shard-by (wait for its end, or stop it)");
    }
    return fail(ErrorKind::inUse, file, "is written by another run of platen batch (wait for its end, or stop it)");
  }
  return {};
}

// What the folder's other manifests know later than `own` does.
Result<io::PhotoRecords> othersOf(const fs::path& out,
                                  const Shard& shard,
                                  const std::vector<Shard>& there,
                                  const io::BatchManifest& own) {
  io::PhotoRecords newest;
  for (const Shard& other : there) {
    if (manifestName(other) == manifestName(shard)) {
      continue;
    }
    Result<io::PhotoRecords> records = io::readManifest(out / manifestName(other));
    if (!records) {
      return tl::unexpected(records.error());
    }
    for (auto& [photo, pages] : *records) {
      const std::vector<BatchPage>* ours = own.find(photo);
      std::vector<BatchPage>& known = newest[photo];
      if (io::endedNs(pages) >
          std::max(ours == nullptr ? -1 : io::endedNs(*ours), known.empty() ? std::int64_t{-1} : io::endedNs(known))) {
        known = std::move(pages);
      }
    }
  }
  std::erase_if(newest, [](const auto& photo) { return photo.second.empty(); });
  return newest;
}

// With the folder entered, or for a run of all photos.
Result<HeldManifest> hold(const fs::path& out, const Shard& shard, bool cut_alike) {
  HeldManifest held;
  Result<std::unique_ptr<io::BatchManifest>> own = io::BatchManifest::open(out / manifestName(shard));
  if (!own) {
    return tl::unexpected(own.error());
  }
  held.own = std::move(*own);
  // From here on others see that we are there.
  const Result<std::vector<Shard>> there = manifestsOf(out);
  if (!there) {
    return tl::unexpected(there.error());
  }
  if (const Result<void> alone = checkAlone(out, shard, *there, cut_alike); !alone) {
    return tl::unexpected(alone.error());
  }
  Result<io::PhotoRecords> others = othersOf(out, shard, *there, *held.own);
  if (!others) {
    return tl::unexpected(others.error());
  }
  held.others = std::move(*others);
  return held;
}

// How many of `photos` are not among `these`.
int lackingIn(std::vector<fs::path> these, const std::vector<fs::path>& photos) {
  std::sort(these.begin(), these.end());
  return static_cast<int>(std::count_if(photos.begin(), photos.end(), [&these](const fs::path& photo) {
    return !std::binary_search(these.begin(), these.end(), photo);
  }));
}

}  // namespace

Result<HeldManifest> holdManifest(const fs::path& out,
                                  const Shard& shard,
                                  const std::vector<FoundPhoto>& photos,
                                  const std::stop_token& stop) {
  if (const Result<void> made = make(out); !made) {
    return tl::unexpected(made.error());
  }
  if (shard.isAll()) {
    return hold(out, shard, false);
  }
  const Result<std::unique_ptr<io::LockedFile>> gate = enter(out, stop);
  if (!gate) {
    return tl::unexpected(gate.error());
  }
  io::PhotoOrder order{shard.of, nameOf(shard.by), {}};
  std::transform(photos.begin(), photos.end(), std::back_inserter(order.photos),
                 [](const FoundPhoto& photo) { return photo.place; });
  const Result<io::PhotoOrder> before = io::readPhotoOrder(orderFile(out));
  const bool same_cut = before && before->shards == order.shards && before->by == order.by;
  const int gone = same_cut ? lackingIn(order.photos, before->photos) : 0;
  // Whose photo it is says the hash whatever others there are; the order does not. But what this run does not see
  // nobody would miss at the end, though the others may see it.
  const bool cut_alike = same_cut && (shard.by == ShardBy::hash ? gone == 0 : before->photos == order.photos);
  Result<HeldManifest> held = hold(out, shard, cut_alike);
  if (held) {
    held->photos_gone = gone;
  }
  if (held && !(before && *before == order)) {
    if (const Result<void> written = io::writePhotoOrder(orderFile(out), order); !written) {
      return tl::unexpected(written.error());
    }
  }
  return held;
}

Result<HeldFolder> holdForCollecting(const fs::path& out, const std::stop_token& stop) {
  std::error_code error;
  if (!fs::is_directory(out, error)) {
    return fail(ErrorKind::notFound, out, "is no folder");
  }
  Result<io::PhotoOrder> order = io::readPhotoOrder(orderFile(out));
  if (!order) {
    return order.error().kind == ErrorKind::notFound
               ? fail(ErrorKind::notFound, out, "holds no shards of a batch (platen batch --shard K/N makes them)")
               : tl::unexpected(order.error());
  }
  const Result<std::unique_ptr<io::LockedFile>> gate = enter(out, stop);
  if (!gate) {
    return tl::unexpected(gate.error());
  }
  Result<HeldManifest> manifest = hold(out, Shard{}, false);
  if (!manifest) {
    return tl::unexpected(manifest.error());
  }
  HeldFolder held;
  held.manifest = std::move(*manifest);
  Result<std::vector<Shard>> there = manifestsOf(out);
  if (!there) {
    return tl::unexpected(there.error());
  }
  held.shards = std::move(*there);
  held.order = std::move(order->photos);
  held.cut = {1, order->shards, order->by == nameOf(ShardBy::order) ? ShardBy::order : ShardBy::hash};
  return held;
}

}  // namespace platen::pipeline
