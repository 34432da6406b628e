#include "ui/window/recent_files.h"

#include <algorithm>

#include <QFile>
#include <QMenu>
#include <QSettings>

namespace platen::ui {
namespace {

constexpr auto kKey = "recentFiles";

QList<QVariant> kept() {
  return QSettings().value(QLatin1String(kKey)).toList();
}

}  // namespace

QString shownPath(const std::filesystem::path& file) {
  return QString::fromLocal8Bit(file.string().c_str());
}

QByteArray keptPath(const std::filesystem::path& file) {
  return QByteArray::fromStdString(file.string());
}

std::filesystem::path pathOf(const QByteArray& kept_path) {
  return kept_path.toStdString();
}

std::filesystem::path pathOf(const QString& chosen) {
  return pathOf(QFile::encodeName(chosen));
}

RecentFiles::RecentFiles(QObject* parent) : QObject(parent) {}

void RecentFiles::add(const std::filesystem::path& file) {
  add(std::vector<std::filesystem::path>{file});
}

void RecentFiles::add(const std::vector<std::filesystem::path>& opened) {
  QList<QVariant> files;
  const auto append = [&files](const QVariant& entry) {
    if (files.size() < kMost && !files.contains(entry)) {
      files.append(entry);
    }
  };
  const std::size_t most = std::min<std::size_t>(opened.size(), kMost);
  for (std::size_t back = 1; back <= most; ++back) {
    append(keptPath(opened[opened.size() - back]));
  }
  for (const QVariant& entry : kept()) {
    append(entry);
  }
  QSettings().setValue(QLatin1String(kKey), files);
}

void RecentFiles::clear() {
  QSettings().remove(QLatin1String(kKey));
}

std::vector<std::filesystem::path> RecentFiles::files() const {
  std::vector<std::filesystem::path> files;
  for (const QVariant& entry : kept()) {
    files.push_back(pathOf(entry.toByteArray()));
  }
  return files;
}

void RecentFiles::fill(QMenu& menu) {
  menu.clear();
  for (const std::filesystem::path& file : files()) {
    QString text = shownPath(file.filename());
    text.replace(QLatin1Char('&'), QLatin1String("&&"));
    QAction* action = menu.addAction(text, this, [this, file] { Q_EMIT chosen(file); });
    action->setStatusTip(shownPath(file));
  }
  if (menu.isEmpty()) {
    menu.addAction(tr("None yet"))->setEnabled(false);
    return;
  }
  menu.addSeparator();
  menu.addAction(tr("Clear the List"), this, &RecentFiles::clear);
}

}  // namespace platen::ui
