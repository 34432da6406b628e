// The files that were opened last, for the menu; kept between runs.
#pragma once

#include <filesystem>
#include <vector>

#include <QObject>
#include <QStringList>

class QMenu;

namespace platen::ui {

class RecentFiles : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMost = 12;
  explicit RecentFiles(QObject* parent = nullptr);

  void add(const std::filesystem::path& file);
  // In the order in which they were opened; only the last of many are kept.
  void add(const std::vector<std::filesystem::path>& opened);
  void clear();
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  // Fills the menu each time that it is about to be shown.
  void fill(QMenu& menu);

 Q_SIGNALS:
  void chosen(const std::filesystem::path& file);
};

// Names on disk are bytes, which Qt's texts are not: what is kept and shown of them.
QString shownPath(const std::filesystem::path& file);
QByteArray keptPath(const std::filesystem::path& file);
std::filesystem::path pathOf(const QByteArray& kept);
// Of a file dialog or a drop.
std::filesystem::path pathOf(const QString& chosen);

}  // namespace platen::ui
