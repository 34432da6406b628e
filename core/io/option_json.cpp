#include "core/io/option_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace platen::io {
namespace {

template <class T>
concept NamedEnum = requires {
  EnumNames<T>::kNames;
};

constexpr std::array<std::string_view, 5> kPageChoices{"auto", "all", "left", "right", "whole"};

template <class Number>
bool isInRange(const OptionInfo& info, Number value) {
  const auto v = static_cast<double>(value);
  return info.low < info.high ? v >= info.low && v <= info.high : v == v;
}

[[noreturn]] void refuse(const Json& value, const std::string& name) {
  throw JsonProblem("says " + value.dump(-1, ' ', false, Json::error_handler_t::replace) + " in \"" + name +
                    "\", which this version does not know");
}

template <std::size_t N>
std::size_t placeOf(const std::array<std::string_view, N>& names, const Json& value, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), jsonText(value, name));
  if (found == names.end()) {
    refuse(value, name);
  }
  return static_cast<std::size_t>(found - names.begin());
}

template <NamedEnum E>
Json valueJson(E value) {
  return std::string(EnumNames<E>::kNames.at(static_cast<std::size_t>(value)));
}
template <class Number>
requires std::is_arithmetic_v<Number> Json valueJson(Number value) {
  return value;
}
Json valueJson(const PageSelection& page) {
  return page.choice == PageChoice::number ? Json(page.number)
                                           : Json(std::string(kPageChoices.at(static_cast<std::size_t>(page.choice))));
}
Json valueJson(const PaperChoice& paper) {
  return textOf(paper);
}
template <NamedEnum E>
Json valueJson(const std::vector<E>& values) {
  Json json = Json::array();
  for (const E value : values) {
    json.push_back(valueJson(value));
  }
  return json;
}

template <NamedEnum E>
void readValue(const Json& json, const OptionInfo&, const std::string& name, E& value) {
  value = static_cast<E>(placeOf(EnumNames<E>::kNames, json, name));
}
template <class Number>
requires std::is_arithmetic_v<Number>
void readValue(const Json& json, const OptionInfo& info, const std::string& name, Number& value) {
  if constexpr (std::is_same_v<Number, int>) {
    value = info.low < info.high
                ? jsonInteger(json, name, static_cast<int>(info.low), static_cast<int>(info.high))
                : jsonInteger(json, name, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  } else if constexpr (std::is_unsigned_v<Number>) {
    if (!json.is_number_unsigned()) {
      throw JsonProblem("holds no whole number in \"" + name + "\"");
    }
    value = json.get<Number>();
  } else {
    const double read = jsonNumber(json, name);
    if (!isInRange(info, read)) {
      throw JsonProblem("holds " + json.dump() + " in \"" + name + "\", which is out of its range");
    }
    value = read;
  }
}
void readValue(const Json& json, const OptionInfo&, const std::string& name, PageSelection& page) {
  if (json.is_number()) {
    page = {PageChoice::number, jsonInteger(json, name, 1, std::numeric_limits<int>::max())};
  } else {
    page = {static_cast<PageChoice>(placeOf(kPageChoices, json, name)), 0};
  }
}
void readValue(const Json& json, const OptionInfo&, const std::string& name, PaperChoice& paper) {
  const std::optional<PaperChoice> read = paperOfText(jsonText(json, name));
  if (!read) {
    refuse(json, name);
  }
  paper = *read;
}
template <NamedEnum E>
void readValue(const Json& json, const OptionInfo&, const std::string& name, std::vector<E>& values) {
  values.clear();
  for (const Json& entry : jsonArray(json, name)) {
    values.push_back(static_cast<E>(placeOf(EnumNames<E>::kNames, entry, name)));
  }
}

template <class Options>
Json toJson(const Options& options) {
  Options presets;
  std::vector<Json> preset_values;
  visitOptions(presets, [&](const OptionInfo&, const auto& value) { preset_values.push_back(valueJson(value)); });
  Json json = Json::object();
  std::size_t number = 0;
  visitOptions(options, [&](const OptionInfo& info, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    const Json& preset = preset_values[number++];
    if constexpr (std::is_arithmetic_v<Value>) {
      if (!isInRange(info, value)) {
        return;
      }
    } else if constexpr (std::is_same_v<Value, PageSelection>) {
      if (value.choice == PageChoice::number && value.number < 1) {
        return;
      }
    } else if constexpr (std::is_same_v<Value, PaperChoice>) {
      if (!paperOfText(textOf(value))) {
        return;
      }
    }
    if (Json now = valueJson(value); now != preset) {
      json[std::string(info.name)] = std::move(now);
    }
  });
  return json;
}

template <class Options>
Options fromJson(const Json& json, const std::string& where) {
  Options options;
  visitOptions(options, [&](const OptionInfo& info, auto& value) {
    const std::string name(info.name);
    if (const auto found = json.find(name); found != json.end()) {
      readValue(*found, info, where + name, value);
    }
  });
  return options;
}

template <class Options>
bool isOption(const std::string& name) {
  const Options options;
  bool is_known = false;
  visitOptions(options, [&](const OptionInfo& info, const auto&) { is_known = is_known || info.name == name; });
  return is_known;
}

void dropOptions(Json& rest, const char* key, bool (*is_option)(const std::string&)) {
  const auto found = rest.find(key);
  if (found == rest.end() || !found->is_object()) {
    return;
  }
  Json others = Json::object();
  for (const auto& [name, value] : found->items()) {
    if (!is_option(name)) {
      others[name] = value;
    }
  }
  if (others.empty()) {
    rest.erase(key);
  } else {
    *found = std::move(others);
  }
}

}  // namespace

Json optionsJson(const FitOptions& options) {
  return toJson(options);
}
Json optionsJson(const ExportOptions& options) {
  return toJson(options);
}
FitOptions readFitOptions(const Json& json, const std::string& where) {
  return fromJson<FitOptions>(json, where);
}
ExportOptions readExportOptions(const Json& json, const std::string& where) {
  return fromJson<ExportOptions>(json, where);
}

void dropKnownOptions(Json& rest) {
  dropOptions(rest, "fit_options", isOption<FitOptions>);
  dropOptions(rest, "export_options", isOption<ExportOptions>);
}

Json presetsJson(const KeptPresets& presets) {
  return Json{{"fit_options", optionsJson(presets.fit)}, {"export_options", optionsJson(presets.out)}};
}

KeptPresets readPresetsJson(const Json& json, const std::string& where) {
  KeptPresets presets;
  if (const auto options = json.find("fit_options"); options != json.end()) {
    presets.fit = readFitOptions(jsonObject(*options, where + "fit_options"), where + "fit_options.");
  }
  if (const auto options = json.find("export_options"); options != json.end()) {
    presets.out = readExportOptions(jsonObject(*options, where + "export_options"), where + "export_options.");
  }
  return presets;
}

std::string presetsText(const KeptPresets& presets) {
  return presetsJson(presets).dump();
}

std::optional<KeptPresets> presetsOfText(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    return std::nullopt;
  }
  try {
    return readPresetsJson(json, "");
  } catch (const JsonProblem&) {
    return std::nullopt;
  }
}

}  // namespace platen::io
