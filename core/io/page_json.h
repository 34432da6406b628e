// A page, its map and what its fit goes on from, as they stand in the sidecar and in a project (docs/interfaces.md).
// Doubles come back to the bit as long as they are finite. For the readers and writers of core/io alone.
#pragma once

#include "core/io/json_fields.h"
#include "core/io/sidecar.h"

#include <map>
#include <string>
#include <vector>

namespace platen::io {

// What is read back without complaint: sides of a map, in samples; index of a page; sides of a page, in pixels; pixels
// per inch; how far the box of what is printed may reach, in pages.
inline constexpr int kLargestMapSide = 4096;
inline constexpr int kLargestPageIndex = 1000000;
inline constexpr double kLargestExtent = 1e6;
inline constexpr int kLargestDpi = 10000000;
inline constexpr double kLargestReach = 8;

Json mapJson(const WarpGrid& map);
Json parametersJson(const std::map<std::string, std::vector<double>>& parameters);
Json pageJson(const SidecarPage& page);

// Each throws JsonProblem. `where`: the path of the object, ending in a dot; of the parameters, without one.
WarpGrid readMapJson(const Json& json, const std::string& where);
std::map<std::string, std::vector<double>> readParametersJson(const Json& json, const std::string& where);
SidecarPage readPageJson(const Json& json, const std::string& where);

}  // namespace platen::io
