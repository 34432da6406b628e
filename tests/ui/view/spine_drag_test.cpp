#include "ui/view/spine_drag.h"

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

const ViewTransform kView{{500, 500}, 0.5, {500, 500}};
const Polyline kSpine{{500, 100}, {510, 500}, {500, 900}};

void expectNear(const Polyline& a, const Polyline& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(a[k].x, b[k].x, 1e-9);
    EXPECT_NEAR(a[k].y, b[k].y, 1e-9);
  }
}

TEST(SpineDrag, HeldAnywhereAlongItMovesAsAWhole) {
  const SpineDrag drag(kSpine, kView, kView.toWidget({508, 300}));
  expectNear(drag.at({528, 290}), {{520, 90}, {530, 490}, {520, 890}});
  EXPECT_EQ(drag.before(), kSpine);
}

TEST(SpineDrag, HeldAtAnEndTurnsAboutTheOther) {
  const SpineDrag drag(kSpine, kView, kView.toWidget({500, 100}));
  // From 800 upwards to 800 to the right: a quarter turn about the lower end.
  const Polyline turned = drag.at({1300, 900});
  expectNear(turned, {{1300, 900}, {900, 910}, {500, 900}});
  EXPECT_EQ(drag.at({500, 100}).back(), kSpine.back());
}

TEST(SpineDrag, HeldNowhereDrawsANewOne) {
  const SpineDrag beside(kSpine, kView, kView.toWidget({200, 200}));
  EXPECT_EQ(beside.at({210, 800}), (Polyline{{200, 200}, {210, 800}}));
  const SpineDrag none({}, kView, {10, 20});
  EXPECT_EQ(none.at({700, 800}).size(), 2U);
  EXPECT_TRUE(none.before().empty());
}

}  // namespace
}  // namespace platen::ui
