// How many pixels a photo may claim and a page may have in this process (core/io/size_limits.h): --max-pixels.
#pragma once

namespace platen::pipeline {

inline constexpr double kMostMaxPixels = 65535.0 * 65535.0;  // sides stay below 65536 whatever is allowed

double maxPixels();
// Before anything is opened. 1 .. kMostMaxPixels.
void setMaxPixels(double pixels);

}  // namespace platen::pipeline
