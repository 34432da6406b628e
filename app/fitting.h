// The first half of flatten and fit: one photo opened and its chosen pages fitted, with what failed already told.
#pragma once

#include "app/guidance.h"
#include "app/report.h"
#include "core/options.h"
#include "core/pipeline/page.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

namespace platen::app {

struct FittedPhoto {
  PhotoInfo info;
  std::vector<pipeline::FittedPage> pages;  // those that could be fitted
  std::vector<PageReport> reports;          // one for each of them, not yet told
  int chosen = 0;                           // pages that were to be fitted
};

// The evidence is let go of before this returns: an export needs the memory. A stop gives what was done so far. A photo
// whose way to the page would need more than `memory_bytes` (0: no bound) is refused before it is opened.
FittedPhoto fitPhoto(const std::filesystem::path& photo,
                     const FitOptions& options,
                     const Guidance& guidance,
                     std::uint64_t memory_bytes,
                     Report& report,
                     const std::stop_token& stop);

}  // namespace platen::app
