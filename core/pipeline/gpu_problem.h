// What stands against a fit on a GPU here (--device cuda).
#pragma once

#include <string>

namespace platen::pipeline {

// Empty: nothing. "no NVIDIA driver is installed", "this platen was built without CUDA", or CUDA's own words.
std::string gpuProblem();

}  // namespace platen::pipeline
