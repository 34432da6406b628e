// The option table covers every member with a range that its default keeps, and problems() names what is wrong.
#include "core/options.h"

#include <cctype>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

template <class T>
class OptionTable : public testing::Test {};
using Tables = testing::Types<FitOptions, ExportOptions>;
TYPED_TEST_SUITE(OptionTable, Tables, );

// Stops compiling when a member is added: then the count here and visitOptions() both want the new member.
int memberCount(const FitOptions& options) {
  const auto& [page, model, rotate, order, paper, steps, device, threads, without] = options;
  (void)page, (void)model, (void)rotate, (void)order, (void)paper, (void)steps, (void)device, (void)threads;
  (void)without;
  return 9;
}
int memberCount(const ExportOptions& options) {
  const auto& [dpi, scale, margin, crop, color, clean, sharpen, filter, fill, quality, format, memory] = options;
  (void)dpi, (void)scale, (void)margin, (void)crop, (void)color, (void)clean, (void)filter, (void)quality;
  (void)sharpen, (void)fill, (void)format, (void)memory;
  return 12;
}

TYPED_TEST(OptionTable, HasEveryMemberOnce) {
  TypeParam options;
  std::set<const void*> members;
  visitOptions(options, [&](const OptionInfo& info, auto& member) {
    EXPECT_TRUE(members.insert(&member).second) << info.name << " is visited twice";
    const auto* first = reinterpret_cast<const std::byte*>(&options);
    const auto* at = reinterpret_cast<const std::byte*>(&member);
    EXPECT_TRUE(at >= first && at + sizeof(member) <= first + sizeof(options)) << info.name << " is not a member";
  });
  EXPECT_EQ(static_cast<int>(members.size()), memberCount(options));
}

TYPED_TEST(OptionTable, NamesAreUniqueWordsAndMeaningsAreThere) {
  const TypeParam options;
  std::set<std::string_view> names;
  visitOptions(options, [&](const OptionInfo& info, const auto&) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    for (const char c : info.name) {
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) != 0 || c == '-') << info.name;
    }
    EXPECT_GT(info.meaning.size(), 10U) << info.name;
    EXPECT_LE(info.low, info.high) << info.name;
  });
}

TYPED_TEST(OptionTable, DefaultsAreWithoutProblems) {
  EXPECT_THAT(problems(TypeParam{}), IsEmpty());
}

TEST(Options, ValuesOutOfRangeAreNamedWithTheRange) {
  FitOptions fit;
  fit.threads = -1;
  EXPECT_THAT(problems(fit), ElementsAre(testing::AllOf(HasSubstr("--threads"), HasSubstr("0 to 1024"))));

  ExportOptions out;
  out.quality = 0;
  EXPECT_THAT(problems(out), ElementsAre(HasSubstr("--quality")));
  out.quality = 101;
  out.margin_mm = 1000;
  EXPECT_THAT(problems(out), ElementsAre(HasSubstr("--margin"), HasSubstr("--quality")));
}

TEST(Options, NotANumberIsOutOfRange) {
  ExportOptions out;
  out.dpi = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(problems(out), ElementsAre(HasSubstr("--dpi")));
  out.dpi = std::numeric_limits<double>::infinity();
  EXPECT_THAT(problems(out), ElementsAre(HasSubstr("--dpi")));
}

TEST(Options, EndsOfARangeBelongToIt) {
  ExportOptions out;
  for (const int quality : {1, 100}) {
    out.quality = quality;
    EXPECT_THAT(problems(out), IsEmpty());
  }
}

TEST(Options, DpiAndScaleExcludeEachOther) {
  ExportOptions out;
  out.dpi = 300;
  EXPECT_THAT(problems(out), IsEmpty());
  out.scale = 0.5;
  EXPECT_THAT(problems(out), ElementsAre(HasSubstr("--scale")));
}

TEST(Options, PagesCountFromOne) {
  FitOptions fit;
  fit.page = {PageChoice::number, 0};
  EXPECT_THAT(problems(fit), ElementsAre(HasSubstr("--page")));
  fit.page.number = 1;
  EXPECT_THAT(problems(fit), IsEmpty());
}

TEST(Options, EnumNamesFollowTheOrderOfTheValues) {
  const auto name = [](auto value) { return EnumNames<decltype(value)>::kNames[static_cast<std::size_t>(value)]; };
  EXPECT_EQ(name(ModelLimit::free), "free");
  EXPECT_EQ(name(Evidence::sizes), "sizes");
  EXPECT_EQ(name(Evidence::shading), "shading");
  EXPECT_EQ(name(Evidence::focal), "focal");
  EXPECT_EQ(name(Evidence::matches), "matches");
  EXPECT_EQ(name(Evidence::print), "print");
  EXPECT_EQ(name(Evidence::isometry), "isometry");
  EXPECT_EQ(name(Evidence::bending), "bending");
  EXPECT_EQ(name(Evidence::camera), "camera");
  EXPECT_EQ(name(Evidence::keypoints), "keypoints");
  EXPECT_EQ(name(Rotation::deg270), "270");
  EXPECT_EQ(name(Device::cuda), "cuda");
  EXPECT_EQ(name(Crop::none), "none");
  EXPECT_EQ(name(ColorChoice::bitonal), "bitonal");
  EXPECT_EQ(name(Clean::illumination), "illumination");
  EXPECT_EQ(name(Filter::lanczos), "lanczos");
  EXPECT_EQ(name(FileFormat::pdf), "pdf");
}

TEST(Options, EveryKindOfEvidenceCanBeLeftOut) {
  std::set<Evidence> kinds(kPageEvidence.begin(), kPageEvidence.end());
  kinds.insert(kFormEvidence.begin(), kFormEvidence.end());
  EXPECT_EQ(kinds.size(), EnumNames<Evidence>::kNames.size());
}

TEST(Options, ASheetOfNoSizeIsAProblem) {
  FitOptions fit;
  fit.paper = {PaperKind::sheet, 210, 0};
  EXPECT_THAT(problems(fit), ElementsAre(HasSubstr("--paper 210x0")));
  fit.paper = {PaperKind::sheet, 210, 297};
  EXPECT_THAT(problems(fit), IsEmpty());
}

}  // namespace
}  // namespace platen
