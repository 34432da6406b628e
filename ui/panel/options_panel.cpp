#include "ui/panel/options_panel.h"

#include "core/options.h"
#include "ui/panel/option_editor.h"

#include <functional>
#include <map>
#include <string>
#include <utility>

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace platen::ui {

// The editors of one options struct, by the options' names.
template <class Options>
class OptionsForm : public QGroupBox {
 public:
  OptionsForm(const QString& title, std::function<void(const Options&, const QString&)> edited)
      : QGroupBox(title), edited_(std::move(edited)) {
    auto* form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    visitOptions(options_, [&](const OptionInfo& info, auto& value) {
      const std::string name(info.name);
      QWidget* editor = makeEditor(info, value, [this, name] { changed(name); });
      if (editor == nullptr) {
        return;
      }
      const QString meaning = shownOption(info.meaning);
      editor->setToolTip(meaning);
      editor->setAccessibleName(shownOption(info.name));
      editor->setAccessibleDescription(meaning);
      editor->setObjectName(QString::fromStdString(name));
      form->addRow(shownOption(info.name), editor);
      form->labelForField(editor)->setToolTip(meaning);
      put(editor, value);
      leaveWheelToThePanel(editor);
      editors_.emplace(name, editor);
    });
  }

  // Whoever scrolls the panel does not mean the option that comes under the cursor.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Wheel && watched->isWidgetType() && !static_cast<QWidget*>(watched)->hasFocus()) {
      event->ignore();
      return true;
    }
    return QGroupBox::eventFilter(watched, event);
  }

  // What someone is about to type stays, unless `anew`: the options are another photo's.
  void show(const Options& options, bool anew) {
    options_ = options;
    visitOptions(options_, [&](const OptionInfo& info, auto& value) {
      const auto found = editors_.find(std::string(info.name));
      if (found == editors_.end()) {
        return;
      }
      QWidget* editor = found->second;
      auto shown = value;
      take(editor, shown);
      if (anew || (shown != value && !isBeingEdited(editor))) {
        put(editor, value);
      }
    });
  }
  [[nodiscard]] QWidget* editor(const std::string& name) const { return editors_.at(name); }

 private:
  void leaveWheelToThePanel(QWidget* editor) {
    QList<QWidget*> inputs{editor};
    for (QWidget* part : editor->findChildren<QWidget*>()) {
      if (qobject_cast<QComboBox*>(part) != nullptr || qobject_cast<QAbstractSpinBox*>(part) != nullptr) {
        inputs += part;
      }
    }
    for (QWidget* input : inputs) {
      if (input->focusPolicy() == Qt::WheelFocus) {
        input->setFocusPolicy(Qt::StrongFocus);
      }
      input->installEventFilter(this);
    }
  }
  void changed(const std::string& name) {
    visitOptions(options_, [&](const OptionInfo& info, auto& value) {
      if (info.name == name) {
        take(editors_.at(name), value);
      }
    });
    edited_(options_, shownOption(name));
  }

  Options options_;
  std::map<std::string, QWidget*> editors_;
  std::function<void(const Options&, const QString&)> edited_;
};

OptionsPanel::OptionsPanel(QWidget* parent)
    : QWidget(parent),
      fit_(new OptionsForm<FitOptions>(
          tr("Shape"), [this](const FitOptions& o, const QString& what) { Q_EMIT fitEdited(o, what); })),
      out_(new OptionsForm<ExportOptions>(
          tr("Export"), [this](const ExportOptions& o, const QString& what) { Q_EMIT exportEdited(o, what); })) {
  auto* all = new QVBoxLayout(this);
  all->addWidget(fit_);
  all->addWidget(out_);
  with_all_ = new QPushButton(tr("&Use These Options For"), this);
  with_all_->hide();
  all->addWidget(with_all_);
  all->addStretch(1);
}

void OptionsPanel::setActions(const QList<QAction*>& actions) {
  auto* menu = new QMenu(with_all_);
  menu->addActions(actions);
  with_all_->setMenu(menu);
  with_all_->show();
}

OptionsPanel::~OptionsPanel() = default;

void OptionsPanel::setOptions(const void* photo, const FitOptions& fit, const ExportOptions& out, int pages) {
  const bool anew = std::exchange(photo_, photo) != photo;
  setPages(fit_->editor("page"), pages);
  fit_->show(fit, anew);
  out_->show(out, anew);
}

}  // namespace platen::ui
