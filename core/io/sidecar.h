// WARP.json, the sidecar (schema version 1) and the .npy map. The schema is in docs/interfaces.md; keys that this
// version does not know are kept when a file is read and written again.
#pragma once

#include "core/exported_page.h"
#include "core/fit.h"
#include "core/if_there.h"
#include "core/result.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace platen::io {

struct SidecarPage {
  int index = 1;
  int reading_rotation = 0;
  WarpModel model = WarpModel::plane;
  double confidence = 0;
  std::vector<std::string> warnings;
  Vec2 output_px;         // width, height at the source's own density
  double output_dpi = 0;  // 0: unknown
  WarpGrid map;
  std::map<std::string, std::vector<double>> parameters;
  std::string paper;  // the standard sheet, or empty; among the parameters in the file
  bool paper_is_assumed = false;
  FocalLength focal_length;  // among the parameters, too
  int steps = 0;
  double energy_first = 0, energy_last = 0, seconds = 0;
  Box content_uv{0, 0, 1, 1};
  std::optional<ExportedPage> exported;  // how, by the call that wrote this; none: it exported nothing
};

struct Sidecar {
  std::string source_file;    // as given
  std::string source_sha256;  // hex
  Size source_size;           // source_px, after orientation
  int exif_orientation = 1;
  std::vector<SidecarPage> pages;
  // Unknown keys of the file this was read from, as JSON text; kept on rewrite.
  std::string unknown;
};

// Errors: notFound, badInput (not JSON, a key missing or out of range, a newer schema version: says so).
Result<Sidecar> readSidecar(const std::filesystem::path& file);
Result<void> writeSidecar(const std::filesystem::path& file,
                          const Sidecar& sidecar,
                          IfThere if_there = IfThere::replace);
// float32 [pages, R, C, 2], little-endian, C order. All grids of one call have the same rows and cols (resampled if
// not).
Result<void> writeMapNpy(const std::filesystem::path& file, const std::vector<WarpGrid>& pages);
// Hex SHA-256 of a file's bytes; of all of FILE also where FILE[3] is meant (image_address.h).
Result<std::string> sha256(const std::filesystem::path& file);

}  // namespace platen::io
