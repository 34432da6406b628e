// Workspace: the photos that are open, which of them is in view, and the small pictures of all. Photos are fitted one
// after the other while nothing more urgent is asked for. On the window's thread alone; knows no widget.
#pragma once

#include "core/pipeline/project.h"
#include "ui/session/engine.h"
#include "ui/session/photo_session.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <QObject>

namespace platen::ui {

using pipeline::Presets;

class Workspace : public QObject, private JobListener {
  Q_OBJECT

 public:
  // Long side of the small pictures, in pixels, at least.
  static constexpr int kThumbnailSide = 192;

  explicit Workspace(Engine& engine, QObject* parent = nullptr);
  ~Workspace() override;

  [[nodiscard]] int count() const { return static_cast<int>(photos_.size()); }
  [[nodiscard]] PhotoSession& photo(int index) const { return *photos_.at(static_cast<std::size_t>(index)); }
  // -1: none
  [[nodiscard]] int indexOf(const PhotoSession* photo) const;
  [[nodiscard]] int indexOf(const std::filesystem::path& file) const;
  // Null: none is in view.
  [[nodiscard]] PhotoSession* current() const { return current_; }

  // Behind those that are there; each photo once. Files at once: how many were new. All photos of folders when they
  // have been found, after which one comes into view if none is.
  int add(const std::vector<std::filesystem::path>& files_or_folders);
  // Folders are being looked through.
  [[nodiscard]] bool isListing() const { return !listings_.empty(); }
  // One photo as it was kept in a project. Not one that is there already.
  void addKept(const std::filesystem::path& file, PhotoState state);
  void remove(int index);
  void clear();
  void setCurrent(int index);  // -1: none

  // What photos that are added from now on are to be; none: the program's own options.
  void setPresets(const std::optional<Presets>& presets);
  [[nodiscard]] const std::optional<Presets>& presets() const { return presets_; }

  // Photos that wait are fitted in their turn (the default), or only when they are shown.
  void setFitsWaiting(bool fits);
  [[nodiscard]] bool fitsWaiting() const { return fits_waiting_; }

  // Photos by what there is to do for them.
  struct Tally {
    int waiting = 0, fitting = 0, stopped = 0, done = 0, needs_look = 0, failed = 0;
  };
  [[nodiscard]] Tally tally() const;

 Q_SIGNALS:
  void photosAboutToBeAdded(int first, int last);
  void photosAdded(int first, int last);
  void photoAboutToBeRemoved(int index);
  void photoRemoved(int index);
  void photoChanged(int index);  // status, confidence, pages
  void photoEdited(int index);   // what a project keeps of it
  void thumbnailMade(int index, const platen::Image& picture);
  void currentChanged();
  void presetsChanged();
  // The folders that were added have been looked through: so many new photos.
  void foldersAdded(int photos);

 private:
  int addFiles(std::vector<std::filesystem::path> files);
  void listed(JobNumber job, const std::vector<std::filesystem::path>& photos) override;
  void jobEnded(JobNumber job) override;
  void insert(std::filesystem::path file, PhotoState state);
  void thumbnailMade(JobNumber job, const Image& picture, const PhotoInfo& info) override;
  void failed(JobNumber job, int page, const Error& error) override;

  std::vector<std::unique_ptr<PhotoSession>> photos_;
  PhotoSession* current_ = nullptr;
  std::optional<Presets> presets_;
  bool fits_waiting_ = true;
  std::map<JobNumber, std::filesystem::path> thumbnails_;
  std::set<JobNumber> listings_;
};

}  // namespace platen::ui
