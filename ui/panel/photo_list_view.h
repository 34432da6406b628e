// The rows of the photo list: keys and clicks that choose. A plain click or arrow chooses one photo; with Ctrl or Shift
// others are chosen besides. Letters are no search for a name here: they are the window's shortcuts.
#pragma once

#include <QListView>

namespace platen::ui {

class PhotoListView : public QListView {
  Q_OBJECT

 public:
  explicit PhotoListView(QWidget* parent);

  void keyboardSearch(const QString& typed) override;

 Q_SIGNALS:
  void deleteWanted();  // of the rows that are chosen

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  [[nodiscard]] QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                                     const QEvent* event) const override;
};

}  // namespace platen::ui
