// The jobs of the engine's writer: looking at what is there, pages, and the document that takes them.
#include "ui/session/engine.h"

#include <utility>

namespace platen::ui {

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
  const Result<PhotoInfo> info = pipeline::describePhoto(request.photo);
  std::vector<std::pair<const pipeline::PageToExport*, std::filesystem::path>> pages;
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
  if (!pages.empty()) {
    const Result<Image> full = pipeline::openFull(*info, request.options, stop, request.threads);
    for (const auto& [page, file] : pages) {
      if (stop.stop_requested()) {
        return;
      }
      const Result<pipeline::SavedPage> saved =
          full ? writePage(*full, *info, request, *page, file, stop) : tl::unexpected(full.error());
      if (saved) {
        const WrittenPage done{request.photo, file, page->index, saved->warnings};
        answer(job, [job, done](JobListener& asked) { asked.written(job, done); });
      } else {
        tellUnwritten(job, page->index, file, saved.error());
      }
    }
    if (!full) {
      return;
    }
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
  Result<void> kept = pipeline::Outputs::makeFolderOf(file);
  if (kept) {
    kept = pipeline::saveWarp(file, info, request.fitted, request.files->ifThere(file, request.photo));
  }
  if (kept) {
    answer(job, [job, photo = request.photo, file](JobListener& asked) { asked.warpKept(job, photo, file); });
  } else {
    tellUnwritten(job, 0, file, kept.error());
  }
}

Result<pipeline::SavedPage> Engine::writePage(const Image& full,
                                              const PhotoInfo& info,
                                              const WriteRequest& request,
                                              const pipeline::PageToExport& page,
                                              const std::filesystem::path& file,
                                              const std::stop_token& stop) {
  if (Result<void> made = pipeline::Outputs::makeFolderOf(file); !made) {
    return tl::unexpected(made.error());
  }
  if (!request.files->isDocument()) {
    return pipeline::savePage(full, info, page, file, request.options, request.threads, stop,
                              request.files->ifThere(file, request.photo));
  }
  const Result<pipeline::Document*> document = request.files->document();
  return document ? (*document)->addPage(full, info, page, request.options, request.threads, stop)
                  : tl::unexpected(document.error());
}

}  // namespace platen::ui
