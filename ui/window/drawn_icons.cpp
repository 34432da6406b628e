#include "ui/window/drawn_icons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>
#include <QPolygonF>
#include <QTransform>

namespace platen::ui {
namespace {

// Drawings stand in a square of so many units, y down.
constexpr double kSide = 24;
constexpr double kLine = 1.7;

struct Shape {
  QPainterPath lines;   // drawn with the pen
  QPainterPath filled;  // and these filled
};

void addLine(QPainterPath& path, std::initializer_list<QPointF> points) {
  path.addPolygon(QPolygonF(QList<QPointF>(points)));
}

// The two strokes of an arrow's head at `tip`; `along`: where it points, of length 1.
void addHead(QPainterPath& path, QPointF tip, QPointF along, double size = 3.5) {
  const QPointF across(-along.y(), along.x());
  addLine(path, {tip - size * along + size * across, tip, tip - size * along - size * across});
}

Shape folder() {
  Shape shape;
  addLine(shape.lines, {{3, 19}, {3, 6}, {9, 6}, {11, 8.5}, {21, 8.5}, {21, 19}, {3, 19}});
  return shape;
}

Shape pageOut() {
  Shape shape;
  addLine(shape.lines, {{14, 7}, {14, 3.5}, {4, 3.5}, {4, 20.5}, {14, 20.5}, {14, 17}});
  addLine(shape.lines, {{9, 12}, {21, 12}});
  addHead(shape.lines, {21, 12}, {1, 0});
  return shape;
}

Shape fourArrows() {
  Shape shape;
  addLine(shape.lines, {{12, 3}, {12, 21}});
  addLine(shape.lines, {{3, 12}, {21, 12}});
  for (const QPointF way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)}) {
    addHead(shape.lines, QPointF(12, 12) + 9 * way, way, 2.6);
  }
  return shape;
}

Shape gridPoint() {
  Shape shape;
  for (const QPointF way : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)}) {
    addLine(shape.lines, {QPointF(12, 12) + 4 * way, QPointF(12, 12) + 9.5 * way});
  }
  shape.lines.addEllipse(QPointF(12, 12), 3.6, 3.6);
  return shape;
}

// A bent line, and the straight one that it should be.
Shape levelLine() {
  Shape shape;
  shape.lines.moveTo(3, 6);
  shape.lines.cubicTo({8, 2}, {15, 12}, {21, 7});
  addLine(shape.lines, {{3, 17}, {21, 17}});
  shape.filled.addEllipse(QPointF(3.5, 17), 2, 2);
  shape.filled.addEllipse(QPointF(20.5, 17), 2, 2);
  return shape;
}

Shape uprightLine() {
  const QTransform turned(0, 1, -1, 0, kSide, 0);
  const Shape level = levelLine();
  return {turned.map(level.lines), turned.map(level.filled)};
}

Shape book() {
  Shape shape;
  for (const double side : {-1.0, 1.0}) {
    shape.lines.moveTo(12, 6.5);
    shape.lines.cubicTo({12 + side * 3, 4}, {12 + side * 7, 4}, {12 + side * 9.5, 5});
    shape.lines.lineTo(12 + side * 9.5, 18);
    shape.lines.cubicTo({12 + side * 7, 17}, {12 + side * 3, 17}, {12, 19.5});
  }
  addLine(shape.lines, {{12, 3}, {12, 22}});
  return shape;
}

Shape undo() {
  Shape shape;
  shape.lines.moveTo(5, 9);
  shape.lines.lineTo(14, 9);
  shape.lines.cubicTo({22, 9}, {22, 19}, {14, 19});
  shape.lines.lineTo(9, 19);
  addHead(shape.lines, {4.5, 9}, {-1, 0}, 4);
  return shape;
}

// A page, and the way it turns.
Shape turnRight() {
  Shape shape;
  shape.lines.addRect(4, 11, 9, 10);
  shape.lines.moveTo(7, 6);
  shape.lines.cubicTo({13, 2}, {19, 6}, {19, 14});
  addHead(shape.lines, {19, 15}, {0, 1}, 3.5);
  return shape;
}

Shape beforeAfter() {
  Shape shape;
  shape.lines.addRect(3, 5, 18, 14);
  shape.filled.addRect(12, 5, 9, 14);
  return shape;
}

Shape next() {
  Shape shape;
  addLine(shape.lines, {{9, 5}, {16, 12}, {9, 19}});
  return shape;
}

Shape mirrored(const Shape& shape) {
  const QTransform mirror(-1, 0, 0, 1, kSide, 0);
  return {mirror.map(shape.lines), mirror.map(shape.filled)};
}

Shape shapeOf(Drawing drawing) {
  switch (drawing) {
    case Drawing::folder:
      return folder();
    case Drawing::pageOut:
      return pageOut();
    case Drawing::fourArrows:
      return fourArrows();
    case Drawing::gridPoint:
      return gridPoint();
    case Drawing::levelLine:
      return levelLine();
    case Drawing::uprightLine:
      return uprightLine();
    case Drawing::book:
      return book();
    case Drawing::undo:
      return undo();
    case Drawing::redo:
      return mirrored(undo());
    case Drawing::turnLeft:
      return mirrored(turnRight());
    case Drawing::turnRight:
      return turnRight();
    case Drawing::beforeAfter:
      return beforeAfter();
    case Drawing::previous:
      return mirrored(next());
    case Drawing::next:
      return next();
  }
  return {};
}

class DrawnIcon : public QIconEngine {
 public:
  explicit DrawnIcon(Drawing drawing) : drawing_(drawing) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
    const QPalette::ColorGroup group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    const QColor color = QApplication::palette().color(group, QPalette::ButtonText);
    const Shape shape = shapeOf(drawing_);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / kSide, rect.height() / kSide);
    painter->setPen(QPen(color, kLine, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPath(shape.lines);
    painter->fillPath(shape.filled, color);
    painter->restore();
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(&painter, QRect({}, size), mode, state);
    return picture;
  }

  [[nodiscard]] QIconEngine* clone() const override { return new DrawnIcon(*this); }

 private:
  Drawing drawing_;
};

}  // namespace

QIcon drawnIcon(Drawing drawing) {
  return QIcon(new DrawnIcon(drawing));
}

}  // namespace platen::ui
