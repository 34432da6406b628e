// FitOptions and ExportOptions as JSON objects through their one table, visitOptions(): only what differs from the
// preset is written, and what is read is in range. For the readers and writers of core/io alone.
#pragma once

#include "core/io/json_fields.h"
#include "core/options.h"

#include <string>

namespace platen::io {

// A value out of its option's range is not written: the preset is what comes back.
Json optionsJson(const FitOptions& options);
Json optionsJson(const ExportOptions& options);
// Names of the table, for telling them from unknown keys.
bool isFitOption(const std::string& name);
bool isExportOption(const std::string& name);

// Throw JsonProblem; `where` ends in a dot. Unknown keys are passed over.
FitOptions readFitOptions(const Json& json, const std::string& where);
ExportOptions readExportOptions(const Json& json, const std::string& where);

}  // namespace platen::io
