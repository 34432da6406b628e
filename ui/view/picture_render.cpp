#include "ui/view/picture_render.h"

#include "core/pipeline/guard.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <QByteArray>
#include <QColorSpace>

namespace platen::ui {
namespace {

// Samples to a cell of the grid: one to so many device pixels, since the renderer pays for every one of them.
constexpr double kSamplePitch = 16;
constexpr double kFewestSamples = 2, kMostSamples = 8, kMostLiveSamples = 4;
constexpr int kFewestCells = 8;
constexpr int kMostCells = 320;
// Photo pixels around what is sampled: the taps of a bicubic filter, and their rounding.
constexpr double kTapMargin = 4;
// The scale that this share of the part needs at most: a few cells at a fold may need more than there is to see.
constexpr double kSharpShare = 0.95;
// A frame that lives for 50 ms may be a little coarser than the screen.
constexpr double kLiveScale = 0.6;

int cellsFor(double grid_cells, int device_px, bool live) {
  const double samples = std::clamp(std::ceil(device_px / std::max(grid_cells, 1e-9) / kSamplePitch), kFewestSamples,
                                    live ? kMostLiveSamples : kMostSamples);
  return std::clamp(static_cast<int>(std::ceil(grid_cells * samples)), kFewestCells, kMostCells);
}

// Sets source_px and scale from the grid's samples. `spread`: how far, in source_px, the spline may stray from them.
void measure(PicturePart& part, const WarpGrid& samples, Size device_px) {
  Box box{samples.points[0].x, samples.points[0].y, samples.points[0].x, samples.points[0].y};
  double spread = 0;
  std::vector<double> scales;
  scales.reserve(samples.points.size());
  const double across = static_cast<double>(device_px.width) / (samples.cols - 1);
  const double down = static_cast<double>(device_px.height) / (samples.rows - 1);
  for (int i = 0; i < samples.rows; ++i) {
    for (int j = 0; j < samples.cols; ++j) {
      const Vec2 p = samples.at(i, j);
      box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x), std::max(box.y1, p.y)};
      if (i + 1 < samples.rows && j + 1 < samples.cols) {
        const double du = norm(samples.at(i, j + 1) - p);
        const double dv = norm(samples.at(i + 1, j) - p);
        spread = std::max({spread, du, dv});
        scales.push_back(std::max(across / std::max(du, 1e-9), down / std::max(dv, 1e-9)));
      }
    }
  }
  const auto at = scales.begin() + static_cast<std::ptrdiff_t>(kSharpShare * static_cast<double>(scales.size() - 1));
  std::nth_element(scales.begin(), at, scales.end());
  part.scale = std::clamp(*at, 1e-6, 1.0);
  // A cubic between samples strays from them by less than a quarter of their distance.
  const double margin = spread / 4 + kTapMargin / part.scale;
  part.source_px = {box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin};
}

WarpGrid moved(WarpGrid grid, Vec2 origin_source_px) {
  for (Vec2& point : grid.points) {
    point = point - origin_source_px;
  }
  return grid;
}

bool meets(const Box& source_px, Size photo) {
  return source_px.x1 > 0 && source_px.y1 > 0 && source_px.x0 < photo.width && source_px.y0 < photo.height;
}

// A part of the page that lies wholly beyond the photo.
QImage blank(Size device_px) {
  QImage white(device_px.width, device_px.height, QImage::Format_Grayscale8);
  white.fill(255);
  return white;
}

}  // namespace

PicturePart partOf(const PictureSource& source, const Box& picture_px, Size device_px, bool live) {
  PicturePart part;
  if (source.grid == nullptr) {
    part.grid = {2,
                 2,
                 {{picture_px.x0, picture_px.y0},
                  {picture_px.x1, picture_px.y0},
                  {picture_px.x0, picture_px.y1},
                  {picture_px.x1, picture_px.y1}}};
    measure(part, part.grid, device_px);
    return part;
  }
  const Box uv{picture_px.x0 / source.extent_px.x, picture_px.y0 / source.extent_px.y,
               picture_px.x1 / source.extent_px.x, picture_px.y1 / source.extent_px.y};
  const WarpGrid& grid = *source.grid;
  const WarpGrid samples = subGrid(grid, uv, cellsFor(uv.height() * (grid.rows - 1), device_px.height, live) + 1,
                                   cellsFor(uv.width() * (grid.cols - 1), device_px.width, live) + 1);
  part.grid = uv == Box{0, 0, 1, 1} ? grid : samples;
  measure(part, samples, device_px);
  return part;
}

QImage sharedImage(const Image& image) {
  if (image.empty() || image.type() != PixelType::u8 || (image.channels() != 1 && image.channels() != 3)) {
    throw std::invalid_argument("sharedImage: 8 bits, grey or RGB");
  }
  auto* handle = new Image(image);
  return {reinterpret_cast<const uchar*>(image.row(0)),
          image.width(),
          image.height(),
          static_cast<qsizetype>(image.strideBytes()),
          image.channels() == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888,
          [](void* held) { delete static_cast<Image*>(held); },
          handle};
}

QImage colorManaged(const Image& image, const PhotoInfo& info) {
  QImage shared = sharedImage(image);
  // CMYK came through its profile when it was decoded.
  const bool is_rgb = image.channels() == 3 && info.color != ColorModel::cmyk && info.color != ColorModel::ycck;
  if (!is_rgb || info.icc_profile.empty()) {
    return shared;
  }
  const QByteArray bytes(reinterpret_cast<const char*>(info.icc_profile.data()),
                         static_cast<qsizetype>(info.icc_profile.size()));
  const QColorSpace space = QColorSpace::fromIccProfile(bytes);
  const QColorSpace srgb(QColorSpace::SRgb);
  if (!space.isValid() || space == srgb) {
    return shared;
  }
  shared.setColorSpace(space);
  return shared.convertedToColorSpace(srgb);
}

Result<QImage> renderPicture(const RenderRequest& request, int threads, const std::stop_token& stop) {
  const pipeline::PhotoRegions& regions = *request.source.regions;
  return pipeline::guarded(regions.info().file, [&]() -> Result<QImage> {
    const PicturePart part = partOf(request.source, request.picture_px, request.device_px, request.at_hand_only);
    if (!meets(part.source_px, regions.sourceSize())) {
      return blank(request.device_px);
    }
    pipeline::PhotoRegion photo;
    pipeline::RenderOptions options{.filter = Filter::bicubic, .threads = threads, .fill = Fill::paper};
    if (request.at_hand_only) {
      const Level& level = regions.atHand(part.scale * kLiveScale);
      photo = {level.image, {}, level.scale};
      options.filter = Filter::bilinear;
      options.threads = 1;
    } else {
      Result<pipeline::PhotoRegion> read = regions.read(part.source_px, part.scale, stop);
      if (!read) {
        return tl::unexpected(read.error());
      }
      photo = std::move(*read);
    }
    const Image picture = pipeline::renderPage(photo.image, photo.scale, moved(part.grid, photo.origin_source_px),
                                               request.device_px, options, stop);
    if (picture.empty()) {
      return pipeline::stoppedAt(regions.info().file);
    }
    return colorManaged(picture, regions.info());
  });
}

}  // namespace platen::ui
