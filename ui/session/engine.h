// Engine: the verbs of core/pipeline on the session's worker threads: one opens and fits, photo after photo, another
// writes, page after page (so at most one photo is held in full), and neither waits for the other. What they answer
// goes to who asked (JobListener), later and on the window's thread; everything crosses as a value or as a handle to
// something const, and nothing is locked for the window.
//
// A job's answers come in order and end with exactly one jobEnded. A listener that is destroyed hears nothing more.
// Threads: all members on the window's thread.
#pragma once

#include "core/guide.h"
#include "core/options.h"
#include "core/pipeline/page.h"
#include "ui/session/export_files.h"
#include "ui/session/frame_mailbox.h"
#include "ui/session/worker.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>

namespace platen::ui {

class Engine;
class OpenPhotos;

using JobNumber = quint64;
using OpenedPhotoHandle = std::shared_ptr<const pipeline::OpenedPhoto>;
using FittedPageHandle = std::shared_ptr<const pipeline::FittedPage>;
// The coarse picture of a photo, and what its file says.
struct PhotoPreview {
  PhotoInfo info;
  Pyramid pyramid;
};
using PhotoPreviewHandle = std::shared_ptr<const PhotoPreview>;

struct FitRequest {
  std::filesystem::path photo;
  FitOptions options;
  Guide guide;
  std::optional<int> only_page;  // index on the photo; none: those that options.page selects
};

enum class Urgency : std::uint8_t {
  now,    // stops whatever the foreground does
  next,   // once the running foreground job has ended, in place of those that wait there: while a point is dragged
  soon,   // before the photos that wait
  later,  // behind them
};

// Pages of one photo, and its warp.
struct WriteRequest {
  std::filesystem::path photo;
  std::vector<pipeline::PageToExport> pages;
  int pages_of_photo = 1;
  ExportOptions options;
  int threads = 0;
  std::shared_ptr<ExportFiles> files;
  std::vector<pipeline::FittedPage> fitted;  // what its warp keeps; empty: none is written
};

struct WrittenPage {
  std::filesystem::path photo, file;
  int page = 1;
  std::vector<std::string> warnings;
};

// Who asked for a job. Each answer says of which: those of jobs that one no longer cares for are dropped.
class JobListener {
 public:
  JobListener(const JobListener&) = delete;
  JobListener& operator=(const JobListener&) = delete;

  virtual void listed(JobNumber, const std::vector<std::filesystem::path>& /*photos*/) {}
  virtual void previewed(JobNumber, const PhotoPreviewHandle&) {}
  virtual void opened(JobNumber, const OpenedPhotoHandle&) {}
  virtual void fitBegun(JobNumber, int /*page*/) {}
  virtual void fitted(JobNumber, const FittedPageHandle&) {}
  virtual void madeWay(JobNumber) {}  // it was stopped by something more urgent, and begins again later
  virtual void thumbnailMade(JobNumber, const Image&, const PhotoInfo&) {}
  virtual void lookedAt(JobNumber, const ExportFindings&) {}
  virtual void written(JobNumber, const WrittenPage&) {}
  virtual void warpKept(JobNumber, const std::filesystem::path& /*photo*/, const std::filesystem::path& /*file*/) {}
  virtual void committed(JobNumber, const std::filesystem::path& /*document*/) {}
  // A file of that name was there when it was to be written or came while it was, and nobody said that it may go.
  // Page 0: a file of all.
  virtual void refused(JobNumber, int /*page*/, const std::filesystem::path& /*file*/) {}
  // Of the whole job (page 0) or of one page.
  virtual void failed(JobNumber, int /*page*/, const Error&) {}
  virtual void jobEnded(JobNumber) {}

 protected:
  explicit JobListener(Engine& engine) : engine_(engine) {}
  virtual ~JobListener();
  [[nodiscard]] Engine& engine() const { return engine_; }

 private:
  Engine& engine_;
};

class Engine : public QObject {
  Q_OBJECT

 public:
  explicit Engine(QObject* parent = nullptr);
  ~Engine() override;

  // Looks for the photos of files and folders (photo_files.h).
  JobNumber list(std::vector<std::filesystem::path> files_or_folders, JobListener& listener);
  // Opens the photo, unless it is one of the last ones, and fits its pages.
  JobNumber fit(FitRequest request, Urgency urgency, JobListener& listener);
  // Opens it alone, to look at; divided at a spine, as openPhoto() has it.
  JobNumber open(std::filesystem::path photo, FitOptions options, Polyline spine, JobListener& listener);
  // A picture for the list, at least `side` pixels long where the photo is.
  JobNumber thumbnail(std::filesystem::path photo, int side, JobListener& listener);
  // Asks the disk what is wrong with where pages are to go, and what is there. Before what waits to be written.
  JobNumber look(std::shared_ptr<ExportFiles> files, JobListener& listener);
  // Renders and writes pages of one photo; folders that are missing are made.
  JobNumber write(WriteRequest request, JobListener& listener);
  // Puts their document in place, after all jobs that were to write into it.
  JobNumber commit(std::shared_ptr<ExportFiles> files, JobListener& listener);
  // Their last owner: what was begun of a document is taken away, not on the window's thread.
  void letGo(std::shared_ptr<ExportFiles> files);

  // The job ends soon, at once if it has not begun. What a fit has reached by then is its answer; a page that was being
  // written is not there.
  void stop(JobNumber job);

  // Asks for one frame of the running fit: frameWaiting() comes once, when there is one.
  void wantFrame();
  std::optional<FitFrame> takeFrame() { return frames_.take(); }

  // Nothing runs, nothing waits, and every answer has been given.
  [[nodiscard]] bool isIdle() const { return listeners_.empty(); }

 Q_SIGNALS:
  void frameWaiting();

 private:
  friend class JobListener;
  using Work = std::function<void(JobNumber, const std::stop_token&)>;
  Task task(JobListener& listener, Work work);
  // On any thread: the listener of the job hears it later.
  void answer(JobNumber job, std::function<void(JobListener&)> say);
  void tellFailed(JobNumber job, int page, const Error& error);  // but of one that was stopped
  // Whether the file may be written now; says so if not.
  bool mayWrite(JobNumber job,
                int page,
                const ExportFiles& files,
                const std::filesystem::path& file,
                const std::filesystem::path& photo);
  void tellUnwritten(JobNumber job, int page, const std::filesystem::path& file, const Error& error);
  void forget(const JobListener& listener);

  OpenedPhotoHandle openNow(JobNumber job,
                            const std::filesystem::path& photo,
                            const FitOptions& options,
                            const Polyline& spine,
                            bool is_watched,
                            const std::stop_token& stop);
  void fitNow(JobNumber job, const FitRequest& request, bool is_watched, const std::stop_token& stop);
  void thumbnailNow(JobNumber job, const std::filesystem::path& photo, int side, const std::stop_token& stop);
  void writeNow(JobNumber job, const WriteRequest& request, const std::stop_token& stop);
  void keepWarp(JobNumber job, const PhotoInfo& info, const WriteRequest& request);
  using PagesToWrite = std::vector<std::pair<const pipeline::PageToExport*, std::filesystem::path>>;
  // Did anything but the photo itself decide how its pages went?
  bool writePages(JobNumber job,
                  const PhotoInfo& info,
                  const WriteRequest& request,
                  const PagesToWrite& pages,
                  const std::stop_token& stop);

  // The fit that is watched goes before the pages that are written meanwhile.
  static constexpr int kWriterNiceness = 5;

  JobNumber last_ = 0;
  std::map<JobNumber, JobListener*> listeners_;
  FrameMailbox frames_;
  std::unique_ptr<OpenPhotos> open_;  // used on worker_'s thread alone
  Worker writer_{kWriterNiceness};    // last, as the next: they end before what their tasks use
  Worker worker_;
};

}  // namespace platen::ui
