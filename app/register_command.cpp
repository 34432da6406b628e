// platen register: photos of filled-in copies of a known form, each fitted to the empty form and exported.
#include "app/command.h"
#include "app/command_line.h"
#include "app/photo_batch.h"
#include "app/pins_file.h"
#include "core/options.h"
#include "core/pipeline/photo_images.h"
#include "core/pipeline/register.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace platen::app {
namespace {

struct Register {
  PhotoBatch batch;
  std::string reference;
  PinsFile pins;
  PageGuide told;  // by them
  int jobs = 1;
  std::vector<double> sheet;  // left, top, right, bottom, pixels of the reference

  [[nodiscard]] Result<void> loadPins(const std::stop_token& stop);
  [[nodiscard]] int run(const std::stop_token& stop);
  [[nodiscard]] std::vector<std::string> problems(const pipeline::Outputs& outputs) const;
};

// Edges of paper hold most of the form and are no more than one form away from it.
bool liesAround(const std::vector<double>& sheet, Size form) {
  const double w = form.width;
  const double h = form.height;
  return sheet[0] >= -w && sheet[0] <= w / 2 && sheet[2] >= w / 2 && sheet[2] <= 2 * w && sheet[1] >= -h &&
         sheet[1] <= h / 2 && sheet[3] >= h / 2 && sheet[3] <= 2 * h;
}

// As many photos at a time as there are jobs; asked for one after the other, in order.
class Registering {
 public:
  Registering(const Register& call,
              const pipeline::LearnedForm& learned,
              const pipeline::RegisterJobs& jobs,
              const std::stop_token& stop)
      : call_(call), learned_(learned), jobs_(jobs), stop_(stop) {}

  Result<pipeline::RegisteredPhoto> next() {
    if (ahead_.empty()) {
      const std::vector<std::string>& photos = call_.batch.photos;
      const auto first = photos.begin() + static_cast<std::ptrdiff_t>(begun_);
      begun_ = std::min(begun_ + static_cast<std::size_t>(jobs_.jobs), photos.size());
      const std::vector<std::filesystem::path> some(first, photos.begin() + static_cast<std::ptrdiff_t>(begun_));
      std::ranges::move(
          pipeline::registerPhotos(some, learned_.form, learned_.sheet, call_.batch.fit, jobs_, stop_, call_.told),
          std::back_inserter(ahead_));
    }
    Result<pipeline::RegisteredPhoto> one = std::move(ahead_.front());
    ahead_.pop_front();
    return one;
  }

 private:
  const Register& call_;
  const pipeline::LearnedForm& learned_;
  pipeline::RegisterJobs jobs_;
  const std::stop_token& stop_;
  std::size_t begun_ = 0;  // photos
  std::deque<Result<pipeline::RegisteredPhoto>> ahead_;
};

FittedPhoto toldOf(const std::filesystem::path& photo, Result<pipeline::RegisteredPhoto> result, Report& report) {
  FittedPhoto fitted;
  PageReport page_report;
  page_report.photo = photo;
  if (!result) {
    if (result.error().kind != ErrorKind::stopped) {
      page_report.error = result.error();
      report.page(page_report);
    }
    return fitted;
  }
  fitted.info = result->info;
  fitted.chosen = 1;
  page_report.page = 1;
  page_report.source_px = result->info.size;
  page_report.add(result->page);
  for (const FitEnergy& energy : result->page.fit.energies) {
    report.note(fmt::format("{}: {} {:.6g} -> {:.6g}", photo.string(), energy.name, energy.first, energy.last));
  }
  fitted.pages.push_back(std::move(result->page));
  fitted.reports.push_back(std::move(page_report));
  return fitted;
}

std::vector<std::string> Register::problems(const pipeline::Outputs& outputs) const {
  std::vector<std::string> wrong = problemsOf(batch.fit, batch.save);
  wrong.insert(wrong.end(), outputs.problems().begin(), outputs.problems().end());
  if (batch.fit.device == Device::cuda && wrong.empty()) {
    wrong.emplace_back("--device cuda: photos of a form are fitted on the CPU (leave the option out)");
  }
  if (batch.save.crop == Crop::content) {
    wrong.emplace_back(
        "--crop content: a registered page shows exactly the form, blank margins too (leave the option out)");
  }
  for (std::string& problem : pins.problems(batch.photos.size())) {
    wrong.push_back(std::move(problem));
  }
  if (const Result<void> one = pipeline::checkOneImage(reference); !one) {
    wrong.push_back("--reference " + describe(one.error()));
  }
  const bool finite = std::all_of(sheet.begin(), sheet.end(), [](double x) { return std::isfinite(x); });
  if (!sheet.empty() && !(finite && sheet[2] - sheet[0] > 1 && sheet[3] - sheet[1] > 1)) {
    wrong.emplace_back("--sheet: the edges are left, top, right, bottom, in pixels of the reference");
  }
  return wrong;
}

Result<void> Register::loadPins(const std::stop_token& stop) {
  if (pins.files().empty()) {
    return {};
  }
  if (Result<void> read = pins.load(); !read) {
    return read;
  }
  Result<PageGuide> guide = pipeline::guideOfForm(pins.file(), pins.guide());
  if (!guide) {
    return tl::unexpected(guide.error());
  }
  told = *std::move(guide);
  const Result<PhotoInfo> info = pipeline::describePhoto(batch.photos.front(), stop);
  return info ? pins.fits(*info) : Result<void>();  // what is no photo is said of it
}

int Register::run(const std::stop_token& stop) {
  batch.takeEachImage();
  std::vector<std::filesystem::path> read = pins.files();
  read.emplace_back(reference);
  pipeline::Outputs outputs = batch.outputs(read);
  if (refused(problems(outputs))) {
    return kWrongCommandLine;
  }
  Report report(batch.talk, static_cast<int>(batch.photos.size()));
  if (const Result<void> known = loadPins(stop); !known) {
    report.failed(known.error());
    return kSomeFailed;
  }
  if (const Result<void> affordable = pipeline::checkFitMemory(reference, batch.save.memory_bytes, stop); !affordable) {
    report.failed(affordable.error());
    return kSomeFailed;
  }
  const Result<pipeline::OpenedForm> form = pipeline::openForm(reference, stop);
  if (!form) {
    report.failed(form.error());
    return kSomeFailed;
  }
  if (!sheet.empty() && !liesAround(sheet, form->info.size)) {
    complain("--sheet: these edges do not lie around the form, which is " + std::to_string(form->info.size.width) +
             " x " + std::to_string(form->info.size.height) + " pixels");
    return kWrongCommandLine;
  }
  Exporter exporter(outputs, batch.save, batch.fit.threads, report);
  if (const Result<void> begun = exporter.begin(); !begun) {
    report.failed(begun.error());
    return kSomeFailed;
  }
  std::optional<FormSheet> edges;
  if (!sheet.empty()) {
    edges = pipeline::sheetAt({sheet[0], sheet[1], sheet[2], sheet[3]}, form->info.size);
  }
  const pipeline::RegisterJobs at_a_time{jobs, batch.save.memory_bytes};
  const std::vector<std::filesystem::path> photos(batch.photos.begin(), batch.photos.end());
  const pipeline::LearnedForm learned =
      pipeline::learnForm(photos, *form, edges, batch.fit, stop, at_a_time,
                          [&report](std::size_t done, std::size_t of) { report.looking("", done, of); });
  Registering registering(*this, learned, at_a_time, stop);
  const auto fitOne = [&](const std::filesystem::path& photo) { return toldOf(photo, registering.next(), report); };
  batch.run(fitOne, exporter, outputs, report, stop);
  return report.anyFailed() ? kSomeFailed : kAllDone;
}

}  // namespace

Command registerCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("register", "Fit photos of a filled-in form to the empty form, and export them");
  auto given = std::make_shared<Register>();
  command->add_option("PHOTO", given->batch.photos, "photos of filled-in copies of the form")
      ->required()
      ->type_name("");
  command->add_option("--reference", given->reference, "the empty form, flat: a scan or a rendered page")
      ->required()
      ->type_name("FORM");
  given->batch.addOut(*command);
  command
      ->add_option(
          "--sheet", given->sheet,
          "where the paper's edges lie around the form: left, top, right, bottom, in pixels of FORM, which may "
          "be outside it (else learned from the photos, if there are several)")
      ->delimiter(',')
      ->expected(4)
      ->type_name("L,T,R,B");
  command->add_option("--jobs", given->jobs, "photos at a time")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  given->pins.addOption(
      *command,
      "places and lines of the form that are known on the photo, as JSON (docs/interfaces.md): page [u, v] "
      "are shares of FORM's width and height; four and more place a form that is not recognised; one photo only");
  addOptions(*command, given->batch.fit, {"steps", "device", "threads"});
  addWithout(*command, given->batch.fit, kFormEvidence);
  given->batch.addExport(*command);
  command->footer(
      "The page that is written shows exactly the rectangle of FORM, with its proportions, at the photo's own "
      "density.\n"
      "Photos of one call teach each other where the paper's edges lie, and where print is filled in.\n"
      "A photo that does not show the form is refused with its reason; the others are done.\n"
      "\n"
      "Examples:\n"
      "  platen register filled.jpg --reference form.png -o flat.png\n"
      "  platen register inbox/*.jpg --reference form.png -o flat/ --clean illumination --jobs 4\n"
      "  platen register refused.jpg --reference form.png -o flat.png --pins corners.json");
  return {command, [given](const std::stop_token& stop) { return given->run(stop); },
          [given] { return given->batch.afterStop({}); }};
}

}  // namespace platen::app
