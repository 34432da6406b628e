// One photo as a project keeps it (project_file.h), as a value.
#pragma once

#include "core/fit.h"
#include "core/guide.h"
#include "core/options.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace platen::io {

struct KeptPage {
  int index = 1;
  FitResult fit;
  double density_dpi = 0;
  std::vector<std::pair<std::string, double>> seconds;
  std::vector<Pin> pins;  // source_px, and page_uv of the upright page
  std::vector<Stroke> strokes;
};

enum class KeptDue : std::uint8_t { nothing, onward, afresh };

struct KeptPhoto {
  std::filesystem::path file;  // absolute
  FitOptions fit;
  ExportOptions out;
  std::vector<KeptPage> pages;
  KeptDue due = KeptDue::afresh;
  int due_page = 0;
  Guide start;
  Polyline spine;  // source_px
};

}  // namespace platen::io
