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
  QList<QVariant> files = kept();
  const QVariant entry(keptPath(file));
  files.removeAll(entry);
  files.prepend(entry);
  while (files.size() > kMost) {
    files.removeLast();
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
