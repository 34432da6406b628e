#include "ui/session/page_export.h"

#include "ui/words/engine_words.h"

#include <algorithm>
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

QString nameOf(const std::filesystem::path& file) {
  return QString::fromStdString(file.string());
}

// What is due is fitted first; a fit that someone stopped stays as it is.
bool hasToBeFitted(const PhotoSession& photo) {
  const PhotoState& state = photo.state();
  return photo.errors().empty() && (state.pages.empty() || (state.due != Due::nothing && !photo.isStopped()));
}

ExportOptions withFormat(ExportOptions options, FileFormat format) {
  options.format = format;
  return options;
}

}  // namespace

std::filesystem::path warpBeside(const pipeline::Outputs& outputs, const std::filesystem::path& photo) {
  const bool is_folder = outputs.target() == pipeline::OutputTarget::folder;
  std::filesystem::path file = (is_folder ? outputs.out() : outputs.out().parent_path()) / photo.stem();
  file += ".warp.json";
  return file;
}

PageExport::PageExport(Engine& engine, const std::vector<PhotoSession*>& photos, ExportPlan plan, QObject* parent)
    : QObject(parent),
      JobListener(engine),
      photos_(photos.begin(), photos.end()),
      plan_(std::move(plan)),
      outputs_(filesOf(photos), plan_.out, withFormat({}, plan_.format)) {
  findProblems();
}

PageExport::~PageExport() = default;

void PageExport::findProblems() {
  using Kind = pipeline::OutputProblem::Kind;
  const auto say = [this](const QString& sentence) { problems_.push_back(sentence.toStdString()); };
  for (const pipeline::OutputProblem& problem : outputs_.problemsFound()) {
    const QString file = nameOf(problem.file);
    switch (problem.kind) {
      case Kind::severalNeedFolder:
        say(tr("Several photos need a folder or a .pdf: %1 takes one page").arg(file));
        break;
      case Kind::unknownFormat:
        say(tr("%1 is named like no format that can be written: jpg, png, tif or pdf").arg(file));
        break;
      case Kind::otherFormat:
        say(tr("%1 is named like another format than the one chosen").arg(file));
        break;
      case Kind::bitonalJpeg:
        say(tr("Bitonal pages can't be kept in a JPEG: choose PNG, TIFF or PDF"));
        break;
      case Kind::fileNotFolder:
        say(tr("%1 is a file, not a folder").arg(file));
        break;
      case Kind::overPhoto:
        say(tr("%1 would overwrite a photo: choose another folder or name").arg(file));
        break;
      case Kind::sharedName:
        say(tr("%1 and %2 would both become %3: export them into different folders")
                .arg(nameOf(problem.other), nameOf(problem.photo), file));
        break;
      case Kind::writtenTwice:
        say(tr("%1 would be written twice: choose another name").arg(file));
        break;
    }
  }
  if (!plan_.keeps_warps || !problems_.empty()) {
    return;
  }
  std::map<std::filesystem::path, std::filesystem::path> warps;
  for (const QPointer<PhotoSession>& photo : photos_) {
    const auto [other, is_new] = warps.emplace(warpBeside(outputs_, photo->file()), photo->file());
    if (!is_new) {
      say(tr("%1 and %2 would both keep their warp as %3: export them into different folders")
              .arg(nameOf(other->second), nameOf(photo->file()), nameOf(other->first.filename())));
    }
  }
}

std::vector<PhotoSession*> PageExport::unfinished() const {
  std::vector<PhotoSession*> left;
  for (std::size_t k = 0; k < photos_.size(); ++k) {
    PhotoSession* photo = photos_[k];
    const bool has_failed = photo != nullptr && std::any_of(failures_.begin(), failures_.end(),
                                                            [&](const Failure& f) { return f.photo == photo->file(); });
    // One document holds all pages or is not there.
    if (photo != nullptr && (has_failed || k >= next_ || (document_ && pages_written_ == 0))) {
      left.push_back(photo);
    }
  }
  return left;
}

void PageExport::start() {
  if (is_running_ || !problems().empty()) {
    return;
  }
  is_running_ = true;
  if (outputs_.target() == pipeline::OutputTarget::document) {
    document_ = std::make_shared<SharedDocument>();
    document_->file = plan_.out;
    document_->may_replace = plan_.may_replace.contains(plan_.out);
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
    if (photo->isFitting() || hasToBeFitted(*photo)) {
      waitFor(*photo);
      return;
    }
    for (const auto& [page, error] : photo->errors()) {
      fail(photo->file(), page, engineWords(error.message).toStdString());
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
  if (document_ && !is_cancelled_ && pages_written_ > 0 && !std::exchange(is_committing_, true)) {
    job_ = engine().commit(document_, *this);
    return;
  }
  if (document_ && is_cancelled_) {
    pages_written_ = 0;  // of a document that is not there
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
    if (photo.state().pages.empty()) {
      photo.goOn();
    } else {
      photo.fitLater(Urgency::soon);
    }
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
          outputs_.claim(request.photo, page.fitted.index, static_cast<int>(state.pages.size()), request.options);
      if (!name) {
        fail(photo.file(), page.fitted.index, engineWords(name.error().message).toStdString());
        continue;
      }
      file = *name;
    }
    request.pages.push_back({pipeline::exported(page.fitted), file, plan_.may_replace.contains(file)});
    request.fitted.push_back(page.fitted);
  }
  if (request.pages.empty()) {
    return;
  }
  if (plan_.keeps_warps) {
    const std::filesystem::path file = warpBeside(outputs_, photo.file());
    if (const auto [other, is_new] = warps_.emplace(file, photo.file()); is_new) {
      request.warp_file = file;
      request.may_replace_warp = plan_.may_replace.contains(file);
    } else {
      fail(photo.file(), 0, tr("its warp would overwrite that of %1").arg(nameOf(other->second)).toStdString());
    }
  }
  job_ = engine().write(std::move(request), *this);
}

void PageExport::fail(const std::filesystem::path& photo, int page, std::string message) {
  failures_.push_back({photo, page, std::move(message)});
  Q_EMIT progressed();
}

void PageExport::written(JobNumber /*job*/, const WrittenPage& page) {
  ++pages_written_;
  for (const std::string& warning : page.warnings) {
    remarks_.push_back({page.photo, page.page, engineWords(warning).toStdString()});
  }
  Q_EMIT progressed();
}

void PageExport::refused(JobNumber /*job*/, int page, const std::filesystem::path& file) {
  failNow(page, tr("%1 is there already and was not replaced").arg(nameOf(file.filename())).toStdString());
}

void PageExport::failed(JobNumber /*job*/, int page, const Error& error) {
  const bool is_of_photo = next_ < photos_.size() && photos_[next_] && photos_[next_]->file() == error.path;
  failNow(page, (is_of_photo ? engineWords(error.message) : describedWords(error)).toStdString());
}

// Of the photo that is being written, or of the document as a whole.
void PageExport::failNow(int page, std::string message) {
  if (is_committing_) {
    pages_written_ = 0;
  }
  const bool is_photo = next_ < photos_.size() && photos_[next_];
  fail(is_photo ? photos_[next_]->file() : plan_.out, page, std::move(message));
}

void PageExport::jobEnded(JobNumber job) {
  if (job != job_) {
    return;
  }
  job_ = 0;
  if (next_ < photos_.size()) {
    ++next_;
  }
  goOn();
}

}  // namespace platen::ui
