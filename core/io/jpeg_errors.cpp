#include "core/io/jpeg_errors.h"

#include <jerror.h>
#include <jpegint.h>  // the marker reader; Debian's libjpeg62-turbo-dev has it

namespace platen::io {
namespace {

[[noreturn]] void jumpOut(j_common_ptr cinfo) {
  auto* errors = reinterpret_cast<JpegErrors*>(cinfo->err);
  errors->code = errors->base.msg_code;
  (*cinfo->err->format_message)(cinfo, errors->message);
  std::longjmp(errors->jump, 1);
}

bool isRestart(int marker) {
  return marker >= JPEG_RST0 && marker <= JPEG_RST0 + 7;
}

void noteWarning(j_common_ptr cinfo, int level) {
  if (level >= 0) {
    return;  // trace messages
  }
  auto* errors = reinterpret_cast<JpegErrors*>(cinfo->err);
  ++errors->base.num_warnings;
  switch (errors->base.msg_code) {
    case JWRN_JPEG_EOF:
      errors->ended_early = true;
      break;
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      errors->lost_pixels = true;
      break;
    case JWRN_EXTRANEOUS_DATA:
      // More data than the interval before a restart marker has pixels: some of it was read as what it is not. Before
      // the end marker it is padding, which some phones write.
      if (isRestart(errors->base.msg_parm.i[1])) {
        errors->lost_pixels = true;
      }
      break;
    default:
      break;  // stray bytes between segments, odd metadata: every pixel is there
  }
}

boolean readRestart(j_decompress_ptr cinfo) {
  auto* errors = reinterpret_cast<JpegErrors*>(cinfo->err);
  if (cinfo->marker->discarded_bytes != 0) {
    errors->lost_pixels = true;
  }
  return errors->read_restart(cinfo);
}

void printNothing(j_common_ptr /*cinfo*/) {}

}  // namespace

jpeg_error_mgr* prepare(JpegErrors& errors) {
  jpeg_error_mgr* base = jpeg_std_error(&errors.base);
  base->error_exit = jumpOut;
  base->emit_message = noteWarning;
  base->output_message = printNothing;
  errors.message[0] = '\0';
  errors.code = 0;
  errors.ended_early = errors.lost_pixels = errors.many_scans = errors.stopped = false;
  return base;
}

void watchRestarts(jpeg_decompress_struct& cinfo) {
  auto* errors = reinterpret_cast<JpegErrors*>(cinfo.err);
  errors->read_restart = cinfo.marker->read_restart_marker;
  cinfo.marker->read_restart_marker = readRestart;
}

tl::unexpected<Error> jpegFailure(const JpegErrors& errors, const std::filesystem::path& file) {
  if (errors.stopped) {
    return fail(ErrorKind::stopped, file, "stopped while the photo was being read");
  }
  if (errors.many_scans) {
    return fail(ErrorKind::unsupported, file,
                "has more than " + std::to_string(kMostScans) +
                    " scans, each as long to decode as a photo (save it as a baseline JPEG)");
  }
  if (errors.ended_early) {
    return fail(ErrorKind::unreadable, file, "is cut off before the end of its picture (copy the photo again)");
  }
  switch (errors.code) {
    case 0:
      return fail(ErrorKind::unreadable, file, "is damaged: part of its picture is lost (copy the photo again)");
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
      return fail(ErrorKind::tooLarge, file, "claims more pixels than a JPEG can hold");
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return fail(ErrorKind::tooLarge, file,
                  "is a progressive JPEG that needs more memory than is allowed for decoding (save it as a baseline "
                  "JPEG)");
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_COMPONENT_COUNT:
      return fail(ErrorKind::unsupported, file,
                  std::string("is a kind of JPEG that Platen does not read (") + errors.message + ")");
    default:
      return fail(ErrorKind::unreadable, file, std::string("is damaged: ") + errors.message);
  }
}

}  // namespace platen::io
