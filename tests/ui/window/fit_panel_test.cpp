// The panel beside the views that says how a fit goes.
#include "ui/panel/fit_panel.h"

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

}  // namespace
}  // namespace platen::ui
