#include "ui/session/workspace.h"

#include "ui/session/photo_files.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace platen::ui {

Workspace::Workspace(Engine& engine, QObject* parent) : QObject(parent), JobListener(engine) {}

Workspace::~Workspace() = default;

int Workspace::indexOf(const PhotoSession* photo) const {
  const auto found = std::find_if(photos_.begin(), photos_.end(), [&](const auto& p) { return p.get() == photo; });
  return found == photos_.end() ? -1 : static_cast<int>(found - photos_.begin());
}

int Workspace::indexOf(const std::filesystem::path& file) const {
  const auto found = std::find_if(photos_.begin(), photos_.end(), [&](const auto& p) { return p->file() == file; });
  return found == photos_.end() ? -1 : static_cast<int>(found - photos_.begin());
}

int Workspace::add(const std::vector<std::filesystem::path>& files_or_folders) {
  const bool has_folder = std::any_of(files_or_folders.begin(), files_or_folders.end(), [](const auto& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
  });
  if (has_folder) {
    listings_.insert(engine().list(files_or_folders, *this));
    return 0;
  }
  return addFiles(photoFiles(files_or_folders));
}

void Workspace::listed(JobNumber /*job*/, const std::vector<std::filesystem::path>& photos) {
  const int first = count();
  const int added = addFiles(photos);
  if (added > 0 && current_ == nullptr) {
    setCurrent(first);
  }
  Q_EMIT foldersAdded(added);
}

void Workspace::jobEnded(JobNumber job) {
  listings_.erase(job);
}

int Workspace::addFiles(std::vector<std::filesystem::path> files) {
  std::erase_if(files, [this](const auto& file) { return indexOf(file) >= 0; });
  if (files.empty()) {
    return 0;
  }
  const int first = count();
  const int last = first + static_cast<int>(files.size()) - 1;
  Q_EMIT photosAboutToBeAdded(first, last);
  for (std::filesystem::path& file : files) {
    PhotoState state;
    if (presets_) {
      state.fit = presets_->fit;
      state.out = presets_->out;
    }
    insert(std::move(file), std::move(state));
  }
  Q_EMIT photosAdded(first, last);
  return last - first + 1;
}

void Workspace::addKept(const std::filesystem::path& file, PhotoState state) {
  if (indexOf(file) >= 0) {
    return;
  }
  Q_EMIT photosAboutToBeAdded(count(), count());
  insert(file, std::move(state));
  Q_EMIT photosAdded(count() - 1, count() - 1);
}

void Workspace::insert(std::filesystem::path file, PhotoState state) {
  thumbnails_.emplace(engine().thumbnail(file, kThumbnailSide, *this), file);
  const bool is_due = state.due != Due::nothing;
  photos_.push_back(std::make_unique<PhotoSession>(std::move(file), std::move(state), engine()));
  PhotoSession* photo = photos_.back().get();
  connect(photo, &PhotoSession::statusChanged, this, [this, photo] { Q_EMIT photoChanged(indexOf(photo)); });
  connect(photo, &PhotoSession::stateChanged, this, [this, photo] {
    Q_EMIT photoChanged(indexOf(photo));
    Q_EMIT photoEdited(indexOf(photo));
  });
  connect(photo, &PhotoSession::fitWanted, this, [this, photo] {
    if (fits_waiting_) {
      photo->fitLater(Urgency::soon);  // someone has looked at it
    }
  });
  if (is_due && fits_waiting_) {
    photo->fitLater();
  }
}

void Workspace::remove(int index) {
  if (current_ == &photo(index)) {
    setCurrent(count() > 1 ? (index + 1 < count() ? index + 1 : index - 1) : -1);
  }
  Q_EMIT photoAboutToBeRemoved(index);
  photos_.erase(photos_.begin() + index);
  Q_EMIT photoRemoved(index);
}

void Workspace::clear() {
  setCurrent(-1);
  while (count() > 0) {
    remove(count() - 1);
  }
}

void Workspace::setCurrent(int index) {
  PhotoSession* next = index < 0 ? nullptr : &photo(index);
  if (next == current_) {
    return;
  }
  PhotoSession* before = std::exchange(current_, next);
  if (before != nullptr) {
    before->hide();
  }
  if (current_ != nullptr) {
    current_->show();
  }
  Q_EMIT currentChanged();
}

void Workspace::setPresets(const std::optional<Presets>& presets) {
  if (presets != presets_) {
    presets_ = presets;
    Q_EMIT presetsChanged();
  }
}

void Workspace::setFitsWaiting(bool fits) {
  fits_waiting_ = fits;
  for (const auto& photo : photos_) {
    if (photo.get() == current_) {
      continue;
    }
    if (!fits) {
      photo->stopWaiting();
    } else if (photo->state().due != Due::nothing && photo->status() == PhotoStatus::waiting) {
      photo->fitLater();
    }
  }
}

Workspace::Tally Workspace::tally() const {
  Tally tally;
  for (const auto& photo : photos_) {
    switch (photo->status()) {
      case PhotoStatus::waiting:
        ++tally.waiting;
        break;
      case PhotoStatus::fitting:
        ++tally.fitting;
        break;
      case PhotoStatus::stopped:
        ++tally.stopped;
        break;
      case PhotoStatus::done:
        ++tally.done;
        break;
      case PhotoStatus::needsLook:
        ++tally.needs_look;
        break;
      case PhotoStatus::failed:
        ++tally.failed;
        break;
    }
  }
  return tally;
}

void Workspace::thumbnailMade(JobNumber job, const Image& picture, const PhotoInfo& info) {
  const auto asked = thumbnails_.find(job);
  const int index = asked == thumbnails_.end() ? -1 : indexOf(asked->second);
  if (index >= 0) {
    photo(index).noteInfo(info);
    Q_EMIT thumbnailMade(index, picture);
  }
}

void Workspace::failed(JobNumber job, int /*page*/, const Error& error) {
  const auto asked = thumbnails_.find(job);
  const int index = asked == thumbnails_.end() ? -1 : indexOf(asked->second);
  if (index >= 0) {
    photo(index).noteFailure(error);
  }
}

}  // namespace platen::ui
