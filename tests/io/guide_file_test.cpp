// PINS.json: what it says comes in, what is wrong with it is said in words.
#include "core/io/guide_file.h"

#include "tests/io/photo_fixtures.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using ::testing::HasSubstr;

class GuideFile : public ::testing::Test {
 protected:
  Result<Guide> read(const std::string& text) {
    writeBytes(folder_ / "pins.json", text);
    return readGuide(folder_ / "pins.json");
  }
  std::string messageOf(const std::string& text) {
    const Result<Guide> guide = read(text);
    return guide ? "was read" : guide.error().message;
  }

  ScratchFolder folder_;
};

TEST_F(GuideFile, PinsAndLines) {
  const Result<Guide> guide = read(R"({"platen_pins": 1, "pages": [
    {"index": 2, "rotation": 90,
     "pins": [{"photo": [10, 20.5], "page": [0, 1]}],
     "lines": [{"photo": [[1, 2], [3, 4], [5, 6]], "runs": "upright"}]},
    {"index": 1, "lines": [{"photo": [[1, 2], [3, 4]], "runs": "level"}]}]})");
  ASSERT_TRUE(guide) << describe(guide.error());
  ASSERT_NE(guide->ofPage(2), nullptr);
  const PageGuide& page = *guide->ofPage(2);
  EXPECT_EQ(page.reading_rotation, 90);
  ASSERT_EQ(page.pins.size(), 1u);
  EXPECT_EQ(page.pins[0].point, (Vec2{10, 20.5}));
  EXPECT_EQ(page.pins[0].page_uv, (Vec2{0, 1}));
  ASSERT_EQ(page.strokes.size(), 1u);
  EXPECT_EQ(page.strokes[0].points.size(), 3u);
  EXPECT_FALSE(page.strokes[0].is_level);
  EXPECT_TRUE(guide->ofPage(1)->strokes[0].is_level);
  EXPECT_FALSE(guide->ofPage(1)->reading_rotation);
  EXPECT_EQ(guide->ofPage(3), nullptr);
}

TEST_F(GuideFile, OnePageNeedsNoIndex) {
  const Result<Guide> guide = read(R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [1, 2], "page": [0, 0]}]}]})");
  ASSERT_TRUE(guide) << describe(guide.error());
  EXPECT_EQ(guide->pages[0].index, 1);
}

TEST_F(GuideFile, WhatIsWrongIsSaid) {
  EXPECT_THAT(messageOf("{"), HasSubstr("is not JSON"));
  EXPECT_THAT(messageOf("{}"), HasSubstr("is not a Platen file of pins"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 2, "pages": []})"), HasSubstr("newer than this Platen reads"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1})"), HasSubstr("lacks \"pages\""));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{}, {}]})"), HasSubstr("lacks \"pages[0].index\""));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [1], "page": [0, 0]}]}]})"),
              HasSubstr("\"pages[0].pins[0].photo\""));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [1, 2], "page": [100, 0]}]}]})"),
              HasSubstr("far off the page"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"rotation": 45, "pins": []}]})"),
              HasSubstr("0, 90, 180 or 270"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"lines": [{"photo": [[1, 2]], "runs": "level"}]}]})"),
              HasSubstr("fewer than two places"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"lines": [{"photo": [[1, 2], [3, 4]], "runs": "up"}]}]})"),
              HasSubstr("neither level nor upright"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"pin": []}]})"), HasSubstr("holds neither"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [1e300, 0], "page": [0, 0]}]}]})"),
              HasSubstr("far off any photo"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [
                {"index": 1, "pins": [{"photo": [1, 2], "page": [0, 0]}]},
                {"index": 1, "pins": [{"photo": [1, 2], "page": [0, 0]}]}]})"),
              HasSubstr("speaks twice of page 1"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"pins": 3}]})"), HasSubstr("holds no list"));
  EXPECT_EQ(readGuide(folder_ / "absent.json").error().kind, ErrorKind::notFound);
}

TEST_F(GuideFile, ASpineOfABook) {
  const Result<Guide> guide = read(R"({"platen_pins": 1, "pages": [
    {"index": 1, "spine": [[500, 0], [510.5, 900]]}, {"index": 2, "spine": [[500, 0], [510.5, 900]]}]})");
  ASSERT_TRUE(guide) << describe(guide.error());
  EXPECT_EQ(guide->ofPage(2)->spine, (Polyline{{500, 0}, {510.5, 900}}));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"spine": [[5, 5]]}]})"), HasSubstr("fewer than two places"));
  EXPECT_THAT(messageOf(R"({"platen_pins": 1, "pages": [{"spine": [[5, 1e9], [1, 2]]}]})"), HasSubstr("far off"));
}

}  // namespace
}  // namespace platen::io
