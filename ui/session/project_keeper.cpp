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

}  // namespace

ProjectKeeper::ProjectKeeper(Workspace& workspace, std::filesystem::path folder, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      folder_(std::move(folder)),
      disk_(std::make_shared<Disk>()),
      worker_(std::make_unique<Worker>()) {
  disk_->folder = folder_;
  soon_.setSingleShot(true);
  soon_.setInterval(kSoon);
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
      markList();
    }
  });
}

ProjectKeeper::~ProjectKeeper() {
  workspace_.disconnect(this);
  flush();
  std::latch written(1);
  const bool is_nothing = file_.empty() && workspace_.count() == 0;
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
  dirty_.insert(workspace_.photo(index).file());
  setUnsaved(true);
  if (!soon_.isActive()) {
    soon_.start();
  }
}

void ProjectKeeper::markList() {
  if (is_showing_) {
    return;
  }
  list_is_dirty_ = true;
  setUnsaved(true);
  if (!soon_.isActive()) {
    soon_.start();
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
  std::vector<pipeline::ProjectPhoto> photos;
  for (const std::filesystem::path& file : std::exchange(dirty_, {})) {
    if (const int index = workspace_.indexOf(file); index >= 0) {
      photos.push_back({file, workspace_.photo(index).state()});
    }
  }
  std::optional<std::vector<std::filesystem::path>> list;
  if (std::exchange(list_is_dirty_, false)) {
    list.emplace();
    for (int index = 0; index < workspace_.count(); ++index) {
      list->push_back(workspace_.photo(index).file());
    }
  }
  if (photos.empty() && !list && !done) {
    return;
  }
  const std::filesystem::path current = workspace_.current() != nullptr ? workspace_.current()->file() : "";
  onDisk([this, photos = std::move(photos), list = std::move(list), current, presets = workspace_.presets(),
          done = std::move(done)](Disk& disk) {
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
      // Said once for each reason, not at every edit.
      if (!written && std::exchange(disk.why_none, describe(written.error())) != describe(written.error())) {
        toWindow([this, error = written.error()] { Q_EMIT failed(describedWords(error)); });
      }
    }
    if (done) {
      toWindow(done);
    }
  });
}

void ProjectKeeper::save(bool whatever_is_there) {
  flush();
  const auto overwrite = whatever_is_there ? pipeline::Overwrite::whatever : pipeline::Overwrite::own;
  onDisk([this, kept = project(), overwrite, file = file_](Disk& disk) {
    const Result<void> written = disk.journal ? disk.journal->save(kept, overwrite) : pipeline::saveProject(file, kept);
    toWindow([this, written] {
      if (written) {
        setUnsaved(!dirty_.empty() || list_is_dirty_);
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
    toWindow([this, written, file] {
      if (!written) {
        Q_EMIT failed(describedWords(written.error()));
        return;
      }
      file_ = std::filesystem::absolute(file);
      has_unsaved_ = !dirty_.empty() || list_is_dirty_;
      Q_EMIT changed();
      Q_EMIT saved();
    });
  });
}

void ProjectKeeper::discard() {
  soon_.stop();
  dirty_.clear();
  list_is_dirty_ = false;
  onDisk([](Disk& disk) {
    if (disk.journal) {
      // What can't be taken back is offered again at the next start: no harm.
      static_cast<void>(disk.journal->discard());
    }
  });
  setUnsaved(false);
}

}  // namespace platen::ui
