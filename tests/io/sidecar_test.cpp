// WARP.json: what is written comes back bit for bit, what is not known is kept, what is wrong is said.
#include "core/io/sidecar.h"

#include "core/io/image_address.h"
#include "core/io/source_digest.h"
#include "tests/io/photo_fixtures.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::io {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using testing::HasSubstr;

Sidecar example() {
  Sidecar sidecar;
  sidecar.source_file = "photos/IMG 1.jpg";
  sidecar.source_sha256 = std::string(64, 'a');
  sidecar.source_size = {4032, 3024};
  sidecar.exif_orientation = 6;
  for (int index : {1, 2}) {
    SidecarPage page;
    page.index = index;
    page.reading_rotation = 90 * index;
    page.model = WarpModel::free;
    page.confidence = 0.1 + 0.2;
    page.warnings = {"the left side is not in the photo"};
    page.output_px = {1234.5678901234567, 1750};
    page.output_dpi = 300;
    page.map = {3, 4, {}};
    for (int k = 0; k < 12; ++k) {
      page.map.points.push_back({std::sqrt(2.0) * k * index, -1.0 / 3 * k});
    }
    page.parameters["focal"] = {1.25, 1e-300, M_PI};
    page.parameters["empty"] = {};
    page.paper = index == 1 ? "A4" : "";
    page.paper_is_assumed = index == 1;
    page.focal_length = index == 1 ? FocalLength{1.2345678901234567, 0.12, FocalSource::exif} : FocalLength{};
    page.steps = 240;
    page.energy_first = 12.5;
    page.energy_last = 0.3;
    page.seconds = 0.21;
    page.content_uv = {0.1, 0.05, 0.9, 0.95};
    if (index == 2) {
      page.exported = ExportedPage{{2480, 3508}, {-0.1, 1.0 / 3, 1.05, 2}, 299.5};
    }
    sidecar.pages.push_back(page);
  }
  return sidecar;
}

TEST(Sidecar, ComesBackBitForBit) {
  const ScratchFolder folder;
  const Sidecar written = example();
  ASSERT_TRUE(writeSidecar(folder / "warp.json", written));
  const auto read = readSidecar(folder / "warp.json");
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->source_file, written.source_file);
  EXPECT_EQ(read->source_sha256, written.source_sha256);
  EXPECT_EQ(read->pages[0].exported, std::nullopt);
  EXPECT_EQ(read->pages[1].exported, written.pages[1].exported);
  EXPECT_EQ(read->source_size, written.source_size);
  EXPECT_EQ(read->exif_orientation, 6);
  EXPECT_EQ(read->unknown, "");
  ASSERT_EQ(read->pages.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    const SidecarPage& a = written.pages[k];
    const SidecarPage& b = read->pages[k];
    EXPECT_EQ(a.index, b.index);
    EXPECT_EQ(a.reading_rotation, b.reading_rotation);
    EXPECT_EQ(a.model, b.model);
    EXPECT_EQ(a.confidence, b.confidence);
    EXPECT_EQ(a.warnings, b.warnings);
    EXPECT_EQ(a.output_px, b.output_px);
    EXPECT_EQ(a.output_dpi, b.output_dpi);
    EXPECT_EQ(a.map, b.map);
    EXPECT_EQ(a.parameters, b.parameters);
    EXPECT_EQ(a.paper, b.paper);
    EXPECT_EQ(a.paper_is_assumed, b.paper_is_assumed);
    EXPECT_EQ(a.focal_length, b.focal_length);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.energy_first, b.energy_first);
    EXPECT_EQ(a.energy_last, b.energy_last);
    EXPECT_EQ(a.seconds, b.seconds);
    EXPECT_EQ(a.content_uv, b.content_uv);
  }
}

TEST(Sidecar, HasTheSchemasShape) {
  const ScratchFolder folder;
  ASSERT_TRUE(writeSidecar(folder / "warp.json", example()));
  const json warp = json::parse(readBytes(folder / "warp.json"));
  EXPECT_EQ(warp["platen"], 1);
  EXPECT_EQ(warp["source"]["width"], 4032);
  EXPECT_EQ(warp["source"]["exif_orientation"], 6);
  const json& page = warp["pages"][0];
  EXPECT_EQ(page["model"], "free");
  EXPECT_EQ(page["map"]["points"].size(), 12U);
  EXPECT_EQ(page["map"]["points"][1].size(), 2U);
  EXPECT_TRUE(page["output"]["height"].is_number_integer());
  EXPECT_EQ(page["fit"]["energy"], json::array({12.5, 0.3}));
  EXPECT_EQ(page["fit"]["steps"], 240);
  EXPECT_EQ(page["parameters"]["paper_assumed"], true);
  EXPECT_FALSE(warp["pages"][1]["parameters"].contains("paper_assumed"));
  EXPECT_EQ(page["parameters"]["focal_length_sigma"], 0.12);
  EXPECT_EQ(page["parameters"]["focal_length_from"], "exif");
  EXPECT_FALSE(warp["pages"][1]["parameters"].contains("focal_length"));
}

// It is there to be read: what someone made of it stops nobody.
TEST(Sidecar, AFocalLengthThatIsNoneIsNotKnown) {
  const ScratchFolder folder;
  ASSERT_TRUE(writeSidecar(folder / "warp.json", example()));
  const json warp = json::parse(readBytes(folder / "warp.json"));
  for (const auto& [name, value] : std::vector<std::pair<const char*, json>>{{"focal_length", -1},
                                                                             {"focal_length", "long"},
                                                                             {"focal_length_sigma", nullptr},
                                                                             {"focal_length_from", "the sky"}}) {
    json changed = warp;
    changed["pages"][0]["parameters"][name] = value;
    writeBytes(folder / "changed.json", changed.dump());
    const auto read = readSidecar(folder / "changed.json");
    ASSERT_TRUE(read) << name << ": " << describe(read.error());
    EXPECT_EQ(read->pages[0].focal_length, FocalLength{}) << name << " " << value;
  }
}

TEST(Sidecar, KeepsUnknownKeysAtEveryLevel) {
  const ScratchFolder folder;
  ASSERT_TRUE(writeSidecar(folder / "warp.json", example()));
  json warp = json::parse(readBytes(folder / "warp.json"));
  warp["note"] = {{"by", "someone"}};
  warp["source"]["lens"] = "50 mm";
  warp["pages"][1]["tags"] = {"a", "b"};
  warp["pages"][1]["map"]["frame"] = "source";
  warp["pages"][1]["output"]["paper"] = "A4";
  warp["pages"][1]["parameters"]["kind"] = "text";
  warp["pages"][0]["parameters"]["pages"] = {1.0, 2.0};  // named as the pages are
  writeBytes(folder / "warp.json", warp.dump());
  auto read = readSidecar(folder / "warp.json");
  ASSERT_TRUE(read) << describe(read.error());
  read->pages[1].confidence = 0.5;
  std::swap(read->pages[0], read->pages[1]);  // pages are known by their index, not by their place
  ASSERT_TRUE(writeSidecar(folder / "again.json", *read));
  const json again = json::parse(readBytes(folder / "again.json"));
  EXPECT_EQ(again["note"], warp["note"]);
  EXPECT_EQ(again["source"], warp["source"]);
  json expected = warp["pages"][1];
  expected["confidence"] = 0.5;
  EXPECT_EQ(again["pages"][0], expected);
  EXPECT_EQ(again["pages"][1], warp["pages"][0]);
}

TEST(Sidecar, SaysWhatIsWrong) {
  const ScratchFolder folder;
  ASSERT_TRUE(writeSidecar(folder / "warp.json", example()));
  const json good = json::parse(readBytes(folder / "warp.json"));
  const auto message = [&](const std::string& pointer, const json& value) {
    json bad = good;
    const json::json_pointer at(pointer);
    if (value.is_discarded()) {
      bad[at.parent_pointer()].erase(at.back());
    } else {
      bad[at] = value;
    }
    writeBytes(folder / "bad.json", bad.dump());
    const auto read = readSidecar(folder / "bad.json");
    EXPECT_FALSE(read) << pointer;
    if (read) {
      return std::string();
    }
    EXPECT_EQ(read.error().kind, ErrorKind::badInput);
    return read.error().message;
  };
  const json gone(json::value_t::discarded);
  EXPECT_THAT(message("/platen", 2), HasSubstr("schema version 2, newer than"));
  EXPECT_THAT(message("/platen", gone), HasSubstr("not a Platen warp"));
  EXPECT_THAT(message("/source/width", gone), HasSubstr("source.width"));
  EXPECT_THAT(message("/source/width", 0), HasSubstr("source.width"));
  EXPECT_THAT(message("/source/exif_orientation", 9), HasSubstr("exif_orientation"));
  EXPECT_THAT(message("/pages", "x"), HasSubstr("pages"));
  EXPECT_THAT(message("/pages/0/reading_rotation", 45), HasSubstr("reading_rotation"));
  EXPECT_THAT(message("/pages/0/model", "bent"), HasSubstr("bent"));
  EXPECT_THAT(message("/pages/1/map/rows", 5), HasSubstr("12 points"));
  EXPECT_THAT(message("/pages/1/map/rows", 1), HasSubstr("pages[1].map.rows"));
  EXPECT_THAT(message("/pages/1/map/rows", 1e18), HasSubstr("pages[1].map.rows"));
  EXPECT_THAT(message("/pages/1/map/points/3", json::array({1})), HasSubstr("[x, y]"));
  EXPECT_THAT(message("/pages/1/map/points/3/0", nullptr), HasSubstr("points"));
  // Eight longer sides of 4032 pixels from the middle of the photo.
  EXPECT_THAT(message("/pages/1/map/points/3/0", 1e300),
              HasSubstr("pages[1].map.points\" that lies far from the photo"));
  EXPECT_THAT(message("/pages/1/map/points/3/1", -31000), HasSubstr("far from the photo"));
  EXPECT_THAT(message("/pages/1/map/points/3/0", 34300), HasSubstr("far from the photo"));
  EXPECT_THAT(message("/pages", json::array()), HasSubstr("no page"));
  EXPECT_THAT(message("/pages/0/output/width", -3), HasSubstr("output size"));
  EXPECT_THAT(message("/pages/0/fit/steps", "many"), HasSubstr("fit.steps"));
  for (const json& confidence : {json(7), json(-0.5), json(nullptr)}) {
    EXPECT_THAT(message("/pages/1/confidence", confidence), HasSubstr("in \"pages[1].confidence\"")) << confidence;
  }
  EXPECT_THAT(message("/pages/0/confidence", 7),
              HasSubstr("holds 7 in \"pages[0].confidence\", which lies not in 0..1"));
  EXPECT_THAT(message("/pages/0/output/dpi", -300), HasSubstr("holds -300 in \"pages[0].output.dpi\""));
  EXPECT_THAT(message("/pages/1/exported/dpi", -1), HasSubstr("pages[1].exported.dpi"));
  for (const json& box : {json({0, 0, 1}), json({0, 0, 1, 1, 1}), json({0, 0, nullptr, 1}), json({0.9, 0, 0.1, 1}),
                          json({0, 0.5, 1, 0.5}), json({0, 0, 1e300, 1}), json("x")}) {
    EXPECT_THAT(message("/pages/1/content_uv", box), HasSubstr("pages[1].content_uv")) << box;
  }
  std::string beyond = good.dump();  // a number that no double holds is no cut-off file
  beyond.replace(beyond.find("\"confidence\":"), 13, "\"confidence\":1e999,\"was\":");
  writeBytes(folder / "bad.json", beyond);
  EXPECT_EQ(readSidecar(folder / "bad.json").error().message, "holds a number that is too large in \"confidence\"");
  writeBytes(folder / "bad.json", R"({"platen": 1, "source": )");
  EXPECT_THAT(readSidecar(folder / "bad.json").error().message, HasSubstr("not JSON"));
  writeBytes(folder / "bad.json", "[1]");
  EXPECT_EQ(readSidecar(folder / "bad.json").error().kind, ErrorKind::badInput);
  EXPECT_EQ(readSidecar(folder / "none.json").error().kind, ErrorKind::notFound);
  EXPECT_EQ(readSidecar(folder.path()).error().kind, ErrorKind::badInput);
}

TEST(MapNpy, IsAnArrayThatNumPyReads) {
  const ScratchFolder folder;
  const WarpGrid small = identityGrid({100, 50});
  const WarpGrid large{3, 3, {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2.5, 2}}};
  ASSERT_TRUE(writeMapNpy(folder / "map.npy", {small, large}));
  const std::string bytes = readBytes(folder / "map.npy");
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 3, 2), }";
  ASSERT_EQ(bytes.size(), 128U + 2 * 3 * 3 * 2 * 4);
  EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(bytes.substr(10, header.size()), header);
  EXPECT_EQ(bytes.substr(10 + header.size(), 118 - header.size()), std::string(117 - header.size(), ' ') + "\n");
  std::vector<float> values(36);
  std::memcpy(values.data(), bytes.data() + 128, 144);
  EXPECT_FLOAT_EQ(values[8], 50);  // page 0, row 1, column 1: the middle of the smaller grid, resampled
  EXPECT_FLOAT_EQ(values[9], 25);
  EXPECT_FLOAT_EQ(values[34], 2.5);  // page 1, row 2, column 2
  EXPECT_FLOAT_EQ(values[35], 2);
}

TEST(Sha256, AgreesWithTheStandardsExamples) {
  const ScratchFolder folder;
  writeBytes(folder / "abc", "abc");  // FIPS 180-4's examples
  EXPECT_EQ(sha256(folder / "abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  writeBytes(folder / "a", std::string(1000000, 'a'));
  EXPECT_EQ(sha256(folder / "a"), std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
  EXPECT_EQ(sha256(folder / "none").error().kind, ErrorKind::notFound);
}

TEST(SourceDigest, IsReadOnceWhileTheFileStaysTheSame) {
  const ScratchFolder folder;
  const fs::path file = folder / "book.pdf";
  const auto then = fs::file_time_type::clock::now() - std::chrono::hours(1);
  const auto write = [&](const char* text, fs::file_time_type time) {
    std::ofstream(file, std::ios::in | std::ios::out) << text;  // the same file
    fs::last_write_time(file, time);
  };
  writeBytes(file, "one");
  fs::last_write_time(file, then);
  const std::string one = *sourceSha256(addressed(file, 3));
  EXPECT_EQ(one, *sha256(file));
  write("two", then);  // nothing tells
  EXPECT_EQ(*sourceSha256(addressed(file, 4)), one);
  fs::last_write_time(file, then + std::chrono::nanoseconds(10));
  EXPECT_EQ(*sourceSha256(file), *sha256(file));
  EXPECT_NE(*sourceSha256(file), one);
  EXPECT_EQ(sourceSha256(folder / "none").error().kind, ErrorKind::notFound);
  // Just written: the next change may have the same time.
  const auto now = fs::file_time_type::clock::now();
  write("two", now);
  EXPECT_EQ(*sourceSha256(file), *sha256(file));
  write("six", now);
  EXPECT_EQ(*sourceSha256(file), *sha256(file));
}

}  // namespace
}  // namespace platen::io
