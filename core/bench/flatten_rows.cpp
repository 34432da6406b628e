#include "core/bench/flatten_rows.h"

#include "core/bench/drawn_photo.h"
#include "core/bench/or_throw.h"
#include "core/bench/program_cost.h"
#include "core/bench/temporary_jpeg.h"
#include "core/io/decode.h"
#include "core/io/page_writer.h"
#include "core/io/probe.h"
#include "core/median.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::bench {
namespace {

constexpr int kMegapixels = 12;
constexpr int kLargest = 400;
constexpr int kCellPx = 16;  // of the coarse map that cv::resize gets

double medianOf(const std::vector<ProgramCost>& runs, double ProgramCost::*what) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const ProgramCost& run : runs) {
    values.push_back(run.*what);
  }
  return medianInPlace(values);
}

float lengthOf(cv::Point2f side) {
  return std::hypot(side.x, side.y);
}

struct PageMaps {
  cv::Mat x, y;  // f32, photo px in OpenCV's convention
};

// Of the page that the four corners bound, about one pixel for one: a coarse map and cv::resize.
PageMaps mapsOf(const std::array<cv::Point2f, 4>& corners) {
  const float width = std::max(lengthOf(corners[1] - corners[0]), lengthOf(corners[2] - corners[3]));
  const float height = std::max(lengthOf(corners[3] - corners[0]), lengthOf(corners[2] - corners[1]));
  const cv::Size cells(cvRound(width / kCellPx), cvRound(height / kCellPx));
  const std::array<cv::Point2f, 4> square{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const cv::Matx33d photo_from_page = cv::getPerspectiveTransform(square.data(), corners.data());
  // One ring of cells more than the page, because cv::resize repeats what lies beyond the outermost centres.
  cv::Mat coarse_x(cells.height + 2, cells.width + 2, CV_32FC1), coarse_y(coarse_x.size(), CV_32FC1);
  for (int i = 0; i < coarse_x.rows; ++i) {
    for (int j = 0; j < coarse_x.cols; ++j) {
      const cv::Vec3d p = photo_from_page * cv::Vec3d((j - 0.5) / cells.width, (i - 0.5) / cells.height, 1);
      coarse_x.at<float>(i, j) = static_cast<float>(p[0] / p[2] - 0.5);
      coarse_y.at<float>(i, j) = static_cast<float>(p[1] / p[2] - 0.5);
    }
  }
  PageMaps maps;
  cv::resize(coarse_x, maps.x, coarse_x.size() * kCellPx, 0, 0, cv::INTER_LINEAR);
  cv::resize(coarse_y, maps.y, coarse_y.size() * kCellPx, 0, 0, cv::INTER_LINEAR);
  const cv::Rect page(kCellPx, kCellPx, cells.width * kCellPx, cells.height * kCellPx);
  return {maps.x(page), maps.y(page)};
}

}  // namespace

void flattenKnownPage(const std::filesystem::path& photo, const std::filesystem::path& page) {
  const PhotoInfo info = orThrow(io::probe(photo));
  const Image full = orThrow(io::decodeFull(info));
  const cv::Mat pixels(full.height(), full.width(), CV_8UC(full.channels()), const_cast<std::byte*>(full.row(0)),
                       static_cast<std::size_t>(full.strideBytes()));
  const auto flat = std::make_shared<cv::Mat>();
  {
    const PageMaps maps = mapsOf(drawnCorners(info.size));
    cv::remap(pixels, *flat, maps.x, maps.y, cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar::all(255));
  }
  io::PageFormat format;
  format.size = {flat->cols, flat->rows};
  format.channels = full.channels();
  const std::unique_ptr<io::PageWriter> writer = orThrow(io::createPage(page, format));
  orThrow(writer->writeRows(Image::wrap(flat, flat->data, format.size, format.channels, PixelType::u8,
                                        static_cast<std::ptrdiff_t>(flat->step))));
  orThrow(writer->commit());
}

namespace {

// Photo, page and two float maps, and what the drawing of the photo takes less than.
std::uint64_t peerBytes(int megapixels) {
  return static_cast<std::uint64_t>(megapixels) * 14'000'000;
}

void rowsOf(
    const std::filesystem::path& platen, int megapixels, int runs, const RowDone& done, const std::stop_token& stop) {
  const TemporaryJpeg photo(drawnPhoto(drawnPage(), megapixels, 3), kDrawnQuality);
  const std::string in = photo.file().string(), out = in + ".flat.jpg";
  std::vector<ProgramCost> ours, peer;
  for (int k = 0; k < runs && !(k > 0 && stop.stop_requested()); ++k) {
    ours.push_back(costOf(platen, {"flatten", in, "-o", out}));
    peer.push_back(costOf(platen, {"bench", "--known-page", in, out}));
  }
  std::error_code ignored;
  std::filesystem::remove(out, ignored);
  struct Figure {
    const char* name;
    double ProgramCost::*what;
    const char* unit;
  };
  for (const Figure& figure :
       {Figure{"flatten", &ProgramCost::seconds, "s"}, Figure{"flatten, processor", &ProgramCost::cpu_seconds, "CPU s"},
        Figure{"flatten, memory", &ProgramCost::resident_mb, "MB"}}) {
    if (stop.stop_requested()) {
      return;
    }
    const double a = medianOf(ours, figure.what), b = medianOf(peer, figure.what);
    done({figure.name, std::to_string(megapixels) + " MP JPEG to JPEG", a, b,
          "known page: decode + OpenCV " CV_VERSION " cv::remap + encode", figure.unit, b / a});
  }
}

}  // namespace

void flattenRows(const std::filesystem::path& platen,
                 bool quick,
                 const RowDone& done,
                 const LeftOut& left_out,
                 const std::stop_token& stop) {
  if (platen.empty() || stop.stop_requested()) {
    return;
  }
  rowsOf(platen, kMegapixels, quick ? 3 : 5, done, stop);
  if (quick || stop.stop_requested()) {
    return;
  }
  if (const std::uint64_t free = freeBytes(); free > 0 && free < peerBytes(kLargest)) {
    left_out("flattening 400 MP: the peer needs " + std::to_string(peerBytes(kLargest) / 1'000'000) + " MB");
    return;
  }
  rowsOf(platen, kLargest, 3, done, stop);
}

}  // namespace platen::bench
