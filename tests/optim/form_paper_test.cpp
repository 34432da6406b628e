// A sheet of paper behind a canvas: the camera against projections made by hand, the lengths of a bent sheet.
#include "core/optim/canvas_camera.h"
#include "core/optim/form_paper_energy.h"
#include "tests/optim/known_form_cues.h"
#include "tests/optim/known_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace platen::optim {
namespace {

using test::curledDepth;
using test::curledOffset;
using test::gradientError;
using test::netOf;
using test::randomControls;

constexpr NetShape kShape{4, 5};
constexpr NetShape kFine{8, 10};

using Camera = std::array<double, kCameraUnknowns>;

std::size_t indexOf(CameraUnknown unknown) {
  return static_cast<std::size_t>(unknown);
}

// Over the sheet, with `stretch` .01.
FormPaperEnergy paperOf(const Box& area,
                        const FormFrame& frame,
                        std::shared_ptr<const ViewModel> view,
                        NetShape shape) {
  return {1, 0.01, CanvasLattice(area, frame.canvas_extent, 18), std::move(view), shape};
}
constexpr Box kSheet{60, 80, 460, 580};

const FormFrame& straightFrame() {
  static const FormFrame frame = test::makeFormCues({.offset = curledOffset}).cues.frame;
  return frame;
}

// A camera of 1.3 photo lengths, aslant above a plane, and a canvas whose units on that plane are neither square nor at
// right angles: what a homography to a bent sheet may be.
struct SlantedCanvas {
  double focal = 1.3;
  Vec2 centre{30, -20};                                 // of the photo's middle
  std::array<double, 4> units{1.1, 0.06, -0.03, 0.92};  // the plane's (X, Y) from the canvas' (x, y), row-major
  FormFrame frame;

  SlantedCanvas() {
    frame.canvas_extent = {520, 660};
    frame.source_size = {1040, 1320};
    frame.focal = focal;
    const std::array<Vec2, 3> at{Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}};
    // Columns of the homography: where the axes' infinite points and the origin are seen.
    std::array<double, 9> h{};
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec2 on = c == 2 ? Vec2{} : plane(at[c + 1]);
      const std::array<double, 3> v = homogeneous(on.x, on.y, 0, c == 2 ? 1 : 0);
      for (std::size_t r = 0; r < 3; ++r) {
        h[3 * r + c] = v[r];
      }
    }
    const Vec2 middle = frame.canvas_extent * 0.5;
    for (std::size_t r = 0; r < 3; ++r) {  // from the canvas' corner
      h[3 * r + 2] -= h[3 * r] * middle.x + h[3 * r + 1] * middle.y;
    }
    frame.source_from_canvas.m = h;
  }

  [[nodiscard]] Vec2 plane(Vec2 canvas) const {
    return {units[0] * canvas.x + units[1] * canvas.y, units[2] * canvas.x + units[3] * canvas.y};
  }
  // Of X x + Y y + Z n + w o: axes at right angles (a turn about x, then about y), o in front of the camera.
  [[nodiscard]] std::array<double, 3> homogeneous(double x, double y, double z, double w) const {
    constexpr double kA = 0.5, kB = -0.3;
    const double f = focal * 1320;
    const std::array<double, 3> p{std::cos(kB) * x + std::sin(kB) * (std::sin(kA) * y + std::cos(kA) * z) + 40 * w,
                                  std::cos(kA) * y - std::sin(kA) * z - 15 * w,
                                  -std::sin(kB) * x + std::cos(kB) * (std::sin(kA) * y + std::cos(kA) * z) + 900 * w};
    return {f * p[0] + (520 + centre.x) * p[2], f * p[1] + (660 + centre.y) * p[2], p[2]};
  }
  [[nodiscard]] Camera camera() const {
    Camera camera{};
    camera[indexOf(CameraUnknown::centreX)] = centre.x / 1320 / kCameraUnits[1];
    camera[indexOf(CameraUnknown::centreY)] = centre.y / 1320 / kCameraUnits[2];
    return camera;
  }
};

TEST(CanvasCamera, SeesAPointOffThePlaneWhereItIsSeen) {
  const SlantedCanvas made;
  const CanvasView view = CanvasCamera(made.frame).at(made.camera());
  const double unit = std::sqrt(std::abs(made.units[0] * made.units[3] - made.units[1] * made.units[2]));
  const Vec2 at{70, -110};
  for (const double depth : {-40.0, 25.0}) {
    const Vec2 on = made.plane(at);
    ASSERT_GT(made.homogeneous(0, 0, 1, 0)[2], 0);  // away from the camera, as depths are
    const std::array<double, 3> v = made.homogeneous(on.x, on.y, depth * unit, 1);
    const auto& m = view.normal_image;
    const Vec2 seen = Vec2{at.x + m[0] * depth, at.y + m[1] * depth} / (1 + m[2] * depth);
    const Vec2 photo = made.frame.source_from_canvas(seen + made.frame.canvas_extent * 0.5);
    EXPECT_NEAR(photo.x, v[0] / v[2], 1e-6);
    EXPECT_NEAR(photo.y, v[1] / v[2], 1e-6);
  }
}

TEST(CanvasCamera, MeasuresThePlaneAsItIs) {
  const SlantedCanvas made;
  const auto length = [&](const CanvasView& view, Vec2 v) {
    const auto& [xx, xy, yy] = view.plane;
    return norm(Vec2{xx * v.x + xy * v.y, xy * v.x + yy * v.y});
  };
  const CanvasView view = CanvasCamera(made.frame).at(made.camera());
  const double unit = length(view, {1, 0}) / norm(made.plane({1, 0}));
  for (const Vec2 v : {Vec2{0, 1}, Vec2{0.6, 0.8}, Vec2{-0.6, 0.8}}) {
    EXPECT_NEAR(length(view, v) / norm(made.plane(v)), unit, 1e-9);
  }
  EXPECT_NEAR(view.plane[0] * view.plane[2] - view.plane[1] * view.plane[1], 1, 1e-9);  // of the canvas' area
  Camera longer = made.camera();
  longer[indexOf(CameraUnknown::focal)] = std::log(1.5) / kCameraUnits[0];
  EXPECT_NEAR(CanvasCamera(made.frame).focal(made.camera()), made.focal, 1e-9);
  EXPECT_NEAR(CanvasCamera(made.frame).focal(longer), 1.5 * made.focal, 1e-9);
}

TEST(CanvasCamera, IsHeldByWhatIsUsual) {
  FormFrame frame = straightFrame();
  CameraEnergy usual(1, frame, 3);
  std::vector<double> at = randomControls(3 + kCameraUnknowns, 5);
  std::vector<double> gradient(at.size(), 0.0);
  const double value = usual.add(at, 1, gradient);
  EXPECT_GT(value, 0);
  EXPECT_LT(gradientError([&](std::span<const double> c) { return usual.add(c, 0, {}); }, at, gradient, 1e-5), 1e-6);
  EXPECT_TRUE(std::all_of(gradient.begin(), gradient.begin() + 3, [](double g) { return g == 0; }));
  EXPECT_TRUE(std::all_of(gradient.begin() + 3, gradient.end(), [](double g) { return g != 0; }));
  frame.focal = 0.75;  // by EXIF: surer
  std::vector<double> longer(3 + kCameraUnknowns, 0.0);
  longer[3] = 10;
  EXPECT_GT(CameraEnergy(1, frame, 3).add(longer, 0, {}), 2 * usual.add(longer, 0, {}));
  EXPECT_THROW(usual.add(std::vector<double>(4), 0, {}), std::invalid_argument);
}

TEST(FormPaper, GradientIsThatOfTheValue) {
  const FormFrame frame = SlantedCanvas().frame;
  const std::array<std::shared_ptr<const ViewModel>, 3> views{
      std::make_shared<FixedView>(std::array<double, 3>{0.2, -0.3, -4e-4}), std::make_shared<PlaneView>(frame),
      std::make_shared<CanvasCamera>(frame)};
  for (const std::shared_ptr<const ViewModel>& view : views) {
    FormPaperEnergy paper = paperOf({50, 70, 470, 590}, frame, view, kShape);
    const std::vector<double> at = randomControls(2 * kShape.size() + kCameraUnknowns, 4);
    std::vector<double> gradient(at.size(), 0.0);
    paper.add(at, 1, gradient);
    EXPECT_LT(gradientError([&](std::span<const double> c) { return paper.add(c, 0, {}); }, at, gradient, 1e-5), 1e-5);
    const auto of_view = std::span(gradient).last(kCameraUnknowns);
    EXPECT_EQ(std::count_if(of_view.begin(), of_view.end(), [](double g) { return g != 0; }),
              static_cast<std::ptrdiff_t>(view->size()));
  }
}

// The curled sheet's own offsets and depths, and nothing of the camera. `depth`: of the whole sheet.
std::vector<double> curled(Vec2 extent, double depth, const std::function<Vec2(Vec2)>& offset) {
  std::vector<double> at = netOf(kFine, extent, offset).controls;
  const auto depthAt = [depth](Vec2 p) { return Vec2{(curledDepth(p).x + depth) / kDepthUnit, 0}; };
  const std::vector<double> depths = netOf(kFine, extent, depthAt).controls;
  at.insert(at.end(), depths.begin(), depths.end());
  at.resize(at.size() + kCameraUnknowns, 0.0);
  return at;
}

TEST(FormPaper, ABentSheetIsUnstretched) {
  // Against no depths, and against other offsets.
  const FormFrame& frame = straightFrame();
  const std::vector<double> bent = curled(frame.canvas_extent, 0, curledOffset);
  const std::array<std::shared_ptr<const ViewModel>, 2> views{std::make_shared<PlaneView>(frame),
                                                              std::make_shared<CanvasCamera>(frame)};
  for (const std::shared_ptr<const ViewModel>& view : views) {
    const std::array<double, 3> normal = view->at(Camera{}).normal_image;
    EXPECT_NEAR(normal[0], 0, 1e-9);
    EXPECT_NEAR(normal[2], 2.0 / (1.2 * 1320), 1e-5);
    FormPaperEnergy paper = paperOf(kSheet, frame, view, kFine);
    std::vector<double> flat = bent;
    std::fill(flat.begin() + static_cast<std::ptrdiff_t>(kFine.size()), flat.end(), 0.0);
    std::vector<double> unmoved = bent;
    std::fill(unmoved.begin(), unmoved.begin() + static_cast<std::ptrdiff_t>(kFine.size()), 0.0);
    EXPECT_LT(paper.add(bent, 0, {}), 0.02);
    EXPECT_GT(paper.add(flat, 0, {}), 1);
    EXPECT_GT(paper.add(unmoved, 0, {}), 1);
  }
}

TEST(FormPaper, TheCanvasMayBeNarrowerThanTheSheet) {
  // The homography to the print of a bent sheet takes the part in view for all of its width: here the canvas is a tenth
  // narrower. What it shows of the sheet is then offset by a tenth.
  constexpr double kNarrower = 0.9;
  const Vec2 extent = straightFrame().canvas_extent;
  FormFrame frame = straightFrame();
  frame.source_from_canvas.m[0] *= kNarrower;
  frame.source_from_canvas.m[2] = (1 - kNarrower) * frame.source_size.width / 2;
  const auto offset = [&](Vec2 p) {
    const Vec2 seen = p + curledOffset(p);
    return Vec2{(seen.x - extent.x / 2) / kNarrower + extent.x / 2, seen.y} - p;
  };
  // The canvas' area on the plane is a tenth smaller than it is taken for: the sheet lies nearer.
  const auto camera = std::make_shared<CanvasCamera>(frame);
  const double depth = (std::sqrt(kNarrower) - 1) / camera->at(Camera{}).normal_image[2];
  const std::vector<double> bent = curled(extent, depth, offset);
  FormPaperEnergy moving = paperOf(kSheet, frame, camera, kFine);
  FormPaperEnergy still = paperOf(kSheet, frame, std::make_shared<PlaneView>(frame), kFine);
  EXPECT_LT(moving.add(bent, 0, {}), 0.02);
  EXPECT_GT(still.add(bent, 0, {}), 1);
}

TEST(FormPaper, AFormMayBePrintedWiderOrSheared) {
  // A flat sheet, printed a hundredth wider and lower, and sheared by as much: unstretched with just these unknowns.
  const Vec2 extent = straightFrame().canvas_extent;
  FormPaperEnergy moving = paperOf(kSheet, straightFrame(), std::make_shared<CanvasCamera>(straightFrame()), kFine);
  for (const bool is_wider : {true, false}) {
    const std::size_t width = indexOf(CameraUnknown::printWidth), shear = indexOf(CameraUnknown::printShear);
    const auto printed = [&](Vec2 p) {
      const Vec2 d = p - extent * 0.5;
      return is_wider ? Vec2{0.01 * d.x, -0.01 * d.y} : Vec2{0.01 * d.y, 0.01 * d.x};
    };
    std::vector<double> at = netOf(kFine, extent, printed).controls;
    at.resize(2 * kFine.size() + kCameraUnknowns, 0.0);
    EXPECT_GT(moving.add(at, 0, {}), 1);
    at[2 * kFine.size() + (is_wider ? width : shear)] = 0.01 / kCameraUnits[width];
    EXPECT_LT(moving.add(at, 0, {}), 0.01);
    at[2 * kFine.size() + (is_wider ? shear : width)] = 0.01 / kCameraUnits[width];
    EXPECT_GT(moving.add(at, 0, {}), 1);
  }
}

TEST(FormPaper, AsksForNetsAndACamera) {
  FormPaperEnergy moving = paperOf(kSheet, straightFrame(), std::make_shared<CanvasCamera>(straightFrame()), kShape);
  EXPECT_THROW(moving.add(std::vector<double>(2 * kShape.size()), 0, {}), std::invalid_argument);
  EXPECT_THROW(moving.add(std::vector<double>(kShape.size()), 0, {}), std::invalid_argument);
}

}  // namespace
}  // namespace platen::optim
