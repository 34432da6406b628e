#include "tests/support/random_spread.h"

#include "tests/support/pen.h"
#include "tests/support/random_print.h"
#include "tests/support/typeset_page.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace platen::test {
namespace {

constexpr double kPi = std::numbers::pi;

// What all pages of the book have in common.
struct Type {
  Vec2 page_mm;
  double px_per_mm = 6;
  double text_mm = 1.8;
  double leading = 2.9;
  Vec2 margin_mm;
  bool justified = true;
  bool header = true;
};

// The image's own pixels.
cv::Mat pixelsOf(Image& image) {
  return {image.height(), image.width(), CV_8U, image.row(0), static_cast<std::size_t>(image.strideBytes())};
}

class Binder {
 public:
  explicit Binder(std::uint64_t seed) : random_((seed + 7) * 0xD1B54A32D192ED03ULL), seed_(seed) {}

  // Pages that are drawn, or those that are given.
  RandomSpread spread(std::array<Image, 2>* given) {
    static constexpr std::array<Vec2, 5> kLeaves{Vec2{110, 178}, Vec2{140, 212}, Vec2{156, 234}, Vec2{210, 280},
                                                 Vec2{170, 170}};
    RandomSpread spread;
    spread.view = kSpreadViews[seed_ % kSpreadViews.size()];
    Type type;
    type.page_mm = kLeaves[static_cast<std::size_t>(among(0, 4))];
    type.px_per_mm = 1100 / type.page_mm.x;
    type.text_mm = type.page_mm.x / 140 * between(1.5, 2.1);
    type.leading = between(2.5, 3.2);
    type.margin_mm = {type.page_mm.x * between(0.09, 0.15), type.page_mm.y * between(0.08, 0.13)};
    type.justified = !oneIn(4);
    type.header = !oneIn(3);
    PhotoRecipe& recipe = spread.recipe;
    recipe.seed = recipe.page.seed = seed_;
    recipe.page.px_per_mm = type.px_per_mm;
    if (given != nullptr) {
      // Leaves of their shape.
      const Image& left = given->front();
      type.page_mm.y = type.page_mm.x * left.height() / left.width();
      recipe.print = bound(*given, type);
      spread.leaves = {"print", "print"};
    } else {
      recipe.print = printed(type, spread.leaves);
    }
    recipe.page.page_mm = {2 * type.page_mm.x, type.page_mm.y};
    bend(type, recipe);
    aim(type, spread);
    light(recipe);
    return spread;
  }

 private:
  double between(double low, double high) { return random_.uniform(low, high); }
  int among(int low, int high) { return random_.uniform(low, high + 1); }
  bool oneIn(int n) { return random_.uniform(0, n) == 0; }

  // Side by side, each as large as the leaf.
  static Image bound(std::array<Image, 2>& pages, const Type& type) {
    const cv::Size leaf(static_cast<int>(std::lround(type.page_mm.x * type.px_per_mm)),
                        static_cast<int>(std::lround(type.page_mm.y * type.px_per_mm)));
    std::array<cv::Mat, 2> leaves;
    for (std::size_t k = 0; k < 2; ++k) {
      cv::resize(pixelsOf(pages[k]), leaves[k], leaf, 0, 0, cv::INTER_AREA);
    }
    Image image = Image::allocate({2 * leaf.width, leaf.height}, 1);
    cv::Mat both = pixelsOf(image);
    cv::hconcat(leaves[0], leaves[1], both);
    return image;
  }

  Image printed(const Type& type, std::array<std::string_view, 2>& kinds) {
    cv::Mat both;
    const int number = 2 * among(1, 200);
    for (std::size_t k = 0; k < 2; ++k) {
      // Half of all leaves carry running text.
      kinds[k] = oneIn(2) ? kLeafKinds[0] : kLeafKinds[static_cast<std::size_t>(among(0, 9))];
      Image leaf = leafOf(kinds[k], type, number + static_cast<int>(k));
      if (k == 0) {
        both = pixelsOf(leaf).clone();
      } else {
        cv::hconcat(both, pixelsOf(leaf), both);
      }
    }
    Image image = Image::allocate({both.cols, both.rows}, 1);
    both.copyTo(pixelsOf(image));
    return image;
  }

  Image leafOf(std::string_view kind, const Type& type, int number) {
    const std::uint64_t seed = 2 * seed_ + static_cast<std::uint64_t>(number % 2);
    if (kind == "plate" || kind == "music") {
      return randomPrint(kind == "plate" ? "picture" : kind, type.page_mm, type.px_per_mm, seed);
    }
    const Pen pen(type.page_mm, type.px_per_mm);
    if (kind == "empty") {
      return pen.paper();
    }
    if (kind == "verse") {
      return randomPrint("list", type.page_mm, type.px_per_mm, seed);
    }
    TypesetRecipe recipe;
    recipe.page_mm = type.page_mm;
    recipe.px_per_mm = type.px_per_mm;
    recipe.text_mm = type.text_mm;
    recipe.leading = type.leading;
    recipe.margin_mm = type.margin_mm;
    recipe.justified = type.justified;
    recipe.title = false;
    recipe.figure = kind == "figure";
    recipe.table = kind == "table";
    recipe.columns = kind == "columns" ? 2 : 1;
    recipe.seed = seed;
    if (kind == "columns") {
      recipe.column_gap_mm = 4 * type.text_mm;
      recipe.text_mm *= 0.8;
    }
    Image text = typeset(recipe).flat;
    cv::Mat page = pixelsOf(text);
    const auto px = [&](double mm) { return static_cast<int>(std::lround(mm * type.px_per_mm)); };
    if (kind == "chapter") {
      page.rowRange(0, px(0.33 * type.page_mm.y)) = 255;
      const std::string title = "Chapter " + std::to_string(number / 20 + 1);
      pen.write(title, {(type.page_mm.x - pen.width(title, 1.8 * type.text_mm)) / 2, 0.22 * type.page_mm.y},
                1.8 * type.text_mm);
    } else if (kind == "last") {
      page.rowRange(px(type.page_mm.y * between(0.2, 0.5)), page.rows) = 255;
    }
    folio(kind, type, number, pen);
    Image over = pen.paper();
    cv::min(page, pixelsOf(over), page);
    return text;
  }

  // The page's number, at its foot or beside a running head.
  void folio(std::string_view kind, const Type& type, int number, const Pen& pen) const {
    const std::string text = std::to_string(number);
    const double x_mm = 0.9 * type.text_mm;
    const double wide = pen.width(text, x_mm);
    const double left = type.margin_mm.x;
    const double right = type.page_mm.x - left;
    if (!type.header || kind == "chapter") {
      pen.write(text, {(type.page_mm.x - wide) / 2, type.page_mm.y - 0.4 * type.margin_mm.y}, x_mm);
      return;
    }
    const double base = 0.72 * type.margin_mm.y;
    const std::string head = "A Book of Pages";
    const bool is_left = number % 2 == 0;
    pen.write(text, {is_left ? left : right - wide, base}, x_mm);
    pen.write(head, {is_left ? right - pen.width(head, x_mm) : left, base}, x_mm);
  }

  // Both pages rise from the gutter, the thicker stack farther; some droop towards their fore-edge.
  void bend(const Type& type, PhotoRecipe& recipe) {
    const double read = between(0, 1);
    for (const bool is_left : {true, false}) {
      const double direction = is_left ? kPi : 0;
      const double thick = is_left ? read : 1 - read;
      const double length_mm = type.page_mm.x * between(0.1, 0.3);
      recipe.flaps.push_back({Profile::gutter, direction, 0, between(0.15, 0.5) + 0.45 * thick, length_mm});
      if (oneIn(2)) {
        recipe.flaps.push_back(
            {Profile::arc, direction, type.page_mm.x * between(0.3, 0.5), -between(0.05, 0.3), type.page_mm.x, true});
      }
      recipe.block_mm[is_left ? 0 : 1] = oneIn(4) ? 0 : 1 + 9 * thick;
    }
    recipe.cover = oneIn(2);
  }

  void aim(const Type& type, RandomSpread& spread) {
    PhotoRecipe& recipe = spread.recipe;
    CameraPose& camera = recipe.camera;
    camera = {.pitch = between(-0.1, 0.45),
              .yaw = between(-0.2, 0.2),
              .roll = between(-0.1, 0.1),
              .focal = between(0.8, 1.6)};
    if (spread.view == "both" || spread.view == "tight") {
      recipe.photo_px = {2040, 1530};
      camera.fill = spread.view == "both" ? between(0.75, 0.95) : between(1.0, 1.06);
      return;
    }
    // One page fills some share of the photo's width, its fore-edge lies near the rim, and the rest shows the facing
    // page. What is tall is kept within the frame.
    recipe.photo_px = {1530, 2040};
    const double tall = type.page_mm.y / type.page_mm.x * 0.75;
    const double share = std::min(between(0.7, 0.9), 0.9 / tall);
    const double rim = between(0.02, 0.07);
    camera.fill = 2 * share;
    // The spread's middle from the frame's.
    camera.shift.x = (spread.view == "left" ? 1 : -1) * (rim + share - 0.5);
  }

  void light(PhotoRecipe& recipe) {
    static constexpr std::array<Desk, 5> kDesks{Desk::wooden, Desk::white, Desk::cloth, Desk::tiles, Desk::pale};
    recipe.shading = between(0, 0.7);
    recipe.falloff = between(0, 0.4);
    recipe.gutter_shadow = oneIn(4) ? 0 : between(0.1, 0.6);
    recipe.blur_px = between(0.4, 1.2);
    recipe.noise = between(1, 5);
    recipe.desk = oneIn(3) ? kDesks[static_cast<std::size_t>(among(0, 4))] : Desk::wooden;
    recipe.thumb = oneIn(6);
  }

  cv::RNG random_;
  std::uint64_t seed_;
};

}  // namespace

RandomSpread randomSpread(std::uint64_t seed) {
  return Binder(seed).spread(nullptr);
}

RandomSpread randomSpreadOf(std::array<Image, 2> pages, std::uint64_t seed) {
  return Binder(seed).spread(&pages);
}

RandomSpread verticalSpread(std::uint64_t seed) {
  const auto page = [](std::uint64_t number) {
    TypesetRecipe recipe;
    recipe.page_mm = {178, 120};
    recipe.text_mm = 1.6;
    recipe.leading = 2.6;
    recipe.title = false;
    recipe.seed = number;
    Image level = typeset(recipe).flat;
    Image turned = Image::allocate({level.height(), level.width()}, 1);
    cv::Mat pixels = pixelsOf(turned);
    cv::rotate(pixelsOf(level), pixels, cv::ROTATE_90_CLOCKWISE);
    return turned;
  };
  return randomSpreadOf({page(2 * seed), page(2 * seed + 1)}, seed);
}

}  // namespace platen::test
