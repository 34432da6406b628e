// Editors for options, made from the one table that the command line and the sidecar are made from (core/options.h): a
// choice, a number with its range and unit, a page. What the panel shows is what it was given; what a user changes is a
// signal.
#pragma once

#include "core/options.h"

#include <QList>
#include <QWidget>

class QAction;
class QPushButton;

namespace platen::ui {

// "typename", as lupdate would take a "class" for the one that tr() belongs to.
template <typename Options>
class OptionsForm;

class OptionsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit OptionsPanel(QWidget* parent = nullptr);
  ~OptionsPanel() override;

  // `photo`: whose options they are; only told from others. While it is the same, what is being typed is left alone.
  // `pages`: how many it has, what can be chosen as a page.
  void setOptions(const void* photo, const FitOptions& fit, const ExportOptions& out, int pages);

  // What can be done with all that it shows, behind one button below.
  void setActions(const QList<QAction*>& actions);

 Q_SIGNALS:
  // `what`: the option's name as it is shown, for the history.
  void fitEdited(const platen::FitOptions& options, const QString& what);
  void exportEdited(const platen::ExportOptions& options, const QString& what);

 private:
  const void* photo_ = nullptr;
  OptionsForm<FitOptions>* fit_;
  OptionsForm<ExportOptions>* out_;
  QPushButton* with_all_;
};

}  // namespace platen::ui
