#include "ui/panel/photo_item_delegate.h"

#include <algorithm>

#include <QApplication>
#include <QPainter>

namespace platen::ui {
namespace {

constexpr int kPicture = 64;     // device-independent pixels
constexpr int kLeastText = 100;  // beside the picture; a name that is longer loses its middle
constexpr int kGap = 8;
constexpr int kBar = 4;

}  // namespace

QColor confidenceColor(double confidence, const QPalette& palette) {
  const bool dark = palette.color(QPalette::Base).lightness() < 128;
  const double hue = std::clamp(confidence, 0.0, 1.0) * 120 / 360;  // red to green
  return QColor::fromHslF(static_cast<float>(hue), 0.65F, dark ? 0.58F : 0.38F);
}

QString fittedStatus(PhotoStatus status, const QVariant& confidence, const QFontMetrics& font, int width) {
  const QString name = PhotoListModel::nameOf(status);
  if (!confidence.isValid()) {
    return font.elidedText(name, Qt::ElideRight, width);
  }
  const auto with = [&](const QString& words) {
    return PhotoListModel::tr("%1 · %2 %").arg(words).arg(qRound(100 * confidence.toDouble()));
  };
  return with(font.elidedText(name, Qt::ElideRight, width - font.horizontalAdvance(with({}))));
}

void PhotoItemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  option.text.clear();
  option.icon = {};
  const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

  painter->save();
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const QPalette::ColorGroup group =
      option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
  const QColor ink = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
  const QRect inside = option.rect.adjusted(kGap, kGap / 2, -kGap, -kGap / 2);

  const QRect frame(inside.left(), inside.top(), kPicture, inside.height());
  const QPixmap picture = index.data(Qt::DecorationRole).value<QPixmap>();
  if (picture.isNull()) {
    painter->fillRect(frame.adjusted(4, 4, -4, -4), option.palette.color(QPalette::AlternateBase));
  } else {
    const QSize size = picture.size().scaled(frame.size(), Qt::KeepAspectRatio);
    QRect place(QPoint(), size);
    place.moveCenter(frame.center());
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    painter->drawPixmap(place, picture);
  }

  const QRect text(frame.right() + kGap, inside.top(), inside.right() - frame.right() - kGap, inside.height());
  const int line = option.fontMetrics.height();
  const auto status = static_cast<PhotoStatus>(index.data(PhotoListModel::statusRole).toInt());
  const QVariant confidence = index.data(PhotoListModel::confidenceRole);
  const bool is_in_view = index.data(PhotoListModel::inViewRole).toBool();
  if (is_in_view) {
    // Told apart from others that are chosen with it.
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), kBar, option.rect.height()),
                      selected ? ink : option.palette.color(group, QPalette::Highlight));
    option.font.setBold(true);
    option.fontMetrics = QFontMetrics(option.font);
    painter->setFont(option.font);
  }
  painter->setPen(ink);
  const int first = text.top() + (text.height() - 2 * line - kBar - 4) / 2;
  painter->drawText(QRect(text.left(), first, text.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
  painter->setFont(given.font);
  option.fontMetrics = given.fontMetrics;
  QColor faint = ink;
  faint.setAlphaF(0.75F);
  QRect place(text.left(), first + line, text.width(), line);
  if (status == PhotoStatus::stopped) {
    const QColor amber = selected ? ink : confidenceColor(0.35, option.palette);
    const int side = option.fontMetrics.capHeight();
    painter->fillRect(QRect(place.left(), place.center().y() - side / 2, side, side), amber);
    painter->setPen(amber);
    place.setLeft(place.left() + side + kGap / 2);
  } else {
    painter->setPen(status == PhotoStatus::failed && !selected ? confidenceColor(0, option.palette) : faint);
  }
  const QVariant told = status == PhotoStatus::failed ? QVariant() : confidence;
  painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                    fittedStatus(status, told, option.fontMetrics, place.width()));
  if (told.isValid()) {
    const QRect bar(text.left(), first + 2 * line + 4, text.width(), kBar);
    QColor ground = ink;
    ground.setAlphaF(0.15F);
    painter->fillRect(bar, ground);
    const double share = std::clamp(told.toDouble(), 0.0, 1.0);
    painter->fillRect(QRect(bar.left(), bar.top(), qRound(share * bar.width()), kBar),
                      selected ? ink : confidenceColor(share, option.palette));
  }
  painter->restore();
}

QSize PhotoItemDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const {
  return {kPicture + kLeastText, std::max(kPicture, 2 * option.fontMetrics.height() + kBar + 8) + kGap};
}

}  // namespace platen::ui
