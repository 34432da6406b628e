// What is done to the workspace is in the journal of what was open then, whatever is being opened; and work without a
// name comes back whole.
#include "ui/session/project_keeper.h"

#include "tests/support/photo_files.h"

#include <algorithm>
#include <memory>

#include <QSignalSpy>
#include <QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
constexpr int kPatience_ms = 60000;

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

TEST_F(ProjectKeeperTest, AnEditWhileAnotherProjectIsReadStaysWithItsOwn) {
  {
    Kept other(journals_);
    other.add("/photos/other.jpg");
    other.saveAs(folder_ / "other.platen");
  }
  {
    Kept kept(journals_);
    kept.add("/photos/mine.jpg");
    kept.saveAs(folder_ / "mine.platen");
    kept.opens([&] {
      kept.keeper->open(folder_ / "other.platen");
      kept.setMargin(0, 7);
      kept.keeper->flush();  // as its timer does while a large project is read
    });
    EXPECT_THAT(kept.files(), ElementsAre("/photos/other.jpg"));
    EXPECT_FALSE(kept.keeper->hasUnsaved());
    kept.setMargin(0, 2);
    kept.flush();
  }
  const auto other = pipeline::openProject(folder_ / "other.platen");
  ASSERT_TRUE(other);
  ASSERT_EQ(other->project.photos.size(), 1u) << "nothing of the project that was open before";
  EXPECT_EQ(other->project.photos[0].state.out.margin_mm, 2);
  const auto mine = pipeline::openProject(folder_ / "mine.platen");
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->recovered, 1);
  EXPECT_EQ(mine->project.photos[0].state.out.margin_mm, 7);
}

TEST_F(ProjectKeeperTest, AProjectThatCannotBeOpenedLeavesTheOneThatIsOpenAsItIs) {
  test::writeBytes(folder_ / "bad.platen", "no project");
  {
    Kept kept(journals_);
    kept.add("/photos/mine.jpg");
    kept.saveAs(folder_ / "mine.platen");
    QSignalSpy failed(kept.keeper.get(), &ProjectKeeper::failed);
    kept.keeper->open(folder_ / "bad.platen");
    kept.setMargin(0, 7);
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatience_ms));
    kept.flush();
  }
  const auto mine = pipeline::openProject(folder_ / "mine.platen");
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->project.photos[0].state.out.margin_mm, 7);
}

TEST_F(ProjectKeeperTest, ASessionWithoutPhotosLeavesNothing) {
  {
    Kept kept(journals_);
    kept.add("/photos/1.jpg");
    kept.setMargin(0, 4);
    kept.flush();
    EXPECT_EQ(journalCount(), 1u);
    kept.workspace.remove(0);
  }
  EXPECT_EQ(journalCount(), 0u);
}

TEST_F(ProjectKeeperTest, TheLastSessionComesBackAndTakesInWhatIsOpen) {
  for (const char* name : {"/photos/first.jpg", "/photos/last.jpg"}) {
    Kept kept(journals_);
    kept.add(name);
    kept.setMargin(0, 4);
  }
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const pipeline::AbandonedProject& lost : pipeline::abandonedProjects(journals_)) {
    const bool is_last = lost.first_photo == "/photos/last.jpg";
    std::filesystem::last_write_time(lost.journal, now - std::chrono::hours(is_last ? 1 : 2));
  }
  {
    Kept kept(journals_);
    kept.add("/photos/new.jpg");
    kept.setMargin(0, 9);
    kept.flush();
    kept.opens([&] { kept.keeper->recover(); });
    EXPECT_THAT(kept.files(), ElementsAre("/photos/last.jpg", "/photos/new.jpg"));
    EXPECT_EQ(kept.margin(0), 4);
    EXPECT_EQ(kept.margin(1), 9);
    EXPECT_TRUE(kept.keeper->hasUnsaved());
    kept.looksForLost();
    ASSERT_EQ(kept.keeper->lost().size(), 1u) << "what was taken in is no session of its own any more";
    EXPECT_EQ(kept.keeper->lost()[0].first_photo, "/photos/first.jpg");
  }
  Kept kept(journals_);
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 2u);
  EXPECT_EQ(kept.keeper->lost()[0].photos, 2u);
}

TEST_F(ProjectKeeperTest, AnEarlierSessionTakesThePlaceOfTheOneThatIsOpen) {
  {
    Kept kept(journals_);
    kept.add("/photos/first.jpg");
    kept.setMargin(0, 4);
  }
  Kept kept(journals_);
  kept.add("/photos/new.jpg");
  kept.setMargin(0, 9);
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 1u);
  kept.opens([&] { kept.keeper->recover(kept.keeper->lost()[0].journal, false); });
  EXPECT_THAT(kept.files(), ElementsAre("/photos/first.jpg"));
  kept.looksForLost();
  ASSERT_EQ(kept.keeper->lost().size(), 1u);
  EXPECT_EQ(kept.keeper->lost()[0].first_photo, "/photos/new.jpg") << "and can be gone back to";
}

}  // namespace
}  // namespace platen::ui
