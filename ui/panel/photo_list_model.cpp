#include "ui/panel/photo_list_model.h"

#include "core/pipeline/natural_order.h"
#include "ui/view/picture_render.h"
#include "ui/words/engine_words.h"

#include <QStringList>

namespace platen::ui {
namespace {

// How much there is to look at; not what is being done at the moment, so that photos keep their place meanwhile.
int urgencyOf(const PhotoSession& photo) {
  if (!photo.errors().empty()) {
    return 3;
  }
  switch (photo.isStopped() ? photo.status() : pipeline::statusOf(photo.state())) {
    case PhotoStatus::needsLook:
    case PhotoStatus::stopped:
      return 2;
    case PhotoStatus::done:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

PhotoListModel::PhotoListModel(Workspace& workspace, QObject* parent)
    : QAbstractListModel(parent), workspace_(workspace), thumbnails_(static_cast<std::size_t>(workspace.count())) {
  connect(&workspace_, &Workspace::photosAboutToBeAdded, this,
          [this](int first, int last) { beginInsertRows({}, first, last); });
  connect(&workspace_, &Workspace::photosAdded, this, [this] {
    thumbnails_.resize(static_cast<std::size_t>(workspace_.count()));
    endInsertRows();
  });
  connect(&workspace_, &Workspace::photoAboutToBeRemoved, this, [this](int row) { beginRemoveRows({}, row, row); });
  connect(&workspace_, &Workspace::photoRemoved, this, [this](int row) {
    thumbnails_.erase(thumbnails_.begin() + row);
    endRemoveRows();
  });
  connect(&workspace_, &Workspace::photoChanged, this, [this](int row) {
    if (row >= 0 && row < rowCount()) {
      Q_EMIT dataChanged(index(row), index(row));
    }
  });
  connect(&workspace_, qOverload<int, const Image&>(&Workspace::thumbnailMade), this, &PhotoListModel::takeThumbnail);
}

int PhotoListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(thumbnails_.size());
}

QVariant PhotoListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= workspace_.count()) {
    return {};
  }
  const PhotoSession& photo = workspace_.photo(index.row());
  const PhotoStatus status = photo.status();
  switch (role) {
    case Qt::DisplayRole:
      return QString::fromLocal8Bit(photo.file().filename().string().c_str());
    case Qt::DecorationRole:
      return thumbnails_[static_cast<std::size_t>(index.row())];
    case Qt::ToolTipRole:
      return QString::fromLocal8Bit(photo.file().string().c_str()) + QLatin1Char('\n') + summaryOf(photo);
    case Qt::AccessibleTextRole:
      return data(index, Qt::DisplayRole).toString() + QStringLiteral(", ") + summaryOf(photo);
    case statusRole:
      return static_cast<int>(status);
    case confidenceRole: {
      const std::optional<double> confidence = photo.state().confidence();
      return confidence ? QVariant(*confidence) : QVariant();
    }
    case pagesRole:
      return static_cast<int>(photo.state().pages.size());
    case urgencyRole:
      return urgencyOf(photo);
    case inViewRole:
      return &photo == workspace_.current();
    default:
      return {};
  }
}

Qt::ItemFlags PhotoListModel::flags(const QModelIndex& index) const {
  return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

QString PhotoListModel::nameOf(PhotoStatus status) {
  switch (status) {
    case PhotoStatus::waiting:
      return tr("Waiting");
    case PhotoStatus::fitting:
      return tr("Fitting…");
    case PhotoStatus::stopped:
      return tr("Stopped");
    case PhotoStatus::done:
      return tr("Done");
    case PhotoStatus::needsLook:
      return tr("Needs a look");
    case PhotoStatus::failed:
      return tr("Failed");
  }
  return {};
}

QString PhotoListModel::summaryOf(const PhotoSession& photo) {
  QStringList lines{nameOf(photo.status())};
  if (photo.status() == PhotoStatus::stopped) {
    lines += tr("Page › Go On (F5) carries on with its fit");
  }
  for (const PageState& page : photo.state().pages) {
    const QString sure = tr("confidence %1 %").arg(qRound(100 * page.fitted.fit.confidence));
    lines += photo.state().pages.size() > 1 ? tr("Page %1: %2").arg(page.fitted.index).arg(sure) : sure;
    for (const std::string& warning : page.fitted.fit.warnings) {
      lines += engineWords(warning);
    }
  }
  for (const auto& [page, error] : photo.errors()) {
    lines += engineWords(error.message);
  }
  return lines.join(QLatin1Char('\n'));
}

void PhotoListModel::takeThumbnail(int row, const Image& picture) {
  const PhotoSession& photo = workspace_.photo(row);
  const QImage image = photo.info() ? colorManaged(picture, *photo.info()) : sharedImage(picture);
  constexpr int kSide = Workspace::kThumbnailSide;
  thumbnails_[static_cast<std::size_t>(row)] =
      QPixmap::fromImage(image.scaled(kSide, kSide, Qt::KeepAspectRatio, Qt::SmoothTransformation));
  Q_EMIT dataChanged(index(row), index(row), {Qt::DecorationRole});
}

SortedPhotos::SortedPhotos(QObject* parent) : QSortFilterProxyModel(parent) {
  setDynamicSortFilter(true);
  sort(0);
}

void SortedPhotos::setOrder(Order order) {
  order_ = order;
  invalidate();
  sort(0);
}

void SortedPhotos::setOnlyUnsure(bool only) {
  only_unsure_ = only;
  invalidateFilter();
}

void SortedPhotos::setName(const QString& part) {
  name_ = part.trimmed();
  invalidateFilter();
}

void SortedPhotos::keepAlways(const QModelIndex& in_model) {
  kept_ = in_model;
  kept_besides_ = QModelIndex();
  invalidateFilter();
}

void SortedPhotos::keepBesides(const QModelIndex& in_model) {
  kept_besides_ = in_model;
  invalidateFilter();
}

bool SortedPhotos::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  if (order_ == Order::worstFirst) {
    const int a = left.data(PhotoListModel::urgencyRole).toInt();
    const int b = right.data(PhotoListModel::urgencyRole).toInt();
    if (a != b) {
      return a > b;
    }
    const double sure_a = left.data(PhotoListModel::confidenceRole).toDouble();
    const double sure_b = right.data(PhotoListModel::confidenceRole).toDouble();
    if (sure_a != sure_b) {
      return sure_a < sure_b;
    }
  }
  if (order_ == Order::byName) {
    const std::string a = left.data().toString().toStdString();
    const std::string b = right.data().toString().toStdString();
    if (pipeline::naturalLess(a, b) || pipeline::naturalLess(b, a)) {
      return pipeline::naturalLess(a, b);
    }
  }
  return left.row() < right.row();
}

bool SortedPhotos::filterAcceptsRow(int row, const QModelIndex& parent) const {
  constexpr int kUnsure = 2;
  const QModelIndex index = sourceModel()->index(row, 0, parent);
  if (index == kept_ || index == kept_besides_) {
    return true;
  }
  return (!only_unsure_ || index.data(PhotoListModel::urgencyRole).toInt() >= kUnsure) &&
         (name_.isEmpty() || index.data().toString().contains(name_, Qt::CaseInsensitive));
}

}  // namespace platen::ui
