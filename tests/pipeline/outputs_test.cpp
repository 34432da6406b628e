// Names of pages, and which are refused.
#include "core/pipeline/outputs.h"

#include "tests/support/photo_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
namespace fs = std::filesystem;

PhotoInfo photo(const fs::path& file, Codec codec = Codec::jpeg) {
  PhotoInfo info;
  info.file = file;
  info.codec = codec;
  return info;
}

TEST(Outputs, InAFolderNamesAndFormatsAreThePhotos) {
  Outputs outputs({"in/a.jpg", "in/b.JPEG", "in/c.tiff", "in/d.png"}, "out/", {});
  ASSERT_THAT(outputs.problems(), IsEmpty());
  EXPECT_EQ(outputs.target(), OutputTarget::folder);
  EXPECT_EQ(*outputs.claim(photo("in/a.jpg"), 1, 1), fs::path("out/a.jpg"));
  EXPECT_EQ(*outputs.claim(photo("in/b.JPEG"), 1, 2), fs::path("out/b_1.JPEG"));
  EXPECT_EQ(*outputs.claim(photo("in/b.JPEG"), 2, 2), fs::path("out/b_2.JPEG"));
  EXPECT_EQ(*outputs.claim(photo("in/c.tiff", Codec::tiff), 1, 1), fs::path("out/c.tiff"));
  // A PNG that is called otherwise gets the name of what it is.
  EXPECT_EQ(*outputs.claim(photo("in/d.jpg", Codec::png), 1, 1), fs::path("out/d.png"));
}

TEST(Outputs, AnAskedFormatNamesThePages) {
  ExportOptions options;
  options.format = FileFormat::png;
  Outputs outputs({"a.jpg"}, "out", options);
  EXPECT_EQ(*outputs.claim(photo("a.jpg"), 1, 1), fs::path("out/a.png"));
  options = {};
  options.color = ColorChoice::bitonal;
  Outputs bitonal({"a.jpg"}, "out", options);
  EXPECT_EQ(*bitonal.claim(photo("a.jpg"), 1, 1), fs::path("out/a.png"));
}

TEST(Outputs, AFileOfSeveralPagesIsNumbered) {
  Outputs outputs({"spread.jpg"}, "flat.png", {});
  EXPECT_EQ(outputs.target(), OutputTarget::file);
  EXPECT_EQ(*outputs.claim(photo("spread.jpg"), 1, 2), fs::path("flat_1.png"));
  EXPECT_EQ(*outputs.claim(photo("spread.jpg"), 2, 2), fs::path("flat_2.png"));
}

TEST(Outputs, ATiffOfSeveralPhotosTakesAllPages) {
  const Outputs several({"a.jpg", "b.jpg"}, "book.TIFF", {});
  EXPECT_THAT(several.problems(), IsEmpty());
  EXPECT_EQ(several.target(), OutputTarget::document);
  EXPECT_EQ(Outputs({"scan.tif[1]", "scan.tif[2]"}, "flat.tif", {}).target(), OutputTarget::document);
  EXPECT_EQ(Outputs({"a.jpg"}, "flat.tif", {}).target(), OutputTarget::file);
  EXPECT_THAT(Outputs({"scan.tif[1]", "scan.tif[2]"}, "scan.tif", {}).problems(), SizeIs(1)) << "over its photo";
  ExportOptions options;
  options.format = FileFormat::png;
  EXPECT_THAT(Outputs({"a.jpg", "b.jpg"}, "book.tif", options).problems(), SizeIs(1)) << "another format";
}

TEST(Outputs, OneFileOfSeveralImagesIsNotSaidToBeSeveralPhotos) {
  Outputs one({"in/a.tif[1]", "in/a.tif[2]", "in/a.tif[3]"}, "flat.jpg", {});
  one.alsoWrites("map.npy");
  EXPECT_THAT(one.problems(),
              ElementsAre("-o flat.jpg: the 3 images in in/a.tif need a folder, a .pdf or a .tif "
                          "(or name one of them: a.tif[1])",
                          "map.npy: the 3 images in in/a.tif need a folder here (or name one of them: a.tif[1])"));
  const std::string several = "-o flat.jpg: several photos need a folder, a .pdf or a .tif";
  EXPECT_THAT(Outputs({"a.jpg", "b.jpg"}, "flat.jpg", {}).problems(), ElementsAre(several));
  EXPECT_THAT(Outputs({"a.tif[1]", "a.tif[2]", "b.jpg"}, "flat.jpg", {}).problems(), ElementsAre(several));
}

TEST(Outputs, OneOfSeveralImagesIsNumberedByItsPlace) {
  Outputs outputs({"in/a.tif[2]", "in/a.tif[3]", "in/a.jpg"}, "out/", {});
  EXPECT_TRUE(outputs.problems().empty());
  EXPECT_EQ(*outputs.claim(photo("in/a.tif[2]", Codec::tiff), 1, 1), fs::path("out/a_2.tif"));
  EXPECT_EQ(*outputs.claim(photo("in/a.tif[3]", Codec::tiff), 1, 2), fs::path("out/a_3_1.tif"));
  EXPECT_EQ(*outputs.claim(photo("in/a.tif[3]", Codec::tiff), 2, 2), fs::path("out/a_3_2.tif"));
  EXPECT_THAT(describe(outputs.claim(photo("in/a.tif", Codec::tiff), 2, 2).error()), HasSubstr("would overwrite"));
  EXPECT_EQ(*outputs.claimBeside("maps/", "in/a.tif[2]", ".warp.json"), fs::path("maps/a_2.warp.json"));
}

TEST(Outputs, NamesThatMeetAreRefused) {
  EXPECT_THAT(Outputs({"x/a.jpg", "y/a.jpg"}, "out", {}).problems(), SizeIs(1));
  EXPECT_THAT(Outputs({"x/a.jpg", "y/a.png"}, "out", {}).problems(), IsEmpty());
  // The second page of `a` would take the name of the page of `a_2`: known only when the pages are found.
  Outputs outputs({"a.jpg", "a_2.jpg"}, "out", {});
  ASSERT_THAT(outputs.problems(), IsEmpty());
  ASSERT_TRUE(outputs.claim(photo("a.jpg"), 2, 2));
  const auto taken = outputs.claim(photo("a_2.jpg"), 1, 1);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::badInput);
  EXPECT_THAT(taken.error().message, HasSubstr("made from a.jpg"));
}

TEST(Outputs, ANameThatIsGivenBackIsFree) {
  Outputs outputs({"a.jpg", "a_2.jpg"}, "out", {});
  ASSERT_TRUE(outputs.claim(photo("a.jpg"), 1, 2));
  const auto second = outputs.claim(photo("a.jpg"), 2, 2);
  ASSERT_TRUE(second);
  outputs.giveBack(*second);
  EXPECT_TRUE(outputs.claim(photo("a_2.jpg"), 1, 1));
  EXPECT_FALSE(outputs.claim(photo("a_1.jpg"), 1, 1)) << "which was not given back";
}

TEST(Outputs, PhotosAreNotOverwritten) {
  const test::ScratchFolder folder;
  test::writeBytes(folder / "a.jpg", "x");
  test::writeBytes(folder / "a_1.jpg", "x");
  fs::create_directory_symlink(folder.path(), folder / "same");
  EXPECT_THAT(Outputs({folder / "a.jpg"}, folder / "same", {}).problems(), SizeIs(1));
  EXPECT_THAT(Outputs({folder / "a.jpg"}, folder / "same/a.jpg", {}).problems(), SizeIs(1));
  ExportOptions options;
  options.format = FileFormat::png;
  EXPECT_THAT(Outputs({folder / "a.jpg"}, folder.path(), options).problems(), IsEmpty());
  Outputs outputs({folder / "a.jpg", folder / "a_1.jpg"}, folder / "out", {});
  ASSERT_THAT(outputs.problems(), IsEmpty());
  Outputs file({folder / "a_1.jpg"}, folder / "a.jpg", {});
  const auto page = file.claim(photo(folder / "a_1.jpg"), 1, 2);
  ASSERT_FALSE(page);
  EXPECT_THAT(page.error().message, HasSubstr("overwrite the photo"));
}

TEST(Outputs, BesideThePages) {
  const test::ScratchFolder folder;
  Outputs one({"a.jpg"}, folder / "a.png", {});
  EXPECT_EQ(*one.claimBeside(folder / "w.json", "a.jpg", ".warp.json"), folder / "w.json");
  Outputs many({"a.jpg", "b.jpg"}, folder / "out", {});
  EXPECT_EQ(*many.claimBeside(folder / "warps", "a.jpg", ".warp.json"), folder / "warps/a.warp.json");
  EXPECT_EQ(*many.claimBeside(folder / "warps", "b.jpg", ".warp.json"), folder / "warps/b.warp.json");
  EXPECT_TRUE(fs::is_directory(folder / "warps"));
}

TEST(Outputs, AMapIsNotNamedAsAPicture) {
  const test::ScratchFolder folder;
  fs::create_directory(folder / "maps.jpg");
  for (const char* name : {"y.jpg", "y.PDF", "y.webp"}) {
    Outputs outputs({"a.jpg"}, "flat.png", {});
    outputs.alsoWrites(folder / name);
    ASSERT_THAT(outputs.problemsFound(), SizeIs(1)) << name;
    EXPECT_EQ(outputs.problemsFound()[0].kind, OutputProblem::Kind::namedAsPhoto) << name;
  }
  Outputs outputs({"a.jpg", "b.jpg"}, "flat", {});
  outputs.alsoWrites(folder / "maps.jpg");  // a folder, whatever it is called
  outputs.alsoWrites(folder / "maps");
  EXPECT_THAT(outputs.problems(), IsEmpty());
}

TEST(Outputs, ProblemsAreToldApart) {
  using Kind = OutputProblem::Kind;
  const Outputs shared({"a/1.jpg", "b/1.jpg"}, "out/", {});
  ASSERT_THAT(shared.problemsFound(), SizeIs(1));
  EXPECT_EQ(shared.problemsFound()[0].kind, Kind::sharedName);
  EXPECT_EQ(shared.problemsFound()[0].photo, fs::path("b/1.jpg"));
  EXPECT_EQ(shared.problemsFound()[0].other, fs::path("a/1.jpg"));
  EXPECT_EQ(shared.problemsFound()[0].file, fs::path("out/1.jpg"));
  const Outputs over({"in/1.jpg"}, "in/", {});
  ASSERT_THAT(over.problemsFound(), SizeIs(1));
  EXPECT_EQ(over.problemsFound()[0].kind, Kind::overPhoto);
  ExportOptions png;
  png.format = FileFormat::png;
  const Outputs other({"in/1.jpg"}, "out.pdf", png);
  ASSERT_THAT(other.problemsFound(), SizeIs(1));
  EXPECT_EQ(other.problemsFound()[0].kind, Kind::otherFormat);
  EXPECT_EQ(other.problems().size(), 1u);
}

TEST(Outputs, AFileOfAnEarlierCallIsItsPhotosAlone) {
  Outputs outputs({"scan.jpg", "scan_1.jpg"}, "out", {});
  outputs.keepFor("out/scan_1.jpg", "scan.jpg");
  const auto other = outputs.claim(photo("scan_1.jpg"), 1, 1);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("scan_1.jpg, made from scan.jpg"));
  EXPECT_FALSE(outputs.nameOf(photo("scan_1.jpg"), 1, 1, {}));
  EXPECT_EQ(*outputs.claim(photo("scan.jpg"), 1, 2), fs::path("out/scan_1.jpg"));
}

TEST(Outputs, ANameThatIsOnlyAskedForStaysFree) {
  Outputs outputs({"scan.jpg", "scan_1.jpg"}, "out", {});
  EXPECT_EQ(*outputs.nameOf(photo("scan.jpg"), 1, 2, {}), fs::path("out/scan_1.jpg"));
  EXPECT_EQ(*outputs.claim(photo("scan_1.jpg"), 1, 1), fs::path("out/scan_1.jpg"));
  EXPECT_EQ(*outputs.nameOf(photo("scan.jpg"), 1, 2, {}), fs::path("out/scan_1.jpg"))
      << "who is first is not known yet";
}

TEST(Outputs, APhotoWithOptionsOfItsOwnGetsTheirName) {
  Outputs outputs({"a.jpg", "b.jpg"}, "out", {});
  ExportOptions bitonal;
  bitonal.color = ColorChoice::bitonal;
  EXPECT_EQ(*outputs.claim(photo("a.jpg"), 1, 1, bitonal), fs::path("out/a.png"));
  EXPECT_EQ(*outputs.claim(photo("b.jpg"), 1, 1, {}), fs::path("out/b.jpg"));
}

}  // namespace
}  // namespace platen::pipeline
