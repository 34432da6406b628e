// Nothing that a journal has acknowledged is lost, whenever the program ends; nothing of others is overwritten unasked.
#include "core/io/journal_file.h"
#include "core/io/project_records.h"
#include "core/io/sidecar.h"
#include "tests/pipeline/project_example.h"
#include "tests/support/photo_files.h"

#include <csignal>
#include <random>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::readBytes;
using test::ScratchFolder;
using test::writeBytes;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

class ProjectJournalTest : public testing::Test {
 protected:
  ProjectJournalTest() {
    for (const char* name : {"a.jpg", "b.jpg", "c.jpg"}) {
      project_.photos.push_back({folder_ / name, oddState(static_cast<unsigned>(project_.photos.size()))});
    }
    project_.current = 1;
    EXPECT_TRUE(saveProject(file_, project_));
  }
  [[nodiscard]] OpenedProject open() const {
    Result<OpenedProject> opened = openProject(file_);
    EXPECT_TRUE(opened) << describe(opened.error());
    if (!opened) {
      throw std::runtime_error(describe(opened.error()));
    }
    return std::move(*opened);
  }

  ScratchFolder folder_;
  fs::path file_ = folder_ / "p.platen";
  fs::path journal_ = folder_ / "p.platen-journal";
  Project project_;
};

TEST_F(ProjectJournalTest, LeavesNothingBehindWhereNothingWasChanged) {
  {
    const OpenedProject opened = open();
    EXPECT_TRUE(areSame(opened.project, project_));
    EXPECT_FALSE(opened.journal->hasUnsaved());
    ASSERT_TRUE(opened.journal->currentChanged(folder_ / "c.jpg"));
    EXPECT_FALSE(opened.journal->hasUnsaved());
    EXPECT_TRUE(fs::exists(journal_));
  }
  EXPECT_THAT(folder_.names(), ElementsAre("p.platen"));
}

TEST_F(ProjectJournalTest, GivesBackEveryChange) {
  {
    const OpenedProject opened = open();
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "b.jpg", oddState(11)));
    ASSERT_TRUE(opened.journal->photosChanged({{folder_ / "new.jpg", oddState(12)}, {"/far/x.jpg", oddState(13)}}));
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "b.jpg", oddState(14)));
    ASSERT_TRUE(opened.journal->listChanged({"/far/x.jpg", folder_ / "c.jpg", folder_ / "b.jpg", folder_ / "plain.jpg"},
                                            folder_ / "b.jpg", std::nullopt));
    ASSERT_TRUE(opened.journal->currentChanged(folder_ / "c.jpg"));
    EXPECT_TRUE(opened.journal->hasUnsaved());
  }
  const OpenedProject opened = open();
  Project expected;
  expected.photos = {{"/far/x.jpg", oddState(13)},
                     {folder_ / "c.jpg", oddState(2)},
                     {folder_ / "b.jpg", oddState(14)},
                     {folder_ / "plain.jpg", {}}};
  expected.current = 1;
  EXPECT_TRUE(areSame(opened.project, expected));
  EXPECT_EQ(opened.recovered, 2);
  EXPECT_FALSE(opened.unsaved);
  EXPECT_THAT(opened.notes, IsEmpty());
  EXPECT_TRUE(opened.journal->hasUnsaved());
  ASSERT_TRUE(opened.journal->save(opened.project));
  EXPECT_FALSE(opened.journal->hasUnsaved());
  EXPECT_LT(fs::file_size(journal_), 200u);
  EXPECT_TRUE(areSame(*readProject(file_), expected));
}

TEST_F(ProjectJournalTest, AnEditCostsItsPhotoAlone) {
  const OpenedProject opened = open();
  ASSERT_TRUE(opened.journal->photoChanged(folder_ / "a.jpg", {}));
  const auto before = fs::file_size(journal_);
  ASSERT_TRUE(opened.journal->photoChanged(folder_ / "a.jpg", {}));
  EXPECT_LT(fs::file_size(journal_) - before, 300u);
}

TEST_F(ProjectJournalTest, MovesWithItsFolder) {
  fs::create_directories(folder_ / "job");
  fs::rename(file_, folder_ / "job" / "p.platen");
  {
    const auto opened = openProject(folder_ / "job" / "p.platen");
    ASSERT_TRUE(opened);
    ASSERT_TRUE(opened->journal->photoChanged(folder_ / "job" / "b.jpg", oddState(21)));
  }
  fs::rename(folder_ / "job", folder_ / "moved");
  const auto opened = openProject(folder_ / "moved" / "p.platen");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->recovered, 1);
  EXPECT_TRUE(areSame(opened->project.photos[1].state, oddState(21)));
  EXPECT_EQ(opened->project.photos[1].file, folder_ / "moved" / "b.jpg");
}

TEST_F(ProjectJournalTest, EveryKillPointGivesBackTheWholeRecords) {
  std::vector<std::uintmax_t> ends;
  {
    const OpenedProject opened = open();
    for (unsigned k = 0; k < 6; ++k) {
      ASSERT_TRUE(opened.journal->photoChanged(folder_ / "b.jpg", oddState(50 + k)));
      ends.push_back(fs::file_size(journal_));
    }
  }
  const std::string bytes = readBytes(journal_);
  // Random places anywhere, and every byte around the last record's ends.
  std::vector<std::size_t> cuts;
  std::mt19937 random(7);
  for (int k = 0; k < 50; ++k) {
    cuts.push_back(random() % bytes.size());
  }
  for (std::size_t near = 0; near < 40; ++near) {
    cuts.push_back(bytes.size() - near);
    cuts.push_back(ends[4] + near);
    cuts.push_back(ends[4] - near);
  }
  for (const std::size_t cut : cuts) {
    writeBytes(journal_, bytes.substr(0, cut));
    const auto whole = std::count_if(ends.begin(), ends.end(), [&](std::uintmax_t end) { return end <= cut; });
    const OpenedProject opened = open();
    EXPECT_EQ(opened.recovered, whole > 0 ? 1 : 0) << cut;
    const PhotoState expected = whole > 0 ? oddState(49 + static_cast<unsigned>(whole)) : project_.photos[1].state;
    EXPECT_TRUE(areSame(opened.project.photos[1].state, expected)) << cut;
    const bool is_torn = cut > 0 && (whole == 0 || ends[static_cast<std::size_t>(whole) - 1] != cut);
    // The head is a record too: a cut right behind it tears nothing.
    EXPECT_TRUE(opened.notes.size() == (is_torn ? 1u : 0u) || whole == 0) << cut;
    // And it goes on from there.
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "a.jpg", oddState(3)));
  }
  const OpenedProject opened = open();
  EXPECT_TRUE(areSame(opened.project.photos[0].state, oddState(3)));
}

TEST_F(ProjectJournalTest, AKilledProgramLosesNothingItWasToldIsKept) {
  for (const int told_at_least : {1, 5, 23}) {
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto opened = openProject(file_);
      for (unsigned k = 0; opened; ++k) {
        if (!opened->journal->photoChanged(folder_ / "b.jpg", oddState(1000 + k)) ||
            ::write(pipe_ends[1], &k, sizeof k) != sizeof k) {
          break;
        }
      }
      ::_exit(1);
    }
    ::close(pipe_ends[1]);
    unsigned last = 0;
    int told = 0;
    for (; told < told_at_least && ::read(pipe_ends[0], &last, sizeof last) == sizeof last; ++told) {
    }
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    while (::read(pipe_ends[0], &last, sizeof last) == sizeof last) {
      ++told;
    }
    ::close(pipe_ends[0]);
    ASSERT_GE(told, told_at_least);
    const OpenedProject opened = open();  // the lock went with the process
    EXPECT_EQ(opened.recovered, 1);
    // One more may have been whole on the disk before it was told.
    EXPECT_TRUE(areSame(opened.project.photos[1].state, oddState(1000 + last)) ||
                areSame(opened.project.photos[1].state, oddState(1001 + last)));
    ASSERT_TRUE(opened.journal->discard());
  }
}

TEST_F(ProjectJournalTest, ACrashWhileSavingIsNoConflict) {
  std::string before_saving;
  {
    const OpenedProject opened = open();
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "b.jpg", oddState(31)));
    before_saving = readBytes(journal_);
  }
  const std::string old_project = readBytes(file_);
  project_.photos[1].state = oddState(31);
  {
    // What save() does up to the renaming, seen from the outside: the journal names the file that comes.
    const OpenedProject opened = open();
    ASSERT_TRUE(opened.journal->save(opened.project));
  }
  const std::string new_project = readBytes(file_);
  ASSERT_NE(new_project, old_project);
  // Behind the renaming, before the journal was emptied: its changes are in the file, what follows them is not.
  for (const bool has_more : {false, true}) {
    writeBytes(journal_, before_saving);
    std::vector<std::string> records{io::recordOf(io::SavingProject{*io::sha256(file_)})};
    if (has_more) {
      records.emplace_back(R"({"photo": {"file": "more.jpg"}})");
    }
    ASSERT_TRUE((*io::JournalFile::open(journal_))->append(records));
    const OpenedProject opened = open();
    EXPECT_FALSE(opened.unsaved);
    EXPECT_EQ(opened.recovered, has_more ? 1 : 0);
    EXPECT_EQ(opened.journal->hasUnsaved(), has_more);
    EXPECT_TRUE(areSame(opened.project.photos[1].state, oddState(31)));
  }
  // Before the renaming: the old file, the changes in the journal.
  writeBytes(file_, old_project);
  writeBytes(journal_, before_saving);
  {
    const OpenedProject opened = open();
    EXPECT_TRUE(areSame(opened.project, project_));
    EXPECT_FALSE(opened.unsaved);
    // A save that fails at the renaming leaves its announcement, and further changes come behind it.
    fs::remove(file_);
    fs::create_directory(file_);
    EXPECT_FALSE(opened.journal->save(opened.project, Overwrite::whatever));
    fs::remove(file_);
    writeBytes(file_, old_project);
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "a.jpg", oddState(32)));
  }
  const OpenedProject opened = open();
  EXPECT_FALSE(opened.unsaved);
  EXPECT_EQ(opened.recovered, 2);
}

TEST_F(ProjectJournalTest, WhatOthersChangedIsAChoice) {
  {
    const OpenedProject opened = open();
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "b.jpg", oddState(41)));
    ASSERT_TRUE(opened.journal->listChanged({folder_ / "b.jpg", folder_ / "a.jpg"}, folder_ / "a.jpg", std::nullopt));
  }
  Project theirs = project_;
  theirs.photos[0].state = oddState(42);
  theirs.photos.push_back({folder_ / "theirs.jpg", oddState(43)});
  ASSERT_TRUE(saveProject(file_, theirs));
  const std::string journal = readBytes(journal_);
  for (const ProjectJournal::Keep keep : {ProjectJournal::Keep::file, ProjectJournal::Keep::unsaved}) {
    writeBytes(journal_, journal);
    Project ours;
    {
      const OpenedProject undecided = open();
      EXPECT_TRUE(areSame(undecided.project, theirs));
      ASSERT_TRUE(undecided.unsaved);
      EXPECT_THAT(undecided.notes, ElementsAre(HasSubstr("changed by another program")));
      EXPECT_THROW(static_cast<void>(undecided.journal->photoChanged(folder_ / "a.jpg", {})), std::logic_error);
      EXPECT_THROW(static_cast<void>(undecided.journal->save(theirs)), std::logic_error);
    }
    EXPECT_EQ(readBytes(journal_), journal);  // not asked: nothing is lost
    {
      const OpenedProject opened = open();
      ours = *opened.unsaved;
      ASSERT_THAT(ours.photos, SizeIs(4));
      EXPECT_TRUE(areSame(ours.photos[0].state, oddState(41)));
      EXPECT_TRUE(areSame(ours.photos[1].state, oddState(42)));
      EXPECT_EQ(ours.photos[3].file, folder_ / "theirs.jpg");
      EXPECT_EQ(ours.current, 1);
      ASSERT_TRUE(opened.journal->settle(keep));
      EXPECT_EQ(opened.journal->hasUnsaved(), keep == ProjectJournal::Keep::unsaved);
    }
    const OpenedProject again = open();
    EXPECT_FALSE(again.unsaved);
    EXPECT_TRUE(areSame(again.project, keep == ProjectJournal::Keep::file ? theirs : ours));
  }
}

TEST_F(ProjectJournalTest, SavingOverSomeoneElsesChangeIsAsked) {
  const OpenedProject opened = open();
  Project theirs = project_;
  theirs.current = 0;
  ASSERT_TRUE(saveProject(file_, theirs));
  const Result<void> refused = opened.journal->save(project_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::inUse);
  EXPECT_TRUE(areSame(*readProject(file_), theirs));
  ASSERT_TRUE(opened.journal->save(project_, Overwrite::whatever));
  ASSERT_TRUE(opened.journal->save(project_));
  EXPECT_TRUE(areSame(*readProject(file_), project_));
}

TEST_F(ProjectJournalTest, OneProgramAtATime) {
  const OpenedProject opened = open();
  fs::create_symlink(file_, folder_ / "link.platen");
  for (const fs::path& name : {file_, folder_ / "link.platen"}) {
    const auto second = openProject(name);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::inUse);
    EXPECT_EQ(second.error().path, name);
  }
  EXPECT_TRUE(readProject(file_));  // to look at
  const auto other = ProjectJournal::begin(folder_ / "unnamed");
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)->saveAs(file_, {}).error().kind, ErrorKind::inUse);
  EXPECT_TRUE(areSame(*readProject(file_), project_));
}

TEST_F(ProjectJournalTest, AProjectWithoutAFileIsFoundAgain) {
  const fs::path shelf = folder_ / "shelf" / "of the program";
  fs::path begun;
  {
    const auto journal = ProjectJournal::begin(shelf);
    ASSERT_TRUE(journal) << describe(journal.error());
    ASSERT_TRUE((*journal)->photosChanged(project_.photos));
    ASSERT_TRUE((*journal)->currentChanged(project_.photos[1].file));
    EXPECT_THAT(abandonedProjects(shelf), IsEmpty());  // somebody has it open
    EXPECT_THROW(static_cast<void>((*journal)->save(project_)), std::invalid_argument);
    begun = (*journal)->file();
    const auto empty = ProjectJournal::begin(shelf);
    ASSERT_TRUE(empty);
  }
  EXPECT_THAT(abandonedProjects(shelf), ElementsAre(testing::Field(&AbandonedProject::journal, begun)));
  auto recovered = recoverProject(begun);
  ASSERT_TRUE(recovered) << describe(recovered.error());
  EXPECT_TRUE(areSame(recovered->project, project_));
  EXPECT_TRUE(recovered->journal->project().empty());
  ASSERT_TRUE(recovered->journal->saveAs(folder_ / "named.platen", recovered->project));
  EXPECT_FALSE(fs::exists(begun));
  EXPECT_EQ(recovered->journal->project(), folder_ / "named.platen");
  ASSERT_TRUE(recovered->journal->photoChanged(project_.photos[0].file, oddState(61)));
  EXPECT_TRUE(fs::exists(folder_ / "named.platen-journal"));
  recovered->journal.reset();
  EXPECT_THAT(abandonedProjects(shelf), IsEmpty());
  EXPECT_EQ(openProject(folder_ / "named.platen")->recovered, 1);
}

TEST_F(ProjectJournalTest, StaysSmallWithoutLosingAnything) {
  PhotoState large = oddState(71);
  large.start.pages.resize(1);
  large.start.pages[0].shape = identityGrid({4000, 3000});
  const WarpGrid fine = subGrid(large.start.pages[0].shape, {0.001, 0.002, 0.997, 0.996}, 129, 129);
  large.start.pages[0].shape = fine;
  std::uintmax_t most = 0;
  {
    const OpenedProject opened = open();
    ASSERT_TRUE(opened.journal->photoChanged(folder_ / "c.jpg", oddState(72)));
    for (int k = 0; k < 40; ++k) {
      large.due_page = k;
      ASSERT_TRUE(opened.journal->photoChanged(folder_ / "b.jpg", large));
      most = std::max(most, fs::file_size(journal_));
    }
  }
  EXPECT_LT(most, 22U << 20);
  EXPECT_LT(fs::file_size(journal_), most);
  const OpenedProject opened = open();
  EXPECT_TRUE(areSame(opened.project.photos[1].state, large));
  EXPECT_TRUE(areSame(opened.project.photos[2].state, oddState(72)));
}

TEST_F(ProjectJournalTest, WhatItCannotReadIsRefusedAndLeftAsItIs) {
  const auto refusal = [&] {
    const std::string bytes = readBytes(journal_);
    const auto refused = openProject(file_);
    EXPECT_FALSE(refused);
    if (refused) {
      return std::string();
    }
    EXPECT_EQ(refused.error().kind, ErrorKind::badInput);
    EXPECT_EQ(refused.error().path, journal_);
    EXPECT_EQ(readBytes(journal_), bytes);
    return refused.error().message;
  };
  const auto write = [&](const std::vector<std::string>& records) {
    fs::remove(journal_);
    ASSERT_TRUE((*io::JournalFile::open(journal_))->append(records));
  };
  writeBytes(journal_, std::string(5000, 'x'));
  EXPECT_THAT(refusal(), HasSubstr("no journal"));
  write({R"({"platen_journal": 2, "project": null})"});
  EXPECT_THAT(refusal(), HasSubstr("schema version 2, newer than"));
  write({R"({"current": null})"});
  EXPECT_THAT(refusal(), HasSubstr("no journal"));
  write({R"({"platen_journal": 1, "project": null})", R"({"colour": 1})"});
  EXPECT_THAT(refusal(), HasSubstr("does not know"));
  write({R"({"platen_journal": 1, "project": null})", R"({"photo": {"file": "a.jpg", "due": "soon"}})"});
  EXPECT_THAT(refusal(), HasSubstr("photo.due"));
}

TEST_F(ProjectJournalTest, PresetsAreChangesToo) {
  Presets presets;
  presets.out.margin_mm = 7;
  {
    const OpenedProject opened = open();
    ASSERT_TRUE(opened.journal->listChanged({folder_ / "a.jpg", folder_ / "b.jpg"}, folder_ / "a.jpg", presets));
    EXPECT_TRUE(opened.journal->hasUnsaved());
  }
  const OpenedProject again = open();
  EXPECT_EQ(again.project.presets, presets);
  EXPECT_THAT(again.project.photos, SizeIs(2));
}

}  // namespace
}  // namespace platen::pipeline
