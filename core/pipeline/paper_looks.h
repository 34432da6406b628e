// What a photo's pixels are, and what its paper looks like along its border, without holding it.
#pragma once

#include "core/photo_info.h"
#include "core/pipeline/paper_fill.h"
#include "core/pipeline/strip.h"
#include "core/result.h"

#include <stop_token>

namespace platen::pipeline {

// As decodeFull() will give them; size upright. Errors: those of opening the file.
Result<SourceKind> sourceKind(const PhotoInfo& photo);

// As PaperFill of all of the photo, from the rows that it looks at; the others are gone through as fast as the codec
// can. Errors: as decodeFull().
Result<PaperFill> paperFill(const PhotoInfo& photo, const SourceKind& source, const std::stop_token& stop);

}  // namespace platen::pipeline
