#include "ui/window/photo_menu.h"

#include "ui/view/photo_view.h"
#include "ui/window/actions.h"

#include <QCoreApplication>
#include <QMenu>

namespace platen::ui {
namespace {

// A context for translations, as a class has.
struct PhotoMenu {
  Q_DECLARE_TR_FUNCTIONS(platen::ui::PhotoMenu)
};

}  // namespace

QMenu* photoMenu(
    PhotoView& view, const Actions& actions, int page, const std::optional<Handle>& handle, QWidget* parent) {
  auto* menu = new QMenu(parent);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (page >= 0 && handle) {
    if (handle->kind == HandleKind::pin) {
      menu->addAction(PhotoMenu::tr("&Free Point"), &view,
                      [&view, page, pin = handle->pin] { Q_EMIT view.pinRemoved(page, pin); });
    } else if (handle->kind == HandleKind::stroke) {
      menu->addAction(PhotoMenu::tr("&Remove Line"), &view,
                      [&view, page, line = handle->pin] { Q_EMIT view.strokeRemoved(page, line); });
    } else {
      menu->addAction(PhotoMenu::tr("&Pin Point Here"), &view,
                      [&view, page, at = *handle] { Q_EMIT view.pinAdded(page, at.page_uv, at.source_px); });
    }
    menu->addSeparator();
  }
  menu->addActions({actions.levelStroke, actions.uprightStroke, actions.outline});
  menu->addSeparator();
  menu->addActions({actions.split, actions.onePage});
  menu->addSeparator();
  menu->addActions({actions.freeAll, actions.reset});
  return menu;
}

}  // namespace platen::ui
