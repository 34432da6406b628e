// Photos that were done into OUT by an earlier run and that this one was not given, but that are still where they lay,
// as they were: their records and pages are not this run's to replace. Cameras number alike, so two cards done into one
// folder would meet. A photo that lay elsewhere and is not there any more was moved, and is the same. Threads: any.
#pragma once

#include "core/batch_page.h"
#include "core/io/batch_manifest.h"
#include "core/pipeline/photo_search.h"
#include "core/result.h"

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace platen::pipeline {

class TakenPlaces {
 public:
  TakenPlaces() = default;  // none
  // `photos`: all of the run. `known`: what the manifests of OUT have.
  TakenPlaces(const std::vector<FoundPhoto>& photos, const std::vector<const io::PhotoRecords*>& known);

  // Why the run can't be: a photo of it has the place of another one. Kind: badInput.
  [[nodiscard]] const std::optional<Error>& problem() const { return problem_; }
  // Whose page this is, of the photos that were not given; empty: nobody's.
  [[nodiscard]] std::filesystem::path ownerOf(const std::filesystem::path& output) const;

 private:
  std::optional<Error> problem_;
  std::map<std::filesystem::path, std::filesystem::path> pages_;  // whose, by their places below OUT
};

}  // namespace platen::pipeline
