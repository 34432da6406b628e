// How a batch ends: its manifest in the order of the photos, and the review sheet.
#pragma once

#include "core/io/batch_manifest.h"
#include "core/pipeline/absent_photos.h"
#include "core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace platen::pipeline {

// `photos`: the places of the batch's, in their order; others that the manifest knows come behind them, and are
// given back. `version` of the program. Error: writeFailed.
Result<AbsentPhotos> endBatch(io::BatchManifest& manifest,
                              const std::vector<std::filesystem::path>& photos,
                              const std::filesystem::path& out,
                              const std::string& version,
                              bool with_report);

}  // namespace platen::pipeline
