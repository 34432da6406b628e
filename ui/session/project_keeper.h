// ProjectKeeper: what is done to the workspace is on the disk a moment later, so that a crash loses at most the last
// seconds; and it can be saved under a name and opened again. Work without a name is kept too, for a month at the most
// and ten times at the most, and is there again at the next start. Knows no widget: what has to be asked is a signal.
//
// The journal is used on a thread of its own, which waits for the disk and for nothing else. On the window's thread:
// all members and signals.
#pragma once

#include "core/pipeline/project.h"
#include "ui/session/worker.h"
#include "ui/session/workspace.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QObject>
#include <QStringList>
#include <QTimer>

namespace platen::ui {

class ProjectKeeper : public QObject {
  Q_OBJECT

 public:
  // `folder`: of journals of work that has no name yet. The workspace outlives the keeper.
  ProjectKeeper(Workspace& workspace, std::filesystem::path folder, QObject* parent = nullptr);
  ~ProjectKeeper() override;  // writes what is not yet written down, and waits for it

  // Empty: it has no file yet.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  // There are edits that its file does not have. Of work without photos: never.
  [[nodiscard]] bool hasUnsaved() const { return has_unsaved_ && workspace_.count() > 0; }

  void open(const std::filesystem::path& file);
  void save(bool whatever_is_there = false);  // of a project with a file
  void saveAs(const std::filesystem::path& file);
  // After conflict(): which of both goes on.
  void settle(bool keep_unsaved);
  // Work without a name that was left behind, if there is any, the newest: opened as if it had been a moment ago. What
  // is open without a name by then is added to it.
  void recover();
  // One that lost() names; `with_open`: as above, else what is open without a name becomes one of them.
  void recover(const std::filesystem::path& journal, bool with_open);
  // Looks for work without a name that nobody has open: lostChanged() says when that has been done.
  void lookForLost();
  // The newest first, as it was when it was last looked for.
  [[nodiscard]] const std::vector<pipeline::AbandonedProject>& lost() const { return lost_; }
  // Edits that were not saved are not wanted any more.
  void discard();

  // Written down now, not in a moment. `done` is called when it is on the disk.
  void flush(std::function<void()> done = {});

 Q_SIGNALS:
  void changed();  // file() or hasUnsaved()
  void opened(const QStringList& notes);
  void lostChanged();
  void saved();
  void failed(const QString& sentence);
  // The file was changed by another program since it was opened: save anyway?
  void changedByOthers(const QString& sentence);
  // Edits that a crash left belong to an older file than the one that is there: settle() says which to keep. The
  // workspace shows those of the file until then.
  void conflict();

 private:
  struct Disk;
  // What has to be written down.
  struct Marks {
    std::set<std::filesystem::path> photos;
    bool list = false;  // which photos there are, and the presets
    [[nodiscard]] bool empty() const { return photos.empty() && !list; }
    void add(const Marks& more) {
      photos.insert(more.photos.begin(), more.photos.end());
      list = list || more.list;
    }
  };
  void onDisk(std::function<void(Disk&)> work);
  void toWindow(std::function<void()> say);
  void lookOnDisk(Disk& disk);
  void take(const std::shared_ptr<pipeline::OpenedProject>& opened, std::filesystem::path file, bool with_open);
  void addBesides(const pipeline::Project& besides);
  void show(const pipeline::Project& project);
  void noteMissed(const Marks& marks, int shown);
  void markPhoto(int index);
  void markList();
  void setUnsaved(bool unsaved);
  [[nodiscard]] pipeline::Project project() const;

  Workspace& workspace_;
  std::filesystem::path folder_, file_;
  std::string unknown_;  // of the file, handed back when it is saved
  Marks dirty_;
  Marks missed_;                  // could not be written, and is tried again
  int shown_ = 0;                 // counts what was opened: an answer may be of what was open before
  bool is_bare_ = false;          // it has a file, but no journal that knows what is in it
  bool has_new_presets_ = false;  // set since it was opened
  bool has_unsaved_ = false;
  bool is_showing_ = false;  // what comes into the workspace is no edit
  std::optional<pipeline::Project> unsaved_;
  std::vector<pipeline::AbandonedProject> lost_;
  QTimer soon_;
  std::shared_ptr<Disk> disk_;
  std::uint64_t tasks_ = 0;
  std::unique_ptr<Worker> worker_;
};

}  // namespace platen::ui
