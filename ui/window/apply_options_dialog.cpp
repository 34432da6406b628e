#include "ui/window/apply_options_dialog.h"

#include "ui/panel/option_editor.h"
#include "ui/session/option_copy.h"
#include "ui/window/recent_files.h"

#include <algorithm>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace platen::ui {

ApplyOptionsDialog::ApplyOptionsDialog(PhotoSession& from, const std::vector<PhotoSession*>& to, QWidget* parent)
    : QDialog(parent), from_(&from), consequence_(new QLabel(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowModality(Qt::WindowModal);
  setWindowTitle(tr("Apply Options"));
  for (PhotoSession* photo : to) {
    if (photo != &from) {
      to_.emplace_back(photo);
    }
  }
  const int count = static_cast<int>(to_.size());
  auto* all = new QVBoxLayout(this);
  const QString name = shownPath(from.file().filename());
  auto* said = new QLabel(count == 1 ? tr("Options of %1 that the other photo is to have:").arg(name)
                                     : tr("Options of %1 that %n other photos are to have:", nullptr, count).arg(name),
                          this);
  said->setObjectName(QStringLiteral("what"));
  said->setWordWrap(true);
  said->setTextFormat(Qt::PlainText);
  all->addWidget(said);
  addRows(from.state().fit, &PhotoState::fit);
  addRows(from.state().out, &PhotoState::out);
  for (const Row& row : rows_) {
    all->addWidget(row.box);
  }
  consequence_->setWordWrap(true);
  all->addWidget(consequence_);
  all->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  apply_ = buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole);
  apply_->setDefault(true);
  all->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  refresh();
  resize(440, sizeHint().height());
}

// Of the options in which one of them differs.
template <class Options>
void ApplyOptionsDialog::addRows(const Options& from, const Options PhotoState::*options) {
  visitOptions(from, [&](const OptionInfo& info, const auto& value) {
    const auto others =
        static_cast<int>(std::count_if(to_.begin(), to_.end(), [&](const QPointer<PhotoSession>& photo) {
          return !hasSameOption(from, photo->state().*options, info.name);
        }));
    if (others == 0) {
      return;
    }
    const QString text = ApplyOptionsDialog::tr("%1: %2").arg(shownOption(info.name), shownValue(info, value));
    auto* box =
        new QCheckBox(to_.size() == 1 ? text
                      : others == 1   ? ApplyOptionsDialog::tr("%1 (another in 1 photo)").arg(text)
                                      : ApplyOptionsDialog::tr("%1 (another in %n photos)", nullptr, others).arg(text),
                      this);
    box->setChecked(true);
    box->setToolTip(shownOption(info.meaning));
    connect(box, &QCheckBox::toggled, this, &ApplyOptionsDialog::refresh);
    rows_.push_back({std::string(info.name), box});
  });
}

QCheckBox* ApplyOptionsDialog::box(const std::string& option) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.option == option; });
  return found != rows_.end() ? found->box : nullptr;
}

std::vector<PhotoSession::OptionsOfOne> ApplyOptionsDialog::edits() const {
  std::vector<PhotoSession::OptionsOfOne> edits;
  if (!from_) {
    return edits;
  }
  for (const QPointer<PhotoSession>& photo : to_) {
    if (!photo) {
      continue;
    }
    PhotoSession::OptionsOfOne edit{photo, photo->state().fit, photo->state().out};
    for (const Row& row : rows_) {
      if (row.box->isChecked()) {
        copyOption(from_->state().fit, edit.fit, row.option);
        copyOption(from_->state().out, edit.out, row.option);
      }
    }
    if (!(edit.fit == photo->state().fit) || !(edit.out == photo->state().out)) {
      edits.push_back(std::move(edit));
    }
  }
  if (!edits.empty()) {
    edits.push_back({from_, from_->state().fit, from_->state().out});
  }
  return edits;
}

void ApplyOptionsDialog::refresh() {
  const std::vector<PhotoSession::OptionsOfOne> changes = edits();
  const auto fits = static_cast<int>(std::count_if(
      changes.begin(), changes.end(), [](const auto& edit) { return edit.photo->willFitAgain(edit.fit); }));
  consequence_->setText(fits == 0   ? tr("No photo has to be fitted again.")
                        : fits == 1 ? tr("1 photo is fitted again.")
                                    : tr("%n photos are fitted again.", nullptr, fits));
  apply_->setEnabled(!changes.empty());
}

}  // namespace platen::ui
