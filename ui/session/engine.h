// Engine: the verbs of core/pipeline on the session's worker thread, their answers as signals. Everything crosses the
// threads as a value or as a handle to something const; nothing is locked for the window.
//
// Every answer carries its job's number; who asked drops those of jobs that he no longer cares for. A job ends with
// exactly one jobEnded, after all its other answers.
// Threads: slots and members on the window's thread; signals are emitted on the worker's and arrive queued.
#pragma once

#include "core/guide.h"
#include "core/options.h"
#include "core/pipeline/page.h"
#include "ui/session/frame_mailbox.h"
#include "ui/session/worker.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>

namespace platen::ui {

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
  later,  // behind the photos that wait
};

struct WriteRequest {
  PhotoInfo photo;
  struct Page {
    pipeline::PageToExport page;
    std::filesystem::path file;
  };
  std::vector<Page> pages;
  ExportOptions options;
  int threads = 0;
};

struct WrittenPage {
  std::filesystem::path photo, file;
  int page = 1;
  std::vector<std::string> warnings;
};

class Engine : public QObject {
  Q_OBJECT

 public:
  explicit Engine(QObject* parent = nullptr);
  ~Engine() override;

  // Opens the photo, unless it is one of the last ones, and fits its pages.
  JobNumber fit(FitRequest request, Urgency urgency);
  // Opens it alone, to look at.
  JobNumber open(std::filesystem::path photo, FitOptions options);
  // A picture for the list, at least `side` pixels long where the photo is.
  JobNumber thumbnail(std::filesystem::path photo, int side);
  // Renders and writes pages of one photo.
  JobNumber write(WriteRequest request);

  // The job ends soon, at once if it has not begun. What a fit has reached by then is its answer; a page that was being
  // written is not there.
  void stop(JobNumber job);
  // Of the photos that wait and the pictures for the list.
  void stopWaiting();
  void stopWriting();

  // Asks for one frame of the running fit: frameWaiting() comes once, when there is one.
  void wantFrame();
  std::optional<FitFrame> takeFrame() { return frames_.take(); }

  [[nodiscard]] Worker& worker() { return worker_; }

 Q_SIGNALS:
  void previewed(quint64 job, PhotoPreviewHandle preview);
  void opened(quint64 job, OpenedPhotoHandle photo);
  void fitBegun(quint64 job, int page);
  void fitted(quint64 job, FittedPageHandle page);
  void thumbnailMade(quint64 job, Image picture, PhotoInfo info);
  void written(quint64 job, WrittenPage page);
  // Of the whole job (page 0) or of one page.
  void failed(quint64 job, int page, platen::Error error);
  void jobEnded(quint64 job);
  void frameWaiting();

 private:
  using Work = std::function<void(JobNumber, const std::stop_token&)>;
  Task task(Work work);
  OpenedPhotoHandle openNow(JobNumber job,
                            const std::filesystem::path& photo,
                            const FitOptions& options,
                            bool is_watched,
                            const std::stop_token& stop);
  void fitNow(JobNumber job, const FitRequest& request, bool is_watched, const std::stop_token& stop);
  void writeNow(JobNumber job, const WriteRequest& request, const std::stop_token& stop);

  JobNumber last_ = 0;
  FrameMailbox frames_;
  std::unique_ptr<OpenPhotos> open_;  // used on the worker's thread alone
  Worker worker_;                     // last: ends before what its tasks use
};

}  // namespace platen::ui

Q_DECLARE_METATYPE(platen::Error)
