#include "ui/panel/photo_list_panel.h"

#include "ui/panel/photo_item_delegate.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

namespace platen::ui {

PhotoListPanel::PhotoListPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      model_(new PhotoListModel(workspace, this)),
      sorted_(new SortedPhotos(this)),
      list_(new QListView(this)),
      order_(new QComboBox(this)),
      only_unsure_(new QCheckBox(tr("Only those to look at"), this)),
      tally_(new QLabel(this)) {
  sorted_->setSourceModel(model_);
  list_->setModel(sorted_);
  list_->setItemDelegate(new PhotoItemDelegate(list_));
  list_->setUniformItemSizes(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setAccessibleName(tr("Photos"));
  order_->addItem(tr("In order"), static_cast<int>(SortedPhotos::Order::asAdded));
  order_->addItem(tr("Worst first"), static_cast<int>(SortedPhotos::Order::worstFirst));
  order_->setAccessibleName(tr("Order of the photos"));
  tally_->setWordWrap(true);
  tally_->setTextFormat(Qt::PlainText);

  auto* top = new QHBoxLayout;
  top->addWidget(order_);
  top->addWidget(only_unsure_, 1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(4, 4, 4, 4);
  all->addLayout(top);
  all->addWidget(list_, 1);
  all->addWidget(tally_);

  connect(order_, &QComboBox::activated, this, [this](int) {
    sorted_->setOrder(static_cast<SortedPhotos::Order>(order_->currentData().toInt()));
    followCurrent();
  });
  connect(only_unsure_, &QCheckBox::toggled, sorted_, &SortedPhotos::setOnlyUnsure);
  // Queued: the list chooses another photo also in the middle of a change of its rows, when photos may not change.
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &PhotoListPanel::takeCurrent,
          Qt::QueuedConnection);
  connect(&workspace_, &Workspace::currentChanged, this, &PhotoListPanel::followCurrent);
  for (const auto changed : {&Workspace::photoChanged, &Workspace::photoRemoved}) {
    connect(&workspace_, changed, this, [this](int) { count(); });
  }
  connect(&workspace_, &Workspace::photosAdded, this, [this](int, int) { count(); });
  count();
}

std::vector<int> PhotoListPanel::selected() const {
  QModelIndexList chosen = list_->selectionModel()->selectedRows();
  std::sort(chosen.begin(), chosen.end());
  std::vector<int> rows;
  for (const QModelIndex& index : chosen) {
    rows.push_back(sorted_->mapToSource(index).row());
  }
  return rows;
}

std::vector<int> PhotoListPanel::shown() const {
  std::vector<int> rows;
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    rows.push_back(sorted_->mapToSource(sorted_->index(row, 0)).row());
  }
  return rows;
}

void PhotoListPanel::step(int by) {
  const std::vector<int> rows = shown();
  if (rows.empty()) {
    return;
  }
  const auto at = std::find(rows.begin(), rows.end(), workspace_.indexOf(workspace_.current()));
  const auto last = static_cast<std::ptrdiff_t>(rows.size()) - 1;
  const std::ptrdiff_t next = at == rows.end() ? 0 : std::clamp<std::ptrdiff_t>(at - rows.begin() + by, 0, last);
  workspace_.setCurrent(rows[static_cast<std::size_t>(next)]);
}

void PhotoListPanel::setOrder(SortedPhotos::Order order) {
  order_->setCurrentIndex(order_->findData(static_cast<int>(order)));
  sorted_->setOrder(order);
  followCurrent();
}

// The photo that was in view leaves a filtered list only when the list is at the one that is: so it need not choose.
void PhotoListPanel::followCurrent() {
  const int row = workspace_.indexOf(workspace_.current());
  const QModelIndex in_model = row < 0 ? QModelIndex() : model_->index(row);
  sorted_->keepBesides(in_model);
  const QModelIndex index = sorted_->mapFromSource(in_model);
  if (index.isValid() && index != list_->currentIndex()) {
    list_->setCurrentIndex(index);
  }
  sorted_->keepAlways(in_model);
  list_->scrollTo(sorted_->mapFromSource(in_model));
}

void PhotoListPanel::takeCurrent() {
  const QModelIndex index = sorted_->mapToSource(list_->currentIndex());
  if (index.isValid() && index.row() != workspace_.indexOf(workspace_.current())) {
    workspace_.setCurrent(index.row());
  }
}

void PhotoListPanel::count() {
  const Workspace::Tally tally = workspace_.tally();
  const int total = workspace_.count();
  if (total == 0) {
    tally_->setText(tr("No photos"));
    return;
  }
  QStringList parts{total == 1 ? tr("1 photo") : tr("%n photos", nullptr, total)};
  const auto add = [&](int n, const QString& what) {
    if (n > 0) {
      parts += what.arg(n);
    }
  };
  add(tally.waiting + tally.fitting, tr("%1 to be fitted"));
  add(tally.needs_look, tr("%1 to look at"));
  add(tally.failed, tr("%1 failed"));
  tally_->setText(parts.join(QStringLiteral(" · ")));
}

}  // namespace platen::ui
