// The changes since a project was saved, as its journal's records are gone through, the oldest first: photos' states,
// their order, and which of them is current.
#pragma once

#include "core/io/project_records.h"
#include "core/pipeline/kept_project.h"
#include "core/pipeline/project.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace platen::pipeline {

struct JournalReplay {
  std::map<std::filesystem::path, PhotoState> states;
  std::vector<std::filesystem::path> order;
  std::filesystem::path current;
  std::optional<Presets> presets;
  std::set<std::filesystem::path> changed;

  explicit JournalReplay(const Project& project) : presets(project.presets) {
    for (const ProjectPhoto& photo : project.photos) {
      states.emplace(photo.file, photo.state);
      order.push_back(photo.file);
    }
    if (project.current >= 0) {
      current = order.at(static_cast<std::size_t>(project.current));
    }
  }

  void take(io::KeptPhoto kept) {
    ProjectPhoto photo = projectPhoto(std::move(kept));
    if (std::find(order.begin(), order.end(), photo.file) == order.end()) {
      order.push_back(photo.file);
    }
    changed.insert(photo.file);
    states[photo.file] = std::move(photo.state);
  }
  void take(io::PhotoList list) {
    order.clear();
    std::set<std::filesystem::path> seen;
    for (std::filesystem::path& photo : list.photos) {
      if (seen.insert(photo).second) {
        order.push_back(std::move(photo));
      }
    }
    current = std::move(list.current);
    presets = projectPresets(list.presets);
  }
  void take(io::CurrentPhoto now) { current = std::move(now.photo); }
  void take(const io::JournalHead&) {}
  void take(const io::SavingProject&) {}

  // The project as it stands after all that was taken.
  Project project(const std::string& unknown) {
    Project made;
    made.unknown = unknown;
    made.presets = presets;
    for (const std::filesystem::path& photo : order) {
      if (photo == current) {
        made.current = static_cast<int>(made.photos.size());
      }
      made.photos.push_back({photo, states[photo]});
    }
    return made;
  }
};

}  // namespace platen::pipeline
