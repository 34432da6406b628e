// What ProjectKeeper has on the disk.
#pragma once

#include "core/pipeline/project.h"
#include "ui/session/project_keeper.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace platen::ui {

// Touched on the worker's thread alone.
struct ProjectKeeper::Disk {
  std::filesystem::path folder;
  std::unique_ptr<pipeline::ProjectJournal> journal;
  std::unique_ptr<pipeline::ProjectJournal> before;  // of what was open, until what goes on from it is written
  bool is_written = true;                            // the last change is
  Marks missed;                                      // what could not be written since the project was opened or saved
  std::string why_none;                              // why there is no journal, once that was said

  // The journal, begun now if there is none.
  Result<pipeline::ProjectJournal*> open() {
    if (!journal) {
      auto begun = pipeline::ProjectJournal::begin(folder);
      if (!begun) {
        return tl::unexpected(begun.error());
      }
      journal = std::move(*begun);
    }
    return journal.get();
  }
};

}  // namespace platen::ui
