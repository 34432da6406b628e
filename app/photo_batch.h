// What `platen flatten` and `platen register` share: many photos, each fitted in its own way, all exported where -o
// says. The order of the options in the help is the subcommand's, so each adds its own between these.
#pragma once

#include "app/exporter.h"
#include "app/fitting.h"
#include "app/keep_warp.h"
#include "app/report.h"
#include "core/options.h"
#include "core/pipeline/outputs.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace platen::app {

struct PhotoBatch {
  std::vector<std::string> photos;
  std::string out;
  WarpNames warp;
  FitOptions fit;
  ExportOptions save;
  Talk talk;

  void addOut(CLI::App& command);     // -o
  void addExport(CLI::App& command);  // how pages are saved, maps kept and progress told

  // Each file of several images becomes those: for once, before what follows.
  void takeEachImage();
  // All files that the batch will write; `also_read` as for Outputs.
  [[nodiscard]] pipeline::Outputs outputs(std::vector<std::filesystem::path> also_read = {}) const;

  // Fits each photo and exports its pages, until a stop. `fitOne` tells what failed by itself and gives no pages then.
  using FitOne = std::function<FittedPhoto(const std::filesystem::path& photo)>;
  void run(const FitOne& fitOne,
           Exporter& exporter,
           pipeline::Outputs& outputs,
           Report& report,
           const std::stop_token& stop);
  // What the same command would do after a stop. `instead`: of a folder of pages, what goes on in place of beginning
  // anew; empty: nothing does.
  [[nodiscard]] std::string afterStop(const std::string& instead) const;

 private:
  bool is_through_ = false;  // no stop came before the end of the last photo
};

}  // namespace platen::app
