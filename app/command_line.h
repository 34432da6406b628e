// Command-line options out of the option tables of core/options.h, so that name, meaning, unit, range and default stand
// in one place. Values that can't be read, and ranges, are refused here: nothing has been written then.
#pragma once

#include "core/options.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace platen::app {

// Adds every option of the table, or only those named. The options object must outlive the parsing.
void addOptions(CLI::App& command, FitOptions& options, const std::set<std::string_view>& only = {});
void addOptions(CLI::App& command, ExportOptions& options, const std::set<std::string_view>& only = {});
// --without, of these kinds of evidence; addOptions() adds it with those of a page that is no known form.
void addWithout(CLI::App& command, FitOptions& options, std::span<const Evidence> kinds);

// --max-pixels, which counts from when it is read.
void addPixelLimit(CLI::App& command);
// "800M", "1.5G", "123456": pixels, in powers of 1000. Throws CLI::ValidationError.
double parsePixels(const std::string& text);

// How the program talks.
struct Talk {
  bool json = false;     // one JSON object per page on stdout
  bool quiet = false;    // errors only
  bool verbose = false;  // stages and their times, too
};
void addTalk(CLI::App& command, Talk& talk);

// "2G", "800M", "123456": bytes, in powers of 1024. Throws CLI::ValidationError.
std::uint64_t parseSize(const std::string& text);

// What is wrong with the combination of options, one sentence each.
std::vector<std::string> problemsOf(const FitOptions& fit, const ExportOptions& out);

}  // namespace platen::app
