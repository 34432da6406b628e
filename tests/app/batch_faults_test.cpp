// `platen batch` where the world is at its worst: what can be done is done, all else is named, nothing half done is
// left.
#include "tests/app/batch_folder.h"
#include "tests/io/every_kind.h"
#include "tests/support/damaged_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class BatchFaults : public BatchFolder {};

// Photos of every kind that is read, cut off and with damaged bytes, among good ones.
TEST_F(BatchFaults, HundredsOfDamagedPhotosStopNobody) {
  constexpr int kEach = 3;
  makePhoto("photos/a-good.jpg");
  makePhoto("photos/z-good.jpg");
  std::vector<std::string> cut;
  for (const io::PhotoOfAKind& photo : io::photosOfEveryKind({83, 61})) {
    for (unsigned seed = 0; seed < kEach; ++seed) {
      // Half of a photo is no photo; bytes that are damaged may still give one.
      const std::string name = std::to_string(seed) + "-" + photo.name;
      test::writeBytes(folder_ / "photos" / ("cut-" + name),
                       photo.bytes.substr(0, photo.bytes.size() * (seed + 1) / 5));
      test::writeBytes(folder_ / "photos" / ("hit-" + name), test::damaged(photo.bytes, seed));
      cut.push_back("cut-" + name);
    }
  }
  ASSERT_GT(cut.size(), 150U);
  const ProgramRun ended = run({"--jobs", "2"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  std::map<std::string, json> of;
  for (const json& line : manifest()) {
    of[line["photo"]] = line;
  }
  EXPECT_EQ(of.size(), 2 + 2 * cut.size());
  for (const std::string& name : cut) {
    ASSERT_TRUE(of.contains(name)) << name;
    EXPECT_EQ(of[name]["status"], "failed") << name;
    EXPECT_NE(of[name]["reason"], "") << name;
    EXPECT_NE(of[name]["kind"], "internal") << name << ": " << of[name]["reason"];
    EXPECT_THAT(ended.err, HasSubstr(in("photos/" + name) + ": "));
  }
  for (const auto& [name, line] : of) {
    EXPECT_NE(line["kind"], "internal") << name << ": " << line["reason"];
    EXPECT_EQ(line["status"] == "done", fs::exists(folder_ / "flat" / name)) << name;
  }
  EXPECT_EQ(of["a-good.jpg"]["status"], "done");
  EXPECT_EQ(of["z-good.jpg"]["status"], "done");
}

}  // namespace
}  // namespace platen::app
