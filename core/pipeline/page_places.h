// Places of a page that was exported, on its photo, and back (place_map.h has the files, exported_page.h how it was
// exported). out_px: pixels of the exported page.
#pragma once

#include "core/exported_page.h"
#include "core/options.h"
#include "core/pipeline/page.h"
#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace platen::pipeline {

enum class PlaceWay { toSource, toPage };

// How the page was exported: with these options, where there are any, else as the warp says, else as it is without
// options. `size`: the picture that was looked at, where it has another size; {}: the same. Error: badInput.
Result<ExportedPage> exportedAs(const SavedWarp& warp,
                                const SavedWarp::Page& page,
                                const std::optional<ExportOptions>& options,
                                Size size);

struct MappedText {
  std::string text;
  std::vector<std::string> remarks;
};
// JSON, hOCR or ALTO. Error: badInput, with `file`.
Result<MappedText> mapText(const std::string& text,
                           const SavedWarp& warp,
                           const SavedWarp::Page& page,
                           const ExportedPage& exported,
                           PlaceWay way,
                           const std::filesystem::path& file);
// A whole file that is written at once.
Result<void> writeText(const std::filesystem::path& file, const std::string& text);

}  // namespace platen::pipeline
