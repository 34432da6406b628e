// A folder of small photos, and runs of `platen batch` on it.
#pragma once

#include "tests/app/program_run.h"
#include "tests/support/photo_files.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {

using nlohmann::json;

class BatchFolder : public ::testing::Test {
 protected:
  [[nodiscard]] std::string in(const std::string& name) const { return (folder_ / name).string(); }
  // All of them show the same page.
  void makePhoto(const std::string& name) const;
  // Of the folder photos.
  [[nodiscard]] ProgramRun run(const std::vector<std::string>& more = {},
                               const std::string& out = "flat",
                               const RunLimits& limits = {}) const;
  [[nodiscard]] std::vector<json> manifest(const std::string& out = "flat") const;
  // Of all files but those that tell of the pages, with their bytes.
  [[nodiscard]] std::map<std::string, std::string> pages(const std::string& out = "flat") const;

  test::ScratchFolder folder_;
};

}  // namespace platen::app
