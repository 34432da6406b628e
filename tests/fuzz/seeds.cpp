// Writes what fuzzing begins with: FOLDER/TARGET/..., small files of every kind, of this program's own making.
#include "core/io/batch_manifest.h"
#include "core/io/journal_file.h"
#include "core/io/project_file.h"
#include "core/io/project_records.h"
#include "core/io/sidecar.h"
#include "tests/io/every_kind.h"
#include "tests/io/heif_photos.h"
#include "tests/io/modern_photos.h"
#include "tests/io/photo_fixtures.h"

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace platen::fuzz {
namespace {

namespace fs = std::filesystem;
using io::writeBytes;

std::string targetOf(const io::PhotoOfAKind& photo) {
  return photo.name.substr(0, photo.name.find('-'));
}

void writePhotos(const fs::path& folder) {
  for (const io::PhotoOfAKind& photo : io::photosOfEveryKind({21, 19})) {
    fs::create_directories(folder / targetOf(photo));
    writeBytes(folder / targetOf(photo) / photo.name, photo.bytes);
  }
  const std::vector<io::PhotoOfAKind> heif = io::heifPhotos({64, 64});
  if (heif.empty()) {
    std::fprintf(stderr, "platen_fuzz_seeds: no HEIC or AVIF: libheif or its encoders are not there\n");
  }
  for (const io::PhotoOfAKind& photo : heif) {
    writeBytes(folder / "heif" / photo.name, photo.bytes);
  }
  // Tiles beyond what the file can hold: 30000 x 30000 pixels in tiles of 118.
  std::string claims = io::encodeJpeg2000(io::noiseImage({21, 19}, 3, PixelType::u8), {.bare = true});
  claims.replace(8, 8, std::string("\0\0\x75\x30\0\0\x75\x30", 8));
  claims.replace(24, 8, std::string("\0\0\0\x76\0\0\0\x76", 8));
  writeBytes(folder / "jpeg2000" / "claims.j2k", claims);
}

void require(const Result<void>& done) {
  if (!done) {
    throw std::runtime_error(describe(done.error()));
  }
}

WarpGrid grid() {
  return {2, 3, {{0, 0}, {300, 10.5}, {600, 0}, {0, 400}, {300, 410.25}, {600, 400}}};
}

void writeSidecars(const fs::path& folder) {
  io::Sidecar sidecar;
  sidecar.source_file = "photo.jpg";
  sidecar.source_sha256 = std::string(64, 'a');
  sidecar.source_size = {640, 480};
  io::SidecarPage page;
  page.output_px = {300, 400};
  page.output_dpi = 300;
  page.warnings = {"part of the page lies outside the photo"};
  page.map = grid();
  page.parameters = {{"focal", {1.2}}, {"sheet", {0.1, -0.2, 3e-5}}};
  page.paper = "A4";
  sidecar.pages = {page, page};
  sidecar.pages[1].index = 2;
  sidecar.unknown = R"({"other": {"kept": [1, null]}})";
  require(io::writeSidecar(folder / "two.json", sidecar));
}

void writeGuides(const fs::path& folder) {
  writeBytes(folder / "one.json", R"({"platen_pins": 1, "pages": [{"pins": [{"photo": [1, 2], "page": [0, 0]}]}]})");
  writeBytes(folder / "two.json", R"({"platen_pins": 1, "pages": [
    {"index": 2, "rotation": 90, "pins": [{"photo": [10, 20.5], "page": [0, 1]}],
     "lines": [{"photo": [[1, 2], [3, 4], [5, 6]], "runs": "upright"}], "spine": [[1, 2], [3, 400]]},
    {"index": 1, "lines": [{"photo": [[1, 2], [3, 4]], "runs": "level"}]}]})");
}

io::KeptPhoto keptPhoto(const fs::path& file) {
  io::KeptPhoto photo;
  photo.file = file;
  photo.fit.rotate = Rotation::deg90;
  photo.fit.without = {Evidence::rules, Evidence::margins};
  photo.out.quality = 80;
  photo.due = io::KeptDue::onward;
  photo.spine = {{300, 0}, {310, 400}};
  io::KeptPage page;
  page.fit.grid = grid();
  page.fit.parameters = {{"focal", {1.2}}};
  page.fit.warnings = {"unsure"};
  page.fit.energies = {{"lines", 3, 1}};
  page.density_dpi = 300;
  page.seconds = {{"fit", 0.25}};
  page.pins = {{{10, 20}, {0, 0}}};
  page.strokes = {{{{1, 2}, {3, 4}}, false}};
  photo.pages = {page};
  PageGuide start;
  start.reading_rotation = 90;
  start.pins = page.pins;
  start.shape = grid();
  start.shape_extent_px = {200, 300};
  photo.start.pages = {start};
  return photo;
}

void writeProjects(const fs::path& folder, const fs::path& journals) {
  const io::KeptPresets presets{{.model = ModelLimit::sheet}, {.quality = 70}};
  auto writer = io::ProjectWriter::create(folder / "book.platen", 0, presets, {});
  for (const char* name : {"/photos/a.jpg", "/photos/two\nlines.jpg", "/photos/latin\xE9.jpg"}) {
    require((*writer)->add(keptPhoto(name)));
  }
  static_cast<void>((*writer)->finish());
  require((*writer)->commit());

  const std::vector<std::string> texts{
      recordOf(io::JournalHead{std::string(64, 'b')}), recordOf(keptPhoto("/photos/a.jpg"), "/photos"),
      recordOf(io::PhotoList{{"/photos/a.jpg", "/photos/b.jpg"}, "/photos/b.jpg", presets}, "/photos"),
      recordOf(io::CurrentPhoto{"/photos/a.jpg"}, "/photos"), recordOf(io::SavingProject{std::string(64, 'c')})};
  std::string lines;
  for (const std::string& text : texts) {
    lines += text + "\n";
  }
  writeBytes(journals / "texts", lines);
  const auto journal = io::JournalFile::open(journals / "whole");
  if (!journal || !(*journal)->append(texts)) {
    throw std::runtime_error("no journal");
  }
}

void writeManifests(const fs::path& folder) {
  BatchPage page;
  page.photo = "sub/a.jpg";
  page.page = 1;
  page.pages = 2;
  page.done = true;
  page.output = "sub/a_1.jpg";
  page.output_bytes = std::uint64_t{1} << 60;
  page.model = "sheet";
  page.confidence = 0.5;
  page.warnings = {"unsure"};
  page.seconds = {{"fit", 0.25}};
  page.source_px = page.out_px = {3000, 4000};
  page.dpi = 300;
  page.source = {12345, 1'700'000'000'123'456'789};
  page.version = "0.1.0";
  page.options = "0123456789abcdef";
  std::string lines = io::manifestLine(page) + "\n";
  page.page = 2;
  lines += io::manifestLine(page) + "\n";
  page = {};
  page.photo = "latin\xE9.jpg";
  page.kind = "unreadable";
  page.reason = "is empty";
  page.review = true;
  lines += io::manifestLine(page) + "\n";
  writeBytes(folder / "manifest.jsonl", lines);
}

void writePdfs(const fs::path& folder) {
  const Image image = io::noiseImage({21, 19}, 3, PixelType::u8);
  const std::string gray(21 * 19, '\x55');
  const auto write = [&](const char* name, const io::PdfImageKind& page) { io::writePdf(folder / name, {page, page}); };
  write("jpeg.pdf", {.filter = "/DCTDecode", .data = io::encodeJpeg(image, {}), .size = image.size()});
  write("jpeg2000.pdf",
        {.filter = "/JPXDecode", .colors = "", .data = io::encodeJpeg2000(image, {}), .size = image.size()});
  write("gray.pdf", {.colors = "/DeviceGray", .more = "/Decode [1 0]", .data = gray, .size = image.size()});
  write("palette.pdf", {.colors = "[/Indexed /DeviceRGB 1 <102030F0E0D0>]", .data = gray, .size = image.size()});
  write("fax.pdf", {.filter = "/CCITTFaxDecode",
                    .parameters = "<< /K -1 /Columns 21 >>",
                    .colors = "/DeviceGray",
                    .bits = 1,
                    .data = gray,
                    .size = image.size()});
}

void writePlaces(const fs::path& folder) {
  writeBytes(folder / "points.json",
             R"({"platen_places": 1, "points": [[1, 2], [300.5, 40]], "boxes": [[1, 2, 30, 40]]})");
  writeBytes(folder / "list.json", "[[1, 2], [3, 4]]");
  writeBytes(folder / "page.hocr",
             R"(<html><body><div class="ocr_page" title="bbox 0 0 300 400; image a.jpg"><span class="ocr_line")"
             R"( title="bbox 10 20 200 40; baseline 0.01 -3"><span class="ocrx_word" title="bbox 10 20 60 40">a&amp;b)"
             R"(</span></span></div></body></html>)");
  writeBytes(
      folder / "page.alto.xml",
      R"(<?xml version="1.0"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Description>)"
      R"(<MeasurementUnit>pixel</MeasurementUnit></Description><Layout><Page WIDTH="300" HEIGHT="400"><PrintSpace)"
      R"( HPOS="0" VPOS="0" WIDTH="300" HEIGHT="400"><TextLine HPOS="10" VPOS="20" WIDTH="50" HEIGHT="20")"
      R"( BASELINE="10,38 60,39"><String CONTENT="a" HPOS="10" VPOS="20" WIDTH="50" HEIGHT="20"/></TextLine>)"
      R"(</PrintSpace></Page></Layout></alto>)");
}

}  // namespace
}  // namespace platen::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  namespace fs = std::filesystem;
  testing::GTEST_FLAG(throw_on_failure) = true;  // the fixtures' own checks
  testing::InitGoogleTest();
  const fs::path folder = argv[1];
  fs::remove_all(folder);
  for (const char* target : {"sidecar", "guide", "project", "journal", "manifest", "pdf", "places", "heif"}) {
    fs::create_directories(folder / target);
  }
  try {
    platen::fuzz::writePhotos(folder);
    platen::fuzz::writeSidecars(folder / "sidecar");
    platen::fuzz::writeGuides(folder / "guide");
    platen::fuzz::writeProjects(folder / "project", folder / "journal");
    platen::fuzz::writeManifests(folder / "manifest");
    platen::fuzz::writePdfs(folder / "pdf");
    platen::fuzz::writePlaces(folder / "places");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "platen_fuzz_seeds: %s\n", e.what());
    return 1;
  }
  return 0;
}
