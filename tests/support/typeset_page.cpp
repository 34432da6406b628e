#include "tests/support/typeset_page.h"

#include "tests/support/pen.h"
#include "tests/support/sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

namespace platen::test {
namespace {

// Sets paragraphs into one column after the other.
class Compositor {
 public:
  Compositor(const TypesetRecipe& recipe, Pen& pen)
      : recipe_(recipe), pen_(pen), next_sentence_(recipe.seed % kSentences.size()), random_(recipe.seed) {}

  void column(double left_mm, double top_mm, double width_mm, double bottom_mm) {
    double y = top_mm;
    const double leading = recipe_.leading * recipe_.text_mm;
    while (y + leading < bottom_mm) {
      const std::vector<std::string> words = paragraph();
      std::size_t from = 0;
      double indent = 2.2 * recipe_.text_mm;
      while (from < words.size() && y + leading < bottom_mm) {
        y += leading;
        from = line(words, from, left_mm + indent, y, width_mm - indent);
        indent = 0;
      }
    }
  }

  TypesetPage& page() { return page_; }

 private:
  std::vector<std::string> paragraph() {
    std::vector<std::string> words;
    const int sentences = 3 + static_cast<int>(random_() % 4);
    for (int k = 0; k < sentences; ++k) {
      for (std::string& word : wordsOf(kSentences[next_sentence_])) {
        words.push_back(std::move(word));
      }
      next_sentence_ = (next_sentence_ + 1) % kSentences.size();
    }
    return words;
  }

  // Puts as many words as fit and returns the first that did not.
  std::size_t line(
      const std::vector<std::string>& words, std::size_t from, double left_mm, double baseline_mm, double width_mm) {
    const double space = 1.05 * recipe_.text_mm;
    double used = 0;
    std::size_t to = from;
    std::vector<double> widths;
    while (to < words.size()) {
      const double wide = pen_.width(words[to], recipe_.text_mm);
      if (to > from && used + space + wide > width_mm) {
        break;
      }
      used += wide + (to > from ? space : 0);
      widths.push_back(wide);
      ++to;
    }
    double gap = space;
    if (recipe_.justified && to < words.size() && to - from > 1) {
      gap += (width_mm - used) / static_cast<double>(to - from - 1);
    }
    double x = left_mm;
    for (std::size_t k = from; k < to; ++k) {
      pen_.write(words[k], {x, baseline_mm}, recipe_.text_mm);
      x += widths[k - from] + gap;
      page_.text += words[k];
      page_.text += k + 1 < to ? ' ' : '\n';
    }
    ++page_.lines;
    return to;
  }

  const TypesetRecipe& recipe_;
  Pen& pen_;
  std::size_t next_sentence_;
  std::mt19937_64 random_;
  TypesetPage page_;
};

void drawFigure(const Pen& pen, const Box& mm) {
  pen.line({mm.x0, mm.y0}, {mm.x1, mm.y0}, 0.35);
  pen.line({mm.x0, mm.y1}, {mm.x1, mm.y1}, 0.35);
  pen.line({mm.x0, mm.y0}, {mm.x0, mm.y1}, 0.35);
  pen.line({mm.x1, mm.y0}, {mm.x1, mm.y1}, 0.35);
  for (int k = 1; k < 6; ++k) {
    const double x = mm.x0 + mm.width() * k / 6;
    pen.line({x, mm.y1}, {x, mm.y1 - 1.5}, 0.3);
  }
  Vec2 last{};
  for (int k = 0; k <= 120; ++k) {
    const double t = k / 120.0;
    const Vec2 now{mm.x0 + mm.width() * (0.04 + 0.92 * t),
                   mm.y0 + mm.height() * (0.5 - 0.38 * std::sin(9 * t) * std::exp(-1.5 * t))};
    if (k > 0) {
      pen.line(last, now, 0.45);
    }
    last = now;
  }
}

void drawTable(const Pen& pen, const Box& mm, double text_mm, std::uint64_t seed) {
  constexpr int kRows = 6;
  constexpr int kColumns = 4;
  std::mt19937_64 random(seed);
  const double row = mm.height() / kRows;
  for (const int k : {0, 1, kRows}) {
    pen.line({mm.x0, mm.y0 + k * row}, {mm.x1, mm.y0 + k * row}, k == 1 ? 0.25 : 0.45);
  }
  for (int k = 0; k <= kColumns; ++k) {
    const double x = mm.x0 + mm.width() * k / kColumns;
    pen.line({x, mm.y0}, {x, mm.y1}, 0.25);
  }
  constexpr std::array<std::string_view, kColumns> kHeads{"Leaf", "Width", "Bend", "Error"};
  for (int j = 0; j < kColumns; ++j) {
    for (int i = 0; i < kRows; ++i) {
      const std::string word =
          i == 0 ? std::string(kHeads[static_cast<std::size_t>(j)]) : std::to_string(random() % 900 + 100);
      pen.write(word, {mm.x0 + mm.width() * j / kColumns + 3, mm.y0 + (i + 0.68) * row}, text_mm,
                i == 0 ? Pen::Face::bold : Pen::Face::plain);
    }
  }
}

}  // namespace

TypesetPage typeset(const TypesetRecipe& recipe) {
  Pen pen(recipe.page_mm, recipe.px_per_mm);
  Compositor compositor(recipe, pen);
  TypesetPage& page = compositor.page();

  const double left = recipe.margin_mm.x;
  const double width = recipe.page_mm.x - 2 * left;
  const double bottom = recipe.page_mm.y - recipe.margin_mm.y;
  double top = recipe.margin_mm.y;
  if (recipe.title) {
    const std::string title = recipe.title_text.empty() ? "On the Shape of Paper" : recipe.title_text;
    const double height = 1.9 * recipe.text_mm;
    top += 2 * height;
    pen.write(title, {left + (width - pen.width(title, height)) / 2, top}, height, Pen::Face::bold);
    page.text += title + "\n";
    top += height;
  }
  if (recipe.figure) {
    drawFigure(pen, {left + 0.1 * width, top + 4, left + 0.9 * width, top + 4 + 0.36 * width});
    top += 8 + 0.36 * width;
  }
  double text_bottom = bottom;
  if (recipe.table) {
    const double row = 3.2 * recipe.text_mm;
    text_bottom -= 6 * row + 6;
    drawTable(pen, {left, text_bottom + 6, left + width, bottom}, recipe.text_mm, recipe.seed);
  }
  const double gutter = recipe.column_gap_mm;
  const double column = (width - gutter * (recipe.columns - 1)) / recipe.columns;
  for (int k = 0; k < recipe.columns; ++k) {
    compositor.column(left + k * (column + gutter), top, column, text_bottom);
  }

  page.flat = pen.paper();
  return std::move(page);
}

}  // namespace platen::test
