#include "ui/window/about.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QScreen>
#include <QStyle>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace platen::ui {
namespace {

class HelpPages {
  Q_DECLARE_TR_FUNCTIONS(HelpPages)

 public:
  static constexpr int kHeight = 680;

  static QDialog* dialog(const QString& title, QWidget* content, QWidget* parent) {
    auto* shown = new QDialog(parent);
    shown->setAttribute(Qt::WA_DeleteOnClose);
    shown->setWindowTitle(title);
    auto* all = new QVBoxLayout(shown);
    all->addWidget(content, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, shown);
    all->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::rejected, shown, &QDialog::close);
    return shown;
  }

  // What the views do with keys and mouse that is no action.
  static void addViewKeys(QTreeWidget& tree) {
    auto* group = new QTreeWidgetItem(&tree, {tr("In a view")});
    const auto add = [&](const QString& what, const QString& keys) { new QTreeWidgetItem(group, {what, keys}); };
    add(tr("Zoom about the cursor"), tr("Wheel, pinch, + and −"));
    add(tr("Move the picture"), tr("Arrows; middle button; Space and drag"));
    add(tr("All of the picture"), QStringLiteral("0"));
    add(tr("100 %"), QStringLiteral("1"));
    add(tr("Next handle of the grid, or the one before it"), tr("Return, Shift+Return"));
    add(tr("Move the chosen handle by 1 or 10 pixels"), tr("Arrows, Shift+Arrows"));
    add(tr("Set a point of the page"), tr("Double click with the point tool"));
    add(tr("Free the chosen point, or remove the chosen line"), tr("Del, or double click on a point"));
    add(tr("What can be done with the chosen point or line, or with the page"), tr("Menu key, or right click"));
    add(tr("Points of the grid are pale, those set by hand yellow"), tr("Pale, yellow"));
    add(tr("Lines set by hand have a yellow diamond in their middle"), tr("Yellow diamond"));
    add(tr("The chosen point or line has a red ring"), tr("Red ring"));
    add(tr("End a line that is drawn point by point"), tr("Return, or double click"));
    add(tr("Give up a drag or a line; let go of the chosen handle"), tr("Esc"));
    add(tr("Leave the view for the next part of the window"), tr("Tab, Shift+Tab"));
  }

  static void addListKeys(QTreeWidget& tree) {
    auto* group = new QTreeWidgetItem(&tree, {tr("In the list of photos")});
    const auto add = [&](const QString& what, const QString& keys) { new QTreeWidgetItem(group, {what, keys}); };
    add(tr("Show another photo"), tr("Click, arrows"));
    add(tr("Select photos besides the one in view"), tr("Ctrl and click, Shift and click or arrows, Ctrl+A"));
    add(tr("Close the selected photos"), tr("Del"));
  }

  static QTreeWidget* shortcutTable(const Actions& actions) {
    auto* tree = new QTreeWidget;
    tree->setColumnCount(2);
    tree->setHeaderLabels({tr("What"), tr("Keys")});
    tree->setAccessibleName(tr("Keyboard shortcuts"));
    for (const Actions::Group& group : actions.groups()) {
      auto* heading = new QTreeWidgetItem(tree, {QString(group.title).remove(QLatin1Char('&'))});
      if (group.actions.front() == actions.reset) {
        // The history's own, which stand before these in the menu.
        const auto add = [&](const QString& what, QKeySequence::StandardKey key) {
          new QTreeWidgetItem(heading, {what, QKeySequence(key).toString(QKeySequence::NativeText)});
        };
        add(tr("Undo"), QKeySequence::Undo);
        add(tr("Redo"), QKeySequence::Redo);
      }
      for (const QAction* action : group.actions) {
        const QString keys = QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText);
        if (!keys.isEmpty()) {
          new QTreeWidgetItem(heading, {QString(action->text()).remove(QLatin1Char('&')), keys});
        }
      }
    }
    addViewKeys(*tree);
    addListKeys(*tree);
    tree->expandAll();
    // Keys are always there as a whole; what they do takes the rest of the width, and is a hint where that is little.
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    for (QTreeWidgetItemIterator item(tree); *item != nullptr; ++item) {
      (*item)->setToolTip(0, (*item)->text(0));
    }
    return tree;
  }

  // As large as what stands in the table, as far as the screen has room.
  static QSize sizeOf(const QDialog& dialog, const QTreeWidget& tree) {
    const QAbstractItemView& view = tree;  // where its hints are public
    const QStyle& style = *tree.style();
    const QMargins around = dialog.layout()->contentsMargins();
    int width = style.pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, &tree) + 2 * tree.frameWidth() + around.left() +
                around.right() + style.pixelMetric(QStyle::PM_ScrollView_ScrollBarSpacing, nullptr, &tree);
    for (int column = 0; column < 2; ++column) {
      width += std::max(view.sizeHintForColumn(column), tree.header()->sectionSizeHint(column));
    }
    return QSize(width, kHeight).boundedTo(tree.screen()->availableSize() * 9 / 10);
  }

  static QWidget* about() {
    auto* text = new QLabel;
    text->setTextFormat(Qt::RichText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    const QString versions = QCoreApplication::instance()->property("platenVersions").toString().toHtmlEscaped();
    text->setText(QStringLiteral("<h2>Platen %1</h2><p>%2</p><pre>%3</pre>")
                      .arg(QCoreApplication::applicationVersion().toHtmlEscaped(),
                           tr("Flattens photographed and scanned document pages.").toHtmlEscaped(), versions));
    return text;
  }
};

}  // namespace

void showShortcuts(const Actions& actions, QWidget* parent) {
  // One is enough, however often F1 is pressed.
  const QString name = QStringLiteral("shortcuts");
  if (auto* shown = parent->findChild<QDialog*>(name)) {
    shown->raise();
    shown->activateWindow();
    return;
  }
  QTreeWidget* table = HelpPages::shortcutTable(actions);
  QDialog* dialog = HelpPages::dialog(HelpPages::tr("Keyboard Shortcuts"), table, parent);
  dialog->setObjectName(name);
  dialog->resize(HelpPages::sizeOf(*dialog, *table));
  dialog->show();
}

void showAbout(QWidget* parent) {
  HelpPages::dialog(HelpPages::tr("About Platen"), HelpPages::about(), parent)->show();
}

}  // namespace platen::ui
