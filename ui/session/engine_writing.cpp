// The jobs of the engine's writer: looking at what is there, pages, and the document that takes them.
#include "ui/session/engine.h"

#include <algorithm>
#include <utility>

namespace platen::ui {
namespace {

// Not of what was to become of it, as of a page that is too large or memory that ran out, which names the photo too.
bool tellsOfPhoto(const Error& error, const std::filesystem::path& photo) {
  const bool is_unread = error.kind == ErrorKind::notFound || error.kind == ErrorKind::unreadable ||
                         error.kind == ErrorKind::unsupported || error.kind == ErrorKind::stopped;
  return is_unread && error.path == photo;
}

}  // namespace

JobNumber Engine::look(std::shared_ptr<ExportFiles> files, JobListener& listener) {
  Task task = this->task(listener, [this, files = std::move(files)](JobNumber job, const std::stop_token& stop) {
    const auto found = std::make_shared<const ExportFindings>(files->look(stop));
    if (!stop.stop_requested()) {
      answer(job, [job, found](JobListener& asked) { asked.lookedAt(job, *found); });
    }
  });
  const JobNumber job = task.number;
  writer_.addFirst(Lane::writing, std::move(task));
  return job;
}

JobNumber Engine::write(WriteRequest request, JobListener& listener) {
  Task task = this->task(listener, [this, request = std::move(request)](JobNumber job, const std::stop_token& stop) {
    writeNow(job, request, stop);
  });
  const JobNumber job = task.number;
  writer_.add(Lane::writing, std::move(task));
  return job;
}

JobNumber Engine::commit(std::shared_ptr<ExportFiles> files, JobListener& listener) {
  Task task = this->task(listener, [this, files = std::move(files)](JobNumber job, const std::stop_token& stop) {
    const Result<pipeline::Document*> document = files->document();
    if (document && !mayWrite(job, 0, *files, files->out(), {})) {
      return;
    }
    const Result<void> committed = document ? (*document)->commit(stop) : tl::unexpected(document.error());
    if (committed) {
      answer(job, [job, file = files->out()](JobListener& asked) { asked.committed(job, file); });
    } else {
      tellUnwritten(job, 0, files->out(), committed.error());
    }
  });
  const JobNumber job = task.number;
  writer_.add(Lane::writing, std::move(task));
  return job;
}

void Engine::letGo(std::shared_ptr<ExportFiles> files) {
  // Behind its jobs. Where the task is dropped, so are the files.
  writer_.add(Lane::writing,
              {++last_, [files = std::move(files)](const std::stop_token&) mutable { files.reset(); }, {}});
}

bool Engine::mayWrite(JobNumber job,
                      int page,
                      const ExportFiles& files,
                      const std::filesystem::path& file,
                      const std::filesystem::path& photo) {
  if (files.mayWrite(file, photo)) {
    return true;
  }
  answer(job, [job, page, file](JobListener& asked) { asked.refused(job, page, file); });
  return false;
}

void Engine::tellUnwritten(JobNumber job, int page, const std::filesystem::path& file, const Error& error) {
  if (error.kind == ErrorKind::inUse) {
    answer(job, [job, page, file](JobListener& asked) { asked.refused(job, page, file); });
  } else {
    tellFailed(job, page, error);
  }
}

void Engine::writeNow(JobNumber job, const WriteRequest& request, const std::stop_token& stop) {
  // Names first: what can't be written needs no photo in full.
  const Result<PhotoInfo> info = pipeline::describePhoto(request.photo, stop);
  PagesToWrite pages;
  for (const pipeline::PageToExport& page : request.pages) {
    if (!info) {
      tellFailed(job, page.index, info.error());
    } else if (request.files->isDocument()) {
      pages.emplace_back(&page, request.files->out());
    } else if (const Result<std::filesystem::path> file =
                   request.files->claim(*info, page.index, request.pages_of_photo, request.options);
               !file) {
      tellFailed(job, page.index, file.error());
    } else if (mayWrite(job, page.index, *request.files, *file, request.photo)) {
      pages.emplace_back(&page, *file);
    }
  }
  if (!info) {
    return;
  }
  if (!pages.empty() && !writePages(job, *info, request, pages, stop)) {
    return;
  }
  if (!request.fitted.empty() && !stop.stop_requested()) {
    keepWarp(job, *info, request);
  }
}

void Engine::keepWarp(JobNumber job, const PhotoInfo& info, const WriteRequest& request) {
  const std::filesystem::path file = request.files->warpOf(request.photo);
  if (!mayWrite(job, 0, *request.files, file, request.photo)) {
    return;
  }
  Result<void> kept = request.files->makeFolderOf(file);
  if (kept) {
    kept =
        pipeline::saveWarp(file, info, request.fitted, request.files->ifThere(file, request.photo), &request.options);
  }
  if (kept) {
    answer(job, [job, photo = request.photo, file](JobListener& asked) { asked.warpKept(job, photo, file); });
  } else {
    tellUnwritten(job, 0, file, kept.error());
  }
}

bool Engine::writePages(JobNumber job,
                        const PhotoInfo& info,
                        const WriteRequest& request,
                        const PagesToWrite& pages,
                        const std::stop_token& stop) {
  std::vector<pipeline::PageFile> files;
  std::vector<pipeline::PageToExport> in_document;
  for (const auto& [page, file] : pages) {
    if (Result<void> made = request.files->makeFolderOf(file); !made) {
      tellUnwritten(job, page->index, file, made.error());
    } else {
      files.push_back({*page, file, request.files->ifThere(file, request.photo)});
      in_document.push_back(*page);
    }
  }
  if (files.empty()) {
    return true;
  }
  std::vector<Result<pipeline::SavedPage>> saved;
  if (!request.files->isDocument()) {
    saved = pipeline::savePages(info, files, request.options, request.threads, stop);
  } else if (const Result<pipeline::Document*> document = request.files->document()) {
    saved = (*document)->addPages(info, in_document, request.options, request.threads, stop);
  } else {
    saved.assign(files.size(), tl::unexpected(document.error()));
  }
  if (std::none_of(saved.begin(), saved.end(), [](const auto& page) { return page.has_value(); })) {
    request.files->removeEmptyFolders();
  }
  bool photo_is_good = false;
  for (std::size_t k = 0; k < files.size(); ++k) {
    const int page = files[k].page.index;
    if (saved[k]) {
      const WrittenPage done{request.photo, files[k].file, page, saved[k]->warnings};
      answer(job, [job, done](JobListener& asked) { asked.written(job, done); });
    } else {
      tellUnwritten(job, page, files[k].file, saved[k].error());
    }
    photo_is_good = photo_is_good || saved[k] || !tellsOfPhoto(saved[k].error(), request.photo);
  }
  return photo_is_good;
}

}  // namespace platen::ui
