// A workspace that is kept in a folder of its own, for tests of what comes back.
#pragma once

#include "tests/support/photo_files.h"
#include "ui/session/project_keeper.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace platen::ui {

inline constexpr int kPatience_ms = 60000;

// Nothing is fitted here: photos need not be there.
struct Kept {
  explicit Kept(const std::filesystem::path& journals) {
    workspace.setFitsWaiting(false);
    keeper = std::make_unique<ProjectKeeper>(workspace, journals);
  }
  ~Kept() { keeper.reset(); }
  void add(const char* name) {
    PhotoState state;
    state.due = Due::nothing;
    workspace.addKept(name, state);
  }
  void setMargin(int photo, double margin_mm) {
    ExportOptions out = workspace.photo(photo).state().out;
    out.margin_mm = margin_mm;
    workspace.photo(photo).setExportOptions(out, QStringLiteral("Margin"));
  }
  [[nodiscard]] double margin(int photo) const { return workspace.photo(photo).state().out.margin_mm; }
  void flush() {
    bool done = false;
    keeper->flush([&] { done = true; });
    ASSERT_TRUE(QTest::qWaitFor([&] { return done; }, kPatience_ms));
  }
  void saveAs(const std::filesystem::path& file) {
    QSignalSpy saved(keeper.get(), &ProjectKeeper::saved);
    keeper->saveAs(file);
    ASSERT_TRUE(QTest::qWaitFor([&] { return saved.count() == 1; }, kPatience_ms));
  }
  template <class Ask>
  void opens(Ask&& ask) {
    QSignalSpy opened(keeper.get(), &ProjectKeeper::opened);
    ask();
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, kPatience_ms));
  }
  void looksForLost() {
    QSignalSpy looked(keeper.get(), &ProjectKeeper::lostChanged);
    keeper->lookForLost();
    ASSERT_TRUE(QTest::qWaitFor([&] { return looked.count() > 0; }, kPatience_ms));
  }
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> files;
    for (int k = 0; k < workspace.count(); ++k) {
      files.push_back(workspace.photo(k).file());
    }
    return files;
  }

  Engine engine;
  Workspace workspace{engine};
  std::unique_ptr<ProjectKeeper> keeper;
};

class ProjectKeeperTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::size_t journalCount() const {
    std::error_code ignored;
    const std::filesystem::directory_iterator entries(journals_, ignored);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }
  test::ScratchFolder folder_;
  std::filesystem::path journals_ = folder_ / "journals";
};

}  // namespace platen::ui
