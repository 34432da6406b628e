// A book's photos against their truth: what a page can't tell, its neighbours do, whoever is fitted first.
#include "core/pipeline/batch_books.h"

#include "tests/support/book_photos.h"
#include "tests/support/map_error.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using ::testing::HasSubstr;

constexpr int kPages = 14;

// Made once: pages 0, 1 and 13 are a title and empty ones, 4 and 11 plates.
class BooksOfABatch : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::ScratchFolder;
    for (const test::BookPhoto& photo : test::bookPhotos(kPages, {918, 1224}, 1)) {
      pages_.push_back(test::photograph(photo.recipe));
      const std::string name = fmt::format("p{:02}.jpg", pages_.size() - 1);
      test::writeImage(*folder_ / name, pages_.back().photo, FileFormat::jpeg);
      photos_.push_back({*folder_ / name, name});
    }
  }
  static void TearDownTestSuite() {
    delete folder_;
    photos_.clear();
    pages_.clear();
  }
  // Each photo in the book, from first to last.
  static const std::vector<Result<FittedPhoto>>& inBook() {
    static const std::vector<Result<FittedPhoto>> all = [] {
      static const FitOptions options;
      static MemoryShares memory(0, 1);
      BatchBooks books(photos_, options, memory, 1);
      std::vector<Result<FittedPhoto>> fits;
      fits.reserve(photos_.size());
      for (const FoundPhoto& photo : photos_) {
        fits.push_back(books.fit(photo, {}));
      }
      return fits;
    }();
    return all;
  }
  static double errorOf(std::size_t k, const FittedPhoto& photo) {
    return test::mapError(pages_[k].shape, photo.pages.front().fit->fit).rms_percent;
  }
  inline static test::ScratchFolder* folder_ = nullptr;
  inline static std::vector<test::PagePhoto> pages_;
  inline static std::vector<FoundPhoto> photos_;
  FitOptions options_;
  MemoryShares memory_{0, 1};
};

TEST_F(BooksOfABatch, PlatesTakeFromTheirNeighboursWhatTheyDoNotTell) {
  double worst_alone = 0, worst_in_book = 0;
  int helped = 0;
  for (std::size_t k = 0; k < photos_.size(); ++k) {
    const Result<FittedPhoto> alone = fitPhoto(photos_[k].file, options_, memory_);
    const Result<FittedPhoto>& in_book = inBook()[k];
    ASSERT_TRUE(alone && in_book) << k;
    ASSERT_EQ(in_book->pages.size(), 1U) << k;
    const FittedPhoto::Page& page = in_book->pages.front();
    ASSERT_TRUE(page.fit) << k;
    worst_alone = std::max(worst_alone, errorOf(k, *alone));
    worst_in_book = std::max(worst_in_book, errorOf(k, *in_book));
    if (!page.note.empty() || !page.odd.empty()) {
      ++helped;
      EXPECT_THAT(page.note + page.odd, HasSubstr("shape of its neighbour in the book")) << k;
      continue;
    }
    // A page that is as the others are stays as it is on its own.
    EXPECT_EQ(page.fit->fit.grid, alone->pages.front().fit->fit.grid) << k;
  }
  EXPECT_GT(worst_alone, 0.4);
  EXPECT_LT(worst_in_book, worst_alone / 2);
  EXPECT_GT(helped, 0);
  EXPECT_LT(helped, 5);
}

TEST_F(BooksOfABatch, WhatComesOutDoesNotDependOnTheOrder) {
  BatchBooks backwards(photos_, options_, memory_, 2);
  const std::vector<Result<FittedPhoto>>& first = inBook();
  std::vector<Result<FittedPhoto>> second(photos_.size(), fail(ErrorKind::internal, "", ""));
  {
    std::vector<std::jthread> threads;
    for (const std::size_t half : {0U, 1U}) {
      threads.emplace_back([&, half] {
        for (std::size_t k = photos_.size(); k-- > 0;) {
          if (k % 2 == half) {
            second[k] = backwards.fit(photos_[k], {});
          }
        }
      });
    }
  }
  for (std::size_t k = 0; k < photos_.size(); ++k) {
    ASSERT_TRUE(first[k] && second[k]) << k;
    EXPECT_EQ(first[k]->pages.front().fit->fit.grid, second[k]->pages.front().fit->fit.grid) << k;
    EXPECT_EQ(first[k]->pages.front().note, second[k]->pages.front().note) << k;
    EXPECT_EQ(first[k]->pages.front().odd, second[k]->pages.front().odd) << k;
  }
  // A shard that has one of them alone fits it the same.
  BatchBooks shard(photos_, options_, memory_, 1);
  EXPECT_EQ(shard.fit(photos_[11], {})->pages.front().fit->fit.grid, first[11]->pages.front().fit->fit.grid);
}

TEST_F(BooksOfABatch, APageOfAnotherKindStaysAndIsFlagged) {
  // A letter between the pages: smaller, and not where they lie.
  std::vector<FoundPhoto> photos = photos_;
  test::PhotoRecipe letter;
  letter.photo_px = {918, 1224};
  letter.page.page_mm = {148, 105};
  letter.page.px_per_mm = 5;
  letter.page.text_mm = 1.8;
  letter.page.margin_mm = {12, 10};
  letter.camera = {.pitch = 0.1, .fill = 0.6};
  const test::PagePhoto page = test::photograph(letter);
  test::writeImage(*folder_ / "letter.jpg", page.photo, FileFormat::jpeg);
  photos[7] = {*folder_ / "letter.jpg", "letter.jpg"};
  BatchBooks books(photos, options_, memory_, 1);
  const Result<FittedPhoto> in_book = books.fit(photos[7], {});
  const Result<FittedPhoto> alone = fitPhoto(photos[7].file, options_, memory_);
  ASSERT_TRUE(in_book && alone);
  EXPECT_THAT(in_book->pages.front().odd, HasSubstr("than the others of the book"));
  EXPECT_EQ(in_book->pages.front().fit->fit.grid, alone->pages.front().fit->fit.grid);
}

TEST_F(BooksOfABatch, OfAPhotoOfAnotherSizeTheBookKnowsNothing) {
  // A cover that was taken upright, closer, and beside an empty page.
  std::vector<FoundPhoto> photos = photos_;
  test::PhotoRecipe cover;
  cover.photo_px = {612, 816};
  cover.page.px_per_mm = 3;
  cover.page.text_mm = 3;
  cover.camera.fill = 0.9;
  test::writeImage(*folder_ / "cover.jpg", test::photograph(cover).photo, FileFormat::jpeg);
  photos[2] = {*folder_ / "cover.jpg", "cover.jpg"};
  BatchBooks books(photos, options_, memory_, 1);
  const Result<FittedPhoto> in_book = books.fit(photos[2], {});
  const Result<FittedPhoto> alone = fitPhoto(photos[2].file, options_, memory_);
  ASSERT_TRUE(in_book && alone);
  EXPECT_EQ(in_book->pages.front().fit->fit.grid, alone->pages.front().fit->fit.grid);
  EXPECT_EQ(in_book->pages.front().odd, "");
  // Nor is it the neighbour whose shape page 4 gets.
  EXPECT_THAT(books.fit(photos[4], {})->pages.front().odd, HasSubstr("(p06.jpg)"));
}

TEST_F(BooksOfABatch, PhotosOfTwoFoldersAreOfTwoBooksWhateverTheyAreCalled) {
  // As `platen batch vol1 vol2` finds them: places count from either folder.
  std::vector<FoundPhoto> photos = photos_;
  for (const FoundPhoto& photo : photos_) {
    photos.push_back({*folder_ / "vol2" / photo.place, photo.place});
  }
  std::filesystem::create_directories(*folder_ / "vol2");
  std::filesystem::copy_file(photos_[2].file, photos[photos_.size()].file);
  BatchBooks books(photos, options_, memory_, 1);
  const Result<FittedPhoto> first = books.fit(photos[0], {});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->info.file, photos_[0].file);
  EXPECT_EQ(first->pages.front().fit->fit.grid, inBook()[0]->pages.front().fit->fit.grid);
}

TEST_F(BooksOfABatch, FewPhotosAreNoBook) {
  const std::vector<FoundPhoto> few(photos_.begin(), photos_.begin() + 7);
  BatchBooks books(few, options_, memory_, 1);
  const Result<FittedPhoto> in_book = books.fit(few[4], {});
  const Result<FittedPhoto> alone = fitPhoto(few[4].file, options_, memory_);
  ASSERT_TRUE(in_book && alone);
  EXPECT_EQ(in_book->pages.front().fit->fit.grid, alone->pages.front().fit->fit.grid);
}

TEST_F(BooksOfABatch, AStopEndsTheLookAtTheBook) {
  BatchBooks books(photos_, options_, memory_, 1);
  std::stop_source stop;
  stop.request_stop();
  const Result<FittedPhoto> photo = books.fit(photos_[0], stop.get_token());
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace platen::pipeline
