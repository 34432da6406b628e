// What a batch's manifest has of a page, as the program tells it.
#pragma once

#include "app/report.h"
#include "core/batch_page.h"

#include <filesystem>

namespace platen::app {

// `photo` as it is to be named, `out` the folder of the batch.
PageReport reportOf(const std::filesystem::path& photo, const BatchPage& page, const std::filesystem::path& out);

}  // namespace platen::app
