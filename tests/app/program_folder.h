// A folder of photos, and what runs of the program leave in it.
#pragma once

#include "core/image.h"
#include "core/options.h"
#include "tests/app/program_run.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {

// Of a page of text, 720 x 960 pixels.
const Image& photoOfPage();
// What --json printed.
std::vector<nlohmann::json> jsonLines(const std::string& text);

class Program : public ::testing::Test {
 protected:
  std::string in(const std::string& name) const { return (folder_ / name).string(); }
  void makePhoto(const std::string& name, FileFormat format = FileFormat::jpeg) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    test::writeImage(folder_ / name, photoOfPage(), format);
  }
  std::vector<std::string> filesIn(const std::string& sub) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / sub)) {
      names.push_back(std::filesystem::relative(entry.path(), folder_ / sub).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  test::ScratchFolder folder_;
};

}  // namespace platen::app
