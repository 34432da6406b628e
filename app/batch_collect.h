// platen batch --collect: the shards of a batch joined.
#pragma once

#include "app/batch_pdf.h"
#include "app/command_line.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace platen::app {

// The exit status: 1 where a photo is missing or a page has failed; each is named.
int collectShards(const std::filesystem::path& out,
                  const std::string& version,
                  const PdfCall& pdf,
                  const Talk& talk,
                  const std::stop_token& stop);

}  // namespace platen::app
