// What photos of a book have in common, and who falls out, on shapes made up for it.
#include "core/pipeline/book.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using ::testing::HasSubstr;

constexpr Size kPhoto{3000, 4000};

// An upright page of that box on the photo.
PageShape pageAt(Vec2 corner, Vec2 size, double confidence = 0.9, int rotation = 0) {
  PageShape shape{size, rotation, {}, confidence};
  for (const Vec2 uv : {Vec2{0, 0}, {0.5, 0}, {1, 0}, {1, 0.5}, {1, 1}, {0.5, 1}, {0, 1}, {0, 0.5}}) {
    shape.outline.push_back({corner.x + uv.x * size.x, corner.y + uv.y * size.y});
  }
  return shape;
}

BookPhoto photoWith(std::size_t position, std::vector<PageShape> pages) {
  return {position, kPhoto, std::move(pages)};
}

// Pages of two cameras in turn; they wander a little from photo to photo.
BookPhoto turnPhoto(std::size_t position) {
  const double wander = 3.0 * static_cast<double>(position);
  const Vec2 corner = position % 2 == 0 ? Vec2{300 + wander, 500} : Vec2{900 - wander, 350};
  return photoWith(position, {pageAt(corner, {1800, 2600 + 2.0 * static_cast<double>(position)})});
}

std::vector<BookPhoto> turns(std::size_t photos) {
  std::vector<BookPhoto> all;
  for (std::size_t k = 0; k < photos; ++k) {
    all.push_back(turnPhoto(k));
  }
  return all;
}

TEST(Book, PagesOfTwoCamerasAreKnownByTurns) {
  const auto book = Book::of(turns(16));
  ASSERT_TRUE(book);
  EXPECT_EQ(book->kinds(), 2U);
  EXPECT_EQ(book->pagesPerPhoto(), 1U);
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_EQ(book->kindOf(turnPhoto(k)), k % 2) << k;
    EXPECT_TRUE(book->isStill(k % 2, 0)) << k;
  }
  EXPECT_THAT(book->oddPage(turnPhoto(6), 0, 1), HasSubstr("away from where the others of the book lie"));
}

TEST(Book, APageTakenTwiceOrLeftOutIsWhatItLooksLike) {
  std::vector<BookPhoto> samples = turns(16);
  for (std::size_t k = 12; k < 16; ++k) {  // the turns have changed
    samples[k] = turnPhoto(k + 1);
    samples[k].position = k;
  }
  const auto book = Book::of(samples);
  ASSERT_TRUE(book);
  for (std::size_t k = 0; k < 16; ++k) {
    EXPECT_EQ(book->kindOf(samples[k]), (k < 12 ? k : k + 1) % 2) << k;
  }
}

TEST(Book, WherePagesDoNotTakeTurnsAllAreOfOneKind) {
  std::vector<BookPhoto> samples;
  for (std::size_t k = 0; k < 16; ++k) {
    const bool left = (k < 8) == (k % 2 == 0);
    samples.push_back(photoWith(k, {pageAt({left ? 300.0 : 380.0, 500}, {1800, 2600})}));
  }
  const auto book = Book::of(samples);
  ASSERT_TRUE(book);
  for (const BookPhoto& photo : samples) {
    EXPECT_TRUE(book->kindOf(photo));
  }
}

TEST(Book, SaysHowAPageFallsOut) {
  const auto book = Book::of(turns(16));
  ASSERT_TRUE(book);
  const auto odd = [&](const PageShape& page) {
    const BookPhoto photo = photoWith(4, {page});
    EXPECT_EQ(book->kindOf(photo), std::nullopt);
    return book->oddPage(photo, 0, 0);
  };
  EXPECT_EQ(odd(pageAt({312, 500}, {2200, 2608})), "the page is 22 % wider than the others of the book");
  EXPECT_EQ(odd(pageAt({312, 500}, {1800, 2000})), "the page is 23 % shorter than the others of the book");
  EXPECT_EQ(odd(pageAt({312, 500}, {1800, 2608}, 0.9, 180)), "the page lies upside down beside the others of the book");
  EXPECT_EQ(odd(pageAt({312, 500}, {1800, 2608}, 0.9, 90)), "the page lies on its side beside the others of the book");
  EXPECT_THAT(odd(pageAt({1000, 1200}, {1800, 2608})), HasSubstr("lies 20 % of the photo"));
  EXPECT_EQ(book->readingRotation(0, 0), 0);
  EXPECT_EQ(book->kindOf(photoWith(4, {pageAt({0, 0}, {900, 2000}), pageAt({900, 0}, {900, 2000})})), std::nullopt);
}

// Pages of which it could not be told lie as they were photographed, however many they are.
TEST(Book, KnowsAReadingDirectionOnlyFromPagesThatTellTheirs) {
  const auto turnOf = [](int told) {
    std::vector<BookPhoto> samples;
    for (std::size_t k = 0; k < 16; ++k) {
      PageShape page = pageAt({300 + 2.0 * static_cast<double>(k), 500}, {1800, 2600});
      page.turn_is_known = static_cast<int>(k) < told;
      page.reading_rotation = 180;
      samples.push_back(photoWith(k, {page}));
    }
    const auto book = Book::of(samples);
    return book ? book->readingRotation(0, 0) : 90;
  };
  EXPECT_EQ(turnOf(0), std::nullopt);
  EXPECT_EQ(turnOf(1), std::nullopt);
  EXPECT_EQ(turnOf(2), std::nullopt) << "one of the left pages, one of the right ones";
  EXPECT_EQ(turnOf(4), 180);
  EXPECT_EQ(turnOf(16), 180);
}

TEST(Book, PagesThatTellNothingOutvoteNone) {
  const auto bookOf = [](bool most_are_told) {
    std::vector<BookPhoto> samples;
    for (std::size_t k = 0; k < 16; ++k) {
      PageShape page = pageAt({300 + 2.0 * static_cast<double>(k), 500}, {1800, 2600});
      page.turn_is_known = (k % 5 != 0) == most_are_told;
      page.reading_rotation = page.turn_is_known ? 180 : 0;
      samples.push_back(photoWith(k, {page}));
    }
    return Book::of(samples);
  };
  const auto book = bookOf(true);
  ASSERT_TRUE(book);
  EXPECT_EQ(book->readingRotation(0, 0), 180);
  EXPECT_FALSE(bookOf(false)) << "its pages are each on their own";
}

TEST(Book, FewBadSamplesDoNotSpoilIt) {
  std::vector<BookPhoto> samples = turns(16);
  samples[3] = photoWith(3, {pageAt({0, 0}, {3000, 4000}, 0.1)});           // not found
  samples[6] = photoWith(6, {pageAt({312, 500}, {1800, 2608}, 0.9, 180)});  // upside down
  samples[9] = photoWith(9, {pageAt({0, 0}, {900, 2000}), pageAt({1, 1}, {900, 2000})});
  samples[10] = photoWith(10, {pageAt({312, 500}, {2600, 2608}, 0.8)});  // too wide
  const auto book = Book::of(samples);
  ASSERT_TRUE(book);
  EXPECT_EQ(book->kindOf(turnPhoto(5)), 1U);
  for (const std::size_t k : {3U, 6U, 9U, 10U}) {
    EXPECT_EQ(book->kindOf(samples[k]), std::nullopt) << k;
  }
}

TEST(Book, PagesOfASpreadAreOfOneKindOfPhoto) {
  std::vector<BookPhoto> samples;
  for (std::size_t k = 0; k < 10; ++k) {
    const double wander = 2.0 * static_cast<double>(k);
    samples.push_back(
        photoWith(k, {pageAt({100 - wander, 500}, {1300, 2600}), pageAt({1450 - wander, 500}, {1400, 2600})}));
  }
  const auto book = Book::of(samples);
  ASSERT_TRUE(book);
  EXPECT_EQ(book->kinds(), 1U);
  EXPECT_EQ(book->pagesPerPhoto(), 2U);
  EXPECT_EQ(book->kindOf(samples[4]), 0U);
  const BookPhoto swapped = photoWith(4, {samples[4].pages[1], samples[4].pages[0]});
  EXPECT_THAT(book->oddPage(swapped, 0, 0), HasSubstr("wider"));
  EXPECT_THAT(book->oddPage(swapped, 1, 0), HasSubstr("narrower"));
}

TEST(Book, LettersAndInvoicesAreNone) {
  std::vector<BookPhoto> samples;
  for (std::size_t k = 0; k < 12; ++k) {
    const double x = static_cast<double>(k);
    samples.push_back(photoWith(k, {pageAt({50 * x, 400 - 30 * x}, {1000 + 150 * x, 2600 - 140 * x})}));
  }
  EXPECT_FALSE(Book::of(samples));
  EXPECT_FALSE(Book::of({}));
  EXPECT_FALSE(Book::of({turnPhoto(0), turnPhoto(1)}));
}

TEST(Book, APhotoOfAnotherSizeIsOfNoKind) {
  const auto book = Book::of(turns(16));
  ASSERT_TRUE(book);
  BookPhoto other = turnPhoto(4);
  other.size_px = {1000, 1000};
  EXPECT_EQ(book->kindOf(other), std::nullopt);
}

}  // namespace
}  // namespace platen::pipeline
