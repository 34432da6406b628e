#include "ui/window/export_target.h"

#include "core/pipeline/page.h"
#include "ui/window/recent_files.h"

#include <array>

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QUrl>

namespace platen::ui {
namespace {

constexpr auto kTargets = "export/targets";
constexpr int kMost = 50;

// Pictures to everyone, but none that we write: nobody wants a folder of that name.
bool isOtherPicture(const QString& target) {
  constexpr std::array<QLatin1String, 8> kEndings{
      QLatin1String(".bmp"),  QLatin1String(".gif"),  QLatin1String(".webp"), QLatin1String(".heic"),
      QLatin1String(".heif"), QLatin1String(".avif"), QLatin1String(".jp2"),  QLatin1String(".svg")};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](QLatin1String ending) { return target.endsWith(ending, Qt::CaseInsensitive); });
}

QString endingOf(FileFormat format) {
  switch (format) {
    case FileFormat::png:
      return QStringLiteral(".png");
    case FileFormat::tiff:
      return QStringLiteral(".tif");
    case FileFormat::pdf:
      return QStringLiteral(".pdf");
    default:
      return QStringLiteral(".jpg");
  }
}

}  // namespace

QString wholeTarget(const QString& typed) {
  QString target = typed.trimmed();
  if (target == QLatin1Char('~') || target.startsWith(QLatin1String("~/"))) {
    target.replace(0, 1, QDir::homePath());
  }
  return target.isEmpty() || QDir::isAbsolutePath(target) ? target : QDir::home().filePath(target);
}

FileFormat formatNamed(const QString& target) {
  return pipeline::formatOfName(pathOf(target.trimmed()));
}

bool takesAllPages(FileFormat format, bool is_of_one_photo) {
  return format == FileFormat::pdf || (format == FileFormat::tiff && !is_of_one_photo);
}

QString namedFor(const QString& target, FileFormat format) {
  if (format == FileFormat::automatic || formatNamed(target) == format) {
    return target;
  }
  const QString trimmed = target.trimmed();
  const bool has_ending = formatNamed(trimmed) != FileFormat::automatic;
  return (has_ending ? trimmed.left(trimmed.lastIndexOf(QLatin1Char('.'))) : trimmed) + endingOf(format);
}

std::filesystem::path exportTarget(const QString& whole_target) {
  const std::filesystem::path target = pathOf(whole_target);
  return formatNamed(whole_target) != FileFormat::automatic || isOtherPicture(whole_target) ? target : target / "";
}

QString rememberedTarget(const std::filesystem::path& work) {
  for (const QVariant& kept : QSettings().value(QLatin1String(kTargets)).toList()) {
    const QVariantList entry = kept.toList();
    if (entry.size() == 2 && pathOf(entry[0].toByteArray()) == work) {
      return entry[1].toString();
    }
  }
  return {};
}

void rememberTarget(const std::filesystem::path& work, const QString& target, bool is_of_one_photo) {
  const FileFormat format = formatNamed(target);
  const bool is_page = format != FileFormat::automatic && !takesAllPages(format, is_of_one_photo);
  QVariantList all{QVariantList{keptPath(work), is_page ? target.left(target.lastIndexOf(QLatin1Char('/'))) : target}};
  for (const QVariant& kept : QSettings().value(QLatin1String(kTargets)).toList()) {
    if (all.size() < kMost && pathOf(kept.toList().value(0).toByteArray()) != work) {
      all.append(kept);
    }
  }
  QSettings().setValue(QLatin1String(kTargets), all);
}

bool showFolder(const std::filesystem::path& folder) {
  return QDesktopServices::openUrl(QUrl::fromLocalFile(shownPath(folder)));
}

}  // namespace platen::ui
