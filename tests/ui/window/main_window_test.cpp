// The window as a user has it: photos in, fitted, steered with the mouse, undone, sorted, exported.
#include "ui/window/main_window.h"

#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"
#include "ui/panel/energy_curve.h"
#include "ui/panel/fit_panel.h"
#include "ui/panel/options_panel.h"
#include "ui/panel/photo_list_panel.h"
#include "ui/session/project_keeper.h"
#include "ui/window/export_dialog.h"
#include "ui/window/page_views.h"
#include "ui/window/recent_files.h"

#include <algorithm>

#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

constexpr int kPatience_ms = 60000;

class MainWindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::PhotoRecipe recipe;
    recipe.photo_px = {600, 800};
    const Image photo = test::photograph(recipe).photo;
    for (const char* name : {"page 1.png", "page 2.png"}) {
      test::writeImage(folder_ / name, photo, FileFormat::png);
    }
    window_ = std::make_unique<MainWindow>(folder_ / "journals");
    window_->resize(1200, 800);
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get(), kPatience_ms));
  }
  bool idle() {
    return QTest::qWaitFor([&] { return window_->engine().isIdle(); }, kPatience_ms);
  }
  void openFitted() {
    window_->open({folder_ / "page 1.png"});
    ASSERT_TRUE(idle());
    ASSERT_EQ(photo().state().pages.size(), 1u);
  }
  PhotoSession& photo() { return *window_->workspace().current(); }
  const WarpGrid& grid() { return photo().state().pages.at(0).fitted.fit.grid; }
  QPoint onPhoto(Vec2 source_px) {
    const Vec2 at = window_->views().photoView().transform().toWidget(source_px);
    return {qRound(at.x), qRound(at.y)};
  }

  test::ScratchFolder folder_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(MainWindowTest, OpensFitsAndShowsBothViews) {
  QSignalSpy frames(&window_->engine(), &Engine::frameWaiting);
  openFitted();
  EXPECT_GT(frames.count(), 0);
  EXPECT_EQ(window_->views().flatView().grid(), grid());
  EXPECT_EQ(window_->views().photoView().overlay().pages.size(), 1u);
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return window_->views().photoView().isSharp() && window_->views().flatView().isSharp(); }, kPatience_ms));
  EXPECT_GT(window_->findChild<FitPanel*>()->curve().steps().size(), 3u);
  EXPECT_TRUE(window_->windowTitle().contains(QStringLiteral("page 1.png")));
}

TEST_F(MainWindowTest, ACornerDraggedWithTheMouseIsPinnedAndUndoneByKeyExactly) {
  openFitted();
  const WarpGrid before = grid();
  PhotoView& view = window_->views().photoView();
  const Vec2 corner = sourceFromPage(splineNet(before), {1, 0});
  const QPoint from = onPhoto(corner);
  QTest::mousePress(&view, Qt::LeftButton, {}, from);
  for (int step = 1; step <= 8; ++step) {
    QTest::mouseMove(&view, from + QPoint(step, 2 * step));
  }
  QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(8, 16));
  ASSERT_TRUE(idle());
  ASSERT_EQ(photo().state().pages[0].pins.size(), 1u);
  const Pin pin = photo().state().pages[0].pins[0];
  EXPECT_NEAR(pin.page_uv.x, 1, 1e-12);
  EXPECT_NEAR(pin.page_uv.y, 0, 1e-12);
  EXPECT_GT(pin.point.y - corner.y, 5);
  EXPECT_NE(grid(), before);
  const WarpGrid after = grid();
  const EnergyCurve& curve = window_->findChild<FitPanel*>()->curve();
  EXPECT_FALSE(curve.steps().empty());
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(curve.steps().empty()) << "the course of what was undone";
  EXPECT_EQ(grid(), before);
  EXPECT_TRUE(photo().state().pages[0].pins.empty());
  QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(grid(), after);
}

TEST_F(MainWindowTest, TheCursorOfOneViewShowsInTheOther) {
  openFitted();
  const Vec2 middle = sourceFromPage(splineNet(grid()), {0.5, 0.5});
  QSignalSpy moved(&window_->views(), &PageViews::cursorAt);
  QTest::mouseMove(&window_->views().photoView(), onPhoto(middle) + QPoint(1, 1));
  QTest::mouseMove(&window_->views().photoView(), onPhoto(middle));
  ASSERT_TRUE(QTest::qWaitFor([&] { return moved.count() > 0; }, kPatience_ms));
  const auto at = window_->views().photoView().cursor();
  ASSERT_TRUE(at);
  EXPECT_NEAR(norm(*at - middle), 0, 4);
}

TEST_F(MainWindowTest, TurningGoesRoundAndEachTurnIsOneUndo) {
  openFitted();
  for (int turn = 1; turn <= 4; ++turn) {
    window_->actions().rotateRight->trigger();
    ASSERT_TRUE(idle());
    EXPECT_EQ(photo().state().pages[0].fitted.fit.reading_rotation, 90 * turn % 360);
  }
  EXPECT_EQ(photo().history().count(), 4);
}

TEST_F(MainWindowTest, AnOptionThatIsChangedFitsAgainAndShowsWhatUndoBringsBack) {
  openFitted();
  auto* model = window_->options().findChild<QComboBox*>(QStringLiteral("model"));
  ASSERT_NE(model, nullptr);
  model->setCurrentIndex(static_cast<int>(ModelLimit::plane));
  Q_EMIT model->activated(model->currentIndex());
  EXPECT_EQ(photo().state().fit.model, ModelLimit::plane);
  ASSERT_TRUE(idle());
  EXPECT_EQ(photo().state().pages[0].fitted.fit.model, WarpModel::plane);
  photo().history().undo();
  EXPECT_EQ(model->currentIndex(), static_cast<int>(ModelLimit::automatic));
}

TEST_F(MainWindowTest, TheListSortsWorstFirstAndStepsInItsOrder) {
  test::writeBytes(folder_ / "page 3.jpg", "no photo");
  window_->open({folder_.path()});
  ASSERT_TRUE(idle());
  ASSERT_EQ(window_->workspace().count(), 3);
  EXPECT_THAT(window_->list().shown(), ::testing::ElementsAre(0, 1, 2));
  window_->list().setOrder(SortedPhotos::Order::worstFirst);
  ASSERT_EQ(window_->list().shown().size(), 3u);
  EXPECT_EQ(window_->list().shown().front(), 2) << "the one that failed";
  window_->workspace().setCurrent(2);
  window_->actions().nextPhoto->trigger();
  EXPECT_NE(window_->workspace().indexOf(window_->workspace().current()), 2);
  window_->actions().previousPhoto->trigger();
  EXPECT_EQ(window_->workspace().indexOf(window_->workspace().current()), 2);
  ASSERT_TRUE(idle());
}

TEST_F(MainWindowTest, ExportsThePhotoInView) {
  openFitted();
  window_->actions().exportPage->trigger();
  auto* dialog = window_->findChild<ExportDialog*>();
  ASSERT_NE(dialog, nullptr);
  QSignalSpy done(dialog, &QDialog::accepted);
  dialog->target().clear();
  dialog->startButton().click();
  EXPECT_EQ(dialog->running(), nullptr) << "nowhere to go: it says so";
  dialog->target().setText(QString::fromStdString((folder_ / "out").string()));
  dialog->startButton().click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return done.count() == 1; }, kPatience_ms));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "page 1.png"));
}

TEST_F(MainWindowTest, TheShapeIsCopiedToTheFollowingPhotos) {
  window_->open({folder_.path()});
  ASSERT_TRUE(idle());
  window_->workspace().setCurrent(0);
  ASSERT_TRUE(idle());
  window_->actions().copyShape->trigger();
  EXPECT_EQ(window_->workspace().photo(1).history().count(), 0) << "none is selected: it asks first";
  auto* asked = window_->findChild<QMessageBox*>();
  ASSERT_NE(asked, nullptr);
  EXPECT_TRUE(asked->isModal());
  asked->defaultButton()->click();
  EXPECT_EQ(window_->workspace().photo(1).history().count(), 1);
  EXPECT_EQ(window_->workspace().photo(0).history().count(), 0);
  ASSERT_TRUE(idle());
  EXPECT_EQ(window_->workspace().photo(1).state().pages.size(), 1u);
}

TEST_F(MainWindowTest, PhotosThatFollowAreThoseTakenLaterHoweverTheListIsSorted) {
  window_->actions().fitWaiting->setChecked(false);
  test::writeBytes(folder_ / "page 3.jpg", "no photo");
  window_->open({folder_.path()});
  ASSERT_TRUE(idle());
  window_->workspace().setCurrent(1);
  window_->list().setOrder(SortedPhotos::Order::worstFirst);
  ASSERT_TRUE(idle());
  ASSERT_EQ(window_->list().shown().front(), 2) << "the photo that follows is shown before";
  window_->actions().copyShape->trigger();
  auto* asked = window_->findChild<QMessageBox*>();
  ASSERT_NE(asked, nullptr);
  EXPECT_TRUE(asked->text().contains(QStringLiteral("the photo after this one"))) << asked->text().toStdString();
  asked->button(QMessageBox::Cancel)->click();
}

TEST_F(MainWindowTest, EveryActionIsInAMenuAndHasAHint) {
  QSet<QAction*> listed;
  for (QAction* menu : window_->menuBar()->actions()) {
    for (QAction* action : menu->menu()->actions()) {
      listed.insert(action);
    }
  }
  QSet<QKeySequence> keys;
  for (const Actions::Group& group : window_->actions().groups()) {
    for (QAction* action : group.actions) {
      EXPECT_TRUE(listed.contains(action)) << action->text().toStdString();
      EXPECT_FALSE(action->statusTip().isEmpty()) << action->text().toStdString();
      for (const QKeySequence& key : action->shortcuts()) {
        EXPECT_FALSE(keys.contains(key)) << key.toString().toStdString() << " has two meanings";
        keys.insert(key);
      }
    }
  }
}

TEST_F(MainWindowTest, RecentFilesAreKeptAsBytesTheLastFirst) {
  RecentFiles recent;
  recent.clear();
  const std::filesystem::path odd = folder_ / "caf\xe9\n.jpg";
  recent.add(odd);
  for (int k = 0; k < 20; ++k) {
    recent.add(folder_ / std::to_string(k));
  }
  recent.add(odd);
  ASSERT_EQ(recent.files().size(), static_cast<std::size_t>(RecentFiles::kMost));
  EXPECT_EQ(recent.files().front(), odd);
}

TEST_F(MainWindowTest, AProjectOpensAgainWithEveryEdit) {
  openFitted();
  const Vec2 place = sourceFromPage(splineNet(grid()), {0.4, 0.4});
  photo().beginMove(1, {0.4, 0.4});
  photo().moveTo(place + Vec2{5, 7}, {0.4, 0.4});
  photo().endMove();
  ASSERT_TRUE(idle());
  const WarpGrid edited = grid();
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  window_->keeper().saveAs(folder_ / "book.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  EXPECT_FALSE(window_->keeper().hasUnsaved());
  window_.reset();
  window_ = std::make_unique<MainWindow>(folder_ / "journals");
  QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
  window_->open({folder_ / "book.platen"});
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  ASSERT_TRUE(idle());
  EXPECT_EQ(grid(), edited);
  ASSERT_EQ(photo().state().pages[0].pins.size(), 1u);
  EXPECT_EQ(photo().state().pages[0].pins[0].point, place + (Vec2{5, 7}));
  EXPECT_FALSE(window_->keeper().hasUnsaved());
}

TEST_F(MainWindowTest, EditsThatWereNotSavedOutliveACrash) {
  openFitted();
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  window_->keeper().saveAs(folder_ / "book.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  window_->actions().rotateRight->trigger();
  ASSERT_TRUE(idle());
  const WarpGrid edited = grid();
  EXPECT_TRUE(window_->keeper().hasUnsaved());
  bool written = false;
  window_->keeper().flush([&] { written = true; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return written; }, kPatience_ms));
  // As a crash leaves it: the journal beside the file, and nothing saved.
  std::filesystem::create_directory(folder_ / "after");
  for (const char* name : {"page 1.png", "book.platen", "book.platen-journal"}) {
    std::filesystem::copy(folder_ / name, folder_ / "after" / name);
  }
  window_ = std::make_unique<MainWindow>(folder_ / "journals 2");
  QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
  window_->open({folder_ / "after" / "book.platen"});
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  ASSERT_TRUE(idle());
  EXPECT_EQ(grid(), edited);
  EXPECT_EQ(photo().state().pages[0].fitted.fit.reading_rotation, 90);
  EXPECT_TRUE(window_->keeper().hasUnsaved());
  EXPECT_EQ(window_->statusBar()->currentMessage(), QStringLiteral("Edits that were never saved are back"));
}

TEST_F(MainWindowTest, WorkWithoutANameIsThereAgainAtTheNextStart) {
  openFitted();
  window_->actions().rotateRight->trigger();
  ASSERT_TRUE(idle());
  const WarpGrid fitted = grid();
  window_.reset();
  window_ = std::make_unique<MainWindow>(folder_ / "journals");
  QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
  window_->recover();
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  ASSERT_TRUE(idle());
  EXPECT_EQ(grid(), fitted);
  EXPECT_TRUE(window_->keeper().file().empty());
}

TEST_F(MainWindowTest, ClosingAsksAboutEditsOfAProjectAndMayBeCalledOff) {
  openFitted();
  QSignalSpy saved(&window_->keeper(), &ProjectKeeper::saved);
  window_->keeper().saveAs(folder_ / "book.platen");
  ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  window_->actions().rotateRight->trigger();
  ASSERT_TRUE(idle());
  EXPECT_FALSE(window_->close());
  auto* box = window_->findChild<QMessageBox*>();
  ASSERT_NE(box, nullptr);
  box->button(QMessageBox::Cancel)->click();
  EXPECT_TRUE(window_->isVisible());
  QTest::qWait(10);
  EXPECT_FALSE(window_->close());
  window_->findChild<QMessageBox*>()->button(QMessageBox::Save)->click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window_->isVisible(); }, kPatience_ms));
  EXPECT_EQ(saved.count(), 2);
}

TEST_F(MainWindowTest, OnePageIsSplitByASpineAndTakenAsOneAgain) {
  Actions& actions = window_->actions();
  const QString hint = actions.spine->toolTip();
  EXPECT_FALSE(actions.split->isEnabled());
  EXPECT_TRUE(actions.split->toolTip().contains(QStringLiteral("No photo is open")));
  openFitted();
  EXPECT_TRUE(actions.spine->isEnabled());
  EXPECT_NE(actions.spine->toolTip(), hint) << "what the tool does to one page is something else";
  EXPECT_NE(actions.spine->statusTip(), hint);
  EXPECT_TRUE(actions.split->isEnabled());
  EXPECT_TRUE(actions.split->statusTip().startsWith(QStringLiteral("Put a spine")));
  EXPECT_FALSE(actions.onePage->isEnabled());
  actions.split->trigger();
  EXPECT_EQ(window_->views().photoView().tool(), Tool::spine) << "to be moved at once";
  ASSERT_TRUE(idle());
  EXPECT_EQ(photo().state().pages.size(), 2u);
  EXPECT_EQ(actions.spine->toolTip(), hint);
  EXPECT_FALSE(actions.split->isEnabled());
  EXPECT_TRUE(actions.split->toolTip().contains(QStringLiteral("two pages already"))) << "why not";
  EXPECT_TRUE(actions.split->statusTip().contains(QStringLiteral("two pages already")));
  EXPECT_TRUE(actions.nextPage->isEnabled());
  EXPECT_GE(window_->views().photoView().overlay().pages.at(0).spine.size(), 2u);
  ASSERT_TRUE(actions.onePage->isEnabled());
  actions.onePage->trigger();
  ASSERT_TRUE(idle());
  EXPECT_EQ(photo().state().pages.size(), 1u);
  EXPECT_TRUE(window_->views().photoView().overlay().pages.at(0).spine.empty());
}

TEST_F(MainWindowTest, TheMenuOfAPointPinsAndFreesIt) {
  openFitted();
  PhotoView& view = window_->views().photoView();
  const auto choose = [&](const QString& text) {
    const QPoint where = onPhoto(sourceFromPage(splineNet(grid()), {1, 0}));
    QContextMenuEvent event(QContextMenuEvent::Mouse, where, view.mapToGlobal(where));
    QCoreApplication::sendEvent(&view, &event);
    auto* menu = window_->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    for (QMenu* shown : window_->findChildren<QMenu*>()) {
      menu = shown->isVisible() ? shown : menu;
    }
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(menu->actions().contains(window_->actions().outline));
    EXPECT_TRUE(menu->actions().contains(window_->actions().split));
    for (QAction* action : menu->actions()) {
      if (QString(action->text()).remove(QLatin1Char('&')) == text) {
        action->trigger();
        menu->close();
        return;
      }
    }
    ADD_FAILURE() << "no " << text.toStdString();
  };
  choose(QStringLiteral("Pin Point Here"));
  ASSERT_TRUE(idle());
  ASSERT_EQ(photo().state().pages[0].pins.size(), 1u);
  EXPECT_EQ(photo().state().pages[0].pins[0].page_uv, (Vec2{1, 0}));
  QTest::qWait(1);
  choose(QStringLiteral("Free Point"));
  ASSERT_TRUE(idle());
  EXPECT_TRUE(photo().state().pages[0].pins.empty());
}

TEST_F(MainWindowTest, ClosedWhileItFits) {
  window_->open({folder_.path()});
  QTest::qWait(100);
  window_->close();
  window_.reset();
}

TEST_F(MainWindowTest, ClosedWhileItExports) {
  openFitted();
  window_->actions().exportPage->trigger();
  auto* dialog = window_->findChild<ExportDialog*>();
  dialog->target().setText(QString::fromStdString((folder_ / "book.pdf").string()));
  dialog->startButton().click();
  window_.reset();
}

}  // namespace
}  // namespace platen::ui
