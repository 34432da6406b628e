#include "ui/window/photo_menu.h"

#include "ui/view/photo_view.h"
#include "ui/window/actions.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <QCoreApplication>
#include <QMenu>

namespace platen::ui {
namespace {

// A context for translations, as a class has.
struct PhotoMenu {
  Q_DECLARE_TR_FUNCTIONS(platen::ui::PhotoMenu)
};

// Calls `found` with the overlay's page and the index of a pin or a line, where it still is.
template <typename Set, typename Found>
void findAgain(const PhotoOverlay& overlay, std::vector<Set> PageOverlay::*all, const Set& meant, const Found& found) {
  for (std::size_t page = 0; page < overlay.pages.size(); ++page) {
    const std::vector<Set>& here = overlay.pages[page].*all;
    const auto at = std::find(here.begin(), here.end(), meant);
    if (at != here.end()) {
      return found(static_cast<int>(page), static_cast<int>(at - here.begin()));
    }
  }
}

void addPinActions(QMenu& menu, PhotoView& view, int page, const Handle& handle) {
  const PhotoOverlay& overlay = view.overlay();
  if (page < 0 || page >= static_cast<int>(overlay.pages.size())) {
    return;
  }
  const PageOverlay& shown = overlay.pages[static_cast<std::size_t>(page)];
  const auto index = static_cast<std::size_t>(std::max(0, handle.pin));
  if (handle.kind == HandleKind::pin && index < shown.pins.size()) {
    menu.addAction(PhotoMenu::tr("&Free Point"), &view, [&view, meant = shown.pins[index]] {
      findAgain(view.overlay(), &PageOverlay::pins, meant, [&](int at, int pin) { Q_EMIT view.pinRemoved(at, pin); });
    });
  } else if (handle.kind == HandleKind::stroke && index < shown.strokes.size()) {
    menu.addAction(PhotoMenu::tr("&Remove Line"), &view, [&view, meant = shown.strokes[index]] {
      findAgain(view.overlay(), &PageOverlay::strokes, meant,
                [&](int at, int line) { Q_EMIT view.strokeRemoved(at, line); });
    });
  } else if (handle.pin < 0) {
    menu.addAction(PhotoMenu::tr("&Pin Point Here"), &view,
                   [&view, page, uv = handle.page_uv, pages = overlay.pages.size()] {
                     const PhotoOverlay& now = view.overlay();
                     if (now.pages.size() == pages && now.current == page) {
                       const WarpGrid& grid = now.pages[static_cast<std::size_t>(page)].grid;
                       if (!grid.empty()) {
                         Q_EMIT view.pinAdded(page, uv, sourceFromPage(splineNet(grid), uv));
                       }
                     }
                   });
  }
  menu.addSeparator();
}

}  // namespace

QMenu* photoMenu(
    PhotoView& view, const Actions& actions, int page, const std::optional<Handle>& handle, QWidget* parent) {
  auto* menu = new QMenu(parent);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);  // why something can't be chosen
  if (handle) {
    addPinActions(*menu, view, page, *handle);
  }
  menu->addActions({actions.levelStroke, actions.uprightStroke, actions.outline});
  menu->addSeparator();
  menu->addActions({actions.split, actions.onePage});
  menu->addSeparator();
  menu->addActions({actions.freeAll, actions.reset});
  return menu;
}

}  // namespace platen::ui
