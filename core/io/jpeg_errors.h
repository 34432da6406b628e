// libjpeg's errors and warnings, gathered for guarded() (guarded_call.h) instead of exit() and stderr.
#pragma once

#include "core/result.h"

#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>

namespace platen::io {

struct JpegErrors {
  jpeg_error_mgr base;  // first: libjpeg's pointer to it is a pointer to this
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  int code;          // of the error that jumped
  bool ended_early;  // the file ended before libjpeg had what it wanted
  bool lost_pixels;  // picture data missing or wrong: libjpeg goes on with grey or garbage from there
  bool many_scans;   // set by whoever jumps because there are more scans than are decoded
  bool stopped;      // set by whoever jumps because the caller asked to stop
  jpeg_marker_parser_method read_restart;  // libjpeg's own, under watchRestarts()
};

// A progressive file may claim any number of scans, each as long to decode as a photo.
inline constexpr int kMostScans = 500;

// Fills `errors` and returns what belongs into cinfo.err.
jpeg_error_mgr* prepare(JpegErrors& errors);

// Counts data left over before a restart marker as lost pixels, which libjpeg tells only where it had not read it yet.
// After jpeg_create_decompress(); cinfo.err must be a JpegErrors.
void watchRestarts(jpeg_decompress_struct& cinfo);

// The error that made a decode fail, for the photo's owner.
tl::unexpected<Error> jpegFailure(const JpegErrors& errors, const std::filesystem::path& file);

}  // namespace platen::io
