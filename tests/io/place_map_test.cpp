// Places of one picture on another, in JSON, hOCR and ALTO; through a map that bends and turns.
#include "core/io/place_map.h"

#include "core/io/markup.h"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::io {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

// Turned by 0.1 and bent; and back.
Vec2 bent(Vec2 p) {
  const Vec2 q{p.x, p.y + 8 * std::sin(p.x / 150)};
  return {300 + 1.5 * (q.x * std::cos(0.1) - q.y * std::sin(0.1)),
          100 + 1.5 * (q.x * std::sin(0.1) + q.y * std::cos(0.1))};
}
Vec2 straight(Vec2 p) {
  const Vec2 q = (p - Vec2{300, 100}) / 1.5;
  const Vec2 r{q.x * std::cos(0.1) + q.y * std::sin(0.1), -q.x * std::sin(0.1) + q.y * std::cos(0.1)};
  return {r.x, r.y - 8 * std::sin(r.x / 150)};
}
bool isOnPage(Vec2 p) {
  return p.x >= 0 && p.y >= 0 && p.x <= 1000 && p.y <= 1400;
}

const PlaceMap kToSource{[](Vec2 p) { return std::optional(bent(p)); }, isOnPage, {1000, 1400}, {2000, 3000}, "source"};
const PlaceMap kToPage{[](Vec2 p) { return straight(p).x > -500 ? std::optional(straight(p)) : std::nullopt; },
                       [](Vec2 p) {
                         return isOnPage(straight(p) + Vec2{1e-6, 1e-6});
                       },
                       {2000, 3000},
                       {1000, 1400},
                       "page"};
const PlaceMap kShift{[](Vec2 p) {
                        return std::optional(p + Vec2{10, 20});
                      },
                      isOnPage,
                      {1000, 1400},
                      {1100, 1500},
                      "source"};

std::string mapped(const std::string& text, const PlaceMap& map) {
  const Result<MappedPlaces> out = mapPlaces(text, map, "file");
  EXPECT_TRUE(out) << (out ? "" : describe(out.error()));
  return out ? out->text : std::string();
}

TEST(PlaceMap, PointsAndBoxesOfJsonComeBack) {
  const std::string page =
      R"({"points": [[0, 0], [123.5, 456.25], [-50, 3]], "boxes": [[100, 200, 400, 230]], "words": ["a"]})";
  const Result<MappedPlaces> source = mapPlaces(page, kToSource, "file");
  ASSERT_TRUE(source);
  EXPECT_EQ(source->mapped, 4);
  EXPECT_EQ(source->outside, 1);
  const json there = json::parse(source->text);
  EXPECT_EQ(there["frame"], "source");
  EXPECT_EQ(there["width"], 2000);
  EXPECT_EQ(there["words"], json({"a"}));
  EXPECT_EQ(there["outside"], json({{"points", {2}}, {"boxes", json::array()}}));
  EXPECT_NEAR(there["points"][1][0].get<double>(), bent({123.5, 456.25}).x, 1e-3);
  // The box holds the whole outline, also where it is widest between its corners.
  double low = 1e9;
  for (double x = 100; x <= 400; ++x) {
    low = std::min(low, bent({x, 200}).y);
  }
  EXPECT_NEAR(there["boxes"][0][1].get<double>(), low, 0.15);
  EXPECT_GT(there["outlines"][0].size(), 4U);
  const json back = json::parse(mapped(source->text, kToPage));
  EXPECT_EQ(back["frame"], "page");
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_NEAR(back["points"][k][c].get<double>(), json::parse(page)["points"][k][c].get<double>(), 2e-3);
    }
  }
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_NEAR(back["boxes"][0][c].get<double>(), json::parse(page)["boxes"][0][c].get<double>(), 0.2);
  }
  EXPECT_FALSE(mapPlaces(source->text, kToSource, "file"));  // there already
  const Result<MappedPlaces> nowhere = mapPlaces(R"({"points": [[-2000, 0]]})", kToPage, "file");
  ASSERT_TRUE(nowhere);
  EXPECT_EQ(nowhere->nowhere, 1);
  EXPECT_TRUE(json::parse(nowhere->text)["points"][0].is_null());
}

constexpr const char* kHocr = R"(<?xml version="1.0"?><!DOCTYPE html [ <!-- > --> ]>
<html><head><title>bbox 1 2 3 4</title><meta name=x><style>a > b {}</style></head><body>
<!-- <span class='ocr_line' title='bbox 1 2 3 4'> -->
<div class='ocr_page' id="p" title='image "a; bbox 9 9 9 9.png"; bbox 0 0 1000 1400; ppageno 0'>
<p class=ocr_par   title = "bbox 100 200 400 230"  lang="de">a < b &amp; c<br>
<span class='ocr_line' title="bbox 100 200 400 230; baseline 0.01 -5; x_size 30">
<SPAN TITLE='x_wconf 96;bbox 100 200 160 230; x_bboxes 100 200 120 230 120 200 160 230' CLASS='ocrx_word'>caf&eacute;</SPAN>
<span class="other" title="bbox 1 2 3 4">-</span></span></p></div></body></html>
)";

TEST(PlaceMap, OfHocrOnlyPlacesChange) {
  std::string wanted = kHocr;
  const auto change = [&](const std::string& from, const std::string& to) {
    const std::size_t at = wanted.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    wanted.replace(at, from.size(), to);
  };
  change("bbox 0 0 1000 1400", "bbox 0 0 1100 1500");
  change("\"bbox 100 200 400 230\"", "\"bbox 110 220 410 250\"");
  change("bbox 100 200 400 230; baseline 0.01 -5", "bbox 110 220 410 250; baseline 0.01 -5");
  change("bbox 100 200 160 230; x_bboxes 100 200 120 230 120 200 160 230",
         "bbox 110 220 170 250; x_bboxes 110 220 130 250 130 220 170 250");
  EXPECT_EQ(mapped(kHocr, kShift), wanted);
}

TEST(PlaceMap, HocrComesBack) {
  const std::string there = mapped(kHocr, kToSource);
  EXPECT_THAT(there, HasSubstr("; poly "));
  EXPECT_THAT(there, HasSubstr("image \"a; bbox 9 9 9 9.png\"; bbox 0 0 2000 3000"));
  std::string back = mapped(there, kToPage);
  EXPECT_THAT(back, Not(HasSubstr("poly")));
  EXPECT_THAT(back, HasSubstr("title = \"bbox 100 200 400 230\""));
  EXPECT_THAT(back, HasSubstr("TITLE='x_wconf 96;bbox 100 200 160 230; x_bboxes"));
  // A straight line stands for the bent one: within two pixels.
  const std::size_t at = back.find("baseline ");
  const std::vector<double> line = numbersOf(std::string_view(back).substr(at, back.find(';', at) - at));
  ASSERT_EQ(line.size(), 2U);
  EXPECT_NEAR(line[1], -5, 2);
  EXPECT_NEAR(line[0] * 300 + line[1], 0.01 * 300 - 5, 2);
}

constexpr const char* kAlto = R"(<?xml version="1.0" encoding="UTF-8"?>
<a:alto xmlns:a="http://www.loc.gov/standards/alto/ns-v4#"><a:Description><a:MeasurementUnit>pixel</a:MeasurementUnit></a:Description>
<a:Layout><a:Page WIDTH="1000" HEIGHT="1400" ID="p"><a:PrintSpace HPOS="0" VPOS="0" WIDTH="1000" HEIGHT="1400">
<a:TextLine ID="l" HPOS="100" VPOS="200" WIDTH="300" HEIGHT="30" BASELINE="100,225 400,228">
<a:String CONTENT="a &gt; b" WC="0.9" HPOS="100" VPOS="200" WIDTH="60" HEIGHT="30" /><a:SP WIDTH="9" VPOS="200" HPOS="160"/>
<a:String CONTENT="c" HPOS='169' VPOS='200' WIDTH='60' HEIGHT='30'><a:Shape><a:Polygon POINTS="170,200 229,201 229,230"/></a:Shape></a:String>
</a:TextLine></a:PrintSpace></a:Page></a:Layout></a:alto>
)";

TEST(PlaceMap, OfAltoOnlyPlacesChange) {
  std::string wanted = kAlto;
  for (const auto& [from, to] : std::initializer_list<std::pair<std::string, std::string>>{
           {R"(<a:Page WIDTH="1000" HEIGHT="1400")", R"(<a:Page WIDTH="1100" HEIGHT="1500")"},
           {R"(HPOS="0" VPOS="0")", R"(HPOS="10" VPOS="20")"},
           {R"(HPOS="100" VPOS="200" WIDTH="300")", R"(HPOS="110" VPOS="220" WIDTH="300")"},
           {"100,225 400,228", "110,245 410,248"},
           {R"(HPOS="100" VPOS="200" WIDTH="60")", R"(HPOS="110" VPOS="220" WIDTH="60")"},
           {R"(VPOS="200" HPOS="160")", R"(VPOS="220" HPOS="170")"},
           {"HPOS='169' VPOS='200' WIDTH='60'", "HPOS='180' VPOS='220' WIDTH='59'"},
           {"170,200 229,201 229,230", "180,220 239,221 239,250"}}) {
    const std::size_t at = wanted.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    wanted.replace(at, from.size(), to);
  }
  EXPECT_EQ(mapped(kAlto, kShift), wanted);
}

TEST(PlaceMap, AltoComesBackWithPolygons) {
  const std::string there = mapped(kAlto, kToSource);
  EXPECT_THAT(there, HasSubstr("<a:Shape><a:Polygon POINTS=\""));
  EXPECT_THAT(there, HasSubstr("\" ><a:Shape>"));  // of what was an empty element
  EXPECT_THAT(there, HasSubstr("</a:Shape></a:String><a:SP "));
  const std::string back = mapped(there, kToPage);
  const std::string page = kAlto;
  const auto boxes = [](const std::string& text) {
    std::vector<std::vector<double>> all;
    for (const MarkupTag& tag : tagsOf(text)) {
      if (tag.find("HPOS") == nullptr) {
        continue;
      }
      std::vector<double> box;
      for (const char* side : {"HPOS", "VPOS", "WIDTH", "HEIGHT"}) {
        box.push_back(tag.find(side) == nullptr ? 0 : numbersOf(tag.find(side)->value).at(0));
      }
      all.push_back(box);
    }
    return all;
  };
  const auto before = boxes(page);
  const auto after = boxes(back);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t k = 0; k + 1 < before.size(); ++k) {  // the last one's polygon says less than its box
    for (std::size_t c = 0; c < 4; ++c) {
      EXPECT_NEAR(before[k][c], after[k][c], 0.5) << k << ", " << c;
    }
  }
}

// Of an element that has a place nothing stays in the frame that it came from; what has none is counted.
TEST(PlaceMap, PartsWithoutAPlaceGo) {
  const std::string word = mapped(
      "<p class='ocrx_word' title='bbox -600 100 0 130; x_bboxes -600 100 -500 130 -100 100 0 130; x_wconf 9'>ab</p>",
      kToPage);
  EXPECT_THAT(word, Not(HasSubstr("-600 100")));
  EXPECT_THAT(word, Not(HasSubstr("x_bboxes")));
  EXPECT_THAT(word, HasSubstr("; x_wconf 9'>ab</p>"));
  const Result<MappedPlaces> line = mapPlaces(
      "<alto><TextLine HPOS=\"-600\" VPOS=\"100\" WIDTH=\"600\" HEIGHT=\"30\" BASELINE=\"-600,125 -500,125\" "
      "ID=\"a\"><SP HPOS=\"-600\" VPOS=\"100\" WIDTH=\"9\"/></TextLine></alto>",
      kToPage, "file");
  ASSERT_TRUE(line);
  EXPECT_THAT(line->text, Not(HasSubstr("BASELINE")));
  EXPECT_THAT(line->text, HasSubstr("\" ID=\"a\">"));
  EXPECT_EQ(line->mapped, 2);
  EXPECT_EQ(line->nowhere, 1);
}

// Its boxes would come to lie anywhere.
TEST(PlaceMap, WhatWasReadOnAPictureOfAnotherSizeIsRefused) {
  const auto hocr = [](const std::string& bbox) {
    return "<div class='ocr_page' title='image \"a.png\"; bbox " + bbox +
           "'><span class='ocr_line' title='bbox 100 200 160 230'>a</span></div>";
  };
  const auto alto = [](const std::string& size) {
    return "<alto><Layout><Page " + size + "><String HPOS='1' VPOS='2' WIDTH='3' HEIGHT='4'/></Page></Layout></alto>";
  };
  const auto places = [](const std::string& size) { return "{\"points\": [[1, 2]]" + size + "}"; };
  for (const std::string& text :
       {hocr("0 0 500 700"), hocr("0 0 1002 1400"), hocr("0 0 1000 1398"), alto("WIDTH='500' HEIGHT='700'"),
        alto("HEIGHT='1402' WIDTH='1000'"), places(", \"width\": 500, \"height\": 700")}) {
    const Result<MappedPlaces> out = mapPlaces(text, kToSource, "page.hocr");
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().kind, ErrorKind::badInput);
    EXPECT_THAT(describe(out.error()), HasSubstr("page.hocr"));
    EXPECT_THAT(describe(out.error()), HasSubstr("not on this warp's page of 1000x1400"));
    EXPECT_THAT(describe(out.error()), HasSubstr("--warp-out"));
  }
  const Result<MappedPlaces> half = mapPlaces(hocr("0 0 500 700"), kToSource, "page.hocr");
  EXPECT_THAT(describe(half.error()), HasSubstr("of 500x700 pixels"));
  EXPECT_THAT(describe(half.error()), HasSubstr("--page-size 500x700"));
  for (const std::string& text : {hocr("0 0 1000 1400"), alto("WIDTH='1000' HEIGHT='1400'")}) {
    const Result<MappedPlaces> out = mapPlaces(text, kToPage, "photo.hocr");
    ASSERT_FALSE(out) << text;
    EXPECT_THAT(describe(out.error()), HasSubstr("of 1000x1400 pixels, not on the photo of 2000x3000"));
  }
  // A pixel is rounding; and where no size is said, or that of a part of the picture, there is nothing to compare.
  for (const std::string& text :
       {hocr("0 0 1001 1399"), hocr("20 30 500 700"), hocr("0 0 0 0"), alto("WIDTH='999' HEIGHT='1400.6'"),
        alto("ID='p'"), places(""), places(", \"width\": \"wide\""), places(", \"width\": 1000, \"height\": 1400")}) {
    EXPECT_TRUE(mapPlaces(text, kToSource, "page.hocr")) << text;
  }
}

TEST(PlaceMap, WhatIsNoneOfTheThreeIsRefused) {
  for (const char* text :
       {"", "x", "{}", "{\"points\": 3}", "{\"points\": [[1]]}", "{\"boxes\": [[1, 2, 3]]}", "<html/>",
        "<alto><MeasurementUnit>mm10</MeasurementUnit></alto>", "[[1, 2]]", "<", "<a b='"}) {
    const Result<MappedPlaces> out = mapPlaces(text, kShift, "file");
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().kind, ErrorKind::badInput);
  }
}

// Whatever is torn off: no reading beyond the end, and nothing lost.
TEST(PlaceMap, TornMarkupIsPassedOver) {
  for (const std::string& text : {std::string(kHocr), std::string(kAlto)}) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      const std::string torn = text.substr(0, length);
      if (const Result<MappedPlaces> out = mapPlaces(torn, kShift, "file")) {
        EXPECT_GE(out->text.size() + 40, torn.size());
      }
    }
  }
}

}  // namespace
}  // namespace platen::io
