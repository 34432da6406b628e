// platen inspect: what is known of a photo, without decoding it, or of a warp.
#include "app/command.h"
#include "app/command_line.h"
#include "app/report.h"
#include "core/photo_info.h"
#include "core/pipeline/page.h"
#include "core/shown_text.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::ordered_json;

struct Inspect {
  std::vector<std::string> files;
  bool json = false;

  [[nodiscard]] int run() const;
};

constexpr std::array<std::string_view, 6> kCodecs{"JPEG", "PNG", "TIFF", "WebP", "JPEG 2000", "HEIF"};
constexpr std::array<std::string_view, 6> kColors{"gray", "RGB", "RGBA", "palette", "CMYK", "YCCK"};

// A warp is text that begins with a brace; a photo never does.
bool looksLikeWarp(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  char first = 0;
  while (in.get(first)) {
    if (std::isspace(static_cast<unsigned char>(first)) == 0) {
      return first == '{';
    }
  }
  return false;
}

ordered_json describePhoto(const PhotoInfo& info) {
  ordered_json facts;
  facts["file"] = info.file.string();
  facts["kind"] = "photo";
  facts["codec"] = kCodecs[static_cast<std::size_t>(info.codec)];
  facts["width"] = info.size.width;
  facts["height"] = info.size.height;
  facts["megapixels"] = std::round(info.size.width / 1e4 * info.size.height / 1e2 * 10) / 10;
  facts["color"] = kColors[static_cast<std::size_t>(info.color)];
  facts["bits_per_channel"] = info.bits_per_channel;
  facts["exif_orientation"] = info.exif_orientation;
  facts["dpi"] = info.dpi ? ordered_json(*info.dpi) : ordered_json(nullptr);
  facts["icc_profile_bytes"] = info.icc_profile.size();
  facts["progressive"] = info.progressive;
  facts["images_in_file"] = info.pages;
  facts["image"] = std::max(1, info.image);
  if (info.pdf_page != PhotoInfo::PdfPage::none) {
    facts["pdf_page"] = info.pdf_page == PhotoInfo::PdfPage::image ? "the image on it" : "rendered";
  }
  facts["date_time"] = info.date_time;
  facts["camera"] =
      info.camera_make + (info.camera_make.empty() || info.camera_model.empty() ? "" : " ") + info.camera_model;
  facts["focal_length_35mm"] = info.focal_length_35mm ? ordered_json(*info.focal_length_35mm) : ordered_json(nullptr);
  facts["bytes"] = info.file_bytes;
  return facts;
}

ordered_json describeWarp(const std::string& file, const pipeline::SavedWarp& warp) {
  ordered_json facts;
  facts["file"] = file;
  facts["kind"] = "warp";
  facts["source"] = {{"file", warp.source_file},
                     {"sha256", warp.source_sha256},
                     {"width", warp.source_size.width},
                     {"height", warp.source_size.height},
                     {"exif_orientation", warp.exif_orientation}};
  facts["pages"] = ordered_json::array();
  for (const pipeline::SavedWarp::Page& page : warp.pages) {
    ordered_json one;
    one["index"] = page.page.index;
    one["model"] = nameOf(page.model);
    one["confidence"] = page.confidence;
    one["reading_rotation"] = page.reading_rotation;
    one["width"] = std::lround(page.page.extent_px.x);
    one["height"] = std::lround(page.page.extent_px.y);
    one["dpi"] = page.page.density_dpi > 0 ? ordered_json(page.page.density_dpi) : ordered_json(nullptr);
    one["paper"] = page.paper.empty() ? ordered_json(nullptr) : ordered_json(page.paper);
    one["paper_assumed"] = page.paper_is_assumed;
    if (const FocalLength& focal = page.focal_length; focal.longer_sides > 0) {
      one["focal_length_35mm"] = kFilm_mm * focal.longer_sides;
      one["focal_length_error_percent"] = 100 * focal.log_sigma;
      one["focal_length_from"] = kFocalSourceNames.at(static_cast<std::size_t>(focal.from));
    }
    one["grid"] = {{"rows", page.page.grid.rows}, {"cols", page.page.grid.cols}};
    one["steps"] = page.steps;
    one["energy"] = {page.energy_first, page.energy_last};
    one["seconds"] = page.seconds;
    one["warnings"] = page.warnings;
    facts["pages"].push_back(std::move(one));
  }
  return facts;
}

std::string text(const ordered_json& value) {
  return value.is_null()           ? "not known"
         : value.is_string()       ? value.get<std::string>()
         : value.is_number_float() ? fmt::format("{:.6g}", value.get<double>())
                                   : value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

void print(const ordered_json& facts, int depth) {
  for (const auto& [key, value] : facts.items()) {
    std::string name = key;
    std::replace(name.begin(), name.end(), '_', ' ');
    const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
    if (value.is_object()) {
      std::printf("%s%s\n", indent.c_str(), name.c_str());
      print(value, depth + 1);
    } else if (value.is_array() && !value.empty() && value.front().is_object()) {
      for (const ordered_json& one : value) {
        std::printf("%s%s\n", indent.c_str(), "page");
        print(one, depth + 1);
      }
    } else if (!(value.is_string() && value.get<std::string>().empty()) && !(value.is_array() && value.empty())) {
      std::printf("%s%-*s %s\n", indent.c_str(), 22 - 2 * depth, name.c_str(), shownText(text(value)).c_str());
    }
  }
}

int Inspect::run() const {
  bool any_failed = false;
  bool first = true;
  for (const std::string& file : files) {
    ordered_json facts;
    if (looksLikeWarp(file)) {
      const Result<pipeline::SavedWarp> warp = pipeline::loadWarp(file);
      if (!warp) {
        complain(describe(warp.error()));
        any_failed = true;
        continue;
      }
      facts = describeWarp(file, *warp);
    } else {
      const Result<PhotoInfo> info = pipeline::describePhoto(file);
      if (!info) {
        complain(describe(info.error()));
        any_failed = true;
        continue;
      }
      facts = describePhoto(*info);
    }
    if (json) {
      std::printf("%s\n", facts.dump(-1, ' ', false, ordered_json::error_handler_t::replace).c_str());
    } else {
      std::printf("%s", first ? "" : "\n");
      print(facts, 0);
    }
    first = false;
  }
  return any_failed ? kSomeFailed : kAllDone;
}

}  // namespace

Command inspectCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("inspect", "What is known of a photo or of a warp, without decoding it");
  auto given = std::make_shared<Inspect>();
  command->add_option("FILE", given->files, "photos and warps")->required()->type_name("");
  command->add_flag("--json", given->json, "one JSON object per file");
  addPixelLimit(*command);
  command->footer(
      "Examples:\n"
      "  platen inspect page.jpg\n"
      "  platen inspect page.warp.json --json");
  return {command, [given](const std::stop_token&) { return given->run(); }};
}

}  // namespace platen::app
