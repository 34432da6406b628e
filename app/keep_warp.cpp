#include "app/keep_warp.h"

#include <filesystem>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {

void addWarpNames(CLI::App& command, WarpNames& names) {
  command
      .add_option("--warp-out", names.warp_out,
                  "keep the fit too, as WARP.json for `platen apply` (with several photos: a folder)")
      ->type_name("FILE");
  command
      .add_option(
          "--map-out", names.map_out,
          "keep the map alone: float32 [pages, rows, cols, 2], in pixels of the photo (with several photos: a folder)")
      ->type_name("FILE.npy");
}

void keepWarp(const WarpNames& names,
              const FittedPhoto& fitted,
              const ExportOptions& save,
              pipeline::Outputs& outputs,
              Report& report) {
  const auto keep = [&](const std::string& given, const std::string& ending, auto&& write) {
    if (given.empty()) {
      return;
    }
    const Result<std::filesystem::path> file = outputs.claimBeside(given, fitted.info.file, ending);
    const Result<void> written = file ? write(*file) : Result<void>(tl::unexpected(file.error()));
    if (!written) {
      report.failed(written.error());
    }
  };
  keep(names.warp_out, ".warp.json", [&](const std::filesystem::path& file) {
    return pipeline::saveWarp(file, fitted.info, fitted.pages, IfThere::replace, &save);
  });
  keep(names.map_out, ".npy", [&](const std::filesystem::path& file) {
    std::vector<WarpGrid> grids;
    for (const pipeline::FittedPage& page : fitted.pages) {
      grids.push_back(page.fit.grid);
    }
    return pipeline::saveMap(file, grids);
  });
}

}  // namespace platen::app
