// PageExport: the flat pages of some photos into their files, named as `platen flatten` names them. Photos that are not
// fitted yet are fitted first; a page that fails is listed with its reason and stops nothing. On the window's thread;
// the engine's worker does the work, and alone asks the disk.
#pragma once

#include "ui/session/engine.h"
#include "ui/session/export_files.h"
#include "ui/session/photo_session.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QObject>
#include <QPointer>

namespace platen::ui {

class PageExport : public QObject, private JobListener {
  Q_OBJECT

 public:
  struct Failure {
    std::filesystem::path photo;
    int page = 0;         // 0: all of it
    std::string message;  // in the window's words and language
  };
  using Remark = Failure;  // of a page that was written
  enum class Doing { nothing, looking, fitting, writing, committing };

  // Photos in the order in which their pages go into a PDF. They and the engine outlive the export, or are left out.
  PageExport(Engine& engine, const std::vector<PhotoSession*>& photos, ExportPlan plan, QObject* parent = nullptr);
  ~PageExport() override;

  // Looks at where the pages are to go and what is there; looked() says when problems() and there() are known.
  void look();
  [[nodiscard]] bool hasLooked() const { return findings_.has_value(); }
  // What is wrong with the plan, one sentence each, translated; start() then ends at once.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  // Files that stay unless someone says that they may go. Of photos that are not fitted yet: the names of one page and
  // of two.
  [[nodiscard]] const std::vector<std::filesystem::path>& there() const { return findings_->there; }

  // Looks first, if nobody has. `may_replace`: as in the plan, and with it.
  void start(const std::set<std::filesystem::path>& may_replace = {});
  // Before the start: files that are there stay, and no page fails for that.
  void leaveThere() { leaves_there_ = true; }
  // What is whole stays; nothing half-written does.
  void cancel();

  [[nodiscard]] bool isRunning() const { return is_running_; }
  [[nodiscard]] Doing doing() const { return is_running_ ? doing_ : Doing::nothing; }
  // The one that is being fitted or written; null: none.
  [[nodiscard]] const PhotoSession* current() const { return next_ < photos_.size() ? photos_[next_].data() : nullptr; }
  [[nodiscard]] int photosTotal() const { return static_cast<int>(photos_.size()); }
  [[nodiscard]] int photosDone() const { return static_cast<int>(next_); }
  // Of a document that is not there in the end: none.
  [[nodiscard]] int pagesWritten() const { return pages_written_; }
  [[nodiscard]] bool isCancelled() const { return is_cancelled_; }
  [[nodiscard]] const std::vector<Failure>& failures() const { return failures_; }
  [[nodiscard]] const std::vector<Remark>& remarks() const { return remarks_; }
  // The photos of which something failed or was not reached, as far as they are open still.
  [[nodiscard]] std::vector<PhotoSession*> unfinished() const;
  // The plan's and those that this one wrote, but into a document.
  [[nodiscard]] const PagesAsWritten& written() const { return plan_.written; }
  // All that this one put in place.
  [[nodiscard]] const FilesMade& made() const { return made_; }

 Q_SIGNALS:
  void looked();
  void progressed();
  void finished();

 private:
  void begin();
  void goOn();  // the next photo, or the end
  void end();
  void stopWaiting();
  void findProblems();
  [[nodiscard]] bool isToBeFitted(const PhotoSession& photo) const;
  void waitFor(PhotoSession& photo);
  void tellErrors(const PhotoSession& photo);
  void writePhoto(const PhotoSession& photo);
  [[nodiscard]] bool isWritten(const std::filesystem::path& photo, int page, const PageAsWritten& now) const;
  [[nodiscard]] PhotoToExport toExport(const PhotoSession& photo) const;
  void fail(const std::filesystem::path& photo, int page, std::string message);
  void failNow(int page, std::string message);
  void lookedAt(JobNumber job, const ExportFindings& found) override;
  void written(JobNumber job, const WrittenPage& page) override;
  void warpKept(JobNumber job, const std::filesystem::path& photo, const std::filesystem::path& file) override;
  void committed(JobNumber job, const std::filesystem::path& document) override;
  void refused(JobNumber job, int page, const std::filesystem::path& file) override;
  void failed(JobNumber job, int page, const Error& error) override;
  void jobEnded(JobNumber job) override;

  std::vector<QPointer<PhotoSession>> photos_;
  ExportPlan plan_;
  std::shared_ptr<ExportFiles> files_;
  std::optional<ExportFindings> findings_;
  std::vector<std::string> problems_;
  std::size_t next_ = 0;
  bool is_running_ = false;
  bool is_cancelled_ = false;
  bool leaves_there_ = false;
  bool is_going_on_ = false;    // in goOn(), which tells others, who may cancel
  bool was_committed_ = false;  // the document is there
  bool asked_for_fit_ = false;  // of the next photo, once
  Doing doing_ = Doing::nothing;
  JobNumber job_ = 0;
  std::vector<QMetaObject::Connection> waits_;  // for the next photo to be fitted, or closed
  PagesAsWritten writing_;                      // what the pages of the running job are
  int pages_written_ = 0;
  FilesMade made_;
  std::vector<Failure> failures_;
  std::vector<Remark> remarks_;
};

}  // namespace platen::ui
