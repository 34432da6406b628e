// The review sheet of a real batch, in a real browser without a network: every picture is there, the controls work,
// and nothing is asked of anyone else. Skipped where there is no Chromium.
#include "tests/app/program_run.h"
#include "tests/support/page_photo.h"
#include "tests/support/photo_files.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace platen::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0) {
      return name;
    }
  }
  return {};
}

// The page's document once its scripts have run, as the browser has it.
std::string documentOf(const fs::path& page, const fs::path& scratch) {
  const std::string command = browser() +
                              " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run"
                              " --host-resolver-rules='MAP * ~NOTFOUND' --virtual-time-budget=5000 --user-data-dir='" +
                              (scratch / "profile").string() + "' --dump-dom 'file://" + page.string() +
                              "' 2>/dev/null";
  std::string text;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) {
    return text;
  }
  std::array<char, 4096> bytes{};
  for (std::size_t n = 0; (n = std::fread(bytes.data(), 1, bytes.size(), pipe)) > 0;) {
    text.append(bytes.data(), n);
  }
  ::pclose(pipe);
  return text;
}

class Report : public ::testing::Test {
 protected:
  void SetUp() override {
    test::PhotoRecipe recipe;
    recipe.photo_px = {540, 720};
    recipe.page.px_per_mm = 3;
    recipe.page.text_mm = 3;
    recipe.camera.fill = 0.88;
    const Image photo = test::photograph(recipe).photo;
    fs::create_directories(folder_ / "photos");
    for (const char* name : {"page 1.jpg", "page 2.jpg", "p#3 & <b>.jpg"}) {
      test::writeImage(folder_ / "photos" / name, photo, FileFormat::jpeg);
    }
    test::writeBytes(folder_ / "photos" / "broken.jpg", "no photo");
    ASSERT_EQ(runPlaten({"batch", (folder_ / "photos").string(), "-o", (folder_ / "flat").string(), "--quiet"}).status,
              1);
  }
  // What a script finds that runs behind the sheet's own; it is to set `found`.
  json ask(const std::string& script) {
    std::string html = test::readBytes(folder_ / "flat" / "report.html");
    const std::string more = "<script>addEventListener('load', () => { const found = {};" + script +
                             "document.title = 'FOUND' + JSON.stringify(found).replace(/[&<>]/g, c => '\\\\u00' + "
                             "c.charCodeAt(0).toString(16)) + 'END'; });</script></body>";
    html.replace(html.rfind("</body>"), 7, more);
    const fs::path page = folder_ / "flat" / "asked.html";
    test::writeBytes(page, html);
    const std::string document = documentOf(page, folder_.path());
    const std::size_t from = document.find("<title>FOUND"), to = document.find("END</title>");
    if (from == std::string::npos || to == std::string::npos) {
      ADD_FAILURE() << "the script did not end: " << document.substr(0, 2000);
      return {};
    }
    std::string found = document.substr(from + 12, to - from - 12);
    return json::parse(found);
  }
  test::ScratchFolder folder_;
};

TEST_F(Report, NeedsNothingButItself) {
  const std::string html = test::readBytes(folder_ / "flat" / "report.html");
  const std::regex address(R"re((?:src|href|action|poster|data)="([^"]*)")re");
  int links = 0;
  for (std::sregex_iterator it(html.begin(), html.end(), address), end; it != end; ++it) {
    const std::string to = (*it)[1];
    EXPECT_TRUE(to.starts_with("data:image/jpeg;base64,") || to.starts_with("./")) << to;
    links += to.starts_with("./") ? 1 : 0;
  }
  EXPECT_EQ(links, 3);
  EXPECT_EQ(html.find("url("), std::string::npos);
  EXPECT_EQ(html.find("@import"), std::string::npos);
}

TEST_F(Report, ShowsEveryPageInABrowser) {
  if (browser().empty()) {
    GTEST_SKIP() << "no Chromium on this machine (apt-get install chromium)";
  }
  const json found = ask(R"js(
    const images = Array.from(document.images);
    found.images = images.length;
    found.shown = images.filter(i => i.complete && i.naturalWidth > 50).length;
    found.cards = document.querySelectorAll('.card').length;
    found.first = document.querySelector('.card h3').textContent;
    found.grids = document.querySelectorAll('svg.grid polyline').length;
    const line = document.querySelector('svg.grid polyline').getBoundingClientRect();
    const photo = document.querySelector('.pictures img').getBoundingClientRect();
    found.on_photo = line.left > photo.left - 5 && line.right < photo.right + 5 && line.width > photo.width / 2;
    found.bars = document.querySelectorAll('#histogram .bar').length;
    found.controls = !document.getElementById('controls').hidden;
    found.names = Array.from(document.querySelectorAll('.card a')).map(a => decodeURIComponent(a.pathname.split('/').pop()));
    found.asked = performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length;
  )js");
  EXPECT_EQ(found["images"], 6);
  EXPECT_EQ(found["shown"], 6);
  EXPECT_EQ(found["cards"], 4);
  EXPECT_EQ(found["first"], "broken.jpg");
  EXPECT_EQ(found["grids"], 30);
  EXPECT_EQ(found["on_photo"], true);
  EXPECT_EQ(found["bars"], 1);
  EXPECT_EQ(found["controls"], true);
  EXPECT_THAT(found["names"].get<std::vector<std::string>>(),
              ::testing::UnorderedElementsAre("page 1.jpg", "page 2.jpg", "p#3 & <b>.jpg"));
  EXPECT_EQ(found["asked"], 0);
}

TEST_F(Report, SearchesSortsAndHidesGrids) {
  if (browser().empty()) {
    GTEST_SKIP() << "no Chromium on this machine (apt-get install chromium)";
  }
  const json found = ask(R"js(
    const visible = () => Array.from(document.querySelectorAll('.card')).filter(c => !c.hidden)
        .map(c => c.querySelector('h3').textContent);
    const put = (id, value) => { const e = document.getElementById(id); e.value = value;
      e.dispatchEvent(new Event(id === 'search' ? 'input' : 'change')); };
    put('order', 'book');
    found.book = visible();
    put('search', 'PAGE 2');
    found.searched = visible();
    found.told = document.getElementById('shown').textContent;
    put('search', '');
    put('show', 'failed');
    found.failed = visible();
    put('show', 'review');
    found.review = visible();
    put('show', 'all');
    const grid = document.getElementById('grid');
    found.grid = getComputedStyle(document.querySelector('svg.grid')).display !== 'none';
    grid.checked = false;
    grid.dispatchEvent(new Event('change'));
    found.bare = getComputedStyle(document.querySelector('svg.grid')).display === 'none';
  )js");
  EXPECT_EQ(found["book"], (json{"broken.jpg", "p#3 & <b>.jpg", "page 1.jpg", "page 2.jpg"}));
  EXPECT_EQ(found["searched"], json{"page 2.jpg"});
  EXPECT_EQ(found["told"], "1 of 4 shown");
  EXPECT_EQ(found["failed"], json{"broken.jpg"});
  EXPECT_EQ(found["review"], json{"broken.jpg"});
  EXPECT_EQ(found["grid"], true);
  EXPECT_EQ(found["bare"], true);
}

TEST_F(Report, ShowsThosePagesWhosePhotosAreNotThere) {
  if (browser().empty()) {
    GTEST_SKIP() << "no Chromium on this machine (apt-get install chromium)";
  }
  fs::remove(folder_ / "photos" / "page 2.jpg");
  ASSERT_EQ(runPlaten({"batch", (folder_ / "photos").string(), "-o", (folder_ / "flat").string(), "--quiet"}).status,
            1);
  const json found = ask(R"js(
    const show = document.getElementById('show');
    show.value = 'moved';
    show.dispatchEvent(new Event('change'));
    found.cards = Array.from(document.querySelectorAll('.card')).filter(c => !c.hidden)
        .map(c => c.querySelector('h3').textContent);
  )js");
  EXPECT_EQ(found["cards"], json{"page 2.jpg"});
}

TEST_F(Report, ALaterRunKeepsThePicturesOfWhatIsDone) {
  const std::string before = test::readBytes(folder_ / "flat" / "report.html");
  fs::remove(folder_ / "photos" / "broken.jpg");
  ASSERT_EQ(runPlaten({"batch", (folder_ / "photos").string(), "-o", (folder_ / "flat").string(), "--quiet"}).status,
            0);
  const std::string after = test::readBytes(folder_ / "flat" / "report.html");
  const auto pictures = [](const std::string& html) {
    std::size_t count = 0;
    for (std::size_t at = html.find("data:image/jpeg"); at != std::string::npos;
         at = html.find("data:image/jpeg", at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(pictures(before), 6U);
  EXPECT_EQ(pictures(after), 6U);
}

}  // namespace
}  // namespace platen::app
