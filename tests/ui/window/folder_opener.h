// In place of the system's file manager: it only hears what was to be shown.
#pragma once

#include <QDesktopServices>
#include <QList>
#include <QObject>
#include <QUrl>

namespace platen::ui {

class FolderOpener : public QObject {
  Q_OBJECT

 public:
  FolderOpener() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "open"); }
  ~FolderOpener() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

  QList<QUrl> urls;

 public Q_SLOTS:  // NOLINT(readability-redundant-access-specifiers)
  void open(const QUrl& url) { urls.append(url); }
};

}  // namespace platen::ui
