#include "app/command_line.h"

#include "core/pipeline/gpu_problem.h"
#include "core/pipeline/pixel_limit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace platen::app {
namespace {

template <class T>
concept NamedEnum = requires {
  EnumNames<T>::kNames;
};

std::string helpOf(const OptionInfo& info) {
  std::string help(info.meaning);
  if (!info.unit.empty()) {
    help += ", in " + std::string(info.unit);
  }
  if (info.low < info.high) {
    std::ostringstream range;
    range << " (" << info.low << " to " << info.high << ")";
    help += range.str();
  }
  return help;
}

template <class Number>
Number parseNumber(const std::string& option,
                   const std::string& text,
                   const std::string& refusal = "is not a number that can be used here") {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw CLI::ValidationError(option, "'" + text + "' " + refusal);
  }
  return value;
}

template <NamedEnum E>
void addOne(CLI::App& command, const std::string& option, const OptionInfo& info, E& value) {
  const auto& names = EnumNames<E>::kNames;
  std::string choices;
  for (const std::string_view name : names) {
    choices += (choices.empty() ? "" : "|") + std::string(name);
  }
  command
      .add_option_function<std::string>(
          option,
          [&value, &names, option, choices](const std::string& text) {
            const auto found = std::find(names.begin(), names.end(), text);
            if (found == names.end()) {
              throw CLI::ValidationError(option, "'" + text + "' is none of " + choices);
            }
            value = static_cast<E>(found - names.begin());
          },
          helpOf(info))
      ->type_name(choices)
      ->default_str(std::string(names[static_cast<std::size_t>(value)]));
}

template <class Number>
requires std::is_arithmetic_v<Number>
void addOne(CLI::App& command, const std::string& option, const OptionInfo& info, Number& value) {
  const double low = info.low;
  const double high = info.high;
  std::ostringstream preset;
  preset << value;
  command
      .add_option_function<std::string>(
          option,
          [&value, option, low, high](const std::string& text) {
            const Number number = parseNumber<Number>(option, text);
            const auto v = static_cast<double>(number);
            if (!std::isfinite(v) || (low < high && !(v >= low && v <= high))) {
              std::ostringstream range;
              range << text << " is out of range (" << low << " to " << high << ")";
              throw CLI::ValidationError(option, range.str());
            }
            value = number;
          },
          helpOf(info))
      ->type_name(std::is_integral_v<Number> ? "N" : "X")
      ->default_str(preset.str());
}

void addSize(CLI::App& command, const std::string& option, const OptionInfo& info, std::uint64_t& bytes) {
  command
      .add_option_function<std::string>(
          option,
          [&bytes, option](const std::string& text) {
            try {
              bytes = parseSize(text);
            } catch (const CLI::ValidationError&) {
              throw CLI::ValidationError(option, "'" + text + "' is not a size (write 800M or 2G)");
            }
          },
          std::string(info.meaning) + ", as 800M or 2G")
      ->type_name("SIZE")
      ->default_str("0");
}

void addOne(CLI::App& command, const std::string& option, const OptionInfo& info, PageSelection& page) {
  command
      .add_option_function<std::string>(
          option,
          [&page, option](const std::string& text) {
            constexpr std::array<std::string_view, 5> names{"auto", "all", "left", "right", "whole"};
            const auto found = std::find(names.begin(), names.end(), text);
            if (found != names.end()) {
              page = {static_cast<PageChoice>(found - names.begin()), 0};
              return;
            }
            const int number =
                parseNumber<int>(option, text, "is none of auto|all|left|right|whole, nor the number of a page");
            if (number < 1) {
              throw CLI::ValidationError(option, "pages count from 1");
            }
            page = {PageChoice::number, number};
          },
          helpOf(info))
      ->type_name("auto|all|left|right|whole|1..N")
      ->default_str("all");
}

void addOne(CLI::App& command, const std::string& option, const OptionInfo& info, PaperChoice& paper) {
  std::string names;
  for (const NamedPaper& known : kNamedPapers) {
    names += std::string(known.name) + "|";
  }
  command
      .add_option_function<std::string>(
          option,
          [&paper, option, names](const std::string& text) {
            const std::optional<PaperChoice> read = paperOfText(text);
            if (!read) {
              throw CLI::ValidationError(
                  option,
                  "'" + text + "' is none of auto|measured|" + names +
                      "WxH (width and height in mm, 10 to 5000, as 170x240, or with their unit, as 6x9in or 15x23cm)");
            }
            paper = *read;
          },
          helpOf(info))
      ->type_name("auto|measured|" + names + "WxH|WxHin|WxHcm")
      ->default_str("auto");
}

// A comma-separated list of kinds of evidence: of these.
void addKinds(CLI::App& command,
              const std::string& option,
              const OptionInfo& info,
              std::vector<Evidence>& values,
              std::span<const Evidence> kinds) {
  std::map<std::string, Evidence> kind_of;
  std::string choices;
  for (const Evidence kind : kinds) {
    const std::string name(EnumNames<Evidence>::kNames[static_cast<std::size_t>(kind)]);
    kind_of.emplace(name, kind);
    choices += (choices.empty() ? "" : ",") + name;
  }
  command
      .add_option_function<std::string>(
          option,
          [&values, kind_of, option, choices](const std::string& text) {
            values.clear();
            std::istringstream words(text);
            for (std::string word; std::getline(words, word, ',');) {
              const auto found = kind_of.find(word);
              if (found == kind_of.end()) {
                throw CLI::ValidationError(option, fmt::format("'{}' is none of {}", word, choices));
              }
              values.push_back(found->second);
            }
          },
          helpOf(info))
      ->type_name("{" + choices + "}");
}

void addOne(CLI::App& command, const std::string& option, const OptionInfo& info, std::vector<Evidence>& values) {
  addKinds(command, option, info, values, kPageEvidence);
}

template <class Options>
void addTable(CLI::App& command, Options& options, const std::set<std::string_view>& only) {
  visitOptions(options, [&](const OptionInfo& info, auto& value) {
    if (!only.empty() && !only.contains(info.name)) {
      return;
    }
    const std::string option = "--" + std::string(info.name);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::uint64_t>) {
      addSize(command, option, info, value);
    } else {
      addOne(command, option, info, value);
    }
  });
}

}  // namespace

std::uint64_t parseSize(const std::string& text) {
  std::size_t digits = 0;
  double number = -1;
  try {
    number = std::stod(text, &digits);
  } catch (const std::exception&) {
    digits = 0;
  }
  std::string unit = text.substr(digits);
  if (!unit.empty() && (unit.back() == 'B' || unit.back() == 'b')) {
    unit.pop_back();
  }
  if (!unit.empty() && unit.back() == 'i') {
    unit.pop_back();
  }
  constexpr std::string_view kUnits = "KMGT";
  double factor = 1;
  if (!unit.empty()) {
    const std::size_t power = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
    factor =
        unit.size() == 1 && power != std::string_view::npos ? std::pow(1024.0, static_cast<double>(power) + 1) : -1;
  }
  const double bytes = number * factor;
  if (digits == 0 || !(bytes >= 0) || !(bytes < 1e18)) {
    throw CLI::ValidationError("SIZE", "'" + text + "' is not a size (write 800M or 2G)");
  }
  return static_cast<std::uint64_t>(bytes);
}

void addOptions(CLI::App& command, FitOptions& options, const std::set<std::string_view>& only) {
  addTable(command, options, only);
}

void addOptions(CLI::App& command, ExportOptions& options, const std::set<std::string_view>& only) {
  addTable(command, options, only);
}

void addWithout(CLI::App& command, FitOptions& options, std::span<const Evidence> kinds) {
  visitOptions(options, [&](const OptionInfo& info, auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::vector<Evidence>>) {
      OptionInfo own = info;
      own.meaning = "evidence that the fit must not look at, such as lines,margins";
      addKinds(command, "--" + std::string(info.name), own, value, kinds);
    }
  });
}

double parsePixels(const std::string& text) {
  constexpr std::string_view kUnits = "KMG";
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const std::size_t power =
      stop + 1 == end ? kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*stop)))) : 0;
  const double pixels = stop == end ? number : number * std::pow(1000.0, static_cast<double>(power) + 1);
  if (error != std::errc{} || power == std::string_view::npos || stop + 1 < end || !(pixels >= 1) ||
      !(pixels <= pipeline::kMostMaxPixels)) {
    throw CLI::ValidationError("--max-pixels", "'" + text + "' is no number of pixels (write 500M or 2G; at most " +
                                                   fmt::format("{:.0f}", pipeline::kMostMaxPixels) + ")");
  }
  return pixels;
}

void addPixelLimit(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--max-pixels", [](const std::string& text) { pipeline::setMaxPixels(parsePixels(text)); },
          "refuse photos that claim more, and pages that would have more, as 500M (megapixels) or 2G")
      ->type_name("N")
      ->default_str(fmt::format("{:.0f}M", pipeline::maxPixels() / 1e6));
}

void addTalk(CLI::App& command, Talk& talk) {
  command.add_flag("--json", talk.json, "one JSON object per page on stdout; all else stays on stderr");
  CLI::Option* quiet = command.add_flag("--quiet", talk.quiet, "errors only");
  command.add_flag("--verbose", talk.verbose, "what is done, stage by stage, and how long it took")->excludes(quiet);
}

std::vector<std::string> problemsOf(const FitOptions& fit, const ExportOptions& out) {
  std::vector<std::string> found = problems(fit);
  const std::vector<std::string> others = problems(out);
  found.insert(found.end(), others.begin(), others.end());
  if (out.color == ColorChoice::bitonal && out.format == FileFormat::jpeg) {
    found.emplace_back("--color bitonal can't be kept in a JPEG (use png, tiff or pdf)");
  }
  if (fit.device == Device::cuda) {
    if (const std::string problem = pipeline::gpuProblem(); !problem.empty()) {
      found.push_back("--device cuda: " + problem + " (leave the option out: the fit runs on the CPU)");
    }
  }
  return found;
}

}  // namespace platen::app
