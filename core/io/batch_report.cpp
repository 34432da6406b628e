#include "core/io/batch_report.h"

#include "core/io/html_text.h"
#include "core/io/output_file.h"
#include "core/io/report_parts.h"
#include "core/io/review_picture.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr double kPoor = 0.5, kFair = 0.8;  // confidence below
constexpr int kBins = 20;

std::string_view stateOf(const BatchPage& page) {
  return !page.done ? "failed" : page.review ? "review" : "done";
}

std::string_view gradeOf(double confidence) {
  return confidence < kPoor ? "poor" : confidence < kFair ? "fair" : "good";
}

std::string nameOf(const BatchPage& page) {
  const std::string name = page.photo.string();
  return page.page > 0 && page.pages > 1 ? fmt::format("{}, page {}", name, page.page) : name;
}

// Indices of pages, those first that someone should look at first.
std::vector<std::size_t> worstFirst(const std::vector<BatchPage>& pages) {
  std::vector<std::size_t> order(pages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t k) {
    const BatchPage& page = pages[k];
    return std::pair(!page.done ? 0 : page.review ? 1 : 2, page.confidence);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

std::string histogram(const std::vector<BatchPage>& pages) {
  std::array<int, kBins> counts{};
  for (const BatchPage& page : pages) {
    if (page.done) {
      ++counts[static_cast<std::size_t>(std::clamp(static_cast<int>(page.confidence * kBins), 0, kBins - 1))];
    }
  }
  const int most = std::max(1, *std::max_element(counts.begin(), counts.end()));
  constexpr int kWidth = 640, kHeight = 120, kStep = kWidth / kBins;
  std::string svg =
      fmt::format("<svg id=\"histogram\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Pages by confidence\">\n",
                  kWidth, kHeight + 34);
  for (int bin = 0; bin < kBins; ++bin) {
    const int count = counts[static_cast<std::size_t>(bin)];
    if (count == 0) {
      continue;
    }
    const double height = std::max(2.0, static_cast<double>(kHeight) * count / most);
    const double from = static_cast<double>(bin) / kBins;
    svg += fmt::format(
        "<rect class=\"bar {}\" x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\"><title>{:.2f} to {:.2f}: {} "
        "{}</title></rect><text x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
        gradeOf(from + 0.5 / kBins), bin * kStep + 2, 14 + kHeight - height, kStep - 4, height, from,
        from + 1.0 / kBins, count, count == 1 ? "page" : "pages", bin * kStep + kStep / 2, 10 + kHeight - height,
        count);
  }
  svg += fmt::format("<line class=\"axis\" x1=\"0\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\"/>\n", kHeight + 14, kWidth);
  for (int tick = 0; tick <= 10; tick += 2) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{:.1f}</text>\n", kWidth * tick / 10, kHeight + 30,
                       tick == 0    ? "start"
                       : tick == 10 ? "end"
                                    : "middle",
                       tick / 10.0);
  }
  return svg + "</svg>\n";
}

std::string linked(const BatchPage& page) {
  const std::string name = htmlText(nameOf(page));
  return page.done ? fmt::format("<a href=\"{}\">{}</a>", htmlAddress(page.output), name) : name;
}

std::string meter(double confidence) {
  return fmt::format("<span class=\"meter\"><i class=\"{}\" style=\"width:{:.0f}%\"></i></span>{:.2f}",
                     gradeOf(confidence), 100 * std::clamp(confidence, 0.0, 1.0), confidence);
}

double totalSeconds(const BatchPage& page) {
  return std::accumulate(page.seconds.begin(), page.seconds.end(), 0.0,
                         [](double sum, const auto& stage) { return sum + stage.second; });
}

std::string factsOf(const BatchPage& page) {
  std::string facts = page.model;
  if (page.out_px.width > 0) {
    facts += fmt::format(", {} × {} pixels", page.out_px.width, page.out_px.height);
  }
  if (page.dpi > 0) {
    facts += fmt::format(" at {:.0f} dpi", page.dpi);
  }
  return htmlText(facts + fmt::format(", {:.1f} s", totalSeconds(page)));
}

std::string image(const SmallPicture& picture, const std::string& shows, const std::string& over) {
  return fmt::format(
      "<figure><span class=\"sheet\"><img src=\"data:image/jpeg;base64,{}\" width=\"{}\" height=\"{}\" "
      "alt=\"{}\">{}</span></figure>",
      picture.jpeg_base64, picture.size.width, picture.size.height, shows, over);
}

std::string gridOf(const ReviewPicture& picture) {
  if (picture.lines.empty()) {
    return {};
  }
  std::string svg = fmt::format("<svg class=\"grid\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\">",
                                picture.photo.size.width, picture.photo.size.height);
  for (const Polyline& line : picture.lines) {
    svg += "<polyline points=\"";
    for (const Vec2 p : line) {
      svg += fmt::format("{:.1f},{:.1f} ", p.x, p.y);
    }
    svg += "\"/>";
  }
  return svg + "</svg>";
}

constexpr std::string_view kMoved = "The photo is no longer where it lay";

// `worst` and `book`: its place in either order.
std::string card(const BatchPage& page,
                 bool moved,
                 const std::optional<ReviewPicture>& picture,
                 std::size_t worst,
                 std::size_t book) {
  std::string searched = nameOf(page) + " " + page.model + " " + page.reason;
  for (const std::string& warning : page.warnings) {
    searched += " " + warning;
  }
  std::string html = fmt::format(
      "<article class=\"card\" data-state=\"{}\" data-moved=\"{}\" data-worst=\"{}\" data-book=\"{}\" "
      "data-text=\"{}\">\n<h3>{}</h3>\n",
      stateOf(page), moved, worst, book, htmlText(searched), linked(page));
  if (picture && !picture->photo.empty()) {
    html += "<div class=\"pictures\">" + image(picture->photo, "The photo, with the page's grid", gridOf(*picture));
    if (page.done && !picture->page.empty()) {
      html += image(picture->page, "The flat page", {});
    }
    html += "</div>\n";
  }
  if (page.done) {
    html += fmt::format("<p>{} <span class=\"quiet\">{}</span></p>\n", meter(page.confidence), factsOf(page));
  }
  if (!page.reason.empty()) {
    html += fmt::format("<p class=\"reason {}\">{}</p>\n", page.done ? "fair" : "poor", htmlText(page.reason));
  }
  if (!page.warnings.empty()) {
    html += "<ul class=\"warnings\">";
    for (const std::string& warning : page.warnings) {
      html += "<li>" + htmlText(warning) + "</li>";
    }
    html += "</ul>\n";
  }
  if (moved) {
    html += fmt::format("<p class=\"moved\">{}</p>\n", kMoved);
  }
  return html + "</article>\n";
}

std::string tableOfFailures(const std::vector<BatchPage>& pages) {
  std::string rows;
  for (const BatchPage& page : pages) {
    if (!page.done) {
      rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", htmlText(nameOf(page)), htmlText(page.reason));
    }
  }
  return rows.empty() ? rows
                      : "<section id=\"failures\"><h2>Failed</h2>\n<table><tr><th>Photo</th><th>Reason</th></tr>\n" +
                            rows + "</table></section>\n";
}

std::string tableRow(const BatchPage& page, bool moved) {
  return fmt::format("<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n", linked(page),
                     page.done ? meter(page.confidence) : "failed", page.done ? factsOf(page) : "",
                     htmlText(page.reason) + (moved ? fmt::format("<p class=\"moved\">{}</p>", kMoved) : ""));
}

std::string count(std::size_t number, std::string_view what, std::string_view grade) {
  return fmt::format("<li class=\"{}\"><b>{}</b>{}</li>\n", number > 0 ? grade : "quiet", number, what);
}

std::string head(const std::vector<BatchPage>& pages, const ReportFacts& facts) {
  std::set<fs::path> photos;
  std::size_t done = 0, review = 0, failed = 0;
  for (const BatchPage& page : pages) {
    photos.insert(page.photo);
    done += page.done ? 1 : 0;
    failed += page.done ? 0 : 1;
    review += page.done && page.review ? 1 : 0;
  }
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n";
  html += fmt::format("<title>{} – review</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n",
                      htmlText(facts.title), kReportStyle, htmlText(facts.title));
  html += fmt::format("<p class=\"quiet\">Flattened by Platen {}, {}</p>\n<ul class=\"counts\">\n",
                      htmlText(facts.version), htmlText(facts.made));
  html += count(photos.size(), photos.size() == 1 ? "photo" : "photos", "");
  html += count(done, done == 1 ? "page done" : "pages done", "good");
  html += count(review, "for review", "fair");
  html += count(failed, "failed", "poor");
  if (const std::size_t others = facts.photos_not_given; others > 0) {
    html += count(others, others == 1 ? "photo not given in the last run" : "photos not given in the last run", "");
  }
  if (const std::size_t moved = facts.moved.size(); moved > 0) {
    html += count(moved, "no longer where they lay", "fair");
  }
  html += "</ul>\n</header>\n";
  if (done > 0) {
    html += "<section><h2>Confidence</h2>\n" + histogram(pages) + "</section>\n";
  }
  return html + tableOfFailures(pages);
}

constexpr std::string_view kControls =
    R"(<nav id="controls" hidden>
<label>Order <select id="order"><option value="worst">worst first</option><option value="book">as in the book</option></select></label>
<label>Show <select id="show"><option value="all">all pages</option><option value="review">for review and failed</option><option value="failed">failed</option><option value="done">done</option><option value="moved">photo no longer there</option></select></label>
<input type="search" id="search" placeholder="name, warning…" aria-label="Search">
<label><input type="checkbox" id="grid" checked> Grid</label>
<span id="shown" class="quiet" role="status"></span>
</nav>
)";

// What the colours mean.
constexpr std::string_view kLegend =
    R"(<ul id="legend" class="quiet">
<li><i class="line"></i>the page's grid on the photo: straight and evenly spaced on the flat page, whose edges are its outer lines</li>
<li>confidence <i class="poor"></i>below 0.5 <i class="fair"></i>below 0.8 <i class="good"></i>0.8 and more</li>
<li><b class="poor">red</b> why it failed</li>
<li><b class="fair">amber</b> why to look at it</li>
</ul>
)";

}  // namespace

Result<void> writeReport(const fs::path& out, const std::vector<BatchPage>& pages, const ReportFacts& facts) {
  Result<std::unique_ptr<OutputFile>> file = OutputFile::create(out / kReportName);
  if (!file) {
    return tl::unexpected(file.error());
  }
  const auto put = [&](std::string_view html) { return (*file)->write(html.data(), html.size()); };
  const std::vector<std::size_t> order = worstFirst(pages);
  const std::size_t shown = std::min(order.size(), kReportPictures);
  put(head(pages, facts));
  put("<section><h2>Pages</h2>\n");
  put(kControls);
  put(kLegend);
  put("<div id=\"cards\">\n");
  for (std::size_t k = 0; k < shown; ++k) {
    const BatchPage& page = pages[order[k]];
    if (!put(card(page, facts.moved.contains(page.photo),
                  readReviewPicture(reviewPictureFile(out, page.photo, page.page)), k, order[k]))) {
      return (*file)->failure();
    }
  }
  put("</div>\n</section>\n");
  if (shown < order.size()) {
    put(
        fmt::format("<section id=\"rest\"><h2>The other {} pages</h2>\n<p class=\"quiet\">The {} worst have pictures "
                    "above.</p>\n<table><tr><th>Page</th><th>Confidence</th><th></th><th>Reason</th></tr>\n",
                    order.size() - shown, shown));
    std::vector<std::size_t> rest(order.begin() + static_cast<std::ptrdiff_t>(shown), order.end());
    std::sort(rest.begin(), rest.end());
    for (const std::size_t k : rest) {
      put(tableRow(pages[k], facts.moved.contains(pages[k].photo)));
    }
    put("</table></section>\n");
  }
  put(fmt::format("<script>\n{}</script>\n</body>\n</html>\n", kReportScript));
  return (*file)->commit();
}

}  // namespace platen::io
