// What photos that are opened from now on are to be, as a project and a program's settings keep it.
#pragma once

#include "core/options.h"

#include <optional>
#include <string>

namespace platen::io {

struct KeptPresets {
  FitOptions fit;
  ExportOptions out;
};

// One line of JSON: the options that differ from the program's own.
std::string presetsText(const KeptPresets& presets);
// None: it is not JSON, or an option's value is not known.
std::optional<KeptPresets> presetsOfText(const std::string& text);

}  // namespace platen::io
