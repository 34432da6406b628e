#include "ui/session/project_keeper.h"

#include "ui/session/project_keeper_disk.h"
#include "ui/words/engine_words.h"

#include <chrono>
#include <latch>
#include <utility>

namespace platen::ui {
namespace {

// An edit is on the disk so long after it, at the latest.
constexpr std::chrono::milliseconds kSoon{1500};
// What could not be written is tried again so often.
constexpr std::chrono::milliseconds kAgain{5000};

}  // namespace

ProjectKeeper::ProjectKeeper(Workspace& workspace, std::filesystem::path folder, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      folder_(std::move(folder)),
      disk_(std::make_shared<Disk>()),
      worker_(std::make_unique<Worker>()) {
  disk_->folder = folder_;
  soon_.setSingleShot(true);
  connect(&soon_, &QTimer::timeout, this, [this] { flush(); });
  connect(&workspace_, &Workspace::photoEdited, this, &ProjectKeeper::markPhoto);
  connect(&workspace_, &Workspace::photosAdded, this, [this](int first, int last) {
    for (int index = first; index <= last; ++index) {
      markPhoto(index);
    }
    markList();
  });
  connect(&workspace_, &Workspace::photoRemoved, this, [this] { markList(); });
  connect(&workspace_, &Workspace::presetsChanged, this, [this] {
    if (workspace_.count() > 0 || !file_.empty()) {  // without either there is no work to be kept
      has_new_presets_ = has_new_presets_ || !is_showing_;
      markList();
    }
  });
}

ProjectKeeper::~ProjectKeeper() {
  workspace_.disconnect(this);
  std::latch idle(1);
  onDisk([&idle](Disk& /*disk*/) { idle.count_down(); });
  idle.wait();
  missed_.add(std::exchange(disk_->missed, {}));  // also what has not been told here yet
  flush();
  std::latch written(1);
  // Of one photo that was only looked at, whoever opens it again has the same: it is not to stand before real work.
  const bool is_look = workspace_.count() == 1 && !workspace_.photo(0).hasHandWork(workspace_.presets());
  const bool is_nothing = file_.empty() && (workspace_.count() == 0 || is_look);
  onDisk([&written, is_nothing](Disk& disk) {
    if (is_nothing && disk.journal) {
      static_cast<void>(disk.journal->discard());
    }
    disk.journal.reset();
    written.count_down();
  });
  written.wait();
}

void ProjectKeeper::onDisk(std::function<void(Disk&)> work) {
  worker_->add(Lane::writing,
               {++tasks_, [disk = disk_, work = std::move(work)](const std::stop_token&) { work(*disk); }, {}});
}

void ProjectKeeper::toWindow(std::function<void()> say) {
  QMetaObject::invokeMethod(this, std::move(say), Qt::QueuedConnection);
}

void ProjectKeeper::setUnsaved(bool unsaved) {
  if (std::exchange(has_unsaved_, unsaved) != unsaved) {
    Q_EMIT changed();
  }
}

void ProjectKeeper::markPhoto(int index) {
  if (is_showing_ || index < 0) {
    return;
  }
  dirty_.photos.insert(workspace_.photo(index).file());
  setUnsaved(true);
  if (!soon_.isActive()) {
    soon_.start(kSoon);
  }
}

void ProjectKeeper::markList() {
  if (is_showing_) {
    return;
  }
  dirty_.list = true;
  setUnsaved(true);
  if (!soon_.isActive()) {
    soon_.start(kSoon);
  }
}

pipeline::Project ProjectKeeper::project() const {
  pipeline::Project project;
  for (int index = 0; index < workspace_.count(); ++index) {
    project.photos.push_back({workspace_.photo(index).file(), workspace_.photo(index).state()});
  }
  project.current = workspace_.indexOf(workspace_.current());
  project.presets = workspace_.presets();
  project.unknown = unknown_;
  return project;
}

void ProjectKeeper::flush(std::function<void()> done) {
  soon_.stop();
  if (unsaved_) {
    // Which of two projects this is has not been answered yet: settle() comes back to what changed meanwhile.
    if (done) {
      done();
    }
    return;
  }
  Marks marks = std::exchange(dirty_, {});
  marks.add(std::exchange(missed_, {}));
  if (!marks.empty() && std::exchange(is_bare_, false)) {
    // No journal knows the rest of it.
    marks.list = true;
    for (int index = 0; index < workspace_.count(); ++index) {
      marks.photos.insert(workspace_.photo(index).file());
    }
  }
  std::vector<pipeline::ProjectPhoto> photos;
  for (const std::filesystem::path& file : marks.photos) {
    if (const int index = workspace_.indexOf(file); index >= 0) {
      photos.push_back({file, workspace_.photo(index).state()});
    }
  }
  std::optional<std::vector<std::filesystem::path>> list;
  if (marks.list) {
    list.emplace();
    for (int index = 0; index < workspace_.count(); ++index) {
      list->push_back(workspace_.photo(index).file());
    }
  }
  if (photos.empty() && !list && !done) {
    return;
  }
  const std::filesystem::path current = workspace_.current() != nullptr ? workspace_.current()->file() : "";
  onDisk([this, marks = std::move(marks), shown = shown_, photos = std::move(photos), list = std::move(list), current,
          presets = workspace_.presets(), done = std::move(done)](Disk& disk) {
    if (!photos.empty() || list) {
      Result<pipeline::ProjectJournal*> journal = disk.open();
      Result<void> written;
      if (!journal) {
        written = tl::unexpected(journal.error());
      }
      if (written && list) {
        written = (*journal)->listChanged(*list, current, presets);
      }
      if (written && !photos.empty()) {
        written = (*journal)->photosChanged(photos);
      }
      disk.is_written = written.has_value();
      if (written) {
        disk.why_none.clear();
      } else {
        disk.missed.add(marks);
        toWindow([this, marks, shown] { noteMissed(marks, shown); });
        // Said once for each reason, not at every edit.
        if (std::exchange(disk.why_none, describe(written.error())) != describe(written.error())) {
          toWindow([this, error = written.error()] { Q_EMIT failed(describedWords(error)); });
        }
      }
    }
    if (done) {
      toWindow(done);
    }
  });
}

// What could not be written is tried again, with what is new by then.
void ProjectKeeper::noteMissed(const Marks& marks, int shown) {
  if (shown != shown_) {
    return;  // of a project that is not open any more
  }
  missed_.add(marks);
  if (!soon_.isActive()) {
    soon_.start(kAgain);
  }
}

void ProjectKeeper::save(bool whatever_is_there) {
  flush();
  const auto overwrite = whatever_is_there ? pipeline::Overwrite::whatever : pipeline::Overwrite::own;
  onDisk([this, kept = project(), overwrite, file = file_](Disk& disk) {
    // Where none can be opened beside the file, edits are in one without a name.
    const bool has_own = disk.journal && !disk.journal->project().empty();
    const Result<void> written = has_own ? disk.journal->save(kept, overwrite) : pipeline::saveProject(file, kept);
    if (written) {
      disk.missed = {};
      if (!has_own && disk.journal) {
        static_cast<void>(disk.journal->discard());  // the file has them
      }
    }
    toWindow([this, written, has_own] {
      if (written) {
        missed_ = {};
        is_bare_ = is_bare_ || !has_own;
        setUnsaved(!dirty_.empty());
        Q_EMIT saved();
      } else if (written.error().kind == ErrorKind::inUse) {
        Q_EMIT changedByOthers(describedWords(written.error()));
      } else {
        Q_EMIT failed(describedWords(written.error()));
      }
    });
  });
}

void ProjectKeeper::saveAs(const std::filesystem::path& file) {
  flush();
  onDisk([this, kept = project(), file](Disk& disk) {
    Result<pipeline::ProjectJournal*> journal = disk.open();
    const Result<void> written = journal ? (*journal)->saveAs(file, kept) : pipeline::saveProject(file, kept);
    if (written) {
      disk.missed = {};
    }
    toWindow([this, written, file, is_bare = !journal] {
      if (!written) {
        Q_EMIT failed(describedWords(written.error()));
        return;
      }
      file_ = std::filesystem::absolute(file);
      missed_ = {};
      is_bare_ = is_bare;
      has_unsaved_ = !dirty_.empty();
      Q_EMIT changed();
      Q_EMIT saved();
    });
  });
}

void ProjectKeeper::discard() {
  soon_.stop();
  dirty_ = {};
  missed_ = {};
  ++shown_;
  onDisk([](Disk& disk) {
    disk.missed = {};
    if (disk.journal) {
      // What can't be taken back is offered again at the next start: no harm.
      static_cast<void>(disk.journal->discard());
    }
  });
  setUnsaved(false);
}

}  // namespace platen::ui
