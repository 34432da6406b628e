// What a page's file is to hold, from what the photo has and what is asked for.
#pragma once

#include "core/io/page_writer.h"
#include "core/options.h"
#include "core/photo_info.h"
#include "core/pipeline/export_plan.h"
#include "core/pipeline/strip.h"

#include <string>
#include <vector>

namespace platen::pipeline {

io::PageFormat pageFormat(const SourceKind& source,
                          const PhotoInfo& info,
                          const ExportPlan& plan,
                          FileFormat format,
                          const ExportOptions& options);

// What has to be said of it: the plan's warnings, colours that are not what they were, and a PDF's page whose size on
// paper nothing tells.
std::vector<std::string> warningsOf(const PhotoInfo& info,
                                    const ExportPlan& plan,
                                    FileFormat format,
                                    const ExportOptions& options);

}  // namespace platen::pipeline
