// The panel beside the views that says how a fit goes.
#include "ui/panel/fit_panel.h"

#include "ui/panel/energy_curve.h"

#include <QScrollArea>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

TEST(FitPanelTest, TheLastWarningThatIsSeenIsSeenWhole) {
  FitPanel panel;
  panel.setAttribute(Qt::WA_DontShowOnScreen);
  panel.show();
  const auto* scroll = panel.findChild<QScrollArea*>();
  ASSERT_NE(scroll, nullptr);
  const int line = scroll->fontMetrics().lineSpacing();
  for (int taller = 0; taller < 2 * line; ++taller) {
    panel.resize(240, 400 + taller);
    EXPECT_GE(scroll->viewport()->height(), 4 * line);
    EXPECT_EQ(scroll->viewport()->height() % line, 0) << panel.height();
  }
}

std::vector<EnergyStep> roundOf(int round, int steps) {
  std::vector<EnergyStep> made;
  for (int step = 0; step < steps; ++step) {
    made.push_back({round, step, 10.0 / (1 + step)});
  }
  return made;
}

TEST(EnergyCurveTest, OfManyShortRoundsTheLastFewAreShown) {
  EnergyCurve curve;
  for (int round = 0; round < 60; ++round) {
    curve.add(roundOf(round, 3));
  }
  ASSERT_EQ(curve.steps().size(), 24U);
  EXPECT_EQ(curve.steps().front().round, 52);
  EXPECT_EQ(curve.steps().front().step, 0);
  EXPECT_EQ(curve.steps().back().round, 59);
}

TEST(EnergyCurveTest, OfALongRoundTheLastStepsAreShown) {
  EnergyCurve curve;
  curve.add(roundOf(0, 5));
  EXPECT_EQ(curve.steps().size(), 5U);
  curve.add(roundOf(1, 1000));
  ASSERT_EQ(curve.steps().size(), 240U);
  EXPECT_EQ(curve.steps().front().round, 1);
  EXPECT_EQ(curve.steps().back().step, 999);
}

}  // namespace
}  // namespace platen::ui
