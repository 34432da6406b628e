// platen map: places of the flat page on the photo, and back.
#include "app/command.h"
#include "app/command_line.h"
#include "app/report.h"
#include "core/pipeline/page.h"
#include "core/pipeline/page_places.h"
#include "core/pipeline/warp_doubts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

struct Map {
  std::string warp, file = "-", out = "-";
  bool to_source = false, to_page = false;
  int page = 0;  // 0: the only one
  Size size;     // {}: as exported
  ExportOptions save;
  const CLI::App* command = nullptr;

  [[nodiscard]] int run() const;
  [[nodiscard]] Result<std::string> map() const;
};

constexpr std::array<const char*, 4> kExport{"crop", "margin", "dpi", "scale"};

std::optional<Size> sizeOfText(const std::string& text) {
  Size size;
  const char* const end = text.data() + text.size();
  const auto [x, wrong_width] = std::from_chars(text.data(), end, size.width);
  if (wrong_width != std::errc{} || x == end || *x != 'x') {
    return std::nullopt;
  }
  const auto [rest, wrong_height] = std::from_chars(x + 1, end, size.height);
  constexpr int kMost = 1 << 24;
  const bool is_size = wrong_height == std::errc{} && rest == end && size.width > 0 && size.height > 0 &&
                       size.width <= kMost && size.height <= kMost;
  return is_size ? std::optional(size) : std::nullopt;
}

Result<std::string> textOf(const std::string& file) {
  if (file == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
  }
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    return fail(ErrorKind::notFound, file, "cannot be read");
  }
  return text;
}

// On stdout; what of it a full disk leaves is no answer.
Result<void> print(const std::string& text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !whole) {
    return fail(ErrorKind::writeFailed, "stdout", "cannot be written: " + std::system_category().message(errno));
  }
  return {};
}

Result<std::string> Map::map() const {
  const Result<pipeline::SavedWarp> kept = pipeline::loadWarp(warp);
  if (!kept) {
    return tl::unexpected(kept.error());
  }
  const auto wanted = std::find_if(kept->pages.begin(), kept->pages.end(),
                                   [this](const auto& one) { return page == 0 || one.page.index == page; });
  if (wanted == kept->pages.end() || (page == 0 && kept->pages.size() > 1)) {
    return fail(ErrorKind::badInput, warp,
                page > 0 ? "has no page " + std::to_string(page)
                         : "has " + std::to_string(kept->pages.size()) + " pages (say which by --page N)");
  }
  if (const std::optional<pipeline::MapDoubt> doubt = pipeline::doubtOf(wanted->page.grid, kept->source_size)) {
    complain(warp + ": warning: " + doubt->sentence);
  }
  const bool has_options = std::any_of(kExport.begin(), kExport.end(), [this](const char* name) {
    return command->count(std::string("--") + name) > 0;
  });
  const Result<ExportedPage> exported =
      pipeline::exportedAs(*kept, *wanted, has_options ? std::optional(save) : std::nullopt, size);
  if (!exported) {
    return tl::unexpected(exported.error());
  }
  Result<std::string> text = textOf(file);
  if (!text) {
    return text;
  }
  const pipeline::PlaceWay way = to_source ? pipeline::PlaceWay::toSource : pipeline::PlaceWay::toPage;
  Result<pipeline::MappedText> mapped = pipeline::mapText(*text, *kept, *wanted, *exported, way, file);
  if (!mapped) {
    return tl::unexpected(mapped.error());
  }
  for (const std::string& remark : mapped->remarks) {
    complain(file + ": " + remark);
  }
  return std::move(mapped->text);
}

int Map::run() const {
  std::vector<std::string> wrong = problems(save);
  if (!to_source && !to_page) {
    wrong.emplace_back(
        "which way? --to-source, from the page to the photo, or --to-page, back (see platen map --help)");
  }
  if (refused(wrong)) {
    return kWrongCommandLine;
  }
  const Result<std::string> text = map();
  const Result<void> written = !text        ? Result<void>(tl::unexpected(text.error()))
                               : out == "-" ? print(*text)
                                            : pipeline::writeText(out, *text);
  if (!written) {
    complain(describe(written.error()));
    return kSomeFailed;
  }
  return kAllDone;
}

}  // namespace

Command mapCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("map", "Turn places on a flat page into places on its photo, and back");
  auto given = std::make_shared<Map>();
  given->command = command;
  command->add_option("WARP.json", given->warp, "the warp, from --warp-out or `platen fit`")->required()->type_name("");
  command->add_option("FILE", given->file, "points and boxes: JSON, hOCR or ALTO; - is stdin (default)")->type_name("");
  CLI::Option* to_source = command->add_flag("--to-source", given->to_source, "from the page to the photo");
  command->add_flag("--to-page", given->to_page, "from the photo to the page")->excludes(to_source);
  command->add_option("-o,--out", given->out, "the file to write; - is stdout (default)")->type_name("OUT");
  command->add_option("--page", given->page, "which page of the warp, where it has several")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command
      ->add_option_function<std::string>(
          "--page-size",
          [given](const std::string& text) {
            const std::optional<Size> size = sizeOfText(text);
            if (!size) {
              throw CLI::ValidationError("--page-size", "'" + text + "' is not WxH, as 2480x3508");
            }
            given->size = *size;
          },
          "pixels of the page that was looked at, where it is not as large as it was exported")
      ->type_name("WxH");
  addOptions(*command, given->save, {kExport.begin(), kExport.end()});
  command->footer(
      "Pixels of the page are those of the page that the call with --warp-out wrote: WARP.json says how large it was "
      "and\n"
      "what it showed. Of a page that another call exported (platen apply), say its --crop, --margin, --dpi or "
      "--scale.\n"
      "Boxes become the boxes around their curved outlines; hOCR and ALTO get polygons, too.\n"
      "\n"
      "Examples:\n"
      "  platen flatten photo.jpg -o flat.png --warp-out warp.json && tesseract flat.png flat hocr\n"
      "  platen map warp.json flat.hocr --to-source -o photo.hocr\n"
      "  echo '{\"points\": [[120, 80]]}' | platen map warp.json --to-page");
  return {command, [given](const std::stop_token&) { return given->run(); }};
}

}  // namespace platen::app
