// What a batch knows of a page when it is done or has failed: a line of its manifest, a row of its report.
#pragma once

#include "core/geometry.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace platen {

// A file as it was: when either differs it counts as another one.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct BatchPage {
  std::filesystem::path photo;  // its place below the input (core/pipeline/photo_search.h)
  // Where it lay when this was done, absolute; empty: a version that did not say.
  std::filesystem::path photo_file;
  int page = 0;   // on the photo, in reading order, from 1; 0: the photo as a whole, which has failed
  int pages = 1;  // of the photo
  bool done = false;
  bool review = false;              // someone should look at it
  std::string kind;                 // of what went wrong, as pipeline::nameOf(ErrorKind) has it; empty: nothing did
  std::string reason;               // why it failed, or why to look
  std::filesystem::path unwritten;  // what could not be written, where that is why it failed; not in the manifest
  std::filesystem::path output;     // below the output folder
  std::uint64_t output_bytes = 0;
  double confidence = 0;
  std::string model;
  std::string paper;              // the sheet that the page is, or empty
  bool paper_is_assumed = false;  // the likeliest one
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, double>> seconds;  // by stage
  Size source_px, out_px;
  double dpi = 0;        // as the output's file has it; 0: not known
  double paper_dpi = 0;  // output pixels per inch of paper, as a PDF has it; 0: neither known nor assumed
  FileStamp source;
  std::int64_t ended_ns = 0;     // since 1970, by the clock of the machine that did it; 0: a version that did not say
  std::string version, options;  // of the program; a digest of the options
};

}  // namespace platen
