// `platen-gui`, the viewer: reads the command line, shows the window.
#include "core/cpu_level.h"
#include "core/shown_text.h"
#include "ui/window/given_files.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/words/language.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

namespace {

void describe(QCommandLineParser& parser) {
  parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);  // "-reverse", Qt's own, asks no version
  parser.setApplicationDescription(
      QCoreApplication::translate("main", "Watch document photos become flat pages, and steer them."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("photos"),
                               QCoreApplication::translate("main", "Photos, folders or a project to open"),
                               QStringLiteral("[photos...]"));
}

// Help and version need no window, so that they are told where none can be opened. Ends the program if it tells them.
void tellWithoutWindow(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  QCommandLineParser asked;
  describe(asked);
  asked.parse(QCoreApplication::arguments());  // Qt's own options are wrong ones here: they are QApplication's business
  const bool help = asked.isSet(QStringLiteral("help")), version = asked.isSet(QStringLiteral("version"));
  if (help || version) {
    platen::ui::applyLanguage(application, platen::ui::keptLanguage());
    QCommandLineParser parser;
    describe(parser);
    parser.parse({QCoreApplication::arguments().constFirst()});
    if (version) {
      parser.showVersion();
    }
    parser.showHelp();
  }
}

// Neither X nor Wayland, nor another way to show windows that Qt was told of: it would abort.
bool hasNoDisplay(std::span<char* const> arguments) {
  const auto chooses = [](std::string_view argument) {
    return argument == "-platform" || argument == "--platform" || argument == "-display" || argument == "--display";
  };
  constexpr std::array<const char*, 4> kTelling{"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"};
  return std::all_of(kTelling.begin(), kTelling.end(), qEnvironmentVariableIsEmpty) &&
         qgetenv("XDG_SESSION_TYPE") != "wayland" && std::none_of(arguments.begin(), arguments.end(), chooses);
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setOrganizationName(QStringLiteral("Platen"));
  QCoreApplication::setApplicationName(QStringLiteral("platen-gui"));
  QCoreApplication::setApplicationVersion(QStringLiteral(PLATEN_VERSION));
  tellWithoutWindow(argc, argv);
  if (hasNoDisplay({argv, static_cast<std::size_t>(argc)})) {
    std::fputs("platen-gui: there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)\n",
               stderr);
    return 1;
  }

  QApplication application(argc, argv);
  std::setlocale(LC_NUMERIC, "C");  // QApplication took the user's, and libraries write numbers into files by it
  QApplication::setApplicationDisplayName(QStringLiteral("Platen"));
  application.setProperty("platenVersions", QStringLiteral(PLATEN_VERSIONS "\nQt ") + QString::fromLatin1(qVersion()));

  platen::ui::applyLanguage(application, platen::ui::keptLanguage());

  QCommandLineParser parser;
  describe(parser);
  parser.process(application);

  if (const std::string wrong = platen::cpuLevelComplaint(); !wrong.empty()) {
    std::fprintf(stderr, "platen-gui: %s\n", platen::shownText(wrong).c_str());
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
