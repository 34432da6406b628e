// Options of one photo for others and for those that are to come, and the sheet of paper among them.
#include "tests/ui/window/shown_window.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/paper_editor.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/session/project_keeper.h"
#include "ui/window/apply_options_dialog.h"
#include "ui/window/page_views.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QWheelEvent>

namespace platen::ui {
namespace {

class ApplyOptionsTest : public ShownWindow {
 protected:
  void openThree() {
    openAndFit({writePhoto("1.png"), writePhoto("2.png"), writePhoto("3.png")});
    workspace().setCurrent(0);
    ASSERT_TRUE(idle());
  }
  ExportOptions& out(ExportOptions& options, double margin, int quality) {
    options.margin_mm = margin;
    options.quality = quality;
    return options;
  }
  PaperEditor& paper() { return *window_->options().findChild<PaperEditor*>(QStringLiteral("paper")); }
  void choose(int index) {
    paper().choice().setCurrentIndex(index);
    Q_EMIT paper().choice().activated(index);
  }
};

TEST_F(ApplyOptionsTest, OnlyCheckedOptionsAreGivenAndOneUndoTakesThemBack) {
  openThree();
  ExportOptions options;
  workspace().photo(0).setExportOptions(out(options, 5, 70), "Margin");
  FitOptions turned;
  turned.rotate = Rotation::deg90;
  workspace().photo(2).setFitOptions(turned, "Turn");  // which is to stay
  ASSERT_TRUE(idle());
  window_->actions().applyToAll->trigger();
  auto* dialog = window_->findChild<ApplyOptionsDialog*>();
  ASSERT_NE(dialog, nullptr);
  ASSERT_NE(dialog->box("margin"), nullptr);
  ASSERT_NE(dialog->box("quality"), nullptr);
  ASSERT_NE(dialog->box("rotate"), nullptr) << "photo 3 has another";
  EXPECT_EQ(dialog->box("crop"), nullptr) << "all have the same";
  EXPECT_TRUE(dialog->box("margin")->text().contains(QStringLiteral("5")));
  EXPECT_EQ(dialog->edits().size(), 3u);
  dialog->box("rotate")->setChecked(false);
  dialog->box("quality")->setChecked(false);
  dialog->accept();
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(workspace().photo(k).state().out.margin_mm, 5) << k;
  }
  EXPECT_EQ(workspace().photo(1).state().out.quality, 92);
  EXPECT_EQ(workspace().photo(2).state().fit, turned);
  EXPECT_EQ(workspace().photo(2).state().due, Due::nothing) << "nothing of its fit has changed";
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(workspace().photo(0).state().out.margin_mm, 5) << "where they came from";
  EXPECT_EQ(workspace().photo(1).state().out.margin_mm, 0);
  EXPECT_EQ(workspace().photo(2).state().out.margin_mm, 0);
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(workspace().photo(2).state().out.margin_mm, 5);
}

TEST_F(ApplyOptionsTest, PhotosSelectedWithCtrlGetTheOptionsOfThePhotoInView) {
  openThree();
  ExportOptions options;
  workspace().photo(0).setExportOptions(out(options, 5, 70), "Margin");
  QListView& list = window_->list().list();
  for (const int row : {1, 2}) {
    QTest::mouseClick(list.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      list.visualRect(list.model()->index(row, 0)).center());
    QCoreApplication::processEvents();
  }
  window_->actions().applyToSelected->trigger();
  auto* dialog = window_->findChild<ApplyOptionsDialog*>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_TRUE(dialog->findChild<QLabel*>(QStringLiteral("what"))->text().contains(QStringLiteral("1.png")));
  dialog->accept();
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(workspace().photo(k).state().out.margin_mm, 5) << k;
  }
}

TEST_F(ApplyOptionsTest, WhereNothingDiffersNothingIsAsked) {
  openThree();
  window_->actions().applyToAll->trigger();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(window_->findChild<ApplyOptionsDialog*>(), nullptr);
}

TEST_F(ApplyOptionsTest, PresetsOutliveTheWindowAndGoWithAProject) {
  openAndFit({writePhoto("1.png")});
  ExportOptions options;
  workspace().photo(0).setExportOptions(out(options, 5, 70), "Margin");
  EXPECT_FALSE(window_->actions().forgetForNew->isEnabled());
  window_->actions().useForNew->trigger();
  EXPECT_TRUE(window_->actions().forgetForNew->isEnabled());
  openAndFit({writePhoto("2.png")});
  EXPECT_EQ(workspace().photo(1).state().out, options);
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  window_->keeper().saveAs(folder_ / "book.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  window_ = std::make_unique<MainWindow>(folder_ / "journals");
  EXPECT_EQ(workspace().presets()->out, options) << "from the settings";
  EXPECT_TRUE(idle());
  window_->actions().forgetForNew->trigger();
  openAndFit({writePhoto("3.png")});
  EXPECT_EQ(workspace().photo(0).state().out, ExportOptions{});
  QSignalSpy plain(&window_->keeper(), &ProjectKeeper::saved);
  window_->keeper().saveAs(folder_ / "plain.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return plain.count() == 1; }, kPatience_ms));
  window_.reset();
  window_ = std::make_unique<MainWindow>(folder_ / "journals 2");
  EXPECT_FALSE(workspace().presets());
  QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
  window_->open({folder_ / "book.platen"});
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  ASSERT_TRUE(workspace().presets());
  EXPECT_EQ(workspace().presets()->out, options);
  EXPECT_FALSE(window_->keeper().hasUnsaved());
  ASSERT_TRUE(idle());
  // Those of one project are not another's.
  window_->open({folder_ / "plain.platen"});
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 2; }, kPatience_ms));
  EXPECT_FALSE(workspace().presets());
  ASSERT_TRUE(idle());
}

TEST_F(ApplyOptionsTest, APaperIsChosenByNameOrSizeAndSeenAtOnce) {
  openAndFit({writePhoto("1.png")});
  EXPECT_EQ(paper().choice().currentText(), QStringLiteral("Auto"));
  EXPECT_FALSE(paper().width().isVisible());
  choose(paper().choice().findText(QStringLiteral("Letter")));
  ASSERT_TRUE(idle());
  const auto extent = [this] { return workspace().photo(0).state().pages.at(0).fitted.fit.page_extent_px; };
  EXPECT_NEAR(extent().y / extent().x, 279.4 / 215.9, 1e-9);
  const Vec2 shown = window_->views().flatView().pictureSize();
  EXPECT_NEAR(shown.y / shown.x, 279.4 / 215.9, 0.01);
  choose(paper().choice().findText(QStringLiteral("Custom")));
  ASSERT_TRUE(idle());
  EXPECT_TRUE(paper().width().isVisible());
  EXPECT_EQ(paper().width().value(), 215.9) << "it begins with the sheet that was chosen";
  EXPECT_EQ(paper().choice().currentText(), QStringLiteral("Custom")) << "and stays custom while it is that";
  paper().height().setValue(300);
  ASSERT_TRUE(idle());
  EXPECT_EQ(workspace().photo(0).state().fit.paper, (PaperChoice{PaperKind::sheet, 215.9, 300}));
  EXPECT_NEAR(extent().y / extent().x, 300 / 215.9, 1e-9);
  const auto* facts = window_->findChild<QLabel*>(QStringLiteral("facts"));
  EXPECT_TRUE(facts->text().contains(PaperEditor::textOf(workspace().photo(0).state().fit.paper)));
  EXPECT_TRUE(facts->text().contains(QStringLiteral(" mm"))) << facts->text().toStdString();
  const auto undo = [this] { QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier); };
  undo();
  undo();
  EXPECT_EQ(paper().choice().currentText(), QStringLiteral("Auto"));
  EXPECT_EQ(workspace().photo(0).state().fit, FitOptions{});
}

// To the hundredth of a millimetre, which its boxes do not show.
TEST_F(ApplyOptionsTest, ASheetWithANameStaysThat) {
  PaperEditor editor([] {});
  for (const NamedPaper& named : kNamedPapers) {
    const PaperChoice paper{PaperKind::sheet, named.width_mm, named.height_mm};
    editor.setPaper(paper);
    EXPECT_EQ(editor.paper(), paper) << named.name;
  }
}

TEST_F(ApplyOptionsTest, AnOutlineBeginsWithAKeyAndTheToolThatDragsIt) {
  openAndFit({writePhoto("1.png")});
  window_->actions().hand->trigger();
  QTest::keyClick(window_.get(), Qt::Key_O);
  EXPECT_EQ(workspace().photo(0).state().pages.at(0).pins.size(), 4u);
  EXPECT_TRUE(window_->actions().point->isChecked());
  ASSERT_TRUE(idle());
}

TEST_F(ApplyOptionsTest, TheWheelOverAnOptionScrollsThePanelAndChangesNothing) {
  openAndFit({writePhoto("1.png")});
  const auto turnWheel = [](QWidget& over) {
    const QPointF at = over.rect().center();
    QWheelEvent turn(at, over.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&over, &turn);
  };
  auto* quality = window_->options().findChild<QSpinBox*>(QStringLiteral("quality"));
  turnWheel(*quality);
  turnWheel(*window_->options().findChild<QComboBox*>(QStringLiteral("crop")));
  turnWheel(paper().choice());
  EXPECT_EQ(workspace().photo(0).history().count(), 0);
  EXPECT_FALSE(quality->hasFocus());
  window_->activateWindow();
  quality->setFocus();
  ASSERT_TRUE(QTest::qWaitFor([&] { return quality->hasFocus(); }, kPatience_ms));
  turnWheel(*quality);
  EXPECT_EQ(workspace().photo(0).state().out.quality, 91) << "it is meant where it was chosen";
}

}  // namespace
}  // namespace platen::ui
