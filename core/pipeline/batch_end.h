// How a batch ends: its manifest in the order of the photos, and the review sheet.
#pragma once

#include "core/io/batch_manifest.h"
#include "core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace platen::pipeline {

// `photos`: the places of the batch's, in their order; others that the manifest knows come behind them. `version` of
// the program. Error: writeFailed.
Result<void> endBatch(io::BatchManifest& manifest,
                      const std::vector<std::filesystem::path>& photos,
                      const std::filesystem::path& out,
                      const std::string& version,
                      bool with_report);

}  // namespace platen::pipeline
