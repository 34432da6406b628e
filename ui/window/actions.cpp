#include "ui/window/actions.h"

#include <utility>

#include <QActionGroup>
#include <QKeySequence>

namespace platen::ui {

namespace {

// In the status bar, and with name and key for the tool bar, where only the icon is seen.
void setHint(QAction& action, const QString& hint) {
  action.setStatusTip(hint);
  QString name = action.text();
  name.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
  const QKeySequence shortcut = action.shortcut();
  const QString key =
      shortcut.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText));
  action.setToolTip(QStringLiteral("<b>%1</b>%2<br>%3").arg(name.toHtmlEscaped(), key, hint.toHtmlEscaped()));
}

}  // namespace

QAction* Actions::make(const QString& text, const QString& hint, const QList<QKeySequence>& keys) {
  auto* action = new QAction(text, this);
  action->setShortcuts(keys);
  setHint(*action, hint);
  return action;
}

void Actions::group(const QString& title, std::vector<QAction*> actions) {
  groups_.push_back({title, std::move(actions)});
}

Actions::Actions(QObject* parent)
    : QObject(parent),
      open(make(tr("&Open Photos…"), tr("Open photos"), {QKeySequence::Open})),
      openFolder(make(tr("Open &Folder…"), tr("Open all photos of a folder"), {Qt::CTRL | Qt::SHIFT | Qt::Key_O})),
      openProject(make(tr("Open &Project…"), tr("Open photos and all edits of an earlier session"))),
      saveProject(make(tr("&Save Project"), tr("Keep photos and edits for later"), {QKeySequence::Save})),
      saveProjectAs(make(
          tr("Save Project &As…"), tr("Keep photos and edits under another name"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S})),
      exportPage(make(tr("&Export Photo…"), tr("Write the flat pages of the photo in view"), {Qt::CTRL | Qt::Key_E})),
      exportSelected(make(tr("Export Se&lected…"), tr("Write the flat pages of the photos selected in the list"))),
      exportAll(make(tr("Export A&ll…"), tr("Write the flat pages of all photos"), {Qt::CTRL | Qt::SHIFT | Qt::Key_E})),
      removePhoto(make(tr("&Close Photo"), tr("Take the photo off the list; its file stays"), {Qt::CTRL | Qt::Key_W})),
      removeSelected(make(tr("Close Se&lected Photos"), tr("Take the photos selected in the list off it; files stay"))),
      quit(make(tr("&Quit"), tr("Leave the program"), {Qt::CTRL | Qt::Key_Q})),
      reset(make(
          tr("&Reset Photo"), tr("Forget all edits of the photo and fit it anew"), {Qt::CTRL | Qt::SHIFT | Qt::Key_R})),
      freeAll(make(tr("&Free All Points"), tr("Forget the points and lines set on this page"))),
      copyShape(make(tr("&Copy Shape to Following"),
                     tr("The photos after this one, or those selected, begin from this photo's shape"),
                     {Qt::CTRL | Qt::Key_D})),
      outline(make(
          tr("&Outline by Hand"), tr("Set the page's four corners and drag them to where they belong"), {Qt::Key_O})),
      applyToSelected(make(tr("Apply Options to &Selected…"),
                           tr("Give the photos selected in the list options of the photo in view"))),
      applyToAll(make(tr("Apply Options to &All…"), tr("Give all photos options of the photo in view"))),
      useForNew(make(tr("Use Options for &New Photos"), tr("Photos opened from now on have these options"))),
      forgetForNew(
          make(tr("Forge&t Options for New Photos"), tr("Photos opened from now on have the program's own options"))),
      findPhoto(make(tr("Find P&hoto"), tr("Show only photos of some name in the list"), {QKeySequence::Find})),
      nextPhoto(make(tr("&Next Photo"), tr("Show the next photo of the list"), {Qt::Key_PageDown})),
      previousPhoto(make(tr("&Previous Photo"), tr("Show the photo before this one"), {Qt::Key_PageUp})),
      nextUnsure(make(tr("Next to &Look At"), tr("Show the next photo that needs a look"), {Qt::Key_N})),
      nextPage(make(tr("Next Pa&ge"), tr("Show the next page of this photo"), {Qt::CTRL | Qt::Key_PageDown})),
      previousPage(make(tr("Previous P&age"), tr("Show the page before this one"), {Qt::CTRL | Qt::Key_PageUp})),
      rotateLeft(make(tr("Turn Le&ft"), tr("Turn the pages by a quarter, counterclockwise"), {Qt::CTRL | Qt::Key_L})),
      rotateRight(make(tr("Turn &Right"), tr("Turn the pages by a quarter, clockwise"), {Qt::CTRL | Qt::Key_R})),
      split(make(tr("Split into T&wo Pages"),
                 tr("Put a spine along the middle of the page, to be moved to where two pages meet"),
                 {Qt::CTRL | Qt::Key_2})),
      onePage(make(tr("Ta&ke as One Page"), tr("The photo shows no open book: all of it is one page"))),
      stop(make(tr("&Stop Fit"), tr("Stop the fit and keep what is there"), {Qt::CTRL | Qt::Key_Period})),
      goOn(make(tr("Go &On"), tr("Go on with the fit from where it stands"), {Qt::Key_F5})),
      hand(make(tr("&Hand"), tr("Move the picture; click a page to choose it"), {Qt::Key_H})),
      point(make(tr("&Point"), tr("Drag corners, sides, points of the grid; double click sets a point"), {Qt::Key_P})),
      levelStroke(make(tr("&Level Line"), tr("Draw along a line that should be level"), {Qt::Key_L})),
      uprightStroke(make(tr("&Upright Line"), tr("Draw along a line that should be upright"), {Qt::Key_U})),
      spine(make(tr("&Spine"), tr("Move the spine of an open book"), {Qt::Key_S})),
      tools(new QActionGroup(this)),
      zoomIn(make(tr("Zoom &In"), tr("Larger"), {QKeySequence::ZoomIn, Qt::CTRL | Qt::Key_Equal})),
      zoomOut(make(tr("Zoom &Out"), tr("Smaller"), {QKeySequence::ZoomOut})),
      zoomFit(make(tr("Zoom to &Fit"), tr("All of the picture"), {Qt::CTRL | Qt::Key_0})),
      zoomActual(make(tr("&100 %"), tr("One pixel of the picture on one of the screen"), {Qt::CTRL | Qt::Key_1})),
      divider(make(tr("&Before and After"),
                   tr("A divider with the photo on its left and the flat page on its right"),
                   {Qt::Key_B})),
      fullScreen(make(tr("F&ull Screen"), tr("Use the whole screen"), {QKeySequence::FullScreen})),
      showGrid(make(tr("&Grid"), tr("Show the grid over the photo"), {Qt::Key_G})),
      showLines(make(tr("&Text Lines"), tr("Show the lines of text that were found"), {Qt::Key_T})),
      showSides(make(tr("&Sides and Spine"), tr("Show the sides of the sheet and the spine"))),
      showRules(make(tr("&Printed Lines"), tr("Show the printed lines that were found"))),
      showGuides(make(tr("P&oints and Lines Set"), tr("Show what was set by hand"))),
      fitWaiting(make(tr("Fit &Waiting Photos"), tr("Fit the photos of the list one after the other"))),
      shortcuts(make(tr("&Keyboard Shortcuts"),
                     tr("All keys on one page"),
                     {QKeySequence::HelpContents, Qt::CTRL | Qt::Key_Slash})),
      about(make(tr("&About Platen"), tr("Version and libraries"))) {
  setObjectName(QStringLiteral("actions"));
  for (QAction* tool : {hand, point, levelStroke, uprightStroke, spine}) {
    tool->setCheckable(true);
    tools->addAction(tool);
  }
  point->setChecked(true);
  for (QAction* layer : {showGrid, showLines, showSides, showRules, showGuides, divider, fitWaiting, fullScreen}) {
    layer->setCheckable(true);
  }
  for (QAction* shown : {showGrid, showSides, showGuides, fitWaiting}) {
    shown->setChecked(true);
  }
  quit->setMenuRole(QAction::QuitRole);
  about->setMenuRole(QAction::AboutRole);
  group(tr("&File"), {open, openFolder, openProject, saveProject, saveProjectAs, exportPage, exportSelected, exportAll,
                      removePhoto, removeSelected, quit});
  group(tr("&Edit"), {reset, freeAll, outline, copyShape, applyToSelected, applyToAll, useForNew, forgetForNew});
  group(tr("&Page"), {findPhoto, nextPhoto, previousPhoto, nextUnsure, nextPage, previousPage, rotateLeft, rotateRight,
                      split, onePage, stop, goOn, fitWaiting});
  group(tr("&Tools"), {hand, point, levelStroke, uprightStroke, spine});
  group(tr("&View"), {zoomIn, zoomOut, zoomFit, zoomActual, divider, showGrid, showLines, showSides, showRules,
                      showGuides, fullScreen});
  group(tr("&Help"), {shortcuts, about});
}

void Actions::setShows(Shows shows) {
  const bool may_be_one = shows == Shows::onePage || shows == Shows::notKnown;
  setHint(*spine, may_be_one ? tr("Draw a line where two pages meet, and the photo is split there")
                             : tr("Move the spine of an open book"));
  split->setEnabled(shows == Shows::onePage);
  setHint(*split, shows == Shows::nothing    ? tr("No photo is open that could be split")
                  : shows == Shows::notKnown ? tr("Only a photo that has been looked at can be split")
                  : shows == Shows::openBook
                      ? tr("The photo shows two pages already: move their spine, or take it as one page first")
                      : tr("Put a spine along the middle of the page, to be moved to where two pages meet"));
}

}  // namespace platen::ui
