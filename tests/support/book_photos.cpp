#include "tests/support/book_photos.h"

#include <numbers>

#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

constexpr Vec2 kPage_mm{140, 212};

// A picture without a straight line: hills, and nothing of the page's frame.
Image plate(double px_per_mm, cv::RNG& random) {
  const Size size{static_cast<int>(kPage_mm.x * px_per_mm), static_cast<int>(kPage_mm.y * px_per_mm)};
  Image image = Image::allocate(size, 1);
  cv::Mat pixels(size.height, size.width, CV_8U, image.row(0), static_cast<std::size_t>(image.strideBytes()));
  pixels = 255;
  const double dim = random.uniform(60.0, 110.0);
  cv::ellipse(pixels, {size.width / 2, size.height / 2}, {size.width / 3, size.height / 4}, 0, 0, 360, dim, cv::FILLED,
              cv::LINE_AA);
  for (int k = 0; k < 40; ++k) {
    const cv::Point at{random.uniform(size.width / 4, 3 * size.width / 4),
                       random.uniform(size.height / 3, 2 * size.height / 3)};
    cv::circle(pixels, at, random.uniform(size.width / 60, size.width / 18), random.uniform(30, 230), cv::FILLED,
               cv::LINE_AA);
  }
  return image;
}

Image empty(double px_per_mm) {
  const Size size{static_cast<int>(kPage_mm.x * px_per_mm), static_cast<int>(kPage_mm.y * px_per_mm)};
  Image image = Image::allocate(size, 1);
  cv::Mat(size.height, size.width, CV_8U, image.row(0), static_cast<std::size_t>(image.strideBytes())) = 255;
  return image;
}

BookPageKind kindOf(int page, int pages) {
  if (page == 0) {
    return BookPageKind::title;
  }
  if (page == 1 || page == pages - 1) {
    return BookPageKind::empty;
  }
  return page % 7 == 4 ? BookPageKind::plate : BookPageKind::text;
}

}  // namespace

std::vector<BookPhoto> bookPhotos(int pages, Size photo_px, std::uint64_t seed) {
  cv::RNG random(seed * 7919 + 17);
  // Where each camera stands; it stays there.
  const CameraPose cameras[2] = {{.pitch = 0.22, .yaw = -0.16, .roll = 0.03, .focal = 1.15, .fill = 0.82},
                                 {.pitch = 0.25, .yaw = 0.18, .roll = -0.04, .focal = 1.15, .fill = 0.82}};
  std::vector<BookPhoto> book;
  for (int k = 0; k < pages; ++k) {
    BookPhoto photo;
    photo.is_left = k % 2 == 1;
    photo.kind = kindOf(k, pages);
    PhotoRecipe& recipe = photo.recipe;
    recipe.photo_px = photo_px;
    recipe.page.page_mm = kPage_mm;
    recipe.page.px_per_mm = photo_px.height / 300.0 * 1.5;
    recipe.page.margin_mm = {18, 20};
    recipe.page.text_mm = 1.8;
    recipe.page.title = photo.kind == BookPageKind::title || k % 9 == 3;
    recipe.page.seed = recipe.seed = seed * 1000 + static_cast<std::uint64_t>(k);
    if (photo.kind == BookPageKind::plate) {
      recipe.print = plate(recipe.page.px_per_mm, random);
    } else if (photo.kind == BookPageKind::empty) {
      recipe.print = empty(recipe.page.px_per_mm);
    } else if (photo.kind == BookPageKind::title) {
      recipe.page.margin_mm = {30, 85};
    }
    // At the beginning of the book the left stack is thin and lies flat, at the end the right one.
    const double read = pages > 1 ? k / (pages - 1.0) : 0;
    const double thick = photo.is_left ? read : 1 - read;
    recipe.flaps = {{Profile::spine, photo.is_left ? 0 : std::numbers::pi, 5, 0.35 + 0.5 * thick, 75}};
    recipe.camera = cameras[photo.is_left ? 0 : 1];
    recipe.camera.roll += random.gaussian(0.004);
    recipe.camera.pitch += random.gaussian(0.004);
    recipe.blur_px = 0.6;
    book.push_back(std::move(photo));
  }
  return book;
}

}  // namespace platen::test
