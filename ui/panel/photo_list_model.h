// PhotoListModel: the workspace's photos for a list: name, small picture, status, confidence. Holds the small pictures;
// knows nothing else that the workspace does not.
#pragma once

#include "ui/session/workspace.h"

#include <vector>

#include <QAbstractListModel>
#include <QPixmap>
#include <QSortFilterProxyModel>

namespace platen::ui {

class PhotoListModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role : int {
    statusRole = Qt::UserRole,  // PhotoStatus as int
    confidenceRole,             // double, or invalid while there is none
    pagesRole,                  // int
    urgencyRole,                // int: how much there is to look at; larger is worse
    inViewRole,                 // bool
  };

  explicit PhotoListModel(Workspace& workspace, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

  [[nodiscard]] static QString nameOf(PhotoStatus status);
  // One line each: status, confidence, warnings and errors.
  [[nodiscard]] static QString summaryOf(const PhotoSession& photo);

 private:
  void takeThumbnail(int index, const Image& picture);

  Workspace& workspace_;
  std::vector<QPixmap> thumbnails_;
};

// The same in the order of the list, by name, or the photos that most need a look first; all, only those, or only some
// by name.
class SortedPhotos : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  enum class Order : int { asAdded, byName, worstFirst };
  explicit SortedPhotos(QObject* parent = nullptr);
  void setOrder(Order order);
  [[nodiscard]] Order order() const { return order_; }
  void setOnlyUnsure(bool only);
  // Only photos whose file names hold this text, in whatever case; empty: all.
  void setName(const QString& part);
  // This one of the model is shown whatever it is, so that the photo in view does not go while it is looked at.
  // Invalid: none.
  void keepAlways(const QModelIndex& in_model);
  // Besides that one; until the next call of either.
  void keepBesides(const QModelIndex& in_model);

 protected:
  [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  Order order_ = Order::asAdded;
  bool only_unsure_ = false;
  QString name_;
  QPersistentModelIndex kept_, kept_besides_;
};

}  // namespace platen::ui
