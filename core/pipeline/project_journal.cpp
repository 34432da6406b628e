// What a journal says is a history of single changes. To read it is to go through it from the last moment at which all
// of it was in the project's file: that file's SHA-256 stands in the journal's head, or in the record that announced
// it, so that a crash on either side of the file's renaming is told from a change by someone else.
#include "core/io/journal_file.h"
#include "core/io/kept_names.h"
#include "core/io/project_records.h"
#include "core/io/sidecar.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/journal_names.h"
#include "core/pipeline/journal_replay.h"
#include "core/pipeline/kept_project.h"
#include "core/pipeline/project.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace platen::pipeline {
namespace fs = std::filesystem;
namespace {

// Records that newer ones replace are taken out once they are this much more than what counts.
constexpr std::uint64_t kMostDeadBytes = 16U << 20;

// Links followed, so that one project has one journal, whatever name it is opened by.
fs::path realPath(const fs::path& file) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(file, error), error);
  return error ? file : real;
}

fs::path journalOf(const fs::path& project) {
  fs::path journal = project;
  journal += kJournalEnding;
  return journal;
}

}  // namespace

struct ProjectJournal::State {
  std::unique_ptr<io::JournalFile> file;
  fs::path project;  // empty: none
  fs::path folder;   // which names refer to; empty: they are absolute
  std::string base;  // SHA-256 of the project's file that the changes refer to; empty: none
  // Where what counts lies.
  std::map<fs::path, io::JournalPlace> photos;
  std::optional<io::JournalPlace> list, current;
  // The photos' order after a conflict, until settle().
  std::optional<io::PhotoList> conflict;

  [[nodiscard]] bool hasUnsaved() const { return !photos.empty() || list; }

  State& settled() {
    if (conflict) {
      throw std::logic_error("ProjectJournal: a conflict has to be settled before anything else");
    }
    return *this;
  }

  [[nodiscard]] std::vector<io::JournalPlace> living() const {
    std::vector<io::JournalPlace> places;
    for (const auto& [photo, place] : photos) {
      places.push_back(place);
    }
    for (const auto& place : {list, current}) {
      if (place) {
        places.push_back(*place);
      }
    }
    std::sort(places.begin(), places.end(), [](auto a, auto b) { return a.offset < b.offset; });
    return places;
  }

  void note(const io::JournalEntry& entry, io::JournalPlace place) {
    if (const auto* photo = std::get_if<io::KeptPhoto>(&entry)) {
      photos[photo->file] = place;
    } else if (std::holds_alternative<io::PhotoList>(entry)) {
      list = place;
    } else if (std::holds_alternative<io::CurrentPhoto>(entry)) {
      current = place;
    }
  }

  void forget() {
    photos.clear();
    list.reset();
    current.reset();
  }

  // Empty, on the project's file of this SHA-256.
  Result<void> restart(const std::string& sha256) {
    const auto begun = file->replace(io::recordOf(io::JournalHead{sha256}), {});
    if (!begun) {
      return tl::unexpected(begun.error());
    }
    base = sha256;
    forget();
    return {};
  }

  // What counts alone.
  Result<void> compact() {
    const std::vector<io::JournalPlace> old = living();
    const auto moved = file->replace(io::recordOf(io::JournalHead{base}), old);
    if (!moved) {
      return tl::unexpected(moved.error());
    }
    const auto follow = [&](io::JournalPlace& place) {
      const auto found =
          std::find_if(old.begin(), old.end(), [&](const auto& other) { return other.offset == place.offset; });
      place = moved->at(static_cast<std::size_t>(found - old.begin()));
    };
    for (auto& [photo, place] : photos) {
      follow(place);
    }
    for (auto* place : {&list, &current}) {
      if (*place) {
        follow(**place);
      }
    }
    return {};
  }

  Result<std::vector<io::JournalPlace>> append(std::vector<std::string> records) {
    const bool has_head = file->size() > 0;
    if (!has_head) {
      records.insert(records.begin(), io::recordOf(io::JournalHead{base}));
    }
    auto places = file->append(records);
    if (places && !has_head) {
      places->erase(places->begin());
    }
    return places;
  }

  // After an append: a failure is none of the change's, which is on the disk.
  void keepSmall() {
    std::uint64_t alive = 0;
    for (const io::JournalPlace& place : living()) {
      alive += place.bytes;
    }
    if (file->size() > 2 * alive + kMostDeadBytes) {
      static_cast<void>(compact().has_value());
    }
  }

  // Goes through the journal on top of `opened.project`, of the file with the SHA-256 `base`.
  Result<void> replayInto(OpenedProject& opened) {
    struct Record {
      io::JournalEntry entry;
      io::JournalPlace place;
    };
    std::optional<Error> problem;
    bool is_ours = false;
    bool is_first = true;
    std::vector<Record> records;
    const Result<void> read = file->read([&](const std::string& text, io::JournalPlace place) {
      if (problem) {
        return;
      }
      auto entry = io::readRecord(text, folder, file->file());
      if (!entry) {
        problem = entry.error();
        return;
      }
      const auto* head = std::get_if<io::JournalHead>(&*entry);
      const auto* saving = std::get_if<io::SavingProject>(&*entry);
      if (is_first != (head != nullptr)) {
        problem = Error{ErrorKind::badInput, file->file(), "is no journal of a Platen project (move it away)"};
        return;
      }
      is_first = false;
      if ((head != nullptr && head->project_sha256 == base) || (saving != nullptr && saving->project_sha256 == base)) {
        is_ours = true;
        records.clear();
      } else if (head == nullptr && saving == nullptr) {
        records.push_back({std::move(*entry), place});
      }
    });
    if (!read || problem) {
      return tl::unexpected(problem ? *problem : read.error());
    }
    if (file->tornBytes() > 0) {
      opened.notes.emplace_back("the last change before the program ended was not written whole and is left out");
    }
    if (records.empty()) {
      return file->size() > 0 && !is_ours ? restart(base) : Result<void>();
    }
    JournalReplay replay(opened.project);
    for (Record& record : records) {
      note(record.entry, record.place);
      std::visit([&](auto& entry) { replay.take(std::move(entry)); }, record.entry);
    }
    if (!hasUnsaved() && !is_ours) {
      return restart(base);  // only another photo was looked at
    }
    if (!is_ours) {
      // Whether a photo that the journal does not name was taken out here or put in by the other is not known.
      for (const ProjectPhoto& photo : opened.project.photos) {
        if (std::find(replay.order.begin(), replay.order.end(), photo.file) == replay.order.end()) {
          replay.order.push_back(photo.file);
        }
      }
    }
    Project made = replay.project(opened.project.unknown);
    opened.recovered = static_cast<int>(std::count_if(made.photos.begin(), made.photos.end(), [&](const auto& photo) {
      return replay.changed.contains(photo.file);
    }));
    if (is_ours) {
      opened.project = std::move(made);
      return {};
    }
    conflict = io::PhotoList{replay.order, made.current >= 0 ? replay.current : fs::path(), keptPresets(made.presets)};
    opened.unsaved = std::move(made);
    opened.notes.emplace_back("the project was changed by another program after changes here that were not saved");
    return {};
  }
};

ProjectJournal::ProjectJournal(std::unique_ptr<State> state) : state_(std::move(state)) {}

ProjectJournal::~ProjectJournal() {
  if (!state_->hasUnsaved()) {
    state_->file->remove();
  }
}

Result<std::unique_ptr<ProjectJournal>> ProjectJournal::begin(const fs::path& folder) {
  using Journal = std::unique_ptr<ProjectJournal>;
  return guarded(folder, [&]() -> Result<Journal> {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
      return fail(ErrorKind::writeFailed, folder, "the folder can't be made: " + error.message());
    }
    std::random_device random;
    const std::string name = std::string(kUnnamedJournal) + std::to_string(random()) + "-" + std::to_string(random()) +
                             std::string(kJournalEnding);
    auto file = io::JournalFile::open(io::wholePath(folder / name));
    if (!file) {
      return tl::unexpected(file.error());
    }
    auto state = std::make_unique<State>();
    state->file = std::move(*file);
    return Journal(new ProjectJournal(std::move(state)));
  });
}

const fs::path& ProjectJournal::project() const {
  return state_->project;
}
const fs::path& ProjectJournal::file() const {
  return state_->file->file();
}
bool ProjectJournal::hasUnsaved() const {
  return state_->hasUnsaved();
}

Result<void> ProjectJournal::photoChanged(const fs::path& photo, const PhotoState& state) {
  state_->settled();
  return guarded(file(), [&]() -> Result<void> {
    const auto places = state_->append({io::recordOf(keptPhoto(photo, state), state_->folder)});
    if (!places) {
      return tl::unexpected(places.error());
    }
    state_->photos[io::wholePath(photo)] = places->front();
    state_->keepSmall();
    return {};
  });
}

Result<void> ProjectJournal::photosChanged(const std::vector<ProjectPhoto>& photos) {
  state_->settled();
  return guarded(file(), [&]() -> Result<void> {
    std::vector<std::string> records;
    records.reserve(photos.size() + 1);
    for (const ProjectPhoto& photo : photos) {
      records.push_back(io::recordOf(keptPhoto(photo.file, photo.state), state_->folder));
    }
    const auto places = state_->append(std::move(records));
    if (!places) {
      return tl::unexpected(places.error());
    }
    for (std::size_t k = 0; k < photos.size(); ++k) {
      state_->photos[io::wholePath(photos[k].file)] = (*places)[k];
    }
    state_->keepSmall();
    return {};
  });
}

Result<void> ProjectJournal::listChanged(const std::vector<fs::path>& photos,
                                         const fs::path& current,
                                         const std::optional<Presets>& presets) {
  state_->settled();
  return guarded(file(), [&]() -> Result<void> {
    const auto places =
        state_->append({io::recordOf(io::PhotoList{photos, current, keptPresets(presets)}, state_->folder)});
    if (!places) {
      return tl::unexpected(places.error());
    }
    state_->list = places->front();
    state_->keepSmall();
    return {};
  });
}

Result<void> ProjectJournal::currentChanged(const fs::path& photo) {
  state_->settled();
  return guarded(file(), [&]() -> Result<void> {
    const auto places = state_->append({io::recordOf(io::CurrentPhoto{photo}, state_->folder)});
    if (!places) {
      return tl::unexpected(places.error());
    }
    state_->current = places->front();
    state_->keepSmall();
    return {};
  });
}

Result<void> ProjectJournal::save(const Project& project, Overwrite overwrite) {
  if (state_->settled().project.empty()) {
    throw std::invalid_argument("ProjectJournal::save: the project has no file yet (saveAs gives it one)");
  }
  return guarded(state_->project, [&]() -> Result<void> {
    std::error_code ignored;
    if (overwrite == Overwrite::own && fs::exists(state_->project, ignored)) {
      const Result<std::string> now = io::sha256(state_->project);
      if (now && *now != state_->base) {
        return fail(ErrorKind::inUse, state_->project,
                    "was changed by another program since it was opened (save under another name, or replace it)");
      }
    }
    const Result<std::string> written =
        writeProjectOnDisk(state_->project, project, [&](const std::string& sha256) -> Result<void> {
          const auto announced = state_->append({io::recordOf(io::SavingProject{sha256})});
          return announced ? Result<void>() : tl::unexpected(announced.error());
        });
    return written ? state_->restart(*written) : tl::unexpected(written.error());
  });
}

Result<void> ProjectJournal::saveAs(const fs::path& file, const Project& project) {
  state_->settled();
  const fs::path real = realPath(file);
  if (real == state_->project) {
    return save(project, Overwrite::whatever);
  }
  return guarded(file, [&]() -> Result<void> {
    auto journal = io::JournalFile::open(journalOf(real));
    if (!journal) {
      return fail(journal.error().kind, file, journal.error().message);
    }
    State next;
    next.file = std::move(*journal);
    next.project = real;
    next.folder = real.parent_path();
    // Whatever journal was there speaks of what is being replaced.
    const Result<std::string> written = writeProjectOnDisk(
        real, project, [&](const std::string& sha256) -> Result<void> { return next.restart(sha256); });
    if (!written) {
      if (next.file->size() == 0) {
        next.file->remove();
      }
      return tl::unexpected(written.error());
    }
    state_->file->remove();
    *state_ = std::move(next);
    return {};
  });
}

Result<void> ProjectJournal::discard() {
  return guarded(file(), [&]() -> Result<void> {
    Result<void> begun = state_->restart(state_->base);
    if (begun) {
      state_->conflict.reset();
    }
    return begun;
  });
}

Result<void> ProjectJournal::settle(Keep keep) {
  if (!state_->conflict) {
    throw std::logic_error("ProjectJournal::settle: there is no conflict");
  }
  if (keep == Keep::file) {
    return discard();
  }
  return guarded(file(), [&]() -> Result<void> {
    // The order first: until the rest is made anew, the conflict is one still.
    const auto places = state_->append({io::recordOf(*state_->conflict, state_->folder)});
    if (!places) {
      return tl::unexpected(places.error());
    }
    state_->list = places->front();
    Result<void> begun = state_->compact();
    if (begun) {
      state_->conflict.reset();
    }
    return begun;
  });
}

Result<OpenedProject> openProject(const fs::path& file) {
  return guarded(file, [&]() -> Result<OpenedProject> {
    const fs::path real = realPath(file);
    std::error_code ignored;
    if (!fs::exists(real, ignored)) {
      return fail(ErrorKind::notFound, file, "there is no such file");
    }
    OpenedProject opened;
    auto journal = io::JournalFile::open(journalOf(real));
    if (!journal && journal.error().kind != ErrorKind::writeFailed) {
      const bool is_locked = journal.error().kind == ErrorKind::inUse;
      return fail(journal.error().kind, is_locked ? file : journal.error().path, journal.error().message);
    }
    Result<ProjectOnDisk> read = readProjectOnDisk(real);
    if (!read) {
      if (journal && (*journal)->size() == 0) {
        (*journal)->remove();
      }
      return fail(read.error().kind, file, read.error().message);
    }
    opened.project = std::move(read->project);
    if (!journal) {
      opened.notes.push_back("changes are kept only when it is saved: " + describe(journal.error()));
      return opened;
    }
    auto state = std::make_unique<ProjectJournal::State>();
    state->file = std::move(*journal);
    state->project = real;
    state->folder = real.parent_path();
    state->base = std::move(read->sha256);
    if (const Result<void> replayed = state->replayInto(opened); !replayed) {
      return tl::unexpected(replayed.error());
    }
    opened.journal.reset(new ProjectJournal(std::move(state)));
    return opened;
  });
}

Result<OpenedProject> recoverProject(const fs::path& journal) {
  return guarded(journal, [&]() -> Result<OpenedProject> {
    std::error_code ignored;
    if (!fs::exists(journal, ignored)) {
      return fail(ErrorKind::notFound, journal, "there is no such file");
    }
    auto file = io::JournalFile::open(io::wholePath(journal));
    if (!file) {
      return tl::unexpected(file.error());
    }
    OpenedProject opened;
    auto state = std::make_unique<ProjectJournal::State>();
    state->file = std::move(*file);
    if (const Result<void> replayed = state->replayInto(opened); !replayed) {
      return tl::unexpected(replayed.error());
    }
    opened.journal.reset(new ProjectJournal(std::move(state)));
    return opened;
  });
}

}  // namespace platen::pipeline
