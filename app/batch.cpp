// platen batch: every photo of folders, resumable, with a manifest of what became of each page.
#include "core/pipeline/batch.h"

#include "app/batch_collect.h"
#include "app/batch_pdf.h"
#include "app/batch_told.h"
#include "app/command.h"
#include "app/command_line.h"
#include "app/report.h"
#include "core/pipeline/photo_images.h"

#include <algorithm>
#include <filesystem>
#include <malloc.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace platen::app {

namespace fs = std::filesystem;

namespace {

struct BatchCall {
  std::vector<std::string> inputs, lists;
  std::string out;
  bool recursive = false, redo = false, resume = false, keep_going = false, collect = false;
  std::string pdf;
  pipeline::BatchOptions options;
  Talk talk;
};

// All that is wrong with the photos named, with where the pages go and what is asked of them; the command line's. Asked
// before the lists are read: what these name and is not there is a failure of its photo.
std::vector<std::string> problemsOf(const BatchCall& call) {
  std::vector<std::string> wrong = app::problemsOf(call.options.fit, call.options.save);
  std::error_code error;
  if (fs::exists(call.out, error) && !fs::is_directory(call.out, error)) {
    wrong.push_back("-o " + call.out + ": is a file, not a folder");
  }
  for (const std::string& input : call.inputs) {
    if (!pipeline::isPattern(input) && fs::symlink_status(input, error).type() == fs::file_type::not_found) {
      wrong.push_back(input + ": there is no such file or folder");
    }
    if (fs::is_directory(input, error) && fs::equivalent(input, call.out, error)) {
      wrong.push_back("-o " + call.out + ": is the folder of the photos (choose another one)");
    }
  }
  if (call.options.save.format == FileFormat::pdf) {
    wrong.emplace_back("--format pdf: a batch writes a file a page (--pdf FILE joins them)");
  }
  return wrong;
}

// Nothing where a list can't be read, which is told.
bool addListed(BatchCall& call, Report& report) {
  for (const std::string& list : call.lists) {
    Result<std::vector<std::string>> names = pipeline::listedPhotos(list);
    if (!names) {
      report.failed(names.error());
      return false;
    }
    call.inputs.insert(call.inputs.end(), names->begin(), names->end());
  }
  return true;
}

bool isOneOf(const fs::path& file, const std::vector<pipeline::FoundPhoto>& photos) {
  std::error_code error;
  return fs::exists(file, error) && std::any_of(photos.begin(), photos.end(), [&](const pipeline::FoundPhoto& photo) {
           return fs::equivalent(file, pipeline::fileOf(photo.file), error);
         });
}

// Photos of many sizes, one after the other, by several threads: by itself glibc's allocator raises the size from which
// memory goes back to the system until what is free between photos stays with the program, half a megabyte more a page.
void keepLittleMemory() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 20;  // bytes
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  ::mallopt(M_TRIM_THRESHOLD, kLarge);
#endif
}

// What is free between blocks in use stays all the same, 20 MB more after a thousand photos. After every photo it would
// cost a twentieth of the speed: the next one has to ask for it again.
void giveMemoryBackAfter(int photos) {
#ifdef __GLIBC__
  constexpr int kPhotos = 16;
  if (photos % kPhotos == 0) {
    ::malloc_trim(0);
  }
#endif
}

// "1 page is for review, 3 failed": those done that are doubtful, and apart from them those that there are not; empty
// where there are neither.
std::string toLookAt(const pipeline::BatchSummary& summary) {
  const auto doubtful = static_cast<std::size_t>(summary.pages_for_review);
  const auto failed = static_cast<std::size_t>(summary.pages_failed);
  if (doubtful == 0) {
    return failed == 0 ? "" : counted(failed, "page", "pages") + " failed";
  }
  return counted(doubtful, "page is", "pages are") + " for review" +
         (failed == 0 ? "" : ", " + std::to_string(failed) + " failed");
}

// Told when the photos were looked for, before all the pages.
std::size_t foldersUnread(const pipeline::PhotoSearch& search) {
  return static_cast<std::size_t>(std::ranges::count(search.problems, ErrorKind::unreadable, &Error::kind));
}

int run(BatchCall& call, const std::stop_token& stop) {
  keepLittleMemory();
  if (call.collect) {
    if (!call.inputs.empty() || !call.lists.empty()) {
      complain("--collect joins what shards have done and takes no photos (see platen batch --help)");
      return kWrongCommandLine;
    }
    return collectShards(call.out, call.options.version, {call.pdf, call.options.save.quality}, call.talk, stop);
  }
  if (call.inputs.empty() && call.lists.empty()) {
    complain("no photos given: name folders, photos or a --list (see platen batch --help)");
    return kWrongCommandLine;
  }
  if (refused(problemsOf(call))) {
    return kWrongCommandLine;
  }
  const std::vector<std::string> named = call.inputs;  // what lists name may be missing
  if (Report told(call.talk, 0); !addListed(call, told)) {
    return kSomeFailed;
  }
  const pipeline::PhotoSearch search = pipeline::findPhotos(call.inputs, {call.recursive, call.out});
  Report report(call.talk, static_cast<int>(photosOf(call.options.shard, search.photos).size()));
  bool is_missing = false;
  for (const Error& problem : search.problems) {
    report.failed(problem);
    is_missing |= problem.kind == ErrorKind::notFound && std::ranges::count(named, problem.path.string()) > 0;
  }
  if (is_missing || search.photos.empty()) {
    if (search.problems.empty()) {
      complain("no photos found" + std::string(call.recursive ? "" : " (--recursive looks into folders below, too)"));
    }
    return is_missing ? kWrongCommandLine : kSomeFailed;
  }
  if (isOneOf(call.pdf, search.photos)) {
    complain("--pdf " + call.pdf + ": is one of the photos (choose another name)");
    return kWrongCommandLine;
  }
  pipeline::BatchHooks hooks;
  hooks.started = [&](const pipeline::FoundPhoto& photo) { report.start(photo.file); };
  hooks.looking = [&](const fs::path& folder, std::size_t done_of_them, std::size_t of) {
    report.looking(" of " + folder.string(), done_of_them, of);
  };
  int done = 0;
  hooks.ended = [&](const pipeline::FoundPhoto& photo, const std::vector<BatchPage>& pages, bool skipped) {
    for (const BatchPage& page : pages) {
      if (!skipped) {
        report.page(reportOf(photo.file, page, call.out));
      }
    }
    report.endPhoto();
    if (!skipped) {
      giveMemoryBackAfter(++done);
    }
  };
  hooks.finished = [&](const std::vector<BatchPage>& pages) {
    writePdf({call.pdf, call.options.save.quality}, call.out, pages, 0, report, stop);
  };
  const Result<pipeline::BatchSummary> summary = pipeline::runBatch(search.photos, call.out, call.options, hooks, stop);
  if (!summary) {
    report.failed(summary.error());
    return kSomeFailed;
  }
  if (summary->photos_skipped > 0) {
    report.remark(std::to_string(summary->photos_skipped) + " of " + std::to_string(summary->photos) +
                  " photos were done already (--redo does them again)");
  }
  if (const int below = search.folders_below; below > 0) {
    report.remark(
        counted(static_cast<std::size_t>(below), "folder below those given was", "folders below those given were") +
        " not looked into (--recursive does)");
  }
  if (const std::size_t unread = foldersUnread(search); unread > 0) {
    report.remark(counted(unread, "folder", "folders") + " could not be read, and what is in there was not done");
  }
  if (summary->photos_gone > 0) {
    report.remark(counted(static_cast<std::size_t>(summary->photos_gone), "photo is", "photos are") +
                  " not there that other shards had (--collect will not miss them)");
  }
  if (const std::string former = toldOfFormer(summary->former_left, call.out); !former.empty()) {
    report.remark(former);
  }
  if (const std::string absent = toldOf(summary->absent, call.out, "this run was"); !absent.empty()) {
    report.remark(absent);
  }
  if (const std::string pages = toLookAt(*summary); !pages.empty()) {
    const fs::path out = call.out;
    const std::string all =
        call.options.shard.isAll() ? "; all pages, worst first: " + (out / pipeline::kReportName).string() : "";
    report.remark(pages + " (\"review\": true in " + (out / manifestName(call.options.shard)).string() + all + ")");
  }
  return report.anyFailed() || summary->pages_failed > 0 ? kSomeFailed : kAllDone;
}

void addShards(CLI::App& command, BatchCall& call) {
  CLI::Option* shard = command
                           .add_option_function<std::string>(
                               "--shard",
                               [&call](const std::string& text) {
                                 const std::optional<pipeline::Shard> one = pipeline::shardOfText(text);
                                 if (!one) {
                                   throw CLI::ValidationError("--shard", "'" + text + "' is not K/N, as 2/4");
                                 }
                                 const pipeline::ShardBy by = call.options.shard.by;
                                 call.options.shard = *one;
                                 call.options.shard.by = by;
                               },
                               "the K-th of N parts of the photos alone, beside other machines that do the others")
                           ->type_name("K/N");
  command
      .add_option_function<std::string>(
          "--shard-by",
          [&call](const std::string& text) {
            call.options.shard.by = text == "order" ? pipeline::ShardBy::order : pipeline::ShardBy::hash;
          },
          "photos of a part: by a hash of their places, or neighbours in order")
      ->check(CLI::IsMember({"hash", "order"}))
      ->needs(shard)
      ->type_name("hash|order")
      ->default_str("hash");
  command
      .add_flag("--collect", call.collect,
                "join the manifests of the shards in OUTDIR, and say what is missing; reads no photo")
      ->excludes(shard);
  command
      .add_option("--pdf", call.pdf,
                  "at the end, the pages of all photos given in one PDF as well, in order (of shards: with --collect)")
      ->excludes(shard)
      ->type_name("FILE");
}

}  // namespace

Command batchCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("batch", "Flatten all photos of folders, resumable, with a manifest of every page");
  auto given = std::make_shared<BatchCall>();
  given->options.version = PLATEN_VERSION;
  command->add_option("INPUT", given->inputs, "folders, photos, or patterns in quotes (\"scans/p*.jpg\")")
      ->type_name("");
  command->add_option("--list", given->lists, "a file that names photos, one a line or ended by zero bytes; - is stdin")
      ->type_name("FILE");
  command->add_option("-o,--out", given->out, "the folder for pages and manifest.jsonl (made if it is missing)")
      ->required()
      ->type_name("OUTDIR");
  command->add_flag("--recursive", given->recursive, "folders below, too; pages keep their places");
  command->add_option("--jobs", given->options.jobs, "photos at a time")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* resume = command->add_flag("--resume", given->resume, "pass over what is done and unchanged (default)");
  command->add_flag("--redo", given->options.redo, "do again what is done")->excludes(resume);
  CLI::Option* go_on = command->add_flag("--keep-going", given->keep_going, "go on after a failure (default)");
  command->add_flag("--fail-fast", given->options.fail_fast, "end after the first failure")->excludes(go_on);
  command
      ->add_option("--min-confidence", given->options.min_confidence,
                   "export pages below as planes, and mark them for review")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("C")
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--book", [given](const std::string& choice) { given->options.books = choice == "auto"; },
          "auto: pages of a folder that fall out of its book are fitted again with what the others tell; off: each for "
          "itself")
      ->check(CLI::IsMember({"auto", "off"}))
      ->type_name("auto|off")
      ->default_str("auto");
  command
      ->add_option("--warp-out", given->options.warp_out,
                   "keep the fits, too: PHOTO.warp.json in this folder, for platen apply and platen map")
      ->type_name("DIR");
  addShards(*command, *given);
  addOptions(*command, given->options.fit);
  addOptions(*command, given->options.save);
  addPixelLimit(*command);
  addTalk(*command, given->talk);
  command->footer(
      "Every page is a line of OUTDIR/manifest.jsonl, which is on the disk before the next photo is begun: after a\n"
      "crash or a power cut the same command goes on where it ended. OUTDIR/report.html shows all pages, worst first.\n"
      "For review are pages with a confidence below 0.5 or --min-confidence, pages that fall out of their book, and\n"
      "what failed. What is done is passed over while the photo, the options and the page are as they were. SIGINT\n"
      "ends after the photos in hand, a second one at once. --memory is for all jobs together. The bytes of pages do\n"
      "not depend on --jobs.\n"
      "\n"
      "Examples:\n"
      "  platen batch scans -o flat --jobs 2\n"
      "  platen batch archive -o flat --recursive --memory 2G --min-confidence 0.5\n"
      "  find . -name '*.tif' -print0 | platen batch --list - -o flat\n"
      "  platen batch scans -o flat --shard 2/4      on the second of four machines; then, on one of them:\n"
      "  platen batch --collect -o flat --pdf book.pdf\n"
      "\n"
      "Exit status: 0 all pages done, 1 at least one failed, 2 the command line is wrong (nothing was written),\n"
      "130 or 143 stopped by SIGINT or SIGTERM.");
  return {command, [given](const std::stop_token& stop) { return run(*given, stop); },
          [] { return std::string("run the same command again to go on"); }};
}

}  // namespace platen::app
