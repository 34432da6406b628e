// `platen-gui`, the viewer: reads the command line, shows the window.
#include "core/cpu_level.h"
#include "ui/window/given_files.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/words/language.h"

#include <clocale>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  std::setlocale(LC_NUMERIC, "C");  // QApplication took the user's, and libraries write numbers into files by it
  QApplication::setOrganizationName(QStringLiteral("Platen"));
  QApplication::setApplicationName(QStringLiteral("platen-gui"));
  QApplication::setApplicationDisplayName(QStringLiteral("Platen"));
  QApplication::setApplicationVersion(QStringLiteral(PLATEN_VERSION));
  application.setProperty("platenVersions", QStringLiteral(PLATEN_VERSIONS "\nQt ") + QString::fromLatin1(qVersion()));

  platen::ui::applyLanguage(application, platen::ui::keptLanguage());

  QCommandLineParser parser;
  parser.setApplicationDescription(
      QApplication::translate("main", "Watch document photos become flat pages, and steer them."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("photos"),
                               QApplication::translate("main", "Photos, folders or a project to open"),
                               QStringLiteral("[photos...]"));
  parser.process(application);

  if (const std::string wrong = platen::cpuLevelComplaint(); !wrong.empty()) {
    std::fprintf(stderr, "platen-gui: %s\n", wrong.c_str());
    return 2;
  }

  QApplication::setWindowIcon(QIcon(QStringLiteral(":/platen/platen-256.png")));
  QApplication::setDesktopFileName(QStringLiteral("platen-gui"));
  platen::ui::applyKeptTheme();
  platen::ui::MainWindow window;
  window.show();
  // Names as the shell gave them: Qt's own would lose bytes that are no text.
  const std::vector<std::filesystem::path> files = platen::ui::givenFiles({argv, static_cast<std::size_t>(argc)});
  if (files.empty()) {
    window.recover();
  } else {
    window.open(files);
    window.offerLastSession();
  }
  return QApplication::exec();
}
