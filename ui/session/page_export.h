// PageExport: the flat pages of some photos into their files, named as `platen flatten` names them. Photos that are not
// fitted yet are fitted first; a page that fails is listed with its reason and stops nothing. On the window's thread;
// the engine's worker does the work.
#pragma once

#include "core/pipeline/outputs.h"
#include "ui/session/engine.h"
#include "ui/session/photo_session.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QObject>
#include <QPointer>

namespace platen::ui {

struct ExportPlan {
  std::filesystem::path out;  // a folder, or a .pdf that takes all pages, or for one photo a file
  FileFormat format = FileFormat::automatic;
  bool keeps_warps = false;  // NAME.warp.json beside the pages
  // Files that are there and that someone said may go. All others stay, also those that come while it runs.
  std::set<std::filesystem::path> may_replace{};
};

// NAME.warp.json, in the folder of the pages or beside their document.
std::filesystem::path warpBeside(const pipeline::Outputs& outputs, const std::filesystem::path& photo);

class PageExport : public QObject, private JobListener {
  Q_OBJECT

 public:
  struct Failure {
    std::filesystem::path photo;
    int page = 0;         // 0: all of it
    std::string message;  // in the window's words and language
  };
  using Remark = Failure;  // of a page that was written

  // Photos in the order in which their pages go into a PDF. They and the engine outlive the export, or are left out.
  PageExport(Engine& engine, const std::vector<PhotoSession*>& photos, ExportPlan plan, QObject* parent = nullptr);
  ~PageExport() override;

  // What is wrong with the plan, one sentence each, translated; start() then does nothing.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  void start();
  // What is whole stays; nothing half-written does.
  void cancel();

  [[nodiscard]] bool isRunning() const { return is_running_; }
  [[nodiscard]] int photosTotal() const { return static_cast<int>(photos_.size()); }
  [[nodiscard]] int photosDone() const { return static_cast<int>(next_); }
  [[nodiscard]] int pagesWritten() const { return pages_written_; }
  [[nodiscard]] bool isCancelled() const { return is_cancelled_; }
  [[nodiscard]] const std::vector<Failure>& failures() const { return failures_; }
  [[nodiscard]] const std::vector<Remark>& remarks() const { return remarks_; }
  // The photos of which something failed or was not reached, as far as they are open still.
  [[nodiscard]] std::vector<PhotoSession*> unfinished() const;

 Q_SIGNALS:
  void progressed();
  void finished();

 private:
  void goOn();  // the next photo, or the end
  void findProblems();
  void failNow(int page, std::string message);
  void waitFor(PhotoSession& photo);
  void writePhoto(PhotoSession& photo);
  void fail(const std::filesystem::path& photo, int page, std::string message);
  void written(JobNumber job, const WrittenPage& page) override;
  void refused(JobNumber job, int page, const std::filesystem::path& file) override;
  void failed(JobNumber job, int page, const Error& error) override;
  void jobEnded(JobNumber job) override;

  std::vector<QPointer<PhotoSession>> photos_;
  ExportPlan plan_;
  pipeline::Outputs outputs_;
  std::vector<std::string> problems_;
  std::map<std::filesystem::path, std::filesystem::path> warps_;  // that are written, and of which photo
  std::shared_ptr<SharedDocument> document_;                      // of a PDF
  std::size_t next_ = 0;
  bool is_running_ = false;
  bool is_cancelled_ = false;
  bool is_committing_ = false;  // the document: after all photos, once
  JobNumber job_ = 0;
  std::vector<QMetaObject::Connection> waits_;  // for the next photo to be fitted, or closed
  int pages_written_ = 0;
  std::vector<Failure> failures_;
  std::vector<Remark> remarks_;
};

}  // namespace platen::ui
