#include "ui/panel/paper_editor.h"

#include "ui/panel/option_editor.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace platen::ui {
namespace {

constexpr int kFrame_px = 12;  // around a number

constexpr int kAutomatic = 0;
constexpr int kMeasured = 1;
constexpr int kFirstSheet = 2;
constexpr int kCustom = kFirstSheet + static_cast<int>(kNamedPapers.size());

// Index of the sheet's name in the list, or that of a custom one.
int indexOf(const PaperChoice& paper) {
  switch (paper.kind) {
    case PaperKind::automatic:
      return kAutomatic;
    case PaperKind::measured:
      return kMeasured;
    case PaperKind::sheet:
      break;
  }
  const auto* named = std::find_if(kNamedPapers.begin(), kNamedPapers.end(), [&](const NamedPaper& known) {
    return known.width_mm == paper.width_mm && known.height_mm == paper.height_mm;
  });
  return kFirstSheet + static_cast<int>(named - kNamedPapers.begin());
}

QString sizeText(double width_mm, double height_mm) {
  const QLocale locale;
  const auto text = [&](double mm) { return locale.toString(mm, 'f', QLocale::FloatingPointShortest); };
  return PaperEditor::tr("%1 × %2 mm").arg(text(width_mm), text(height_mm));
}

QDoubleSpinBox* makeLength(const QString& name, QWidget* parent) {
  auto* box = new QDoubleSpinBox(parent);
  box->setRange(kLeastPaper_mm, kMostPaper_mm);
  box->setDecimals(1);
  // Two of them share the width of one field.
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("888.8")) + kFrame_px);
  box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  box->setKeyboardTracking(false);
  box->setAccessibleName(name);
  box->setToolTip(name);
  return box;
}

bool isTypedIn(const QDoubleSpinBox& box) {
  const auto* text = box.findChild<QLineEdit*>();
  return box.hasFocus() && text != nullptr && text->isModified();
}

}  // namespace

PaperEditor::PaperEditor(const std::function<void()>& edited, QWidget* parent)
    : QWidget(parent),
      choice_(new QComboBox(this)),
      lengths_(new QWidget(this)),
      width_(makeLength(tr("Width of the paper in millimetres"), lengths_)),
      height_(makeLength(tr("Height of the paper in millimetres"), lengths_)) {
  choice_->addItem(shownOption("auto"));
  choice_->addItem(tr("As measured"));
  for (const NamedPaper& paper : kNamedPapers) {
    choice_->addItem(QString::fromUtf8(paper.name.data(), static_cast<qsizetype>(paper.name.size())));
    choice_->setItemData(choice_->count() - 1, sizeText(paper.width_mm, paper.height_mm), Qt::ToolTipRole);
  }
  choice_->addItem(tr("Custom"));
  auto* row = new QHBoxLayout(lengths_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(3);
  row->addWidget(width_, 1);
  row->addWidget(new QLabel(QStringLiteral("×"), lengths_));
  row->addWidget(height_, 1);
  row->addWidget(new QLabel(translatedOption("mm"), lengths_));
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(choice_);
  all->addWidget(lengths_);
  setFocusProxy(choice_);
  width_->setValue(210);
  height_->setValue(297);
  showLengths();
  connect(choice_, &QComboBox::activated, this, [this, edited](int index) {
    if (index >= kFirstSheet && index < kCustom) {
      // Where a custom size would begin from.
      setPaper({PaperKind::sheet, kNamedPapers[static_cast<std::size_t>(index - kFirstSheet)].width_mm,
                kNamedPapers[static_cast<std::size_t>(index - kFirstSheet)].height_mm});
    }
    showLengths();
    edited();
  });
  for (QDoubleSpinBox* box : {width_, height_}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, [edited, box] {
      if (!box->signalsBlocked()) {
        edited();
      }
    });
    connect(box, &QDoubleSpinBox::editingFinished, box, [box] { box->findChild<QLineEdit*>()->setModified(false); });
  }
}

void PaperEditor::setPaper(const PaperChoice& paper) {
  if (paper.kind == PaperKind::sheet) {
    const QSignalBlocker quiet_width(width_);
    const QSignalBlocker quiet_height(height_);
    width_->setValue(paper.width_mm);
    height_->setValue(paper.height_mm);
  }
  choice_->setCurrentIndex(indexOf(paper));
  showLengths();
}

PaperChoice PaperEditor::paper() const {
  switch (choice_->currentIndex()) {
    case kAutomatic:
      return {};
    case kMeasured:
      return {PaperKind::measured};
    case kCustom:
      return {PaperKind::sheet, width_->value(), height_->value()};
    default: {  // to the hundredth, which the boxes do not show
      const NamedPaper& named = kNamedPapers.at(static_cast<std::size_t>(choice_->currentIndex() - kFirstSheet));
      return {PaperKind::sheet, named.width_mm, named.height_mm};
    }
  }
}

bool PaperEditor::isBeingEdited() const {
  return choice_->view()->isVisible() || isTypedIn(*width_) || isTypedIn(*height_);
}

QString PaperEditor::textOf(const PaperChoice& paper) {
  const int index = indexOf(paper);
  if (index == kCustom) {
    return sizeText(paper.width_mm, paper.height_mm);
  }
  return index == kAutomatic ? shownOption("auto")
                             : (index == kMeasured ? tr("As measured") : QString::fromStdString(platen::textOf(paper)));
}

void PaperEditor::showLengths() {
  lengths_->setVisible(choice_->currentIndex() == kCustom);
}

}  // namespace platen::ui
