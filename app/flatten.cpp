// platen flatten: fit and export.
#include "app/command.h"
#include "app/command_line.h"
#include "app/guidance.h"
#include "app/photo_batch.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {
namespace {

struct Flatten : PhotoBatch {
  Guidance guidance;
};

int run(Flatten& batch, const std::stop_token& stop) {
  batch.takeEachImage();
  pipeline::Outputs outputs = batch.outputs(batch.guidance.files());
  std::vector<std::string> wrong = problemsOf(batch.fit, batch.save);
  const std::vector<std::string> misguided = batch.guidance.problems(batch.photos.size());
  wrong.insert(wrong.end(), misguided.begin(), misguided.end());
  wrong.insert(wrong.end(), outputs.problems().begin(), outputs.problems().end());
  if (refused(wrong)) {
    return kWrongCommandLine;
  }
  Report report(batch.talk, static_cast<int>(batch.photos.size()));
  if (const Result<void> loaded = batch.guidance.load(); !loaded) {
    report.failed(loaded.error());
    return kSomeFailed;
  }
  Exporter exporter(outputs, batch.save, batch.fit.threads, report);
  if (const Result<void> begun = exporter.begin(); !begun) {
    report.failed(begun.error());
    return kSomeFailed;
  }
  const auto fitOne = [&](const std::filesystem::path& photo) {
    return fitPhoto(photo, batch.fit, batch.guidance, batch.save.memory_bytes, report, stop);
  };
  batch.run(fitOne, exporter, outputs, report, stop);
  return report.anyFailed() ? kSomeFailed : kAllDone;
}

}  // namespace

Command flattenCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("flatten", "Flatten the pages of photos: fit and export");
  auto given = std::make_shared<Flatten>();
  command->add_option("PHOTO", given->photos, "photos of pages: JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC, PDF")
      ->required()
      ->type_name("");
  given->addOut(*command);
  addOptions(*command, given->fit);
  given->guidance.addOptions(*command);
  given->addExport(*command);
  command->footer(
      "Names: in a folder, the page of IN.jpg is IN.jpg; the pages of a spread are IN_1.jpg and IN_2.jpg. The format\n"
      "is that of the name, else the photo's own; 16 bit and grey are kept. A page that fails is named on stderr with\n"
      "its reason, the others are done; a file has its name only when it is whole.\n"
      "\n"
      "Models: a plane never bends; a sheet bends but does not stretch; free also follows folds and creases. The\n"
      "simplest one that explains the page is used, never a richer one than --model says.\n"
      "Open books: each page is a file of its own (--page all), or both are one (whole), or one is made: the left or\n"
      "right one, that of a number, or the one that takes most of the photo (auto). A book that was not divided, or\n"
      "elsewhere than at its spine, is divided where the --pins have the spine.\n"
      "Crops: page is the sheet to its edges, or its print and a margin where no edges were found; content is the\n"
      "print alone; none is all of the photo.\n"
      "\n"
      "Examples:\n"
      "  platen flatten page.jpg -o flat.jpg\n"
      "  platen flatten scans/*.jpg -o flat/ --color gray --dpi 300\n"
      "  platen flatten book/*.jpg -o book.pdf --model sheet\n"
      "  platen flatten scan.tif -o pages.tif --color bitonal\n"
      "  platen flatten book/*.jpg -o flat/ --start first.warp.json\n"
      "  platen flatten note.jpg -o note.png --crop content --margin 10 --warp-out note.warp.json\n"
      "\n"
      "Exit status: 0 all pages done, 1 at least one failed, 2 the command line is wrong (nothing was written),\n"
      "130 or 143 stopped by SIGINT or SIGTERM (what is not whole was removed; the same command begins again with the\n"
      "first photo, where platen batch goes on).");
  return {command, [given](const std::stop_token& stop) { return run(*given, stop); },
          [given] { return given->afterStop("platen batch goes on where it ended"); }};
}

}  // namespace platen::app
