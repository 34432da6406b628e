#include "ui/session/photo_files.h"

#include "tests/support/photo_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::ui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class PhotoFiles : public ::testing::Test {
 protected:
  std::filesystem::path touch(const std::string& name) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    test::writeBytes(folder_ / name, "x");
    return folder_ / name;
  }
  test::ScratchFolder folder_;
};

TEST_F(PhotoFiles, OfAFolderAllPhotosInTheOrderPeopleCount) {
  const auto ten = touch("book/page 10.jpg"), two = touch("book/page 2.JPG"), deep = touch("book/plates/1.tiff");
  touch("book/notes.txt");
  touch("book/.hidden.jpg");
  touch("book/.trash/page 3.jpg");
  EXPECT_THAT(photoFiles({folder_ / "book"}), ElementsAre(two, ten, deep));
}

TEST_F(PhotoFiles, AFileThatWasGivenIsTakenWhateverItsNameAndOnce) {
  const auto odd = touch("scan.dat");
  const auto page = touch("book/page.png");
  EXPECT_THAT(photoFiles({odd, page, folder_ / "book", folder_ / "book/../book/page.png"}), ElementsAre(odd, page));
}

TEST_F(PhotoFiles, PagesExportedToTheFolderThatIsProposedAreNoPhotos) {
  const auto page = touch("book/a.jpg"), spread = touch("book/b.jpg"), other = touch("book/flat/c_1.jpg");
  const auto flat = touch("book/flat/a.png");
  touch("book/flat/b_1.jpg");
  touch("book/flat/b_2.jpg");
  EXPECT_THAT(photoFiles({folder_ / "book"}), ElementsAre(page, spread, other));
  EXPECT_THAT(photoFiles({flat}), ElementsAre(flat)) << "who names it means it";
}

TEST_F(PhotoFiles, PagesOfAFileOfSeveralImagesAreNoPhotosAndAPhotoOfALikeNameIsOne) {
  const auto date = touch("book/IMG_20240101.jpg"), scan = touch("book/scan.PDF");
  const auto later = touch("book/flat/IMG_20240101_120000.jpg"), fourth = touch("book/flat/IMG_20240101_12.jpg");
  for (const char* page : {"scan_2", "scan_12", "scan_2_1", "scan_104_2", "IMG_20240101_1"}) {
    touch(std::string("book/flat/") + page + ".png");
  }
  EXPECT_THAT(photoFiles({folder_ / "book"}), UnorderedElementsAre(date, scan, later, fourth));
}

TEST_F(PhotoFiles, LinksThatLeadInCirclesHaveAnEnd) {
  const auto page = touch("book/page.png");
  std::filesystem::create_directory_symlink(folder_ / "book", folder_ / "book/again");
  EXPECT_THAT(photoFiles({folder_ / "book"}), ElementsAre(page));
}

TEST_F(PhotoFiles, AnEmptyFolderHasNone) {
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THAT(photoFiles({folder_ / "empty"}), IsEmpty());
}

}  // namespace
}  // namespace platen::ui
