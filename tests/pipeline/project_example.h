// Projects with every field set to something odd, and their comparison to the bit.
#pragma once

#include "core/pipeline/project.h"

namespace platen::pipeline {

// All values differ with `seed`; all are such as a fit or a person can leave behind.
PhotoState oddState(unsigned seed);

// Every field, doubles by their bits (0 and -0 differ).
bool areSame(const PhotoState& a, const PhotoState& b);
bool areSame(const Project& a, const Project& b);

}  // namespace platen::pipeline
