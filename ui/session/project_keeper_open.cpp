// How photos and edits come back: from a project's file, and from work that has none.
#include "ui/session/project_keeper.h"
#include "ui/session/project_keeper_disk.h"
#include "ui/words/engine_words.h"

#include <chrono>
#include <optional>
#include <utility>

namespace platen::ui {
namespace {

// Work without a name is kept so long, and so often.
constexpr std::chrono::hours kKeptFor{30 * 24};
constexpr std::size_t kMostKept = 10;

}  // namespace

// What is done while the file is read belongs to what is open until then: so the journals change places when the
// photos do.
void ProjectKeeper::open(const std::filesystem::path& file) {
  flush();
  onDisk([this, file](Disk& /*disk*/) {
    Result<pipeline::OpenedProject> opened = pipeline::openProject(file);
    if (!opened) {
      toWindow([this, error = opened.error()] { Q_EMIT failed(describedWords(error)); });
      return;
    }
    const auto shared = std::make_shared<pipeline::OpenedProject>(std::move(*opened));
    toWindow([this, shared, file] { take(shared, std::filesystem::absolute(file), false); });
  });
}

void ProjectKeeper::recover() {
  onDisk([this](Disk& disk) {
    pipeline::forgetOldProjects(disk.folder, kMostKept, kKeptFor);
    if (std::optional<pipeline::OpenedProject> recovered = pipeline::recoverLastProject(disk.folder)) {
      const auto shared = std::make_shared<pipeline::OpenedProject>(std::move(*recovered));
      toWindow([this, shared] { take(shared, {}, true); });
    } else {
      lookOnDisk(disk);  // as take() does
    }
  });
}

void ProjectKeeper::recover(const std::filesystem::path& journal, bool with_open) {
  flush();
  onDisk([this, journal, with_open](Disk& disk) {
    Result<pipeline::OpenedProject> recovered = pipeline::recoverProject(journal);
    if (recovered) {
      const auto shared = std::make_shared<pipeline::OpenedProject>(std::move(*recovered));
      toWindow([this, shared, with_open] { take(shared, {}, with_open); });
    } else {
      toWindow([this, error = recovered.error()] { Q_EMIT failed(describedWords(error)); });
      lookOnDisk(disk);
    }
  });
}

void ProjectKeeper::lookForLost() {
  onDisk([this](Disk& disk) {
    pipeline::forgetOldProjects(disk.folder, kMostKept, kKeptFor);
    lookOnDisk(disk);
  });
}

void ProjectKeeper::lookOnDisk(Disk& disk) {
  toWindow([this, lost = pipeline::abandonedProjects(disk.folder)] {
    lost_ = lost;
    Q_EMIT lostChanged();
  });
}

void ProjectKeeper::take(const std::shared_ptr<pipeline::OpenedProject>& opened,
                         std::filesystem::path file,
                         bool with_open) {
  flush();
  const bool is_bare = !opened->journal && !file.empty();
  onDisk([opened](Disk& disk) {
    disk.before = std::exchange(disk.journal, std::move(opened->journal));
    disk.missed = {};
  });
  const bool is_unnamed = file.empty();
  const bool is_added_to = with_open && is_unnamed && file_.empty();
  const pipeline::Project besides = is_added_to ? project() : pipeline::Project();
  const bool has_new_presets = is_added_to && has_new_presets_;
  file_ = std::move(file);
  unsaved_ = std::move(opened->unsaved);
  show(opened->project);
  has_unsaved_ = opened->recovered > 0 || is_unnamed;
  is_bare_ = is_bare;
  if (has_new_presets) {
    workspace_.setPresets(besides.presets);
  }
  addBesides(besides);
  if (is_added_to) {
    flush();
  }
  onDisk([is_added_to](Disk& disk) {
    // All that it holds is in the other by now. Else it stays, if it holds anything.
    if (is_added_to && disk.before && disk.is_written) {
      static_cast<void>(disk.before->discard());
    }
    disk.before.reset();
  });
  QStringList notes;
  for (const std::string& note : opened->notes) {
    notes += engineWords(note);
  }
  Q_EMIT changed();
  Q_EMIT this->opened(notes);
  if (unsaved_) {
    Q_EMIT conflict();
  }
  lookForLost();
}

// A photo that is in both is what it was made last, if it was made anything by hand; what it was made in the other
// session is a step back.
void ProjectKeeper::addBesides(const pipeline::Project& besides) {
  for (const pipeline::ProjectPhoto& photo : besides.photos) {
    const int index = workspace_.indexOf(photo.file);
    if (index < 0) {
      workspace_.addKept(photo.file, photo.state);
    } else if (pipeline::isTouched(photo.state, besides.presets)) {
      workspace_.photo(index).replace(photo.state, tr("Join Sessions"));
    }
  }
  if (besides.current >= 0) {
    workspace_.setCurrent(workspace_.indexOf(besides.photos[static_cast<std::size_t>(besides.current)].file));
  }
}

void ProjectKeeper::show(const pipeline::Project& project) {
  is_showing_ = true;
  unknown_ = project.unknown;
  workspace_.clear();
  workspace_.setPresets(project.presets);  // none is the program's own, not those of what was open before
  for (const pipeline::ProjectPhoto& photo : project.photos) {
    workspace_.addKept(photo.file, photo.state);
  }
  workspace_.setCurrent(project.current >= 0 && project.current < workspace_.count()
                            ? project.current
                            : (workspace_.count() > 0 ? 0 : -1));
  dirty_ = {};
  missed_ = {};
  has_new_presets_ = false;
  ++shown_;
  is_showing_ = false;
}

void ProjectKeeper::settle(bool keep_unsaved) {
  if (!unsaved_) {
    return;
  }
  const pipeline::Project kept = std::move(*unsaved_);
  unsaved_.reset();
  onDisk([this, keep_unsaved](Disk& disk) {
    if (disk.journal) {
      const auto settled = disk.journal->settle(keep_unsaved ? pipeline::ProjectJournal::Keep::unsaved
                                                             : pipeline::ProjectJournal::Keep::file);
      if (!settled) {
        toWindow([this, error = settled.error()] { Q_EMIT failed(describedWords(error)); });
      }
    }
  });
  if (keep_unsaved) {
    show(kept);
  }
  setUnsaved(keep_unsaved || !dirty_.empty());
  flush();
}

}  // namespace platen::ui
