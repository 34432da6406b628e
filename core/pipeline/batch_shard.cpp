#include "core/pipeline/batch_shard.h"

#include "core/io/digest.h"

#include <charconv>
#include <cstdint>

namespace platen::pipeline {

namespace {

constexpr std::string_view kPlain = "manifest.jsonl";
constexpr std::string_view kBefore = "manifest-";
constexpr std::string_view kBetween = "-of-";
constexpr std::string_view kAfter = ".jsonl";

// A number from 1 on as people write it, at the beginning of `text`, which is cut behind it; 0: none.
int takeNumber(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || text.front() == '0' || number < 1) {
    return 0;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Shard> takeShard(std::string_view text, std::string_view between) {
  Shard shard;
  shard.number = takeNumber(text);
  if (shard.number == 0 || !text.starts_with(between)) {
    return std::nullopt;
  }
  text.remove_prefix(between.size());
  shard.of = takeNumber(text);
  const bool is_one = text.empty() && shard.of >= shard.number && shard.of <= kMostShards;
  return is_one ? std::optional(shard) : std::nullopt;
}

}  // namespace

std::optional<Shard> shardOfText(std::string_view text) {
  return takeShard(text, "/");
}

std::string manifestName(const Shard& shard) {
  return shard.isAll() ? std::string(kPlain)
                       : std::string(kBefore) + std::to_string(shard.number) + std::string(kBetween) +
                             std::to_string(shard.of) + std::string(kAfter);
}

std::optional<Shard> shardOfManifest(std::string_view name) {
  if (name == kPlain) {
    return Shard{};
  }
  if (!name.starts_with(kBefore) || !name.ends_with(kAfter)) {
    return std::nullopt;
  }
  name.remove_prefix(kBefore.size());
  name.remove_suffix(kAfter.size());
  return takeShard(name, kBetween);
}

int shardNumber(const std::filesystem::path& place, std::size_t index, std::size_t photos, int of, ShardBy by) {
  const auto shards = static_cast<std::uint64_t>(of);
  if (by == ShardBy::order) {
    // The shard that begins at or before it, the k-th at floor(k n / N).
    return static_cast<int>(((index + 1) * shards - 1) / photos) + 1;
  }
  const std::string digest = io::sha256Of(place.native()).substr(0, 16);
  std::uint64_t bits = 0;
  std::from_chars(digest.data(), digest.data() + digest.size(), bits, 16);
  return static_cast<int>(bits % shards) + 1;
}

std::vector<FoundPhoto> photosOf(const Shard& shard, const std::vector<FoundPhoto>& photos) {
  if (shard.isAll()) {
    return photos;
  }
  std::vector<FoundPhoto> ours;
  for (std::size_t k = 0; k < photos.size(); ++k) {
    if (shardNumber(photos[k].place, k, photos.size(), shard.of, shard.by) == shard.number) {
      ours.push_back(photos[k]);
    }
  }
  return ours;
}

}  // namespace platen::pipeline
