// A batch cut into shards, each a run of its own, on one machine or on many, all into one output folder. Which photos
// are whose is a function of the photos' places, of K and of N alone, so that nobody has to hand them out:
//
// - hash: the place's SHA-256, its first 64 bits modulo N: whatever other photos there are, whatever the machine;
// - order: the K-th of N runs of neighbours, of lengths that differ by one at most, so that pages of a book stay
//   together.
//
// Each shard writes a manifest of its own, manifest-K-of-N.jsonl. OUT/.platen/photos.jsonl has what all of them are
// shards of (photo_order.h): every shard writes the same.
#pragma once

#include "core/pipeline/photo_search.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace platen::pipeline {

enum class ShardBy { hash, order };

struct Shard {
  int number = 0;  // from 1; 0: no shard, all photos
  int of = 1;
  ShardBy by = ShardBy::hash;
  [[nodiscard]] bool isAll() const { return number == 0; }
};

inline constexpr int kMostShards = 100'000;

// "2/4"; nothing where it is none.
std::optional<Shard> shardOfText(std::string_view text);
// manifest.jsonl, manifest-2-of-4.jsonl; and back, without `by`.
std::string manifestName(const Shard& shard);
std::optional<Shard> shardOfManifest(std::string_view name);

// Whose photo it is, from 1. `index` in the order of all `photos`.
int shardNumber(const std::filesystem::path& place, std::size_t index, std::size_t photos, int of, ShardBy by);
// Those that the shard is to do, in their order.
std::vector<FoundPhoto> photosOf(const Shard& shard, const std::vector<FoundPhoto>& photos);

}  // namespace platen::pipeline
