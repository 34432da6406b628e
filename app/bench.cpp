// platen bench: what the kernels take, with a peer's time for the same work beside it.
#include "core/bench/bench.h"

#include "app/command.h"
#include "app/report.h"
#include "core/bench/flatten_rows.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::ordered_json;

struct Bench {
  bench::BenchOptions options;
  bool json = false;
  std::vector<std::string> known_page;  // photo, page: the peer of flattening

  [[nodiscard]] int run(const std::stop_token& stop) const;
};

ordered_json jsonOf(const bench::BenchRow& row) {
  return {{"name", row.name},           {"params", row.params}, {"ours", row.ours},  {"peer", row.peer},
          {"peer_name", row.peer_name}, {"unit", row.unit},     {"ratio", row.ratio}};
}

int Bench::run(const std::stop_token& stop) const {
  std::vector<bench::BenchRow> rows;
  // Beside an array of rows there is no room for what they were measured on.
  std::fprintf(json ? stderr : stdout, "platen %s on %s\n%s\n", PLATEN_VERSION, bench::machine().c_str(),
               bench::versions().c_str());
  if (!json) {
    std::fputs(bench::tableHead().c_str(), stdout);
  }
  const auto done = [&](const bench::BenchRow& row) {
    rows.push_back(row);
    if (!json) {
      std::fputs(bench::tableLine(row).c_str(), stdout);
      std::fflush(stdout);
    }
  };
  try {
    if (!known_page.empty()) {
      bench::flattenKnownPage(known_page.at(0), known_page.at(1));
      return kAllDone;
    }
    bench::runBench(
        options, done,
        [](const std::string& what) { std::fprintf(stderr, "platen: not measured: %s\n", what.c_str()); }, stop);
  } catch (const std::runtime_error& wrong) {
    complain(wrong.what());
    return kSomeFailed;
  }
  if (json && !stop.stop_requested()) {
    ordered_json all = ordered_json::array();
    for (const bench::BenchRow& row : rows) {
      all.push_back(jsonOf(row));
    }
    std::printf("%s\n", all.dump(2).c_str());
  }
  return kAllDone;
}

}  // namespace

Command benchCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("bench", "What the kernels take, and what peers take for the same");
  auto given = std::make_shared<Bench>();
  command->add_flag("--json", given->json, "one array of rows: name, params, ours, peer, peer_name, unit, ratio");
  command->add_flag("--quick", given->options.quick, "smaller photos and less time: under 40 s");
  const std::map<std::string, bench::Group> groups{{"sampling", bench::Group::sampling},
                                                   {"fitting", bench::Group::fitting},
                                                   {"pages", bench::Group::pages},
                                                   {"decoding", bench::Group::decoding},
                                                   {"flattening", bench::Group::flattening}};
  command->add_option("--only", given->options.group, "one group of rows alone")
      ->transform(CLI::CheckedTransformer(groups).description(""))
      ->type_name("sampling|fitting|pages|decoding|flattening");
  // What flattening is compared with, as a process of its own.
  command->add_option("--known-page", given->known_page)->expected(2)->group("");
  std::error_code unknown;
  given->options.program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  command->footer(
      "Ours and the peer's are called in turn, and each number is a median, so that a busy machine meets both alike.\n"
      "A ratio above 1 says that ours is faster.");
  return {command, [given](const std::stop_token& stop) { return given->run(stop); }};
}

}  // namespace platen::app
