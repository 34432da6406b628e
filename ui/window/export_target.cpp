#include "ui/window/export_target.h"

#include "core/pipeline/outputs.h"
#include "ui/window/recent_files.h"

#include <set>
#include <system_error>
#include <utility>

#include <QDir>

namespace platen::ui {
namespace {

namespace fs = std::filesystem;

// Pages by number and how many there are, as they are numbered in names.
std::vector<std::pair<int, int>> pagesOf(const PhotoSession& photo) {
  std::vector<std::pair<int, int>> pages;
  const int count = static_cast<int>(photo.state().pages.size());
  for (const PageState& page : photo.state().pages) {
    pages.emplace_back(page.fitted.index, count);
  }
  if (pages.empty()) {
    pages = {{1, 1}, {1, 2}, {2, 2}};
  }
  return pages;
}

}  // namespace

QString wholeTarget(const QString& typed) {
  QString target = typed.trimmed();
  if (target == QLatin1Char('~') || target.startsWith(QLatin1String("~/"))) {
    target.replace(0, 1, QDir::homePath());
  }
  return target.isEmpty() || QDir::isAbsolutePath(target) ? target : QDir::home().filePath(target);
}

bool isNamedLikePdf(const QString& target) {
  return target.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive);
}

fs::path exportTarget(const QString& whole_target) {
  const fs::path target = pathOf(whole_target);
  return isNamedLikePdf(whole_target) ? target : target / "";
}

std::vector<fs::path> filesToReplace(const std::vector<PhotoSession*>& photos, const ExportPlan& plan) {
  std::set<fs::path> there;
  const auto add = [&there](const fs::path& file) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
      there.insert(file);
    }
  };
  for (const PhotoSession* photo : photos) {
    ExportOptions options = photo->state().out;
    options.format = plan.format;
    PhotoInfo info;
    info.file = photo->file();
    info = photo->info().value_or(info);
    for (const auto& [page, pages] : pagesOf(*photo)) {
      // Of this photo alone: names that two photos share are the export's to refuse.
      pipeline::Outputs names({photo->file()}, plan.out, options);
      if (names.target() == pipeline::OutputTarget::document) {
        add(plan.out);
      } else if (const Result<fs::path> name = names.claim(info, page, pages)) {
        add(*name);
      }
      if (plan.keeps_warps) {
        add(warpBeside(names, photo->file()));
      }
    }
  }
  return {there.begin(), there.end()};
}

}  // namespace platen::ui
