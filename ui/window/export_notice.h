// In the status bar: what has been exported, and a button that shows where it went.
#pragma once

#include <filesystem>

#include <QObject>
#include <QString>
#include <QTimer>

class QStatusBar;
class QToolButton;

namespace platen::ui {

class ExportNotice : public QObject {
  Q_OBJECT

 public:
  explicit ExportNotice(QStatusBar& bar);
  void show(const QString& sentence, const std::filesystem::path& folder);

 private:
  QStatusBar& bar_;
  QToolButton* open_;
  QTimer gone_;
  std::filesystem::path folder_;
};

}  // namespace platen::ui
