#include "core/pipeline/batch_end.h"

#include "core/io/batch_report.h"

#include <ctime>
#include <system_error>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace platen::pipeline {

namespace fs = std::filesystem;

namespace {

std::string titleOf(const fs::path& out) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(out, error);
  return whole.has_filename() ? whole.filename().string() : whole.string();
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm local{};
  return ::localtime_r(&seconds, &local) != nullptr ? fmt::format("{:%Y-%m-%d %H:%M}", local) : std::string();
}

}  // namespace

Result<AbsentPhotos> endBatch(io::BatchManifest& manifest,
                              const std::vector<fs::path>& photos,
                              const fs::path& out,
                              const std::string& version,
                              bool with_report) {
  std::vector<BatchPage> pages = manifest.pages(photos);
  AbsentPhotos absent = absentPhotos(pages, photos);
  forgetFailed(pages, absent);
  Result<void> told = manifest.arrange(pages);
  if (told && with_report) {
    told = io::writeReport(out, pages, {titleOf(out), version, now(), absent.all.size(), absent.moved});
  }
  return told.map([&] { return std::move(absent); });
}

}  // namespace platen::pipeline
