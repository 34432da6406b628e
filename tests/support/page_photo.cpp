#include "tests/support/page_photo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

constexpr double kMeshStep = 1.0;  // mm
// The lamp: from the upper left, in camera axes (z away from the camera).
constexpr std::array<double, 3> kLamp{-0.55, -0.35, -0.76};

// What the photo shows at each pixel's centre: the page point, or nothing (u < 0), and the paper's brightness there.
struct Sight {
  cv::Mat page_uv;  // CV_64FC2
  cv::Mat light;    // CV_32FC1
};

struct MeshPoint {
  Vec2 page_uv, source_px;
  double light = 1;
};

// Rasterises one triangle of the mesh: barycentric page_uv at pixel centres, corrected by a Newton step with the
// triangle's own linear map.
void paintTriangle(const BentPage& shape, const MeshPoint& a, const MeshPoint& b, const MeshPoint& c, Sight& sight) {
  const Vec2 ab = b.source_px - a.source_px;
  const Vec2 ac = c.source_px - a.source_px;
  const double area = cross(ab, ac);
  if (area <= 0) {
    return;  // seen from behind
  }
  const auto [x0, x1] = std::minmax({a.source_px.x, b.source_px.x, c.source_px.x});
  const auto [y0, y1] = std::minmax({a.source_px.y, b.source_px.y, c.source_px.y});
  const int first_column = std::max(0, static_cast<int>(std::ceil(x0 - 0.5)));
  const int last_column = std::min(sight.light.cols - 1, static_cast<int>(std::floor(x1 - 0.5)));
  const int first_row = std::max(0, static_cast<int>(std::ceil(y0 - 0.5)));
  const int last_row = std::min(sight.light.rows - 1, static_cast<int>(std::floor(y1 - 0.5)));
  const auto inside = [&](Vec2 source_px, double& wb, double& wc) {
    const Vec2 d = source_px - a.source_px;
    wb = cross(d, ac) / area;
    wc = cross(ab, d) / area;
  };
  const Vec2 uv_b = b.page_uv - a.page_uv;
  const Vec2 uv_c = c.page_uv - a.page_uv;
  constexpr double kSlack = -1e-9;
  for (int y = first_row; y <= last_row; ++y) {
    for (int x = first_column; x <= last_column; ++x) {
      const Vec2 centre{x + 0.5, y + 0.5};
      double wb = 0;
      double wc = 0;
      inside(centre, wb, wc);
      if (wb < kSlack || wc < kSlack || wb + wc > 1 - kSlack) {
        continue;
      }
      Vec2 page_uv = a.page_uv + wb * uv_b + wc * uv_c;
      const Vec2 missing = centre - shape.sourceFromPage(page_uv);
      page_uv = page_uv + (cross(missing, ac) / area) * uv_b + (cross(ab, missing) / area) * uv_c;
      sight.page_uv.at<cv::Vec2d>(y, x) = {std::clamp(page_uv.x, 0.0, 1.0), std::clamp(page_uv.y, 0.0, 1.0)};
      sight.light.at<float>(y, x) = static_cast<float>(a.light + wb * (b.light - a.light) + wc * (c.light - a.light));
    }
  }
}

Sight look(const BentPage& shape, const PhotoRecipe& recipe) {
  const Size size = recipe.photo_px;
  Sight sight{cv::Mat(size.height, size.width, CV_64FC2, cv::Scalar(-1, -1)),
              cv::Mat(size.height, size.width, CV_32FC1, cv::Scalar(1))};
  const int columns = std::max(2, static_cast<int>(std::ceil(shape.sizeMm().x / kMeshStep)));
  const int rows = std::max(2, static_cast<int>(std::ceil(shape.sizeMm().y / kMeshStep)));
  std::vector<MeshPoint> mesh;
  mesh.reserve(static_cast<std::size_t>(rows + 1) * static_cast<std::size_t>(columns + 1));
  for (int i = 0; i <= rows; ++i) {
    for (int j = 0; j <= columns; ++j) {
      MeshPoint p;
      p.page_uv = {static_cast<double>(j) / columns, static_cast<double>(i) / rows};
      p.source_px = shape.sourceFromPage(p.page_uv);
      const auto n = shape.normal(p.page_uv);
      const double facing = std::max(0.0, n[0] * kLamp[0] + n[1] * kLamp[1] + n[2] * kLamp[2]);
      p.light = 1 - recipe.shading + recipe.shading * facing / 0.85;
      mesh.push_back(p);
    }
  }
  const auto at = [&](int i, int j) -> const MeshPoint& {
    return mesh[static_cast<std::size_t>(i) * static_cast<std::size_t>(columns + 1) + static_cast<std::size_t>(j)];
  };
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      paintTriangle(shape, at(i, j), at(i, j + 1), at(i + 1, j + 1), sight);
      paintTriangle(shape, at(i, j), at(i + 1, j + 1), at(i + 1, j), sight);
    }
  }
  return sight;
}

// Smooth noise of the given cell size in pixels, mean 0, about unit variance.
cv::Mat smoothNoise(Size size, double cell_x, double cell_y, cv::RNG& random) {
  cv::Mat coarse(static_cast<int>(size.height / cell_y) + 4, static_cast<int>(size.width / cell_x) + 4, CV_32FC1);
  random.fill(coarse, cv::RNG::NORMAL, 0, 1.4);
  cv::Mat fine;
  cv::resize(coarse, fine, {size.width, size.height}, 0, 0, cv::INTER_CUBIC);
  return fine;
}

// A desk: broad boards of one wood, fine grain along x.
cv::Mat woodenDesk(Size size, cv::RNG& random) {
  const double unit = std::max(size.width, size.height) / 1600.0;
  const cv::Mat broad = smoothNoise(size, 420 * unit, 60 * unit, random);
  const cv::Mat rings = smoothNoise(size, 700 * unit, 24 * unit, random);
  const cv::Mat grain = smoothNoise(size, 60 * unit, 2.6 * unit, random);
  const cv::Mat level = 78 + 7 * broad + 6 * rings + 4 * grain;
  cv::Mat desk(size.height, size.width, CV_32FC3);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const float v = level.at<float>(y, x);
      desk.at<cv::Vec3f>(y, x) = {v * 1.18F, v * 0.86F, v * 0.60F};
    }
  }
  return desk;
}

cv::Mat plainDesk(Size size, const cv::Scalar& rgb) {
  return {size.height, size.width, CV_32FC3, rgb};
}

cv::Mat cloth(Size size, cv::RNG& random) {
  cv::Mat desk = plainDesk(size, cv::Scalar(52, 55, 66));
  const cv::Mat weave = 5 * smoothNoise(size, 2.2, 2.2, random) + 3 * smoothNoise(size, 200, 200, random);
  cv::Mat all;
  cv::merge(std::vector<cv::Mat>{weave, weave, weave}, all);
  return desk + all;
}

cv::Mat tiles(Size size, cv::RNG& random) {
  cv::Mat desk = plainDesk(size, cv::Scalar(175, 168, 158));
  const int tile = static_cast<int>(std::max(size.width, size.height) * random.uniform(0.09, 0.2));
  const cv::Point first(random.uniform(-tile, 0), random.uniform(-tile, 0));
  for (int y = first.y, i = 0; y < size.height; y += tile, ++i) {
    for (int x = first.x, j = 0; x < size.width; x += tile, ++j) {
      const double tone = (i + j) % 2 == 0 ? 70 : 150;
      cv::rectangle(desk, {x + 3, y + 3}, {x + tile - 3, y + tile - 3}, cv::Scalar(tone, tone * 0.95, tone * 0.9),
                    cv::FILLED);
    }
  }
  return desk;
}

// Each another sheet that is turned by some angle, with grey lines for its print.
cv::Mat papers(Size size, cv::RNG& random) {
  cv::Mat desk = woodenDesk(size, random);
  const double longer = std::max(size.width, size.height);
  for (int k = random.uniform(2, 6); k > 0; --k) {
    const double angle = random.uniform(-0.6, 0.6);
    const Vec2 along{std::cos(angle), std::sin(angle)};
    const Vec2 down{-along.y, along.x};
    const Vec2 corner{random.uniform(-0.3, 0.8) * size.width, random.uniform(-0.3, 0.8) * size.height};
    const auto at = [&](double u, double v) {
      const Vec2 p = corner + u * longer * along + v * longer * down;
      return cv::Point(cvRound(p.x), cvRound(p.y));
    };
    const double width = random.uniform(0.35, 0.7);
    const double height = width * 1.41;
    const double white = random.uniform(205, 245);
    const std::vector<cv::Point> sheet{at(0, 0), at(width, 0), at(width, height), at(0, height)};
    cv::fillConvexPoly(desk, sheet, cv::Scalar(white, white * 0.98, white * 0.94), cv::LINE_AA);
    double v = 0.06;
    while (v < height - 0.06) {
      double u = 0.05;
      while (u < width - 0.06) {
        const double word = random.uniform(0.01, 0.04);
        cv::line(desk, at(u, v), at(u + word, v), cv::Scalar(90, 90, 90), std::max(1, cvRound(longer * 0.0022)),
                 cv::LINE_AA);
        u += word + 0.007;
      }
      v += 0.016;
    }
  }
  return desk;
}

cv::Mat draw(Desk desk, Size size, cv::RNG& random) {
  switch (desk) {
    case Desk::wooden:
      return woodenDesk(size, random);
    case Desk::white:
      return plainDesk(size, cv::Scalar(250, 250, 250));
    case Desk::cloth:
      return cloth(size, random);
    case Desk::tiles:
      return tiles(size, random);
    case Desk::papers:
      return papers(size, random);
    case Desk::pale:
      return plainDesk(size, cv::Scalar(219, 214, 206));
  }
  throw std::invalid_argument("PhotoRecipe::desk");
}

// The outline of a part of the page's plane, which may reach beyond the page.
std::vector<cv::Point> outlineOf(const BentPage& shape, const Box& uv) {
  std::vector<cv::Point> outline;
  constexpr int kSteps = 60;
  const std::array<Vec2, 5> corners{Vec2{uv.x0, uv.y0}, Vec2{uv.x1, uv.y0}, Vec2{uv.x1, uv.y1}, Vec2{uv.x0, uv.y1},
                                    Vec2{uv.x0, uv.y0}};
  for (std::size_t side = 0; side < 4; ++side) {
    for (int k = 0; k < kSteps; ++k) {
      const Vec2 p =
          shape.sourceFromPage(corners[side] + (static_cast<double>(k) / kSteps) * (corners[side + 1] - corners[side]));
      outline.emplace_back(cvRound(p.x), cvRound(p.y));
    }
  }
  return outline;
}

// What lies below an open book's pages: its boards, and the edges of its leaves, each a little farther out than the one
// above it.
void layBook(const BentPage& shape, const PhotoRecipe& recipe, cv::Mat& scene, cv::RNG& random) {
  constexpr double kBoard_mm = 4;
  constexpr double kLeaf_mm = 0.7;
  const Vec2 mm = shape.sizeMm();
  const auto around = [&](double left_mm, double right_mm, double rest_mm) {
    return outlineOf(shape, {-left_mm / mm.x, -rest_mm / mm.y, 1 + right_mm / mm.x, 1 + rest_mm / mm.y});
  };
  if (recipe.cover) {
    const double blue = random.uniform(20, 90);
    const double green = random.uniform(20, 80);
    const double red = random.uniform(30, 130);
    const cv::Scalar colour(red, green, blue);
    const std::vector<cv::Point> board =
        around(recipe.block_mm[0] + kBoard_mm, recipe.block_mm[1] + kBoard_mm, kBoard_mm);
    cv::fillPoly(scene, std::vector<std::vector<cv::Point>>{board}, colour, cv::LINE_AA);
  }
  for (double out = std::max(recipe.block_mm[0], recipe.block_mm[1]); out > 0; out -= kLeaf_mm) {
    const double tone = random.uniform(130, 225);
    const std::vector<cv::Point> leaf = around(std::min(out, recipe.block_mm[0]), std::min(out, recipe.block_mm[1]), 0);
    cv::fillPoly(scene, std::vector<std::vector<cv::Point>>{leaf}, cv::Scalar(tone, 0.97 * tone, 0.9 * tone),
                 cv::LINE_AA);
  }
}

// A thumb from beyond the side to a tenth of the page's width, brighter on the lamp's side.
void holdSheet(const BentPage& shape, bool left, cv::Mat& scene) {
  const Vec2 tip = shape.sourceFromPage({left ? 0.07 : 0.93, 0.55});
  const Vec2 root = shape.sourceFromPage({left ? -0.0 : 1.0, 0.6});
  const Vec2 out = (root - tip) * (1 / norm(root - tip));
  const double width = 0.8 * norm(root - tip);
  const Vec2 end = root + scene.cols * out;
  const auto pixel = [](Vec2 p) { return cv::Point(cvRound(p.x), cvRound(p.y)); };
  cv::line(scene, pixel(tip + width / 2 * out), pixel(end), cv::Scalar(196, 148, 122), cvRound(width), cv::LINE_AA);
  cv::line(scene, pixel(tip + width / 2 * out), pixel(end), cv::Scalar(212, 166, 140), cvRound(width / 2), cv::LINE_AA);
}

// Bilinear value of the flat page at a page point, 0..1, paper white outside.
double print(const Image& flat, Vec2 page_uv) {
  const double x = std::clamp(page_uv.x * flat.width() - 0.5, 0.0, flat.width() - 1.0);
  const double y = std::clamp(page_uv.y * flat.height() - 0.5, 0.0, flat.height() - 1.0);
  const int i = std::min(static_cast<int>(x), flat.width() - 2);
  const int j = std::min(static_cast<int>(y), flat.height() - 2);
  const double fx = x - i;
  const double fy = y - j;
  const auto* top = flat.rowAs<std::uint8_t>(j) + i;
  const auto* below = flat.rowAs<std::uint8_t>(j + 1) + i;
  return ((1 - fy) * ((1 - fx) * top[0] + fx * top[1]) + fy * ((1 - fx) * below[0] + fx * below[1])) / 255;
}

// The page's soft shadow on the desk: its mask, moved away from the lamp and blurred.
void castShadow(const Sight& sight, cv::Mat& desk) {
  cv::Mat mask;
  cv::extractChannel(sight.page_uv, mask, 0);
  mask = mask >= 0;
  const double unit = std::max(mask.cols, mask.rows) / 1600.0;
  const cv::Matx23d move(1, 0, 9 * unit, 0, 1, 7 * unit);
  cv::Mat moved;
  cv::warpAffine(mask, moved, move, mask.size());
  cv::Mat soft;
  moved.convertTo(soft, CV_32FC1, 1.0 / 255);
  cv::GaussianBlur(soft, soft, {}, 10 * unit);
  const cv::Mat dim = 1 - 0.55 * soft;
  cv::Mat dim3;
  cv::merge(std::vector<cv::Mat>{dim, dim, dim}, dim3);
  cv::multiply(desk, dim3, desk);
}

}  // namespace

PhotoRecipe openBookRecipe() {
  PhotoRecipe book;
  book.flaps = {{Profile::gutter, 0, 0, 0.75, 28}, {Profile::gutter, std::numbers::pi, 0, 0.6, 28}};
  book.camera = {.pitch = 0.25, .yaw = 0.03, .roll = 0.02};
  book.page.page_mm = {330, 230};
  book.page.margin_mm = {20, 22};
  book.page.columns = 2;
  book.page.column_gap_mm = 40;
  book.page.title = false;
  book.photo_px = {2040, 1530};
  book.seed = book.page.seed = 53;
  return book;
}

PagePhoto photograph(const PhotoRecipe& recipe) {
  TypesetPage page = recipe.print.empty() ? typeset(recipe.page) : TypesetPage{recipe.print, {}, 0};
  BentPage shape(recipe.page.page_mm, recipe.flaps, recipe.camera, recipe.photo_px);
  const Sight sight = look(shape, recipe);
  const Size size = recipe.photo_px;

  cv::RNG random(recipe.seed * 2654435761ULL + 1);
  cv::Mat scene = draw(recipe.desk, size, random);
  if (recipe.desk != Desk::white) {
    castShadow(sight, scene);
  }
  layBook(shape, recipe, scene, random);
  const cv::Vec3f paper{246, 241, 229};
  constexpr double kShadow_mm = 4;  // over which the gutter's fades
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const cv::Vec2d page_uv = sight.page_uv.at<cv::Vec2d>(y, x);
      if (page_uv[0] >= 0) {
        const double from_gutter_mm = std::abs(page_uv[0] - 0.5) * shape.sizeMm().x;
        const double shadow =
            recipe.gutter_shadow > 0 ? recipe.gutter_shadow * std::exp(-from_gutter_mm / kShadow_mm) : 0;
        const auto light = static_cast<float>((1 - shadow) * print(page.flat, {page_uv[0], page_uv[1]}));
        scene.at<cv::Vec3f>(y, x) = paper * (light * sight.light.at<float>(y, x));
      }
      // The lamp is nearer to the upper left corner.
      const auto dim = static_cast<float>(
          1 - recipe.falloff * 0.5 * (static_cast<double>(x) / size.width + static_cast<double>(y) / size.height));
      scene.at<cv::Vec3f>(y, x) *= dim;
    }
  }
  if (recipe.thumb) {
    holdSheet(shape, recipe.seed % 2 == 0, scene);
  }
  if (recipe.blur_px > 0) {
    cv::GaussianBlur(scene, scene, {}, recipe.blur_px);
  }
  if (recipe.noise > 0) {
    cv::Mat noise(size.height, size.width, CV_32FC3);
    random.fill(noise, cv::RNG::NORMAL, 0, recipe.noise);
    scene += noise;
  }
  auto photo = std::make_shared<cv::Mat>();
  scene.convertTo(*photo, CV_8UC3);
  Image image = Image::wrap(photo, photo->data, size, 3, PixelType::u8, static_cast<std::ptrdiff_t>(photo->step));
  WarpGrid grid = shape.grid(65, 49);
  return {std::move(image), std::move(page.flat), std::move(page.text), std::move(shape), std::move(grid)};
}

}  // namespace platen::test
