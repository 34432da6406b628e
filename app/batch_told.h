// What a batch's manifest has of a page, as the program tells it.
#pragma once

#include "app/report.h"
#include "core/batch_page.h"
#include "core/pipeline/absent_photos.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace platen::app {

// "1 page is", "3 pages are".
std::string counted(std::size_t count, std::string_view one, std::string_view many);

// `photo` as it is to be named, `out` the folder of the batch.
PageReport reportOf(const std::filesystem::path& photo, const BatchPage& page, const std::filesystem::path& out);

// "12 pages in OUT/manifest.jsonl and report.html are of photos that WHO ..."; empty where there are none. `who`: "this
// run was".
std::string toldOf(const pipeline::AbsentPhotos& absent, const std::filesystem::path& out, const std::string& who);
// "2 former pages stay in OUT that no record names any more (a.png, b.png): ..."; empty where there are none.
std::string toldOfFormer(const std::vector<std::filesystem::path>& left, const std::filesystem::path& out);

}  // namespace platen::app
