#include "tests/ui/view/wave_photo.h"

#include "core/pipeline/page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

namespace platen::ui {
namespace {

constexpr int kReduced = 4;

Image waves(int reduced) {
  Image image = Image::allocate({kWavePhoto.width / reduced, kWavePhoto.height / reduced}, 3);
  for (int c = 0; c < 3; ++c) {
    // The waves along x and along y are added.
    std::vector<double> along_x;
    for (int i = 0; i < image.width(); ++i) {
      along_x.push_back(waveAt({(i + 0.5) * reduced, 0}, c) - waveAt({0, 0}, c));
    }
    for (int j = 0; j < image.height(); ++j) {
      const double along_y = waveAt({0, (j + 0.5) * reduced}, c);
      for (int i = 0; i < image.width(); ++i) {
        image.rowAs<std::uint8_t>(j)[3 * i + c] =
            static_cast<std::uint8_t>(std::lround(along_x[static_cast<std::size_t>(i)] + along_y));
      }
    }
  }
  return image;
}

// Encoding takes longer than any of the tests.
const std::string& bytesOf(FileFormat format) {
  static std::map<FileFormat, std::string> known;
  std::string& bytes = known[format];
  if (bytes.empty()) {
    const test::ScratchFolder folder;
    test::writeImage(folder / "waves", waves(1), format);
    bytes = test::readBytes(folder / "waves");
  }
  return bytes;
}

}  // namespace

double waveAt(Vec2 source_px, int channel) {
  return 127.5 + 60 * std::sin(source_px.x * 0.03 + 2 * channel) + 60 * std::cos(source_px.y * 0.025 + channel);
}

WavePhoto::WavePhoto(FileFormat format) {
  const auto file = folder_ / (format == FileFormat::png ? "waves.png" : "waves.jpg");
  test::writeBytes(file, bytesOf(format));
  Pyramid pyramid;
  pyramid.source_size = kWavePhoto;
  static const Image coarse = waves(kReduced);
  pyramid.levels.push_back({coarse, 1.0 / kReduced});
  regions_ = std::make_shared<const pipeline::PhotoRegions>(*pipeline::describePhoto(file), pyramid);
}

WarpGrid bentPage(double shift) {
  WarpGrid grid{33, 25, {}};
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.cols; ++j) {
      const double u = static_cast<double>(j) / (grid.cols - 1);
      const double v = static_cast<double>(i) / (grid.rows - 1);
      grid.points.push_back({300 + shift + 900 * u + 25 * std::sin(3 * v),
                             90 + 950 * v + 40 * std::sin(std::numbers::pi * u) + 80 * std::abs(v - 0.5) * u});
    }
  }
  return grid;
}

QColor paintedAt(const QImage& grabbed, Vec2 widget_px) {
  const double ratio = grabbed.devicePixelRatio();
  const Vec2 at = widget_px * ratio - Vec2{0.5, 0.5};
  const auto channel = [&](int c) {
    const auto of = [&](int x, int y) {
      const QRgb pixel = grabbed.pixel(std::clamp(x, 0, grabbed.width() - 1), std::clamp(y, 0, grabbed.height() - 1));
      return c == 0 ? qRed(pixel) : c == 1 ? qGreen(pixel) : qBlue(pixel);
    };
    const int x = static_cast<int>(std::floor(at.x));
    const int y = static_cast<int>(std::floor(at.y));
    const double fx = at.x - x;
    const double fy = at.y - y;
    return (of(x, y) * (1 - fx) + of(x + 1, y) * fx) * (1 - fy) +
           (of(x, y + 1) * (1 - fx) + of(x + 1, y + 1) * fx) * fy;
  };
  return QColor::fromRgbF(static_cast<float>(channel(0) / 255), static_cast<float>(channel(1) / 255),
                          static_cast<float>(channel(2) / 255));
}

double offTheWave(const QColor& painted, Vec2 source_px) {
  const double shown[3] = {painted.redF() * 255.0, painted.greenF() * 255.0, painted.blueF() * 255.0};
  double worst = 0;
  for (int c = 0; c < 3; ++c) {
    worst = std::max(worst, std::abs(shown[c] - waveAt(source_px, c)));
  }
  return worst;
}

}  // namespace platen::ui
