#include "ui/panel/energy_curve.h"

#include <algorithm>

#include <QPainter>
#include <QPainterPath>

namespace platen::ui {
namespace {

// What is shown: few enough rounds, and steps of them, to be read.
constexpr int kMostRounds = 8;
constexpr std::size_t kLongest = 240;

}  // namespace

EnergyCurve::EnergyCurve(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Course of the fit's energy"));
  setToolTip(tr("How the fit's energy falls, step by step; each piece is a round of its own"));
}

void EnergyCurve::clear() {
  steps_.clear();
  update();
}

void EnergyCurve::add(const std::vector<EnergyStep>& steps) {
  steps_.insert(steps_.end(), steps.begin(), steps.end());
  std::size_t kept = std::min(steps_.size(), std::size_t{1});
  for (int rounds = 1; kept < std::min(steps_.size(), kLongest); ++kept) {
    const std::size_t next = steps_.size() - 1 - kept;
    if (steps_[next].round != steps_[next + 1].round && ++rounds > kMostRounds) {
      break;
    }
  }
  steps_.erase(steps_.begin(), steps_.end() - static_cast<std::ptrdiff_t>(kept));
  update();
}

void EnergyCurve::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(QPen(palette().color(QPalette::Mid), 1));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRect(frame);
  if (steps_.size() < 2) {
    return;
  }
  const QRectF inside = frame.adjusted(4, 4, -4, -4);
  const double across = inside.width() / static_cast<double>(steps_.size() - 1);
  const QColor line = palette().color(QPalette::Highlight);
  painter.setBrush(Qt::NoBrush);
  for (std::size_t first = 0; first < steps_.size();) {
    std::size_t end = first;
    double low = steps_[first].energy;
    double high = low;
    while (end < steps_.size() && steps_[end].round == steps_[first].round) {
      low = std::min(low, steps_[end].energy);
      high = std::max(high, steps_[end].energy);
      ++end;
    }
    const double range = high > low ? high - low : 1;
    QPainterPath path;
    for (std::size_t k = first; k < end; ++k) {
      const QPointF point(inside.left() + across * static_cast<double>(k),
                          inside.bottom() - (steps_[k].energy - low) / range * inside.height());
      if (k == first) {
        path.moveTo(point);
      } else {
        path.lineTo(point);
      }
    }
    painter.setPen(QPen(line, 1.5));
    painter.drawPath(path);
    if (end < steps_.size()) {
      QColor faint = palette().color(QPalette::Mid);
      faint.setAlphaF(0.5F);
      painter.setPen(QPen(faint, 1));
      const double x = inside.left() + across * static_cast<double>(end);
      painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    }
    first = end;
  }
}

}  // namespace platen::ui
