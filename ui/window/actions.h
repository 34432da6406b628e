// Everything that the window can be told to do: one table of texts, keys and hints, from which menus, tool bar and the
// page of shortcuts are made. What an action does is the window's.
#pragma once

#include <vector>

#include <QAction>
#include <QObject>
#include <QString>

class QActionGroup;

namespace platen::ui {

class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QObject* parent);

  // File
  QAction *open, *openFolder, *openProject, *saveProject, *saveProjectAs, *exportPage, *exportSelected, *exportAll,
      *removePhoto, *removeSelected, *quit;
  // Edit; undo and redo are the history's own
  QAction *reset, *freeAll, *copyShape, *outline, *applyToSelected, *applyToAll, *useForNew, *forgetForNew;
  // Page
  QAction *findPhoto, *nextPhoto, *previousPhoto, *nextUnsure, *nextPage, *previousPage, *rotateLeft, *rotateRight,
      *split, *onePage, *stop, *goOn;
  // Tools, of which one is chosen
  QAction *hand, *point, *levelStroke, *uprightStroke, *spine;
  QActionGroup* tools;
  // View
  QAction *zoomIn, *zoomOut, *zoomFit, *zoomActual, *divider, *fullScreen;
  QAction *showGrid, *showLines, *showSides, *showRules, *showGuides;
  // Photos
  QAction* fitWaiting;
  // Help
  QAction *shortcuts, *about;

  // What the photo in view is: an open book, whose spine is moved, or one page, which a spine would divide once it has
  // been looked at. Said with the actions that do it, of those that cannot be chosen why not.
  enum class Shows { nothing, notKnown, onePage, openBook };
  void setShows(Shows shows);

  struct Group {
    QString title;
    std::vector<QAction*> actions;
  };
  // All of them, in the order of the menus.
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

 private:
  QAction* make(const QString& text, const QString& hint, const QList<QKeySequence>& keys = {});
  void group(const QString& title, std::vector<QAction*> actions);
  std::vector<Group> groups_;
};

}  // namespace platen::ui
