// The list of photos, with the choice of its order and of what it shows, and a line that says how many are to be looked
// at.
#pragma once

#include "ui/panel/photo_list_model.h"

#include <vector>

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QListView;

namespace platen::ui {

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
  [[nodiscard]] QListView& list() { return *list_; }

 private:
  void followCurrent();
  void takeCurrent();  // of the list, into the workspace
  void count();

  Workspace& workspace_;
  PhotoListModel* model_;
  SortedPhotos* sorted_;
  QListView* list_;
  QComboBox* order_;
  QCheckBox* only_unsure_;
  QLabel* tally_;
};

}  // namespace platen::ui
