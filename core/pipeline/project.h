// Projects: the photos that someone works on, kept in a file with all that was made and said of them, and a journal
// beside it that loses nothing in a crash. Formats: docs/interfaces.md.
//
//   openProject -> ProjectJournal::photoChanged after each edit -> save         a project with a file
//   ProjectJournal::begin -> photoChanged -> saveAs                             one that has none yet
//   recoverLastProject, abandonedProjects, recoverProject                       those that were left without a file
//
// Everything that can go wrong comes back as a Result. Threads: free functions at any time; a journal is used by one
// thread at a time, which may be another one than it was opened on. All of them wait for the disk: not for the thread
// of a window. Frames: those of PhotoState.
#pragma once

#include "core/pipeline/photo_state.h"
#include "core/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace platen::pipeline {

struct ProjectPhoto {
  std::filesystem::path file;
  PhotoState state;
};

// What photos that are added from now on are to be.
struct Presets {
  FitOptions fit;
  ExportOptions out;
  friend bool operator==(const Presets&, const Presets&) = default;
};
// One line of JSON, for a program's settings; none for what can't be read.
std::string textOf(const Presets& presets);
std::optional<Presets> presetsOfText(const std::string& text);
// Something was set by hand that opening the photo again would not bring back: options that are neither the program's
// own nor those presets, pins, strokes, a spine, a shape to begin from. What a fit found is none of it.
bool isTouched(const PhotoState& photo, const std::optional<Presets>& presets);

struct Project {
  std::vector<ProjectPhoto> photos;  // in their order, each file once
  int current = -1;                  // index into photos; -1: none
  std::optional<Presets> presets;    // none: the program's own
  std::string unknown;  // what its file holds that this version does not know: handed back when it is saved
};

// As they are on disk, journal or not, whoever has them open. Names of photos come back absolute. Errors: notFound,
// badInput (cut off, garbled, a newer schema version: says which and why).
Result<Project> readProject(const std::filesystem::path& file);
// The file has either its old content or the whole new one, at any moment. Names of photos become relative where both
// are likely to be moved together. A page whose grid is not finite is left out, and its photo is due. Error:
// writeFailed.
Result<void> saveProject(const std::filesystem::path& file, const Project& project);

class ProjectJournal;

struct OpenedProject {
  // As the file has it, with what the journal has on top; in a conflict the file's alone.
  Project project;
  // Locks the project until it is destroyed. Null: none can be written there, and `notes` say why.
  std::unique_ptr<ProjectJournal> journal;
  // The file is not the one that the journal was begun on: someone else has changed it since. Then this is the file's
  // with the journal's photos in place of its own, and ProjectJournal::settle() has to say which of both goes on.
  std::optional<Project> unsaved;
  int recovered = 0;               // photos whose newest state was in the journal alone
  std::vector<std::string> notes;  // one sentence each, for whoever opens it
};
// Errors: those of readProject; inUse: it is open in another program or another time in this one; badInput: its
// journal can't be read (a newer version, no journal).
Result<OpenedProject> openProject(const std::filesystem::path& file);

struct AbandonedProject {
  std::filesystem::path journal;
  std::chrono::system_clock::time_point written;
  std::size_t photos = 0;
  std::filesystem::path first_photo;
  // One photo alone, of which nothing was set by hand: whoever opens it has the same.
  bool is_untouched = false;
};
// Projects without a file in this folder that hold photos and that nobody has open, the one written last first. Removes
// those without photos.
std::vector<AbandonedProject> abandonedProjects(const std::filesystem::path& folder);
// The first of them, opened: the others are not looked at. None: there is none.
std::optional<OpenedProject> recoverLastProject(const std::filesystem::path& folder);
// Takes away those that were written longer ago than `age` and all but the `most` newest, unless someone has them open.
// Those of one untouched photo are counted apart: however many there are, they push out no work.
void forgetOldProjects(const std::filesystem::path& folder, std::size_t most, std::chrono::seconds age);
Result<OpenedProject> recoverProject(const std::filesystem::path& journal);

enum class Overwrite : std::uint8_t {
  own,       // inUse if another program has changed the file since it was opened or saved here
  whatever,  // someone was asked
};

// The changes since a project was last saved, each on the disk (fdatasync) when its call returns: an edit costs one
// photo's state, not the project. An error (writeFailed) leaves the journal as it was; what failed can be said again.
// It is a file beside the project's, its name with "-journal" behind it, locked (flock) while this lives, and taken
// away at the end unless it holds changes.
class ProjectJournal {
 public:
  // Of a project without a file, in a folder of the program's own, which is made if it is missing.
  static Result<std::unique_ptr<ProjectJournal>> begin(const std::filesystem::path& folder);
  ~ProjectJournal();
  ProjectJournal(const ProjectJournal&) = delete;
  ProjectJournal& operator=(const ProjectJournal&) = delete;

  [[nodiscard]] const std::filesystem::path& project() const;  // absolute; empty: it has no file yet
  [[nodiscard]] const std::filesystem::path& file() const;     // the journal's own
  // There are changes (of which photo is current does not count) that the project's file does not have.
  [[nodiscard]] bool hasUnsaved() const;

  // A photo that was not there comes last.
  Result<void> photoChanged(const std::filesystem::path& photo, const PhotoState& state);
  Result<void> photosChanged(const std::vector<ProjectPhoto>& photos);
  // Which photos there are now and in which order: after removing, sorting, and adding (whose states are said by
  // photosChanged, unless they are as preset), and of other presets. `current`: one of them, or empty.
  Result<void> listChanged(const std::vector<std::filesystem::path>& photos,
                           const std::filesystem::path& current,
                           const std::optional<Presets>& presets);
  Result<void> currentChanged(const std::filesystem::path& photo);

  // To the project's file; empties the journal. A crash anywhere in between loses nothing. Throws
  // std::invalid_argument if it has none.
  Result<void> save(const Project& project, Overwrite overwrite = Overwrite::own);
  // To another file, whose journal this is from then on; what is there is replaced. Error: also inUse.
  Result<void> saveAs(const std::filesystem::path& file, const Project& project);
  // The changes are not wanted: as if the project had not been touched since it was saved.
  Result<void> discard();

  // After OpenedProject::unsaved, once, before anything else but discard() (which throws std::logic_error).
  enum class Keep : std::uint8_t { file, unsaved };
  Result<void> settle(Keep keep);

 private:
  friend Result<OpenedProject> openProject(const std::filesystem::path& file);
  friend Result<OpenedProject> recoverProject(const std::filesystem::path& journal);
  struct State;
  explicit ProjectJournal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace platen::pipeline
