// What an export says of what is wrong, in the words of the window.
#include "ui/session/page_export.h"
#include "ui/words/engine_words.h"

#include <algorithm>

namespace platen::ui {
namespace {

QString nameOf(const std::filesystem::path& file) {
  return QString::fromStdString(file.string());
}

}  // namespace

void PageExport::findProblems() {
  using Kind = pipeline::OutputProblem::Kind;
  const auto say = [this](const QString& sentence) { problems_.push_back(sentence.toStdString()); };
  for (const pipeline::OutputProblem& problem : findings_->problems) {
    const QString file = nameOf(problem.file);
    switch (problem.kind) {
      case Kind::severalNeedFolder:
        say(tr("Several photos need a folder, a .pdf or a .tif: %1 takes one page").arg(file));
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
      case Kind::namedAsPhoto:
        say(tr("%1 is named as a picture, and would hold the fit of one: choose another name").arg(file));
        break;
    }
  }
  for (const pipeline::OutputProblem& warp : findings_->shared_warps) {
    say(tr("%1 and %2 would both keep their warp as %3: export them into different folders")
            .arg(nameOf(warp.other), nameOf(warp.photo), nameOf(warp.file.filename())));
  }
}

void PageExport::tellErrors(const PhotoSession& photo) {
  const PhotoState& state = photo.state();
  if (state.due != Due::nothing) {
    for (const auto& [page, error] : photo.errors()) {
      fail(photo.file(), page, photoErrorWords(error).toStdString());
    }
  }
  if (state.pages.empty() && photo.errors().empty()) {
    fail(photo.file(), 0, tr("It was not fitted: its fit was stopped").toStdString());
  }
}

void PageExport::refused(JobNumber /*job*/, int page, const std::filesystem::path& file) {
  if (leaves_there_ && std::find(there().begin(), there().end(), file) != there().end()) {
    return;
  }
  failNow(page, tr("%1 is there already and was not replaced").arg(nameOf(file.filename())).toStdString());
}

void PageExport::failed(JobNumber /*job*/, int page, const Error& error) {
  const bool is_of_photo = next_ < photos_.size() && photos_[next_] && photos_[next_]->file() == error.path;
  failNow(page, (is_of_photo ? photoErrorWords(error) : describedWords(error)).toStdString());
}

}  // namespace platen::ui
