// Pages of vertical print, which are fitted in the frame of their lines and stand as they read.
#include "core/detect/cues.h"
#include "core/pipeline/page.h"
#include "tests/support/map_error.h"
#include "tests/support/random_spread.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

FitOptions upright() {
  FitOptions options;
  options.rotate = Rotation::deg0;
  return options;
}

OpenedPhoto openedPhoto(std::uint64_t book, const FitOptions& options) {
  OpenedPhoto photo;
  photo.pyramid = test::pyramidOf(test::photograph(test::verticalSpread(book).recipe).photo);
  photo.pages = detect::findCues(photo.pyramid, options);
  return photo;
}

TEST(VerticalBook, PagesStandAsTheyRead) {
  OpenedPhoto photo = openedPhoto(12, upright());
  ASSERT_EQ(photo.pages.size(), 2U);
  ASSERT_EQ(photo.pages[0].frame.quarter_turns % 2, 1) << "in the frame of its lines";
  const auto told = fitPage(photo, 0, upright(), {}, {});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->fit.reading_rotation, 0);
  EXPECT_GT(told->fit.page_extent_px.y, 1.2 * told->fit.page_extent_px.x);
  // What was read to find it turns it as well.
  photo.pages[0].reading_turns = 4 - photo.pages[0].frame.quarter_turns;
  const auto read = fitPage(photo, 0, {}, {}, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->fit.grid, told->fit.grid);
  EXPECT_EQ(read->fit.reading_rotation, 0);
  EXPECT_FALSE(saysTurnIsUnknown(read->fit));
}

TEST(VerticalBook, TheOnlyPageIsTheOneAtItsSideOfTheSpine) {
  FitOptions left = upright();
  left.page.choice = PageChoice::left;
  FitOptions right = upright();
  right.page.choice = PageChoice::right;
  const auto warningsFor = [&](const FitOptions& options) {
    const OpenedPhoto photo = openedPhoto(2, options);
    EXPECT_EQ(photo.pages.size(), 1U);
    const auto page = fitPage(photo, 0, options, {}, {});
    EXPECT_TRUE(page);
    return page ? page->fit.warnings : std::vector<std::string>{};
  };
  EXPECT_THAT(warningsFor(left), Not(Contains(HasSubstr("only one page was found"))));
  EXPECT_THAT(warningsFor(right), Contains(HasSubstr("only one page was found")));
}

}  // namespace
}  // namespace platen::pipeline
