#include "ui/session/open_photos.h"

#include "tests/support/photo_files.h"

#include <chrono>

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

class OpenPhotosTest : public ::testing::Test {
 protected:
  std::shared_ptr<const pipeline::OpenedPhoto> opened(const std::string& name) {
    test::writeBytes(folder_ / name, name);
    auto photo = std::make_shared<pipeline::OpenedPhoto>();
    photo->info.file = folder_ / name;
    return photo;
  }
  test::ScratchFolder folder_;
  OpenPhotos photos_{2};
};

TEST_F(OpenPhotosTest, TheLeastRecentlyUsedIsLetGo) {
  const auto a = opened("a"), b = opened("b"), c = opened("c");
  photos_.keep(a, {}, {});
  photos_.keep(b, {}, {});
  EXPECT_EQ(photos_.find(a->info.file, {}, {}), a);
  photos_.keep(c, {}, {});
  EXPECT_EQ(photos_.find(a->info.file, {}, {}), a);
  EXPECT_EQ(photos_.find(b->info.file, {}, {}), nullptr);
  EXPECT_EQ(photos_.size(), 2u);
}

TEST_F(OpenPhotosTest, OnlyWhatDetectionWouldAnswerOtherwiseCounts) {
  const auto a = opened("a");
  photos_.keep(a, {}, {});
  FitOptions options;
  options.model = ModelLimit::plane;
  options.threads = 3;
  EXPECT_EQ(photos_.find(a->info.file, options, {}), a);
  options.page.choice = PageChoice::whole;
  EXPECT_EQ(photos_.find(a->info.file, options, {}), nullptr);
  EXPECT_EQ(photos_.find(a->info.file, {}, {{500, 0}, {500, 800}}), nullptr) << "it would be divided there";
  options = {};
  options.rotate = Rotation::deg90;
  EXPECT_EQ(photos_.find(a->info.file, options, {}), nullptr);
}

TEST_F(OpenPhotosTest, APhotoThatHasChangedOnDiskIsOpenedAgain) {
  const auto a = opened("a");
  photos_.keep(a, {}, {});
  std::filesystem::last_write_time(a->info.file,
                                   std::filesystem::last_write_time(a->info.file) + std::chrono::seconds(5));
  EXPECT_EQ(photos_.find(a->info.file, {}, {}), nullptr);
}

}  // namespace
}  // namespace platen::ui
