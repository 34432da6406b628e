#include "ui/panel/photo_list_panel.h"

#include "ui/panel/elided_label.h"
#include "ui/panel/photo_item_delegate.h"
#include "ui/panel/photo_list_view.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

namespace platen::ui {

PhotoListPanel::PhotoListPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      model_(new PhotoListModel(workspace, this)),
      sorted_(new SortedPhotos(this)),
      list_(new PhotoListView(this)),
      name_(new QLineEdit(this)),
      order_(new QComboBox(this)),
      only_unsure_(new QCheckBox(tr("Only those to look at"), this)),
      tally_(new ElidedLabel(this)) {
  sorted_->setSourceModel(model_);
  list_->setModel(sorted_);
  list_->setItemDelegate(new PhotoItemDelegate(list_));
  list_->setAccessibleName(tr("Photos"));
  name_->setPlaceholderText(tr("Find by name"));
  name_->setAccessibleName(tr("Find photos by name"));
  name_->setClearButtonEnabled(true);
  name_->setAcceptDrops(false);  // files that are dropped here are meant for the window
  name_->installEventFilter(this);
  order_->addItem(tr("In order"), static_cast<int>(SortedPhotos::Order::asAdded));
  order_->addItem(tr("By name"), static_cast<int>(SortedPhotos::Order::byName));
  order_->addItem(tr("Worst first"), static_cast<int>(SortedPhotos::Order::worstFirst));
  order_->setAccessibleName(tr("Order of the photos"));

  // One below the other: side by side they would be wider than the list has to be.
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(4, 4, 4, 4);
  all->addWidget(name_);
  all->addWidget(order_);
  all->addWidget(only_unsure_);
  all->addWidget(list_, 1);
  all->addWidget(tally_);
  for (const auto& [before, after] :
       {std::pair<QWidget*, QWidget*>{name_, order_}, {order_, only_unsure_}, {only_unsure_, list_}}) {
    setTabOrder(before, after);
  }

  connect(order_, &QComboBox::activated, this,
          [this](int) { setOrder(static_cast<SortedPhotos::Order>(order_->currentData().toInt())); });
  connect(only_unsure_, &QCheckBox::toggled, sorted_, &SortedPhotos::setOnlyUnsure);
  connect(name_, &QLineEdit::textChanged, sorted_, &SortedPhotos::setName);
  connect(name_, &QLineEdit::returnPressed, list_, qOverload<>(&QWidget::setFocus));
  connect(list_, &PhotoListView::deleteWanted, this, &PhotoListPanel::closeWanted);
  // Queued: the list chooses another photo also in the middle of a change of its rows, when photos may not change.
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PhotoListPanel::takeChosen,
          Qt::QueuedConnection);
  connect(&workspace_, &Workspace::currentChanged, this, &PhotoListPanel::followCurrent);
  for (const auto changed : {&Workspace::photoChanged, &Workspace::photoRemoved}) {
    connect(&workspace_, changed, this, [this](int) { count(); });
  }
  connect(&workspace_, &Workspace::photosAdded, this, [this](int, int) { count(); });
  for (const auto filtered : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
    connect(sorted_, filtered, this, [this] { count(); });
  }
  count();
}

QListView& PhotoListPanel::list() {
  return *list_;
}

void PhotoListPanel::findByName() {
  name_->setFocus(Qt::ShortcutFocusReason);
  name_->selectAll();
}

// Esc shows all again and goes back to the list, Down goes to what was found.
bool PhotoListPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == name_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
      name_->clear();
    }
    if (key == Qt::Key_Escape || key == Qt::Key_Down) {
      list_->setFocus();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
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
  list_->scrollTo(inView());
}

QModelIndex PhotoListPanel::inView() const {
  const int row = workspace_.indexOf(workspace_.current());
  return row < 0 ? QModelIndex() : sorted_->mapFromSource(model_->index(row));
}

// The photo that was in view leaves a filtered list only when the list is at the one that is: so it need not choose.
void PhotoListPanel::followCurrent() {
  const int row = workspace_.indexOf(workspace_.current());
  const QModelIndex in_model = row < 0 ? QModelIndex() : model_->index(row);
  sorted_->keepBesides(in_model);
  if (const QModelIndex index = inView(); index.isValid()) {
    list_->setCurrentIndex(index);
  }
  sorted_->keepAlways(in_model);
  list_->scrollTo(inView());
  list_->viewport()->update();  // which one is marked as in view
}

void PhotoListPanel::takeChosen() {
  const QModelIndexList chosen = list_->selectionModel()->selectedRows();
  if (chosen.size() == 1) {
    const int row = sorted_->mapToSource(chosen.front()).row();
    if (row != workspace_.indexOf(workspace_.current())) {
      workspace_.setCurrent(row);
    }
  } else if (chosen.empty() && inView().isValid()) {
    list_->setCurrentIndex(inView());
  }
}

void PhotoListPanel::count() {
  const Workspace::Tally tally = workspace_.tally();
  const int total = workspace_.count();
  if (total == 0) {
    tally_->say(tr("No photos"));
    return;
  }
  const int shown = sorted_->rowCount();
  QStringList parts{shown < total ? tr("%1 of %n photos", nullptr, total).arg(shown)
                    : total == 1  ? tr("1 photo")
                                  : tr("%n photos", nullptr, total)};
  const auto add = [&](int n, const QString& what) {
    if (n > 0) {
      parts += what.arg(n);
    }
  };
  // What has no room at the end is the least that there is to do about.
  add(tally.needs_look, tr("%1 to look at"));
  add(tally.failed, tr("%1 failed"));
  add(tally.stopped, tr("%1 stopped"));
  add(tally.waiting + tally.fitting, tr("%1 to be fitted"));
  tally_->say(parts.join(QStringLiteral(" · ")));
}

}  // namespace platen::ui
