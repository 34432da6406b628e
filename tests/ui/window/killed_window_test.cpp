#include "tests/ui/window/killed_window.h"

#include "tests/ui/window/shown_window.h"
#include "ui/session/project_keeper.h"

#include <csignal>
#include <cstdint>
#include <cstdio>

#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>

namespace platen::ui {
namespace {

const Pin kPin{{311, 402}, {0.5, 0.5}};

// In a copy, since the journal is locked: the pin, and a fit that has followed it.
bool holdsTheEdit(const std::filesystem::path& journals, const std::filesystem::path& seen) {
  std::error_code changing;  // the journal is being replaced: next time
  std::filesystem::remove_all(seen);
  std::filesystem::copy(journals, seen, changing);
  if (changing) {
    return false;
  }
  for (const auto& entry : std::filesystem::directory_iterator(seen)) {
    const auto read = pipeline::recoverProject(entry.path());
    if (read && read->project.photos.size() == 1) {
      const PhotoState& state = read->project.photos[0].state;
      return state.due == Due::nothing && state.isGuided();
    }
  }
  return false;
}

std::uintmax_t bytesIn(const std::filesystem::path& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    bytes += entry.is_regular_file() ? entry.file_size() : 0;
  }
  return bytes;
}

}  // namespace

int editUntilKilled(const std::filesystem::path& photo, const std::filesystem::path& journals) {
  MainWindow window(journals);
  window.show();
  window.open({photo});
  const auto idle = [&] { return window.engine().isIdle(); };
  if (!QTest::qWaitFor(idle, kPatience_ms) || window.workspace().count() != 1) {
    return 1;
  }
  bool kept = false;
  window.keeper().flush([&] { kept = true; });
  if (!QTest::qWaitFor([&] { return kept; }, kPatience_ms)) {
    return 2;
  }
  const std::uintmax_t before = bytesIn(journals);
  window.actions().rotateRight->trigger();
  if (!QTest::qWaitFor(idle, kPatience_ms)) {
    return 3;
  }
  window.workspace().photo(0).addPin(1, kPin);
  if (!QTest::qWaitFor(idle, kPatience_ms) ||
      !QTest::qWaitFor([&] { return bytesIn(journals) > before; }, kPatience_ms)) {
    return 4;
  }
  // It keeps by itself: nothing here asks for it.
  const std::filesystem::path seen = journals.parent_path() / "seen";
  if (!QTest::qWaitFor([&] { return holdsTheEdit(journals, seen); }, kPatience_ms)) {
    return 5;
  }
  std::puts("edited");
  std::fflush(stdout);
  static_cast<void>(QTest::qWaitFor([] { return false; }, 10 * kPatience_ms));
  return 6;
}

namespace {

using KilledWindow = ShownWindow;

TEST_F(KilledWindow, LeavesEveryEditToTheNextStart) {
  window_.reset();
  const std::filesystem::path photo = writePhoto("page 1.png");
  const std::filesystem::path journals = folder_ / "killed";
  QProcess process;
  process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  process.start(QCoreApplication::applicationFilePath(),
                {QString::fromLatin1(kEditUntilKilled), QString::fromStdString(photo.string()),
                 QString::fromStdString(journals.string())});
  ASSERT_TRUE(process.waitForStarted(kPatience_ms));
  while (!process.canReadLine()) {
    ASSERT_TRUE(process.waitForReadyRead(2 * kPatience_ms)) << "exit status " << process.exitCode();
  }
  ASSERT_EQ(process.readLine().trimmed(), "edited");
  process.kill();  // SIGKILL
  ASSERT_TRUE(process.waitForFinished(kPatience_ms));
  ASSERT_EQ(process.exitStatus(), QProcess::CrashExit);

  window_ = std::make_unique<MainWindow>(journals);
  window_->show();
  QSignalSpy opened(&window_->keeper(), &ProjectKeeper::opened);
  window_->recover();
  ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  ASSERT_TRUE(idle());
  ASSERT_EQ(workspace().count(), 1);
  const PhotoState& state = workspace().photo(0).state();
  ASSERT_EQ(state.pages.size(), 1u);
  EXPECT_EQ(state.pages[0].fitted.fit.reading_rotation, 90);
  ASSERT_EQ(state.pages[0].pins.size(), 1u);
  EXPECT_EQ(state.pages[0].pins[0].point, kPin.point);
  EXPECT_EQ(state.pages[0].pins[0].page_uv, kPin.page_uv);
  EXPECT_EQ(state.due, pipeline::Due::nothing) << "the fit that followed the edit was kept too";
}

}  // namespace
}  // namespace platen::ui
