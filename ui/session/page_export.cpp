#include "ui/session/page_export.h"

#include <utility>

namespace platen::ui {
namespace {

std::vector<std::filesystem::path> filesOf(const std::vector<PhotoSession*>& photos) {
  std::vector<std::filesystem::path> files;
  files.reserve(photos.size());
  for (const PhotoSession* photo : photos) {
    files.push_back(photo->file());
  }
  return files;
}

ExportOptions withFormat(ExportOptions options, FileFormat format) {
  options.format = format;
  return options;
}

}  // namespace

PageExport::PageExport(Engine& engine, const std::vector<PhotoSession*>& photos, ExportPlan plan, QObject* parent)
    : QObject(parent),
      JobListener(engine),
      photos_(photos.begin(), photos.end()),
      plan_(std::move(plan)),
      outputs_(filesOf(photos), plan_.out, withFormat({}, plan_.format)) {}

PageExport::~PageExport() = default;

void PageExport::start() {
  if (is_running_ || !problems().empty()) {
    return;
  }
  is_running_ = true;
  if (outputs_.target() == pipeline::OutputTarget::document) {
    document_ = std::make_shared<SharedDocument>();
    document_->file = plan_.out;
  }
  goOn();
}

void PageExport::cancel() {
  if (!is_running_ || is_cancelled_) {
    return;
  }
  is_cancelled_ = true;
  for (const QMetaObject::Connection& wait : std::exchange(waits_, {})) {
    disconnect(wait);
  }
  if (job_ != 0) {
    engine().stop(job_);
  } else {
    goOn();
  }
}

void PageExport::goOn() {
  Q_EMIT progressed();
  while (!is_cancelled_ && next_ < photos_.size()) {
    PhotoSession* photo = photos_[next_];
    if (photo == nullptr) {
      ++next_;
      continue;
    }
    if (photo->isFitting() || (photo->state().pages.empty() && photo->errors().empty())) {
      waitFor(*photo);
      return;
    }
    for (const auto& [page, error] : photo->errors()) {
      fail(photo->file(), page, error.message);
    }
    if (!photo->state().pages.empty() && photo->info()) {
      writePhoto(*photo);
      if (job_ != 0) {
        return;
      }
    }
    ++next_;
    Q_EMIT progressed();
  }
  if (document_ && !is_cancelled_ && pages_written_ > 0 && !document_->is_committed) {
    job_ = engine().commit(document_, *this);
    return;
  }
  is_running_ = false;
  Q_EMIT finished();
}

// Its turn to be fitted comes, or it is closed meanwhile; then this goes on.
void PageExport::waitFor(PhotoSession& photo) {
  const auto look = [this, watched = QPointer<PhotoSession>(&photo)] {
    if (!is_running_ || (watched && watched->isFitting())) {
      return;
    }
    for (const QMetaObject::Connection& wait : std::exchange(waits_, {})) {
      disconnect(wait);
    }
    goOn();
  };
  waits_ = {connect(&photo, &PhotoSession::statusChanged, this, look, Qt::QueuedConnection),
            connect(&photo, &QObject::destroyed, this, look, Qt::QueuedConnection)};
  if (!photo.isFitting()) {
    photo.goOn();
  }
}

void PageExport::writePhoto(PhotoSession& photo) {
  const PhotoState& state = photo.state();
  WriteRequest request;
  request.photo = *photo.info();
  request.options = withFormat(state.out, plan_.format);
  request.threads = state.fit.threads;
  request.document = document_;
  for (const PageState& page : state.pages) {
    std::filesystem::path file = plan_.out;
    if (!document_) {
      const Result<std::filesystem::path> name =
          outputs_.claim(request.photo, page.fitted.index, static_cast<int>(state.pages.size()));
      if (!name) {
        fail(photo.file(), page.fitted.index, name.error().message);
        continue;
      }
      file = *name;
    }
    request.pages.push_back({pipeline::exported(page.fitted), file});
    request.fitted.push_back(page.fitted);
  }
  if (request.pages.empty()) {
    return;
  }
  if (plan_.keeps_warps) {
    const std::filesystem::path folder =
        outputs_.target() == pipeline::OutputTarget::folder ? plan_.out : plan_.out.parent_path();
    request.warp_file = folder / (photo.file().stem().string() + ".warp.json");
  }
  job_ = engine().write(std::move(request), *this);
}

void PageExport::fail(const std::filesystem::path& photo, int page, std::string message) {
  failures_.push_back({photo, page, std::move(message)});
  Q_EMIT progressed();
}

void PageExport::written(JobNumber /*job*/, const WrittenPage& /*page*/) {
  ++pages_written_;
  Q_EMIT progressed();
}

void PageExport::failed(JobNumber /*job*/, int page, const Error& error) {
  fail(error.path, page, error.message);
}

void PageExport::jobEnded(JobNumber job) {
  if (job != job_) {
    return;
  }
  job_ = 0;
  if (next_ < photos_.size()) {
    ++next_;
  } else if (document_) {
    document_->is_committed = true;
  }
  goOn();
}

}  // namespace platen::ui
