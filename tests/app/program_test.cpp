// The real program on small folders with bad files in them: exit status, messages, names, and that nothing partial is
// left behind.
#include "tests/app/program_folder.h"
#include "tests/support/drawn_form.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

using nlohmann::json;
using test::readBytes;
using test::readImage;
using test::writeBytes;
using test::writeImage;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

Image sixteenBitGray(const Image& rgb) {
  Image gray = Image::allocate(rgb.size(), 1, PixelType::u16);
  for (int j = 0; j < rgb.height(); ++j) {
    for (int i = 0; i < rgb.width(); ++i) {
      gray.rowAs<std::uint16_t>(j)[i] = static_cast<std::uint16_t>(rgb.rowAs<std::uint8_t>(j)[3 * i] * 257);
    }
  }
  return gray;
}

TEST_F(Program, OnePage) {
  makePhoto("page.jpg");
  const ProgramRun run = runPlaten({"flatten", in("page.jpg"), "-o", in("flat.jpg"), "--threads", "1"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr(fmt::format("platen: {} -> {}", in("page.jpg"), in("flat.jpg"))));
  EXPECT_THAT(folder_.names(), ElementsAre("flat.jpg", "page.jpg"));
  const Image flat = readImage(folder_ / "flat.jpg");
  EXPECT_NEAR(static_cast<double>(flat.height()) / flat.width(), 297.0 / 210, 0.05);

  const ProgramRun quiet = runPlaten({"flatten", in("page.jpg"), "-o", in("again.jpg"), "--threads", "3", "--quiet"});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_THAT(quiet.err, IsEmpty());
  EXPECT_EQ(readBytes(folder_ / "flat.jpg"), readBytes(folder_ / "again.jpg"));
}

TEST_F(Program, BenchmarksAreAnArrayOfRows) {
  const ProgramRun run = runPlaten({"bench", "--quick", "--json", "--only", "decoding"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json rows = json::parse(run.out);
  ASSERT_TRUE(rows.is_array());
  ASSERT_FALSE(rows.empty());
  for (const json& row : rows) {
    for (const char* text : {"name", "params", "peer_name", "unit"}) {
      EXPECT_FALSE(row.at(text).get<std::string>().empty()) << row;
    }
    EXPECT_GT(row.at("ours").get<double>(), 0) << row;
    EXPECT_NEAR(row.at("ratio").get<double>(), row.at("peer").get<double>() / row.at("ours").get<double>(), 1e-6);
  }
  EXPECT_EQ(runPlaten({"bench", "--only", "everything"}).status, 2);
}

TEST_F(Program, BadFilesDoNotStopTheOthers) {
  makePhoto("photos/a.jpg");
  makePhoto("photos/z.png", FileFormat::png);
  const std::string whole = readBytes(folder_ / "photos/a.jpg");
  writeBytes(folder_ / "photos/truncated.jpg", whole.substr(0, whole.size() / 2));
  writeBytes(folder_ / "photos/empty.jpg", "");
  writeBytes(folder_ / "photos/text.jpg", "This is not a photo, whatever its name says.\n");
  // A header of 60000 x 60000 pixels: the two sizes of the frame header are put in.
  std::string huge = whole;
  const std::size_t frame = huge.find("\xFF\xC0");
  ASSERT_NE(frame, std::string::npos);
  huge.replace(frame + 5, 4, "\xEA\x60\xEA\x60");
  writeBytes(folder_ / "photos/huge.jpg", huge);

  const ProgramRun run = runPlaten({"flatten", in("photos/a.jpg"), in("photos/truncated.jpg"), in("photos/empty.jpg"),
                                    in("photos/text.jpg"), in("photos/huge.jpg"), in("photos/missing.jpg"),
                                    in("photos/z.png"), "-o", in("out"), "--json", "--threads", "1"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(filesIn("out"), ElementsAre("a.jpg", "z.png"));
  const std::vector<json> pages = jsonLines(run.out);
  ASSERT_EQ(pages.size(), 7U);
  for (const json& page : pages) {
    const std::string name = std::filesystem::path(page["file"].get<std::string>()).filename();
    const bool good = name == "a.jpg" || name == "z.png";
    EXPECT_EQ(page["status"], good ? "ok" : "failed") << name;
    if (good) {
      EXPECT_EQ(page["output"], (folder_.path() / "out" / name).string());
      EXPECT_EQ(page["page"], 1);
      EXPECT_GT(page["width"], 300);
      EXPECT_GT(page["confidence"], 0.0);
      EXPECT_TRUE(page["seconds"].contains("fit"));
      EXPECT_TRUE(page["warnings"].is_array());
      EXPECT_EQ(page["reading_rotation"], 0);
    } else {
      EXPECT_THAT(run.err, HasSubstr(fmt::format("platen: {}: ", (folder_.path() / "photos" / name).string()))) << name;
      EXPECT_FALSE(page["error"]["message"].get<std::string>().empty());
    }
  }
  EXPECT_EQ(pages[4]["error"]["kind"], "too large");
  EXPECT_EQ(pages[5]["error"]["kind"], "not found");
}

TEST_F(Program, FitAndApplyIsFlatten) {
  makePhoto("page.jpg");
  ASSERT_EQ(runPlaten({"flatten", in("page.jpg"), "-o", in("a.png"), "--warp-out", in("kept.json"), "--map-out",
                       in("map.npy"), "--quiet"})
                .status,
            0);
  ASSERT_EQ(runPlaten({"fit", in("page.jpg"), "-o", in("warp.json"), "--quiet"}).status, 0);
  for (const std::string warp : {"warp.json", "kept.json"}) {
    const ProgramRun run = runPlaten({"apply", in(warp), in("page.jpg"), "-o", in("b.png"), "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(readBytes(folder_ / "a.png"), readBytes(folder_ / "b.png")) << warp;
    EXPECT_EQ(jsonLines(run.out).at(0)["output"], in("b.png"));
  }
  EXPECT_THAT(readBytes(folder_ / "map.npy"), StartsWith("\x93NUMPY"));
  const json warp = json::parse(readBytes(folder_ / "warp.json"));
  EXPECT_EQ(warp["platen"], 1);
  EXPECT_EQ(warp["source"]["width"], 720);
  const json& map = warp["pages"][0]["map"];
  EXPECT_EQ(map["points"].size(), map["rows"].get<std::size_t>() * map["cols"].get<std::size_t>());

  // A larger original, and one that is not of the same shape.
  const Image other = Image::allocate({720, 900}, 3);
  writeImage(folder_ / "other.png", other, FileFormat::png);
  const ProgramRun refused = runPlaten({"apply", in("warp.json"), in("other.png"), "-o", in("c.png")});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("720 x 900"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c.png"));
}

TEST_F(Program, RegisterFitsPhotosToTheirForm) {
  const Image form = test::drawForm({700, 906}, 1);
  writeImage(folder_ / "form.png", form, FileFormat::png);
  for (const std::uint64_t seed : {3U, 4U}) {
    test::PhotoRecipe recipe;
    recipe.photo_px = {900, 1200};
    recipe.print = test::filledIn(form, seed);
    recipe.page.page_mm = {210, 210 * 906.0 / 700};
    recipe.camera.roll = 0.1;
    recipe.camera.fill = 0.88;
    recipe.seed = seed;
    writeImage(folder_ / fmt::format("filled{}.png", seed), test::photograph(recipe).photo, FileFormat::png);
  }
  makePhoto("page.jpg");  // no form at all
  const ProgramRun run =
      runPlaten({"register", in("filled3.png"), in("page.jpg"), in("filled4.png"), "--reference", in("form.png"), "-o",
                 in("out"), "--warp-out", in("warps"), "--json", "--jobs", "2"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("looking at what the photos have in common\n"));
  EXPECT_THAT(filesIn("out"), ElementsAre("filled3.png", "filled4.png"));
  EXPECT_THAT(run.err, HasSubstr("page.jpg: "));
  EXPECT_THAT(run.err, HasSubstr("form.png"));
  const Image flat = readImage(folder_ / "out/filled3.png");
  EXPECT_NEAR(static_cast<double>(flat.height()) / flat.width(), 906.0 / 700, 0.002);

  // What is kept is a warp like any other.
  const ProgramRun applied =
      runPlaten({"apply", in("warps/filled3.warp.json"), in("filled3.png"), "-o", in("again.png")});
  EXPECT_EQ(applied.status, 0) << applied.err;
  const Image again = readImage(folder_ / "again.png");
  EXPECT_EQ(again.size(), flat.size());
  EXPECT_EQ(runPlaten({"inspect", in("warps/filled3.warp.json")}).status, 0);

  const ProgramRun over =
      runPlaten({"register", in("filled3.png"), "--reference", in("form.png"), "-o", in("form.png")});
  EXPECT_EQ(over.status, 2);
  EXPECT_EQ(runPlaten({"register", in("filled3.png"), "-o", in("x.png")}).status, 2);
  for (const char* edges : {"0,0,inf,906", "0,0,1e9,1e9", "5000,5000,6000,6000"}) {
    const ProgramRun wrong =
        runPlaten({"register", in("filled3.png"), "--reference", in("form.png"), "-o", in("y.png"), "--sheet", edges});
    EXPECT_EQ(wrong.status, 2) << edges;
    EXPECT_THAT(wrong.err, HasSubstr("--sheet"));
  }
}

TEST_F(Program, PinsOfAFormAreOfOnePhotoAndOfItsOnePage) {
  writeImage(folder_ / "form.png", test::drawForm({700, 906}, 1), FileFormat::png);
  makePhoto("page.jpg");
  const auto registered = [&](const std::vector<std::string>& photos, const std::string& pins) {
    std::ofstream(folder_ / "pins.json") << pins;
    std::vector<std::string> words{"register"};
    words.insert(words.end(), photos.begin(), photos.end());
    for (const std::string& word : {std::string("--reference"), in("form.png"), std::string("--pins"), in("pins.json"),
                                    std::string("-o"), in("out/")}) {
      words.push_back(word);
    }
    return runPlaten(words);
  };
  const std::string one = R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [10, 20], "page": [0, 0]}]}]})";
  const ProgramRun two = registered({in("page.jpg"), in("form.png")}, one);
  EXPECT_EQ(two.status, 2);
  EXPECT_THAT(two.err, HasSubstr("--pins belongs to one photo"));
  const ProgramRun turned =
      registered({in("page.jpg")},
                 R"({"platen_pins": 1, "pages": [{"rotation": 90, "pins": [{"photo": [10, 20], "page": [0, 0]}]}]})");
  EXPECT_EQ(turned.status, 1);
  EXPECT_THAT(turned.err, HasSubstr("pins.json: pins of a form"));
  const ProgramRun far = registered(
      {in("page.jpg")}, R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [90000, 20], "page": [0, 0]}]}]})");
  EXPECT_EQ(far.status, 1);
  EXPECT_THAT(far.err, HasSubstr("lies far outside the photo"));
}

TEST_F(Program, FitMakesTheFoldersOfItsFiles) {
  makePhoto("page.jpg");
  const ProgramRun run =
      runPlaten({"fit", in("page.jpg"), "-o", in("new/a/warp.json"), "--map-out", in("new/b/map.npy"), "--quiet"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(filesIn("new"), ElementsAre("a", "a/warp.json", "b", "b/map.npy"));
  writeBytes(folder_ / "file", "x");
  const ProgramRun refused = runPlaten({"fit", in("page.jpg"), "-o", in("file/warp.json")});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("the folder can't be made"));
}

TEST_F(Program, WhatCannotBePrintedIsAFailure) {
  makePhoto("page.jpg");
  RunLimits limits;
  limits.out_device = "/dev/full";
  const ProgramRun run = runPlaten({"inspect", in("page.jpg")}, limits);
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("standard output"));
}

TEST_F(Program, DepthAndGreyAreKept) {
  const Image gray = sixteenBitGray(photoOfPage());
  writeImage(folder_ / "deep.tif", gray, FileFormat::tiff);
  ASSERT_EQ(runPlaten({"flatten", in("deep.tif"), "-o", in("out"), "--quiet"}).status, 0);
  const Image flat = readImage(folder_ / "out/deep.tif");
  EXPECT_EQ(flat.type(), PixelType::u16);
  EXPECT_EQ(flat.channels(), 1);
  ASSERT_EQ(runPlaten({"flatten", in("deep.tif"), "-o", in("out"), "--format", "jpeg", "--quiet"}).status, 0);
  EXPECT_EQ(readImage(folder_ / "out/deep.jpg").channels(), 1);
}

TEST_F(Program, ABookOfPhotosInOnePdf) {
  makePhoto("1.jpg");
  makePhoto("2.png", FileFormat::png);
  writeBytes(folder_ / "bad.jpg", "no");
  const ProgramRun run =
      runPlaten({"flatten", in("1.jpg"), in("bad.jpg"), in("2.png"), "-o", in("book.pdf"), "--quiet"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(readBytes(folder_ / "book.pdf"), HasSubstr("/Count 2"));
  EXPECT_THAT(folder_.names(), ElementsAre("1.jpg", "2.png", "bad.jpg", "book.pdf"));
}

TEST_F(Program, AWrongCommandLineWritesNothing) {
  makePhoto("page.jpg");
  makePhoto("sub/page.jpg");
  const std::string before = readBytes(folder_ / "page.jpg");
  const std::string page = in("page.jpg");
  struct Case {
    std::vector<std::string> arguments;
    std::string says;
  };
  const std::vector<Case> cases{
      {{}, "subcommand"},
      {{"flatten"}, "required"},
      {{"flatten", page}, "--out"},
      {{"flatten", page, "--bogus"}, "--bogus"},
      {{"flatten", "--bogus"}, "--bogus"},
      {{"fold", page}, ""},
      {{"flatten", page, "-o", in("o.jpg"), "--model", "sphere"}, "auto|plane|sheet|free"},
      {{"flatten", page, "-o", in("o.jpg"), "--quality", "101"}, "1 to 100"},
      {{"flatten", page, "-o", in("o.jpg"), "--quality", "good"}, "not a number"},
      {{"flatten", page, "-o", in("o.jpg"), "--page", "0"}, "count from 1"},
      {{"flatten", page, "-o", in("o.jpg"), "--memory", "much"}, "--memory: 'much' is not a size"},
      {{"flatten", page, "-o", in("o.jpg"), "--dpi", "300", "--scale", "2"}, "--dpi and --scale"},
      {{"flatten", page, "-o", in("o.webp")}, ".webp"},
      {{"flatten", page, "-o", in("o.png"), "--format", "jpeg"}, "another format"},
      {{"flatten", page, "-o", in("o.jpg"), "--color", "bitonal"}, "bitonal"},
      {{"flatten", page, in("sub/page.jpg"), "-o", in("o.jpg")}, "several photos"},
      {{"flatten", page, in("sub/page.jpg"), "-o", in("o")}, "both would become"},
      {{"flatten", page, "-o", page}, "overwrite the photo"},
      {{"flatten", page, "-o", folder_.path().string()}, "overwrite a photo"},
      {{"fit", page, "-o", page}, "overwrite a photo"},
      {{"fit", page, "-o", in("sub")}, "is a folder"},
      {{"fit", page, "-o", in("new/")}, "is a folder"},
      {{"flatten", page, "-o", in("o.jpg"), "--warp-out", in("o.jpg")}, "written twice"},
      {{"flatten", page, "-o", in("o.jpg"), "--warp-out", in("w"), "--map-out", in("w")}, "written twice"},
      {{"flatten", page, in("sub/page.jpg"), "-o", in("o.pdf"), "--warp-out", in("w.json")}, "need a folder"},
      {{"flatten", page, "-o", in("o.jpg"), "--device", "gpu"}, "--device"},
      {{"flatten", page, "-o", "-"}, "-o -: nothing of this goes to standard output"},
      {{"fit", page, "-o", "-"}, "-o -: nothing"},
      {{"batch", in("sub"), "-o", "-"}, "-o -: nothing"},
      {{"apply", in("w.json"), page, "-o", "-"}, "-o -: nothing"},
      {{"register", page, "--reference", page, "-o", "-"}, "-o -: nothing"},
      {{"register", page, "--reference", in("sub/page.jpg"), "-o", in("o.jpg"), "--crop", "content"}, "--crop content"},
      {{"register", page, "--reference", page, "-o", in("o.jpg"), "--without", "rules"}, "'rules' is none of lines,"},
      {{"flatten", page, "-o", in("o.jpg"), "--without", "keypoints"}, "'keypoints' is none of lines,"},
      {{"batch", in("sub"), "-o", in("o"), "--pdf", "-"}, "--pdf -: nothing"},
      {{"flatten", page, "-o", in("o.jpg"), "--warp-out", "-"}, "--warp-out -: nothing"},
      {{"fit", page, "-o", in("y.jpg")}, "y.jpg: is named as a picture"},
      {{"fit", page, "-o", in("w.json"), "--map-out", in("y.tif")}, "y.tif: is named as a picture"},
      {{"flatten", page, "-o", in("o.jpg"), "--warp-out", in("y.png")}, "y.png: is named as a picture"},
  };
  for (const Case& wrong : cases) {
    const ProgramRun run = runPlaten(wrong.arguments);
    const std::string shown = ::testing::PrintToString(wrong.arguments);
    EXPECT_EQ(run.status, 2) << shown;
    EXPECT_THAT(run.err, StartsWith("platen: ")) << shown;
    EXPECT_THAT(run.err, HasSubstr(wrong.says)) << shown;
    EXPECT_THAT(run.out, IsEmpty()) << shown;
  }
  EXPECT_THAT(folder_.names(), ElementsAre("page.jpg", "sub"));
  EXPECT_EQ(readBytes(folder_ / "page.jpg"), before);
}

TEST_F(Program, AGpuIsUsedOrItIsSaidWhyNot) {
  makePhoto("page.jpg");
  const ProgramRun cuda = runPlaten({"fit", in("page.jpg"), "-o", in("cuda.json"), "--device", "cuda"});
  if (cuda.status != 0) {  // no GPU here, or built without CUDA
    EXPECT_EQ(cuda.status, 2);
    EXPECT_THAT(cuda.err,
                ContainsRegex("^platen: --device cuda: .+ \\(leave the option out: the fit runs on the CPU\\)"));
    EXPECT_THAT(folder_.names(), ElementsAre("page.jpg"));
  }
  for (const char* device : {"auto", "cpu"}) {
    const ProgramRun run = runPlaten({"fit", in("page.jpg"), "-o", in("warp.json"), "--map-out",
                                      in(device + std::string(".npy")), "--device", device});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, Not(HasSubstr("GPU")));
  }
  EXPECT_EQ(readBytes(folder_ / "auto.npy"), readBytes(folder_ / "cpu.npy"));
}

TEST_F(Program, InspectTellsWhatIsKnown) {
  makePhoto("page.jpg");
  const ProgramRun text = runPlaten({"inspect", in("page.jpg")});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr("720"));
  EXPECT_THAT(text.out, HasSubstr("JPEG"));
  ASSERT_EQ(runPlaten({"fit", in("page.jpg"), "-o", in("warp.json"), "--quiet"}).status, 0);
  const ProgramRun both = runPlaten({"inspect", in("page.jpg"), in("none.jpg"), in("warp.json"), "--json"});
  EXPECT_EQ(both.status, 1);
  EXPECT_THAT(both.err, HasSubstr(in("none.jpg")));
  const std::vector<json> facts = jsonLines(both.out);
  ASSERT_EQ(facts.size(), 2U);
  EXPECT_EQ(facts[0]["height"], 960);
  EXPECT_EQ(facts[1]["kind"], "warp");
  ASSERT_EQ(facts[1]["pages"].size(), 1U);
  EXPECT_FALSE(facts[1]["pages"][0].contains("focal_length_35mm")) << "what is seen straight from above has no lens";
  json warp = json::parse(test::readBytes(folder_ / "warp.json"));
  warp["pages"][0]["parameters"].update(
      {{"focal_length", 1.25}, {"focal_length_sigma", 0.125}, {"focal_length_from", "exif"}});
  writeBytes(folder_ / "lens.json", warp.dump());
  const std::vector<json> lens = jsonLines(runPlaten({"inspect", in("lens.json"), "--json"}).out);
  ASSERT_EQ(lens.size(), 1U);
  const json page = lens[0]["pages"][0];
  EXPECT_EQ(page.value("focal_length_35mm", 0.0), 45);
  EXPECT_EQ(page.value("focal_length_error_percent", 0.0), 12.5);
  EXPECT_EQ(page.value("focal_length_from", ""), "exif");
  writeBytes(folder_ / "broken.json", "{\"platen\": 1");
  EXPECT_EQ(runPlaten({"inspect", in("broken.json")}).status, 1);
}

TEST_F(Program, AnInstructionSetThatThereIsNotIsACommandLineThatIsWrong) {
  makePhoto("page.jpg");
  const auto inspected = [&](const char* level) {
    setenv("PLATEN_CPU_LEVEL", level, 1);
    ProgramRun run = runPlaten({"inspect", in("page.jpg")});
    unsetenv("PLATEN_CPU_LEVEL");
    return run;
  };
  const ProgramRun wrong = inspected("fast");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("PLATEN_CPU_LEVEL: 'fast'"));
  EXPECT_THAT(wrong.err, HasSubstr("portable, avx2 or avx512"));
  EXPECT_THAT(wrong.out, IsEmpty());
  EXPECT_EQ(inspected("portable").status, 0);
}

TEST_F(Program, HelpIsAManual) {
  const ProgramRun version = runPlaten({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out,
              ContainsRegex("libtorch [0-9]+\\.[0-9]+[^\n]* \\(not loaded but for --init-model and bench\\)"));
  EXPECT_THAT(version.out, ContainsRegex("OpenCV [0-9]+\\.[0-9]+\\.[0-9]+"));
  for (const std::string command : {"flatten", "fit", "apply", "inspect"}) {
    const ProgramRun help = runPlaten({command, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr("Examples:"));
    EXPECT_THAT(help.err, IsEmpty());
  }
  EXPECT_THAT(runPlaten({"flatten", "--help"}).out, HasSubstr("bilinear|bicubic|lanczos"));
}

}  // namespace
}  // namespace platen::app
