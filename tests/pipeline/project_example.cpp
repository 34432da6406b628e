#include "tests/pipeline/project_example.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace platen::pipeline {
namespace {

class Odd {
 public:
  explicit Odd(unsigned seed) : random_(seed) {}
  double number() {
    static constexpr double kOdd[] = {0.0,
                                      -0.0,
                                      0.1,
                                      1.0 / 3,
                                      -1e-300,
                                      std::numeric_limits<double>::denorm_min(),
                                      std::numeric_limits<double>::max(),
                                      std::numeric_limits<double>::lowest(),
                                      std::numeric_limits<double>::epsilon(),
                                      9007199254740993.0,
                                      1e22,
                                      123456789.123456789};
    const std::uint64_t bits = random_();
    if (bits % 4 == 0) {
      return kOdd[(bits / 4) % std::size(kOdd)];
    }
    const auto any = std::bit_cast<double>(random_());
    return std::isfinite(any) ? any : 1.5;
  }
  int from(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  Vec2 point() { return {number(), number()}; }
  std::string text() {
    static const char* kTexts[] = {
        "", "plain", "a \"quote\" \\ and\nline\ttab", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x93\x84", "null", "{\"x\": [1]}"};
    return kTexts[random_() % std::size(kTexts)];
  }
  WarpGrid grid() {
    WarpGrid grid{from(2, 9), from(2, 9), {}};
    for (int k = 0; k < grid.rows * grid.cols; ++k) {
      grid.points.push_back(point());
    }
    return grid;
  }
  std::map<std::string, std::vector<double>> parameters() {
    std::map<std::string, std::vector<double>> made{{"none", {}}, {"work \xC3\xA4", {number()}}};
    for (int k = from(0, 20); k > 0; --k) {
      made["sheet"].push_back(number());
    }
    return made;
  }
  std::vector<Pin> pins() {
    std::vector<Pin> made;
    for (int k = from(0, 3); k > 0; --k) {
      made.push_back({point(), point()});
    }
    return made;
  }
  std::vector<Stroke> strokes() {
    std::vector<Stroke> made;
    for (int k = from(0, 3); k > 0; --k) {
      Stroke& stroke = made.emplace_back();
      stroke.is_level = from(0, 1) == 1;
      for (int n = from(0, 4); n > 0; --n) {
        stroke.points.push_back(point());
      }
    }
    return made;
  }

 private:
  std::mt19937_64 random_;
};

PageState oddPage(Odd& odd, int index) {
  PageState page;
  page.fitted.index = index;
  page.fitted.density_dpi = odd.between(0, 900);
  page.fitted.seconds = {{odd.text(), odd.number()}, {"fit", odd.number()}, {"fit", 0.25}};
  FitResult& fit = page.fitted.fit;
  fit.grid = odd.grid();
  fit.model = static_cast<WarpModel>(odd.from(0, 2));
  fit.termination = static_cast<Termination>(odd.from(0, 3));
  fit.confidence = odd.between(0, 1);
  fit.warnings = {odd.text(), odd.text()};
  fit.reading_rotation = 90 * odd.from(0, 3);
  fit.is_full_page = odd.from(0, 1) == 1;
  fit.page_extent_px = {odd.between(1, 1e6), odd.between(1, 1e6)};
  fit.paper = odd.text();
  fit.paper_is_assumed = !fit.paper.empty();
  fit.focal_length = {odd.between(0.2, 8), odd.between(0, 1), static_cast<FocalSource>(odd.from(0, 3))};
  fit.content_uv = {odd.number(), odd.number(), odd.number(), odd.number()};
  fit.steps = odd.from(0, 100000);
  fit.energy_first = odd.number();
  fit.energy_last = odd.number();
  fit.seconds = odd.number();
  fit.energies = {{odd.text(), odd.number(), odd.number()}, {"lines", odd.number(), -0.0}};
  fit.parameters = odd.parameters();
  page.pins = odd.pins();
  page.strokes = odd.strokes();
  return page;
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same(Vec2 a, Vec2 b) {
  return same(a.x, b.x) && same(a.y, b.y);
}
bool same(const std::string& a, const std::string& b) {
  return a == b;
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b);
template <class A, class B>
bool same(const std::pair<A, B>& a, const std::pair<A, B>& b) {
  return same(a.first, b.first) && same(a.second, b.second);
}
bool same(const FitEnergy& a, const FitEnergy& b) {
  return a.name == b.name && same(a.first, b.first) && same(a.last, b.last);
}
bool same(const Pin& a, const Pin& b) {
  return same(a.point, b.point) && same(a.page_uv, b.page_uv);
}
bool same(const Stroke& a, const Stroke& b) {
  return a.is_level == b.is_level && same(a.points, b.points);
}
bool same(const WarpGrid& a, const WarpGrid& b) {
  return a.rows == b.rows && a.cols == b.cols && same(a.points, b.points);
}
using Parameters = std::map<std::string, std::vector<double>>;
bool same(const Parameters& a, const Parameters& b) {
  return same(std::vector<std::pair<std::string, std::vector<double>>>(a.begin(), a.end()),
              std::vector<std::pair<std::string, std::vector<double>>>(b.begin(), b.end()));
}
bool same(const PageGuide& a, const PageGuide& b) {
  return a.index == b.index && a.reading_rotation == b.reading_rotation && same(a.pins, b.pins) &&
         same(a.strokes, b.strokes) && same(a.spine, b.spine) && same(a.shape, b.shape) &&
         a.shape_rotation == b.shape_rotation && same(a.shape_extent_px, b.shape_extent_px) &&
         same(a.parameters, b.parameters);
}
bool same(const PageState& p, const PageState& q) {
  const FitResult& a = p.fitted.fit;
  const FitResult& b = q.fitted.fit;
  return p.fitted.index == q.fitted.index && same(p.fitted.density_dpi, q.fitted.density_dpi) &&
         same(p.fitted.seconds, q.fitted.seconds) && same(a.grid, b.grid) && a.model == b.model &&
         a.termination == b.termination && same(a.confidence, b.confidence) && a.warnings == b.warnings &&
         a.reading_rotation == b.reading_rotation && a.is_full_page == b.is_full_page &&
         same(a.page_extent_px, b.page_extent_px) && a.paper == b.paper && a.paper_is_assumed == b.paper_is_assumed &&
         a.focal_length == b.focal_length && same(a.content_uv.x0, b.content_uv.x0) &&
         same(a.content_uv.y0, b.content_uv.y0) && same(a.content_uv.x1, b.content_uv.x1) &&
         same(a.content_uv.y1, b.content_uv.y1) && a.steps == b.steps && same(a.energy_first, b.energy_first) &&
         same(a.energy_last, b.energy_last) && same(a.seconds, b.seconds) && same(a.energies, b.energies) &&
         same(a.parameters, b.parameters) && same(p.pins, q.pins) && same(p.strokes, q.strokes);
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return same(x, y); });
}

}  // namespace

PhotoState oddState(unsigned seed) {
  Odd odd(seed);
  PhotoState state;
  state.fit.page = {static_cast<PageChoice>(odd.from(0, 4)), 0};
  if (seed % 3 == 0) {
    state.fit.page = {PageChoice::number, odd.from(1, 9)};
  }
  state.fit.model = static_cast<ModelLimit>(odd.from(0, 3));
  state.fit.rotate = static_cast<Rotation>(odd.from(0, 4));
  state.fit.steps = odd.from(0, 100000);
  state.fit.device = static_cast<Device>(odd.from(0, 2));
  state.fit.threads = odd.from(0, 1024);
  state.fit.without = {Evidence::focal, Evidence::lines};
  state.out.dpi = odd.between(0, 4800);
  state.out.scale = odd.between(0.01, 16);
  state.out.margin_mm = odd.between(-500, 500);
  state.out.crop = static_cast<Crop>(odd.from(0, 2));
  state.out.color = static_cast<ColorChoice>(odd.from(0, 2));
  state.out.clean = static_cast<Clean>(odd.from(0, 1));
  state.out.sharpen = odd.between(0, 5);
  state.out.filter = static_cast<Filter>(odd.from(0, 2));
  state.out.fill = static_cast<Fill>(odd.from(0, 1));
  state.out.quality = odd.from(1, 100);
  state.out.format = static_cast<FileFormat>(odd.from(0, 4));
  state.out.memory_bytes = seed % 2 == 0 ? std::numeric_limits<std::uint64_t>::max() : 0;
  for (int index = odd.from(0, 2); index > 0; --index) {
    state.pages.push_back(oddPage(odd, index));
  }
  state.due = static_cast<Due>(odd.from(0, 2));
  state.due_page = odd.from(0, 2);
  if (seed % 5 == 0) {
    state.spine = {odd.point(), odd.point(), odd.point()};
  }
  if (seed % 2 == 1) {
    PageGuide& guide = state.start.pages.emplace_back();
    guide.index = 2;
    guide.reading_rotation = seed % 4 == 1 ? std::optional<int>(270) : std::nullopt;
    guide.pins = odd.pins();
    guide.strokes = odd.strokes();
    guide.spine = {odd.point(), odd.point()};
    guide.shape = odd.grid();
    guide.shape_rotation = 180;
    guide.shape_extent_px = odd.point();
    guide.parameters = odd.parameters();
  }
  return state;
}

bool areSame(const PhotoState& a, const PhotoState& b) {
  return a.fit == b.fit && a.out == b.out && same(a.pages, b.pages) && a.due == b.due && a.due_page == b.due_page &&
         same(a.start.pages, b.start.pages) && same(a.spine, b.spine);
}

bool areSame(const Project& a, const Project& b) {
  return a.current == b.current && std::equal(a.photos.begin(), a.photos.end(), b.photos.begin(), b.photos.end(),
                                              [](const ProjectPhoto& x, const ProjectPhoto& y) {
                                                return x.file == y.file && areSame(x.state, y.state);
                                              });
}

}  // namespace platen::pipeline
