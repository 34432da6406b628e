// The list of photos, with the choice of its order and of what it shows, and a line that says how many are to be looked
// at. One photo that is chosen comes into view; where several are, the one in view stays, whether it is among them or
// not.
#pragma once

#include "ui/panel/photo_list_model.h"

#include <vector>

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListView;

namespace platen::ui {

class ElidedLabel;
class PhotoListView;

class PhotoListPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PhotoListPanel(Workspace& workspace, QWidget* parent = nullptr);

  // Rows of the workspace, in the list's order.
  [[nodiscard]] std::vector<int> selected() const;
  [[nodiscard]] std::vector<int> shown() const;
  // The photo after (by 1) or before (-1) the current one in the list's order becomes the current one.
  void step(int by);
  void setOrder(SortedPhotos::Order order);
  [[nodiscard]] QListView& list();
  void findByName();  // the line in which a name is typed has the focus

 Q_SIGNALS:
  void closeWanted();  // of the photos that are chosen

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  [[nodiscard]] QModelIndex inView() const;  // in the list
  void followCurrent();
  void takeChosen();  // of the list, into the workspace
  void count();

  Workspace& workspace_;
  PhotoListModel* model_;
  SortedPhotos* sorted_;
  PhotoListView* list_;
  QLineEdit* name_;
  QComboBox* order_;
  QCheckBox* only_unsure_;
  ElidedLabel* tally_;
};

}  // namespace platen::ui
