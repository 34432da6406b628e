// Single options, by their names in the table (core/options.h).
#pragma once

#include "core/options.h"

#include <string_view>
#include <type_traits>

namespace platen::ui {

// Calls use(OptionInfo, a's value, b's value&) for the option of that name; nothing where there is none.
template <class Options, class Use>
void withOption(const Options& a, Options& b, std::string_view name, Use&& use) {
  visitOptions(b, [&](const OptionInfo& info, auto& value) {
    if (info.name != name) {
      return;
    }
    visitOptions(a, [&](const OptionInfo& other_info, const auto& other) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(other)>, std::remove_cvref_t<decltype(value)>>) {
        if (other_info.name == name) {
          use(info, other, value);
        }
      }
    });
  });
}

template <class Options>
void copyOption(const Options& from, Options& to, std::string_view name) {
  withOption(from, to, name, [](const OptionInfo&, const auto& value, auto& copy) { copy = value; });
}

template <class Options>
bool hasSameOption(const Options& a, Options b, std::string_view name) {
  bool is_same = true;
  withOption(a, b, name, [&](const OptionInfo&, const auto& x, auto& y) { is_same = x == y; });
  return is_same;
}

}  // namespace platen::ui
