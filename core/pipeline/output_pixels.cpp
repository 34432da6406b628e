#include "core/pipeline/output_pixels.h"

namespace platen::pipeline {
namespace {

bool holdsSixteenBits(FileFormat format) {
  return format == FileFormat::png || format == FileFormat::tiff;
}

bool isCmyk(const PhotoInfo& info) {
  return info.color == ColorModel::cmyk || info.color == ColorModel::ycck;
}

}  // namespace

io::PageFormat pageFormat(const SourceKind& source,
                          const PhotoInfo& info,
                          const ExportPlan& plan,
                          FileFormat format,
                          const ExportOptions& options) {
  io::PageFormat page;
  page.format = format;
  page.size = plan.out_px;
  page.dpi = format == FileFormat::pdf ? plan.paper_dpi : plan.dpi;
  page.quality = options.quality;
  page.bitonal = options.color == ColorChoice::bitonal;
  const bool has_alpha = source.channels == 4;
  page.channels = options.color != ColorChoice::keep ? 1 : has_alpha && !holdsSixteenBits(format) ? 3 : source.channels;
  page.type = holdsSixteenBits(format) && !page.bitonal ? source.type : PixelType::u8;
  // A profile speaks of the pixels it came with: not of grey made from colour, nor of what CMYK was converted to.
  const bool became_gray = source.channels > 1 && page.channels == 1;
  if (!isCmyk(info) && !became_gray) {
    page.icc_profile = info.icc_profile;
  }
  page.date_time = info.date_time;
  page.camera_make = info.camera_make;
  page.camera_model = info.camera_model;
  return page;
}

std::vector<std::string> warningsOf(const PhotoInfo& info,
                                    const ExportPlan& plan,
                                    FileFormat format,
                                    const ExportOptions& options) {
  std::vector<std::string> warnings = plan.warnings;
  if (isCmyk(info) && options.color == ColorChoice::keep) {
    warnings.emplace_back(info.icc_profile.empty()
                              ? "the photo is CMYK without a profile: its colours were converted to sRGB by rule"
                              : "the photo is CMYK: its colours were converted to sRGB through its profile");
  }
  if (format == FileFormat::pdf && !(plan.paper_dpi > 0)) {
    warnings.emplace_back(
        "the paper's size is not known: the page of the PDF is as large as fits on A4 (--paper of flatten and batch "
        "says it)");
  }
  return warnings;
}

}  // namespace platen::pipeline
