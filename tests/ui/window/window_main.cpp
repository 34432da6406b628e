// Tests of whole windows, with settings of their own that leave nothing behind.
#include "tests/ui/window/killed_window.h"

#include <string_view>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  QApplication::setOrganizationName(QStringLiteral("Platen tests"));
  QApplication::setApplicationName(QStringLiteral("window tests"));
  const QApplication application(argc, argv);
  if (argc == 4 && std::string_view(argv[1]) == platen::ui::kEditUntilKilled) {
    return platen::ui::editUntilKilled(argv[2], argv[3]);
  }
  return RUN_ALL_TESTS();
}
