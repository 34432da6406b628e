#include "core/options.h"

#include <cmath>
#include <sstream>

namespace platen {
namespace {

template <class Options>
std::vector<std::string> outOfRange(const Options& options) {
  std::vector<std::string> found;
  visitOptions(options, [&found](const OptionInfo& info, const auto& value) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
      const auto v = static_cast<double>(value);
      if (info.low < info.high && !(v >= info.low && v <= info.high)) {  // also catches NaN
        std::ostringstream text;
        text << "--" << info.name << " " << value << " is out of range (" << info.low << " to " << info.high << ")";
        found.push_back(text.str());
      }
    }
  });
  return found;
}

}  // namespace

std::vector<std::string> problems(const FitOptions& options) {
  std::vector<std::string> found = outOfRange(options);
  if (options.page.choice == PageChoice::number && options.page.number < 1) {
    found.emplace_back("--page counts from 1");
  }
  if (options.paper.kind == PaperKind::sheet && !paperOfText(textOf(options.paper))) {
    found.emplace_back("--paper " + textOf(options.paper) + " is no sheet's size (10 to 5000 mm either way)");
  }
  return found;
}

std::vector<std::string> problems(const ExportOptions& options) {
  std::vector<std::string> found = outOfRange(options);
  if (options.dpi > 0 && options.scale != 1) {
    found.emplace_back("--dpi and --scale both set the output's size: give one of them");
  }
  return found;
}

}  // namespace platen
