// Resampling against analytic images and area references, and the promises of render.h: copies stay copies, bytes do
// not depend on bands, threads or instruction sets.
#include "core/pipeline/render.h"

#include "core/pipeline/render_photo.h"
#include "core/pipeline/resample.h"
#include "core/pipeline/strip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using Colour = std::function<double(Vec2 source_px, int channel)>;  // 0..1

// Each pixel holds the colour at its centre.
Image draw(Size size, int channels, PixelType type, const Colour& colour) {
  Image image = Image::allocate(size, channels, type);
  for (int j = 0; j < size.height; ++j) {
    for (int i = 0; i < size.width; ++i) {
      for (int c = 0; c < channels; ++c) {
        const double value = colour({i + 0.5, j + 0.5}, c);
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * channels + c;
        if (type == PixelType::u8) {
          image.rowAs<std::uint8_t>(j)[at] = static_cast<std::uint8_t>(std::lround(value * 255));
        } else {
          image.rowAs<std::uint16_t>(j)[at] = static_cast<std::uint16_t>(std::lround(value * 65535));
        }
      }
    }
  }
  return image;
}

double valueAt(const Image& image, int i, int j, int c) {
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * image.channels() + c;
  return image.type() == PixelType::u8 ? image.rowAs<std::uint8_t>(j)[at] : image.rowAs<std::uint16_t>(j)[at];
}

Image noise(Size size, int channels, PixelType type, unsigned seed = 7) {
  std::mt19937 random(seed);
  return draw(size, channels, type, [&](Vec2, int) { return (random() % 65536) / 65535.0; });
}

bool sameBytes(const Image& a, const Image& b) {
  if (a.size() != b.size() || a.channels() != b.channels() || a.type() != b.type()) {
    return false;
  }
  for (int j = 0; j < a.height(); ++j) {
    if (std::memcmp(a.row(j), b.row(j), static_cast<std::size_t>(a.width()) * a.bytesPerPixel()) != 0) {
      return false;
    }
  }
  return true;
}

// Smooth, not separable, different in each channel; wavelengths of 40 px and more.
double smooth(Vec2 p, int c) {
  return 0.5 + 0.2 * std::sin(p.x * 0.11 + 0.7 * c) * std::cos(p.y * 0.13 - 0.4 * c) +
         0.2 * std::cos(0.08 * p.x + 0.09 * p.y + c);
}

WarpGrid gridOf(int rows, int cols, const std::function<Vec2(Vec2 page_uv)>& map) {
  WarpGrid grid{rows, cols, {}};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      grid.points.push_back(map({static_cast<double>(j) / (cols - 1), static_cast<double>(i) / (rows - 1)}));
    }
  }
  return grid;
}

Vec2 bent(Vec2 uv) {
  return {40 + 300 * uv.x + 12 * std::sin(3 * uv.y + uv.x), 30 + 240 * uv.y + 15 * std::sin(4 * uv.x)};
}

// As renderPage(), in bands from the top. False: stopped, by the sink or by the token.
bool renderBands(const Image& source,
                 double source_scale,
                 const WarpGrid& grid,
                 Size out,
                 const RenderOptions& options,
                 const std::function<bool(const Image&)>& sink,
                 const std::stop_token& stop = {}) {
  StripRenderer renderer(kindOf(source), source_scale, grid, out, options.filter);
  if (options.fill == Fill::paper) {
    renderer.continuePaper(PaperFill(source));
  }
  PhotoInfo photo;
  photo.size = photo.stored_size = source.size();
  SourceRows rows(source);
  bool taken = true;
  const PageSink page{[&](const Image& band) { return taken = sink(band); }, nullptr};
  return renderPhoto(rows, bandsInOrder({&renderer}, photo), {&renderer}, {page}, options.threads, stop) && taken;
}

struct Kind {
  int channels;
  PixelType type;
  Filter filter;
};

class EveryKind : public ::testing::TestWithParam<Kind> {};

TEST_P(EveryKind, IdentityCopiesBytes) {
  const auto [channels, type, filter] = GetParam();
  for (const Size size : {Size{1100, 150}, Size{37, 5}, Size{1, 1}, Size{2, 70}}) {
    const Image source = noise(size, channels, type);
    EXPECT_TRUE(sameBytes(source, renderPage(source, 1, identityGrid(size), size, {filter, 2})))
        << size.width << " x " << size.height;
  }
}

TEST_P(EveryKind, IntegerShiftIsACropAndWhiteOutside) {
  const auto [channels, type, filter] = GetParam();
  const Image source = noise({200, 120}, channels, type);
  const Image page = renderPage(source, 1,
                                gridOf(2, 2,
                                       [](Vec2 uv) {
                                         return Vec2{50 + 200 * uv.x, -20 + 100 * uv.y};
                                       }),
                                {200, 100}, {filter, 1});
  EXPECT_TRUE(sameBytes(source.crop(50, 0, {150, 80}), page.crop(0, 20, {150, 80})));
  const double white = type == PixelType::u8 ? 255 : 65535;
  for (int c = 0; c < channels; ++c) {
    EXPECT_EQ(valueAt(page, 100, 0, c), white);   // above the photo
    EXPECT_EQ(valueAt(page, 100, 18, c), white);  // a whole pixel and more above it
    EXPECT_EQ(valueAt(page, 199, 60, c), white);  // right of it
  }
}

TEST_P(EveryKind, BendingFollowsTheAnalyticImage) {
  const auto [channels, type, filter] = GetParam();
  const Image source = draw({400, 320}, channels, type, smooth);
  const WarpGrid grid = gridOf(17, 13, bent);
  const SplineNet net = splineNet(grid);
  const Size out{420, 330};
  const Image page = renderPage(source, 1, grid, out, {filter, 2});
  const double top = type == PixelType::u8 ? 255 : 65535;
  // Rounding of the source, times the filter's gain, and of the page; bilinear also loses h^2/8 of the curvature.
  const double bound = filter == Filter::bilinear  ? 1.6
                       : type == PixelType::u16    ? 0.5
                       : filter == Filter::bicubic ? 1.3
                                                   : 1.6;
  double worst = 0;
  for (int j = 0; j < out.height; ++j) {
    for (int i = 0; i < out.width; ++i) {
      const Vec2 at = sourceFromPage(net, {(i + 0.5) / out.width, (j + 0.5) / out.height});
      for (int c = 0; c < channels; ++c) {
        worst = std::max(worst, std::abs(valueAt(page, i, j, c) / top - smooth(at, c)) * 255);
      }
    }
  }
  EXPECT_LT(worst, bound);
}

TEST_P(EveryKind, BandsAndThreadsAndKernelsDoNotMatter) {
  const auto [channels, type, filter] = GetParam();
  const Image source = noise({400, 320}, channels, type);
  // Reaches out of the photo, magnifies at the top and minifies at the bottom.
  const WarpGrid grid = gridOf(9, 9, [](Vec2 uv) {
    return Vec2{-20 + 430 * uv.x * (0.3 + uv.y), 350 * uv.y * uv.y - 9};
  });
  const Size out{603, 211};
  const Image whole = renderPage(source, 1, grid, out, {filter, 1});
  EXPECT_TRUE(sameBytes(whole, renderPage(source, 1, grid, out, {filter, 5})));
  for (const int threads : {1, 3}) {
    Image joined = Image::allocate(out, channels, type);
    int row = 0;
    EXPECT_TRUE(renderBands(source, 1, grid, out, {filter, threads}, [&](const Image& band) {
      for (int j = 0; j < band.height(); ++j) {
        std::memcpy(joined.row(row++), band.row(j), static_cast<std::size_t>(out.width) * band.bytesPerPixel());
      }
      return true;
    }));
    EXPECT_EQ(row, out.height);
    EXPECT_TRUE(sameBytes(whole, joined)) << threads << " threads";
  }
  const StripRenderer plain(kindOf(source), 1, grid, out, filter, true);
  Image portable = Image::allocate(out, channels, type);
  StripRenderer::Scratch scratch;
  for (int row = 0; row < out.height; row += kStripRows) {
    const int rows = std::min(kStripRows, out.height - row);
    Image part = portable.crop(0, row, {out.width, rows});
    plain.render(viewOf(source), 0, out.width, row, rows, part, scratch);
  }
  EXPECT_TRUE(sameBytes(whole, portable));
}

TEST_P(EveryKind, MinificationIsTheMeanOfTheArea) {
  const auto [channels, type, filter] = GetParam();
  const Image source = noise({600, 480}, channels, type);
  for (const int factor : {2, 3, 4}) {
    const Size out{600 / factor, 480 / factor};
    const Image page = renderPage(source, 1, identityGrid(source.size()), out, {filter, 2});
    double squares = 0;
    double spread = 0;
    for (int j = 0; j < out.height; ++j) {
      for (int i = 0; i < out.width; ++i) {
        double sum = 0;
        for (int y = 0; y < factor; ++y) {
          for (int x = 0; x < factor; ++x) {
            sum += valueAt(source, i * factor + x, j * factor + y, 0);
          }
        }
        const double mean = sum / (factor * factor);
        squares += std::pow(valueAt(page, i, j, 0) - mean, 2);
        spread += std::pow(valueAt(source, i * factor, j * factor, 0) - mean, 2);
      }
    }
    // Whole factors put every sample on a pixel: nothing but rounding is left of the noise.
    const double pixels = out.width * out.height;
    EXPECT_LT(std::sqrt(squares / pixels), 0.51) << factor;
    EXPECT_GT(std::sqrt(spread / pixels), 30) << factor;
  }
}

INSTANTIATE_TEST_SUITE_P(Render,
                         EveryKind,
                         ::testing::Values(Kind{1, PixelType::u8, Filter::bicubic},
                                           Kind{3, PixelType::u8, Filter::bicubic},
                                           Kind{4, PixelType::u8, Filter::bicubic},
                                           Kind{1, PixelType::u8, Filter::bilinear},
                                           Kind{3, PixelType::u8, Filter::bilinear},
                                           Kind{4, PixelType::u8, Filter::bilinear},
                                           Kind{1, PixelType::u8, Filter::lanczos},
                                           Kind{3, PixelType::u8, Filter::lanczos},
                                           Kind{1, PixelType::u16, Filter::bicubic},
                                           Kind{3, PixelType::u16, Filter::bilinear},
                                           Kind{3, PixelType::u16, Filter::bicubic},
                                           Kind{4, PixelType::u16, Filter::lanczos}));

TEST(Render, PerspectiveIsExactToHalfALevel) {
  const Image source = draw({500, 400}, 3, PixelType::u16, smooth);
  // A keystone: the page's right side is further away.
  const auto keystone = [](Vec2 uv) {
    const double depth = 1 + 0.35 * uv.x + 0.1 * uv.y;
    return Vec2{30 + (520 * uv.x + 20 * uv.y) / depth, 25 + (60 * uv.x + 370 * uv.y) / depth};
  };
  const Size out{480, 360};
  const Image page = renderPage(source, 1, gridOf(33, 33, keystone), out, {Filter::bicubic, 2});
  double worst = 0;
  for (int j = 0; j < out.height; ++j) {
    for (int i = 0; i < out.width; ++i) {
      const Vec2 at = keystone({(i + 0.5) / out.width, (j + 0.5) / out.height});
      if (at.x < 3 || at.y < 3 || at.x > 497 || at.y > 397) {
        continue;
      }
      for (int c = 0; c < 3; ++c) {
        worst = std::max(worst, std::abs(valueAt(page, i, j, c) / 257 - 255 * smooth(at, c)));
      }
    }
  }
  EXPECT_LT(worst, 0.5);
}

TEST(Render, MinifiedStripesDoNotAlias) {
  // Stripes of 3 px, seen at 1/2.6: sampled once per pixel they beat with the lattice; their mean is grey.
  const Image source =
      draw({780, 780}, 1, PixelType::u8, [](Vec2 p, int) { return std::fmod(p.x, 3) < 1.5 ? 1.0 : 0.0; });
  const Image page = renderPage(source, 1, identityGrid(source.size()), {300, 300}, {Filter::bicubic, 1});
  double least = 255;
  double most = 0;
  for (int i = 5; i < 295; ++i) {
    least = std::min(least, valueAt(page, i, 150, 0));
    most = std::max(most, valueAt(page, i, 150, 0));
  }
  EXPECT_LT(most - least, 90);
}

TEST(Render, ALevelShowsTheSamePage) {
  const Image full = draw({400, 320}, 1, PixelType::u8, smooth);
  const Image half = draw({200, 160}, 1, PixelType::u8, [](Vec2 p, int c) { return smooth(p * 2, c); });
  const WarpGrid grid = gridOf(9, 9, bent);
  const Image a = renderPage(full, 1, grid, {150, 120}, {Filter::bicubic, 1});
  const Image b = renderPage(half, 0.5, grid, {150, 120}, {Filter::bicubic, 1});
  double worst = 0;
  for (int j = 0; j < 120; ++j) {
    for (int i = 0; i < 150; ++i) {
      worst = std::max(worst, std::abs(valueAt(a, i, j, 0) - valueAt(b, i, j, 0)));
    }
  }
  EXPECT_LT(worst, 3);
}

TEST(Render, NotFiniteGridIsWhite) {
  const Image source = noise({64, 64}, 3, PixelType::u8);
  WarpGrid grid = identityGrid({64, 64});
  grid.points[3] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  const Image page = renderPage(source, 1, grid, {64, 64}, {Filter::bicubic, 1});
  EXPECT_EQ(valueAt(page, 63, 63, 1), 255);
}

// Paper that gets darker downwards, with print right up to the photo's border.
Image printedPaper(Size size, int channels, PixelType type) {
  return draw(size, channels, type, [&](Vec2 p, int c) {
    const bool print = static_cast<int>(p.x) % 12 < 2 || static_cast<int>(p.y) % 14 < 3;
    return c == 3 ? 0.5 : print ? 0.1 : 0.9 - 0.3 * p.y / size.height - 0.1 * c;
  });
}

TEST_P(EveryKind, ThePapersColourGoesOnWhereThePhotoEnds) {
  const auto [channels, type, filter] = GetParam();
  const Size size{960, 640};
  const Image source = printedPaper(size, channels, type);
  const WarpGrid grid = gridOf(2, 2, [](Vec2 uv) { return Vec2{-100 + 1160 * uv.x, -60 + 760 * uv.y}; });
  const Size out{1160, 760};
  const Image page = renderPage(source, 1, grid, out, {filter, 2, Fill::paper});
  const Image white = renderPage(source, 1, grid, out, {filter, 2, Fill::white});
  // What the photo shows stays as it is; beyond it are no print, no jump and no white.
  EXPECT_TRUE(sameBytes(white.crop(100, 60, size), page.crop(100, 60, size)));
  const double most = type == PixelType::u8 ? 255 : 65535;
  for (int c = 0; c < channels; ++c) {
    const auto paper = [&](double y) { return c == 3 ? most : most * (0.9 - 0.3 * y / size.height - 0.1 * c); };
    for (const int y : {100, 320, 500}) {
      EXPECT_NEAR(valueAt(page, 30, 60 + y, c), paper(y), 0.03 * most) << c << " left of " << y;
      EXPECT_NEAR(valueAt(page, 1158, 60 + y, c), paper(y), 0.03 * most) << c << " right of " << y;
    }
    EXPECT_NEAR(valueAt(page, 580, 2, c), paper(0), 0.05 * most) << c << " above";
    EXPECT_NEAR(valueAt(page, 580, 758, c), paper(size.height), 0.05 * most) << c << " below";
    EXPECT_NEAR(valueAt(page, 0, 0, c), paper(0), 0.05 * most) << c << " corner";
    for (int j = 61; j < 700; ++j) {
      EXPECT_LT(std::abs(valueAt(page, 50, j, c) - valueAt(page, 50, j - 1, c)), 0.01 * most) << c << " row " << j;
    }
  }
}

TEST(Render, ThePapersColourIsTheSameInEveryBand) {
  const Image source = printedPaper({300, 200}, 3, PixelType::u8);
  const WarpGrid grid = gridOf(2, 2, [](Vec2 uv) { return Vec2{-50 + 400 * uv.x, -50 + 300 * uv.y}; });
  const Size out{400, 300};
  const Image page = renderPage(source, 1, grid, out, {Filter::bicubic, 1, Fill::paper});
  int row = 0;
  EXPECT_TRUE(renderBands(source, 1, grid, out, {Filter::bicubic, 3, Fill::paper}, [&](const Image& band) {
    EXPECT_TRUE(sameBytes(band, page.crop(0, row, band.size()))) << row;
    row += band.height();
    return true;
  }));
  EXPECT_EQ(row, out.height);
}

TEST(Render, AThinPhotoHasPaperBeyondIt) {
  const Image source = draw({1, 5}, 1, PixelType::u8, [](Vec2, int) { return 0.6; });
  const WarpGrid grid = gridOf(2, 2, [](Vec2 uv) { return Vec2{-20 + 40 * uv.x, -20 + 40 * uv.y}; });
  const Image page = renderPage(source, 1, grid, {40, 40}, {Filter::bicubic, 1, Fill::paper});
  EXPECT_EQ(valueAt(page, 1, 1, 0), 153);
  EXPECT_EQ(valueAt(page, 39, 20, 0), 153);
}

TEST(Render, StopAndRefusal) {
  const Image source = noise({640, 640}, 3, PixelType::u8);
  std::stop_source stop;
  int bands = 0;
  EXPECT_FALSE(renderBands(
      source, 1, identityGrid(source.size()), source.size(), {Filter::bicubic, 2},
      [&](const Image&) {
        ++bands;
        stop.request_stop();
        return bands < 3;
      },
      stop.get_token()));
  EXPECT_LE(bands, 3);
  EXPECT_TRUE(renderPage(source, 1, identityGrid(source.size()), source.size(), {}, stop.get_token()).empty());
  EXPECT_THROW(renderPage({}, 1, identityGrid({4, 4}), {4, 4}, {}), std::invalid_argument);
  Image grey = Image::allocate(source.size(), 1);
  EXPECT_THROW(renderPageInto(grey, source, 1, identityGrid(source.size()), {}), std::invalid_argument);
  Image page = Image::allocate(source.size(), 3);
  EXPECT_FALSE(renderPageInto(page, source, 1, identityGrid(source.size()), {}, stop.get_token()));
  EXPECT_TRUE(renderPageInto(page, source, 1, identityGrid(source.size()), {}));
  EXPECT_EQ(std::memcmp(page.row(100), source.row(100), 3 * 640), 0);
  EXPECT_THROW(renderPage(source, 1, WarpGrid{}, {4, 4}, {}), std::invalid_argument);
  EXPECT_THROW(renderBands(source, 1, identityGrid(source.size()), {64, 200}, {Filter::bicubic, 2},
                           [](const Image&) -> bool { throw std::runtime_error("sink"); }),
               std::runtime_error);
}

TEST(Taps, WeightsSumToOneAndKeysReproducesQuadratics) {
  for (const Filter filter : {Filter::bilinear, Filter::bicubic, Filter::lanczos}) {
    const TapTable table = tapTable(filter, PixelType::u8);
    for (std::size_t phase = 0; phase < 1024; ++phase) {
      int sum = 0;
      double moment = 0;
      for (int k = 0; k < table.taps; ++k) {
        const std::size_t at = phase * static_cast<std::size_t>(table.taps) + static_cast<std::size_t>(k);
        sum += table.fixed[at];
        const double t = k - table.before() - static_cast<double>(phase) / 1024;
        moment += static_cast<double>(table.real[at]) * t * t;
      }
      ASSERT_EQ(sum, 1 << kWeightBits);
      if (filter == Filter::bicubic) {
        ASSERT_NEAR(moment, 0, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace platen::pipeline
