// The map of a photo's pages beside the pages themselves: --warp-out and --map-out.
#pragma once

#include "app/fitting.h"
#include "app/report.h"
#include "core/pipeline/outputs.h"

#include <string>

namespace CLI {
class App;
}

namespace platen::app {

struct WarpNames {
  std::string warp_out, map_out;  // empty: not wanted
};
void addWarpNames(CLI::App& command, WarpNames& names);
void keepWarp(const WarpNames& names,
              const FittedPhoto& fitted,
              const ExportOptions& save,
              pipeline::Outputs& outputs,
              Report& report);

}  // namespace platen::app
