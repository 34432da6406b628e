// Where pages are to go and in which format: what an export asks for. A file's name says its format, and the other way
// round. Asks no disk itself.
#pragma once

#include "core/options.h"

#include <filesystem>

#include <QString>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace platen::ui {

class ExportForm : public QWidget {
  Q_OBJECT

 public:
  // `work`: whose last target is offered again; `suggested`: where there was none.
  ExportForm(bool is_of_one_photo,
             std::filesystem::path work,
             const std::filesystem::path& suggested,
             QWidget* parent = nullptr);

  [[nodiscard]] QLineEdit& target() { return *target_; }
  [[nodiscard]] QComboBox& formats() { return *format_; }
  [[nodiscard]] FileFormat format() const;
  [[nodiscard]] bool keepsWarps() const;
  // As it is meant, which is then also shown.
  QString makeWhole();
  // For the next time.
  void remember() const;

 private:
  void chooseFolder();
  void chooseFile();
  void followName();
  void followFormat(int index);
  // Whether a name of that format is one file, not a folder.
  [[nodiscard]] bool isFile(FileFormat format) const;

  bool is_of_one_photo_;
  std::filesystem::path work_;
  int chosen_ = 0;         // of the formats, for pages whose folder is named
  bool is_named_ = false;  // the target is a file, and says which
  QLineEdit* target_;
  QPushButton* folder_;
  QPushButton* file_;
  QComboBox* format_;
  QCheckBox* keeps_warps_;
};

}  // namespace platen::ui
