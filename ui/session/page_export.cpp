#include "ui/session/page_export.h"

#include "ui/words/engine_words.h"

#include <algorithm>
#include <utility>

#include <QScopedValueRollback>

namespace platen::ui {
namespace {

ExportOptions withFormat(ExportOptions options, FileFormat format) {
  options.format = format;
  return options;
}

// Its fit failed, and what there is of it was fitted to what it is no longer.
bool isOutOfDate(const PhotoSession& photo, int page) {
  const PhotoState& state = photo.state();
  const auto& errors = photo.errors();
  if (state.due == Due::nothing || photo.isStopped()) {
    return false;
  }
  return errors.contains(page) || (errors.contains(0) && (state.due_page == 0 || state.due_page == page));
}

// As names count them: those that failed have their numbers.
int pagesOf(const PhotoSession& photo) {
  const PhotoState& state = photo.state();
  int pages = static_cast<int>(state.pages.size());
  for (const auto& [page, error] : photo.errors()) {
    pages += page > 0 && state.page(page) == nullptr ? 1 : 0;
  }
  return pages;
}

}  // namespace

PageExport::PageExport(Engine& engine, const std::vector<PhotoSession*>& photos, ExportPlan plan, QObject* parent)
    : QObject(parent), JobListener(engine), photos_(photos.begin(), photos.end()), plan_(std::move(plan)) {
  std::vector<PhotoToExport> all;
  all.reserve(photos.size());
  for (const PhotoSession* photo : photos) {
    all.push_back(toExport(*photo));
  }
  ExportPlan files = plan_;
  files.written.clear();
  files_ = std::make_shared<ExportFiles>(std::move(files), std::move(all));
}

PageExport::~PageExport() {
  engine().letGo(std::move(files_));
}

PhotoToExport PageExport::toExport(const PhotoSession& photo) const {
  const PhotoState& state = photo.state();
  PhotoToExport to_export{photo.file(), photo.info(), withFormat(state.out, plan_.format), {}, plan_.keeps_warps};
  const int pages = pagesOf(photo);
  for (const PageState& page : state.pages) {
    const PageAsWritten now{pages, page.fitted.fit.grid, to_export.options};
    if (!isWritten(photo.file(), page.fitted.index, now)) {
      to_export.pages.emplace_back(page.fitted.index, pages);
    }
  }
  if (state.pages.empty()) {
    to_export.pages = {{1, 1}, {1, 2}, {2, 2}};
  }
  return to_export;
}

bool PageExport::isWritten(const std::filesystem::path& photo, int page, const PageAsWritten& now) const {
  const auto before = plan_.written.find({photo, page});
  return before != plan_.written.end() && before->second == now;
}

void PageExport::look() {
  if (job_ == 0 && !findings_) {
    doing_ = Doing::looking;
    job_ = engine().look(files_, *this);
  }
}

void PageExport::lookedAt(JobNumber job, const ExportFindings& found) {
  if (job == job_) {
    findings_ = found;
    findProblems();
  }
}

std::vector<PhotoSession*> PageExport::unfinished() const {
  std::vector<PhotoSession*> left;
  for (std::size_t k = 0; k < photos_.size(); ++k) {
    PhotoSession* photo = photos_[k];
    const bool has_failed = photo != nullptr && std::any_of(failures_.begin(), failures_.end(),
                                                            [&](const Failure& f) { return f.photo == photo->file(); });
    // One document holds all pages or is not there.
    const bool is_nowhere = findings_ && findings_->is_document && !was_committed_;
    if (photo != nullptr && (has_failed || k >= next_ || is_nowhere)) {
      left.push_back(photo);
    }
  }
  return left;
}

void PageExport::start(const std::set<std::filesystem::path>& may_replace) {
  if (is_running_) {
    return;
  }
  is_running_ = true;
  if (job_ == 0) {
    files_->mayReplace(may_replace);
  }
  if (findings_ && job_ == 0) {
    begin();
  } else {
    look();
  }
}

void PageExport::begin() {
  if (findings_ && problems_.empty()) {
    goOn();
  } else {
    end();
  }
}

void PageExport::end() {
  doing_ = Doing::nothing;
  is_running_ = false;
  if (findings_ && findings_->is_document && !was_committed_) {
    pages_written_ = 0;  // of a document that is not there
  }
  Q_EMIT finished();
}

void PageExport::cancel() {
  if (!is_running_ || is_cancelled_) {
    return;
  }
  is_cancelled_ = true;
  stopWaiting();
  if (job_ != 0 && doing_ != Doing::looking) {
    engine().stop(job_);
    return;
  }
  if (job_ != 0) {
    engine().stop(std::exchange(job_, 0));
  }
  if (!is_going_on_) {
    goOn();
  }
}

void PageExport::stopWaiting() {
  for (const QMetaObject::Connection& wait : std::exchange(waits_, {})) {
    disconnect(wait);
  }
}

void PageExport::goOn() {
  const QScopedValueRollback going_on(is_going_on_, true);
  Q_EMIT progressed();
  for (; !is_cancelled_ && next_ < photos_.size(); ++next_, asked_for_fit_ = false) {
    PhotoSession* photo = photos_[next_];
    if (photo == nullptr) {
      continue;
    }
    if (photo->isFitting() || isToBeFitted(*photo)) {
      waitFor(*photo);
      if (is_cancelled_) {
        break;
      }
      return;
    }
    tellErrors(*photo);
    if (is_cancelled_) {
      break;
    }
    writePhoto(*photo);
    if (job_ != 0) {
      return;
    }
    Q_EMIT progressed();
  }
  if (findings_ && findings_->is_document && !is_cancelled_ && pages_written_ > 0 && doing_ != Doing::committing) {
    doing_ = Doing::committing;
    job_ = engine().commit(files_, *this);
    Q_EMIT progressed();
    return;
  }
  end();
}

// What is due is fitted first; a fit that someone stopped stays as it is, and one that failed fails again unless
// someone has changed something.
bool PageExport::isToBeFitted(const PhotoSession& photo) const {
  const PhotoState& state = photo.state();
  if (asked_for_fit_ && photo.isStopped()) {
    return false;  // while it was waited for
  }
  if (!photo.errors().empty()) {
    return plan_.tries_fits_again && !asked_for_fit_ && state.due != Due::nothing;
  }
  return state.pages.empty() || (state.due != Due::nothing && !photo.isStopped());
}

// Its turn to be fitted comes, or it is closed meanwhile; then this goes on.
void PageExport::waitFor(PhotoSession& photo) {
  doing_ = Doing::fitting;
  const auto look = [this, watched = QPointer<PhotoSession>(&photo)] {
    // What was said before this went on may be heard after it.
    if (!is_running_ || job_ != 0 || (watched && watched->isFitting())) {
      return;
    }
    stopWaiting();
    goOn();
  };
  stopWaiting();
  waits_ = {connect(&photo, &PhotoSession::statusChanged, this, look, Qt::QueuedConnection),
            connect(&photo, &QObject::destroyed, this, look, Qt::QueuedConnection)};
  asked_for_fit_ = true;
  if (!photo.isFitting() && photo.isStopped()) {
    photo.goOn();
  }
  if (photo.status() != PhotoStatus::fitting) {
    photo.stopWaiting();  // behind others that nobody waits for
    photo.fitLater(Urgency::soon);
  }
  Q_EMIT progressed();
}

void PageExport::writePhoto(const PhotoSession& photo) {
  const PhotoState& state = photo.state();
  WriteRequest request;
  request.photo = photo.file();
  request.options = withFormat(state.out, plan_.format);
  request.pages_of_photo = pagesOf(photo);
  request.threads = state.fit.threads;
  request.files = files_;
  writing_.clear();
  for (const PageState& page : state.pages) {
    if (isOutOfDate(photo, page.fitted.index)) {
      continue;
    }
    if (plan_.keeps_warps) {
      request.fitted.push_back(page.fitted);
    }
    PageAsWritten now{request.pages_of_photo, page.fitted.fit.grid, request.options};
    if (findings_->is_document || !isWritten(photo.file(), page.fitted.index, now)) {
      request.pages.push_back(pipeline::exported(page.fitted));
      writing_.insert_or_assign({photo.file(), page.fitted.index}, std::move(now));
    }
  }
  if (!request.pages.empty() || !request.fitted.empty()) {
    doing_ = Doing::writing;
    job_ = engine().write(std::move(request), *this);
    Q_EMIT progressed();
  }
}

void PageExport::fail(const std::filesystem::path& photo, int page, std::string message) {
  failures_.push_back({photo, page, std::move(message)});
  Q_EMIT progressed();
}

void PageExport::written(JobNumber /*job*/, const WrittenPage& page) {
  ++pages_written_;
  if (!findings_->is_document) {
    made_.insert_or_assign(page.file, page.photo);
    if (const auto now = writing_.find({page.photo, page.page}); now != writing_.end()) {
      plan_.written.insert_or_assign(now->first, now->second);
    }
  }
  for (const std::string& warning : page.warnings) {
    remarks_.push_back({page.photo, page.page, engineWords(warning).toStdString()});
  }
  Q_EMIT progressed();
}

void PageExport::warpKept(JobNumber /*job*/, const std::filesystem::path& photo, const std::filesystem::path& file) {
  made_.insert_or_assign(file, photo);
}

void PageExport::committed(JobNumber /*job*/, const std::filesystem::path& document) {
  was_committed_ = true;
  made_.insert_or_assign(document, std::filesystem::path());
}

// Of the photo that is being written, or of the document as a whole.
void PageExport::failNow(int page, std::string message) {
  const bool is_photo = next_ < photos_.size() && photos_[next_];
  fail(is_photo ? photos_[next_]->file() : plan_.out, page, std::move(message));
}

void PageExport::jobEnded(JobNumber job) {
  if (job != job_) {
    return;
  }
  job_ = 0;
  if (doing_ == Doing::looking) {
    doing_ = Doing::nothing;
    const bool was_started = is_running_;  // who hears of it may start it
    Q_EMIT looked();
    if (was_started) {
      begin();
    }
    return;
  }
  if (next_ < photos_.size()) {
    ++next_;
    asked_for_fit_ = false;
  }
  goOn();
}

}  // namespace platen::ui
