// FitOptions and ExportOptions as JSON objects through their one table, visitOptions(): only what differs from the
// preset is written, and what is read is in range. For the readers and writers of core/io alone.
#pragma once

#include "core/io/json_fields.h"
#include "core/io/presets.h"
#include "core/options.h"

#include <string>

namespace platen::io {

// A value out of its option's range is not written: the preset is what comes back.
Json optionsJson(const FitOptions& options);
Json optionsJson(const ExportOptions& options);
// Of the unknown keys of an object that holds "fit_options" and "export_options": without those that are options. One
// that is as preset is known although it is not written.
void dropKnownOptions(Json& rest);

// Throw JsonProblem; `where` ends in a dot. Unknown keys are passed over.
FitOptions readFitOptions(const Json& json, const std::string& where);
ExportOptions readExportOptions(const Json& json, const std::string& where);

// {"fit_options": {...}, "export_options": {...}}
Json presetsJson(const KeptPresets& presets);
KeptPresets readPresetsJson(const Json& json, const std::string& where);

}  // namespace platen::io
