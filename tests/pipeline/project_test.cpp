// A project comes back to the bit, moves with its folder, keeps what it does not know, and says what is wrong with it.
#include "core/pipeline/project.h"

#include "tests/pipeline/project_example.h"
#include "tests/support/photo_files.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using test::readBytes;
using test::ScratchFolder;
using test::writeBytes;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Project, ComesBackToTheBit) {
  const ScratchFolder folder;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Project project;
    for (unsigned k = 0; k < 3; ++k) {
      project.photos.push_back({folder / ("photo " + std::to_string(k) + ".jpg"), oddState(100 * k + seed)});
    }
    project.current = static_cast<int>(seed % 4) - 1;
    ASSERT_TRUE(saveProject(folder / "p.platen", project));
    const Result<Project> read = readProject(folder / "p.platen");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_TRUE(areSame(*read, project)) << seed;
    EXPECT_EQ(read->unknown, "");
    const std::string bytes = readBytes(folder / "p.platen");
    ASSERT_TRUE(saveProject(folder / "p.platen", *read));
    EXPECT_EQ(readBytes(folder / "p.platen"), bytes);
  }
  EXPECT_FALSE(areSame(oddState(1), oddState(2)));  // the comparison can tell
  EXPECT_THAT(folder.names(), ElementsAre("p.platen"));
}

TEST(Project, NamesOfPhotosSurviveWhateverTheyAre) {
  const ScratchFolder folder;
  Project project;
  const std::vector<std::string> names{"a\nb.jpg", "\xFF\xFE.jpg", "\xC3\xA4 \"x\".jpg", "{hex}", "%41",
                                       "..hidden", "\\n"};
  for (const std::string& name : names) {
    project.photos.push_back({folder / name, {}});
    project.photos.push_back({fs::path("/elsewhere/of photos") / name, {}});
  }
  ASSERT_TRUE(saveProject(folder / "p.platen", project));
  const Result<Project> read = readProject(folder / "p.platen");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_TRUE(areSame(*read, project));
}

TEST(Project, MovesWithItsFolder) {
  const ScratchFolder folder;
  fs::create_directories(folder / "job" / "work");
  Project project;
  project.photos = {{folder / "job" / "work" / "in.jpg", {}},
                    {folder / "job" / "photos" / "beside.jpg", {}},
                    {folder / "far.jpg", {}}};
  ASSERT_TRUE(saveProject(folder / "job" / "work" / "p.platen", project));
  const std::string text = readBytes(folder / "job" / "work" / "p.platen");
  EXPECT_THAT(text, AllOf(HasSubstr("\"in.jpg\""), HasSubstr("\"../photos/beside.jpg\"")));
  fs::rename(folder / "job", folder / "moved");
  const Result<Project> read = readProject(folder / "moved" / "work" / "p.platen");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->photos[0].file, folder / "moved" / "work" / "in.jpg");
  EXPECT_EQ(read->photos[1].file, folder / "moved" / "photos" / "beside.jpg");
  EXPECT_EQ(read->photos[2].file, folder / "far.jpg");
}

TEST(Project, ThePhotoIsTheSameByWhateverPath) {
  const ScratchFolder folder;
  fs::create_directories(folder / "real");
  fs::create_directory_symlink(folder / "real", folder / "link");
  Project project;
  project.photos = {{folder / "link" / "." / "a.jpg", {}}};
  ASSERT_TRUE(saveProject(folder / "real" / "p.platen", project));
  EXPECT_EQ(readProject(folder / "real" / "p.platen")->photos[0].file, folder / "real" / "a.jpg");
}

TEST(Project, OnlyWhatDiffersFromThePresetsIsWritten) {
  const ScratchFolder folder;
  Project project;
  project.photos = {{folder / "a.jpg", {}}};
  project.photos[0].state.fit.rotate = Rotation::deg90;
  project.photos[0].state.out.quality = 70;
  ASSERT_TRUE(saveProject(folder / "p.platen", project));
  EXPECT_THAT(readBytes(folder / "p.platen"),
              AllOf(HasSubstr(R"("fit_options":{"rotate":"90"})"), HasSubstr(R"("export_options":{"quality":70})")));
}

TEST(Project, KeepsUnknownKeys) {
  const ScratchFolder folder;
  Project project;
  project.photos = {{folder / "a.jpg", oddState(4)}, {folder / "b.jpg", {}}};
  ASSERT_FALSE(project.photos[0].state.pages.empty());
  ASSERT_TRUE(saveProject(folder / "p.platen", project));
  std::string text = readBytes(folder / "p.platen");
  text = replaced(text, "\"current\"", "\"note\": {\"by\": [1, 2]}, \"current\"");
  text = replaced(text, "\"due\"", "\"stars\":5,\"due\"");
  text = replaced(text, "\"full_page\"", "\"tag\":\"x\",\"full_page\"");
  text = replaced(text, "\"termination\"", "\"host\":\"y\",\"termination\"");
  text = replaced(text, "\"export_options\":{}", "\"export_options\":{\"watermark\":true,\"quality\":92}");
  writeBytes(folder / "p.platen", text);
  Result<Project> read = readProject(folder / "p.platen");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_TRUE(areSame(read->photos[0].state, project.photos[0].state));
  std::swap(read->photos[0], read->photos[1]);  // known by their names, not by their places
  ASSERT_TRUE(saveProject(folder / "elsewhere.platen", *read));
  const std::string again = readBytes(folder / "elsewhere.platen");
  EXPECT_THAT(again, AllOf(HasSubstr(R"("note": {"by":[1,2]})"), HasSubstr(R"("stars":5)"), HasSubstr(R"("tag":"x")"),
                           HasSubstr(R"("host":"y")"), HasSubstr(R"("export_options":{"watermark":true})")));
  EXPECT_GT(again.find("\"stars\""), again.find("a.jpg"));
  EXPECT_LT(again.find("\"watermark\""), again.find("a.jpg"));
  ASSERT_TRUE(saveProject(folder / "once more.platen", *readProject(folder / "elsewhere.platen")));
  EXPECT_EQ(readBytes(folder / "once more.platen"), again);
}

TEST(Project, ANumberThatIsNoneSpoilsNothingElse) {
  const ScratchFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Project project;
  project.photos = {{folder / "a.jpg", oddState(4)}, {folder / "b.jpg", oddState(4)}};
  for (ProjectPhoto& photo : project.photos) {
    ASSERT_FALSE(photo.state.pages.empty());
    photo.state.due = Due::nothing;
    photo.state.due_page = 0;
  }
  PageState& descriptive = project.photos[0].state.pages[0];
  descriptive.fitted.fit.energy_last = nan;
  descriptive.fitted.fit.confidence = nan;
  descriptive.fitted.fit.parameters["work"] = {std::numeric_limits<double>::infinity()};
  descriptive.pins = {{{nan, 1}, {0, 0}}, {{1, 2}, {0.5, 0.5}}};
  project.photos[1].state.pages[0].fitted.fit.grid.points[1].y = nan;
  project.photos[1].state.out.dpi = nan;
  ASSERT_TRUE(saveProject(folder / "p.platen", project));
  const Result<Project> read = readProject(folder / "p.platen");
  ASSERT_TRUE(read) << describe(read.error());
  const PageState& page = read->photos[0].state.pages[0];
  EXPECT_EQ(page.fitted.fit.energy_last, 0);
  EXPECT_EQ(page.fitted.fit.confidence, 0);
  EXPECT_TRUE(page.fitted.fit.parameters.empty());
  EXPECT_EQ(page.pins.size(), 1u);
  EXPECT_EQ(read->photos[0].state.due, Due::nothing);
  EXPECT_EQ(read->photos[1].state.pages.size(), project.photos[1].state.pages.size() - 1);
  EXPECT_EQ(read->photos[1].state.due, Due::afresh);
  EXPECT_EQ(read->photos[1].state.out.dpi, 0);
}

TEST(Project, SaysWhatIsWrong) {
  const ScratchFolder folder;
  const fs::path file = folder / "p.platen";
  Project project;
  project.photos = {{folder / "a.jpg", oddState(4)}, {folder / "b.jpg", {}}};
  project.photos[0].state.out.quality = 70;
  ASSERT_TRUE(saveProject(file, project));
  const std::string good = readBytes(file);
  const auto message = [&](const std::string& text) {
    writeBytes(file, text);
    const Result<Project> read = readProject(file);
    EXPECT_FALSE(read);
    if (read) {
      return std::string();
    }
    EXPECT_EQ(read.error().kind, ErrorKind::badInput);
    EXPECT_EQ(read.error().path, file);
    EXPECT_THAT(read.error().message, Not(HasSubstr("\n")));
    return read.error().message;
  };
  EXPECT_THAT(message(replaced(good, "\"platen_project\":1", "\"platen_project\":2")),
              HasSubstr("schema version 2, newer than"));
  // The version is looked at first, wherever it stands and whatever else is new.
  EXPECT_THAT(message(R"({"photos": [{"file": 7}], "platen_project": 3})"), HasSubstr("newer than"));
  EXPECT_THAT(message("{}"), HasSubstr("not a Platen project"));
  EXPECT_THAT(message("[]"), HasSubstr("not a Platen project"));
  EXPECT_THAT(message(replaced(good, "b.jpg", "a.jpg")), HasSubstr("a.jpg twice"));
  EXPECT_THAT(message(replaced(good, "\"quality\":70", "\"quality\":101")), HasSubstr("export_options.quality"));
  EXPECT_THAT(message(replaced(good, "\"quality\":70", "\"crop\":\"round\"")), HasSubstr("round"));
  EXPECT_THAT(message(replaced(good, "\"due\":", "\"due\":\"soon\",\"was\":")), HasSubstr("photos[0].due"));
  EXPECT_THAT(message(replaced(good, "\"rows\":", "\"rows\":1,\"was\":")), HasSubstr("photos[0].pages[0].map.rows"));
  EXPECT_THAT(message(R"({"platen_project": 1, "photos": [1]})"), HasSubstr("no photo"));
  EXPECT_THAT(message(R"({"platen_project": 1, "photos": [{"file": {"hex": "4"}}]})"), HasSubstr("hex"));
  for (std::size_t cut = 0; cut + 2 < good.size(); cut += 1 + good.size() / 97) {
    EXPECT_THAT(message(good.substr(0, cut)), HasSubstr("cut off"));
  }
  EXPECT_EQ(readProject(folder / "none").error().kind, ErrorKind::notFound);
  EXPECT_EQ(readProject(folder.path()).error().kind, ErrorKind::badInput);
  EXPECT_EQ(saveProject(folder / "none" / "p.platen", project).error().kind, ErrorKind::writeFailed);
}

TEST(Project, PresetsComeBackWithWhatANewerVersionPutThere) {
  const ScratchFolder folder;
  Project project;
  project.photos.push_back({folder / "a.jpg", {}});
  ASSERT_TRUE(saveProject(folder / "p.platen", project));
  EXPECT_FALSE(readProject(folder / "p.platen")->presets) << "a project of before there were presets";
  Presets presets;
  presets.fit.paper = {PaperKind::sheet, 148, 210};
  presets.out.margin_mm = 4.5;
  project.presets = presets;
  ASSERT_TRUE(saveProject(folder / "p.platen", project));
  const std::string text = readBytes(folder / "p.platen");
  EXPECT_THAT(text, HasSubstr(R"("paper":"A5")"));
  EXPECT_EQ(readProject(folder / "p.platen")->presets, presets);
  EXPECT_EQ(readProject(folder / "p.platen")->unknown, "");
  writeBytes(folder / "p.platen", replaced(text, R"("paper":"A5")", R"("paper":"A5","later":1)"));
  const Result<Project> read = readProject(folder / "p.platen");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->presets, presets);
  ASSERT_TRUE(saveProject(folder / "q.platen", *read));
  EXPECT_THAT(readBytes(folder / "q.platen"), HasSubstr(R"("later":1)"));
  EXPECT_EQ(readProject(folder / "q.platen")->presets, presets);
  writeBytes(folder / "p.platen", replaced(text, R"("paper":"A5")", R"("paper":"A99")"));
  ASSERT_FALSE(readProject(folder / "p.platen"));
  EXPECT_THAT(readProject(folder / "p.platen").error().message, HasSubstr("presets.fit_options.paper"));
}

TEST(Project, PresetsAreALineForSettings) {
  Presets presets;
  presets.fit.model = ModelLimit::plane;
  presets.out.dpi = 300;
  EXPECT_EQ(presetsOfText(textOf(presets)), presets);
  EXPECT_FALSE(presetsOfText(""));
  EXPECT_FALSE(presetsOfText(R"({"fit_options": {"model": "what"}})"));
}

}  // namespace
}  // namespace platen::pipeline
