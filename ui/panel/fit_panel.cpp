#include "ui/panel/fit_panel.h"

#include "core/paper.h"
#include "ui/panel/energy_curve.h"
#include "ui/panel/paper_editor.h"
#include "ui/panel/photo_list_model.h"
#include "ui/words/engine_words.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStringList>
#include <QVBoxLayout>

namespace platen::ui {
namespace {

// Below this confidence the page is hardly where it was found.
constexpr double kLost = 0.5;

QString nameOf(WarpModel model) {
  switch (model) {
    case WarpModel::plane:
      return FitPanel::tr("flat page");
    case WarpModel::sheet:
      return FitPanel::tr("bent sheet");
    case WarpModel::free:
      return FitPanel::tr("folded sheet");
  }
  return {};
}

// However tall it is, the last line that it shows is whole.
class WholeLines : public QScrollArea {
 public:
  using QScrollArea::QScrollArea;

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QScrollArea::resizeEvent(event);
    const int line = fontMetrics().lineSpacing();
    setViewportMargins(0, 0, 0, height() % line);
    verticalScrollBar()->setSingleStep(line);
  }
};

}  // namespace

FitPanel::FitPanel(QWidget* parent)
    : QWidget(parent),
      status_(new QLabel(this)),
      steps_(new QProgressBar(this)),
      curve_(new EnergyCurve(this)),
      confidence_(new QProgressBar(this)),
      facts_(new QLabel(this)),
      warnings_(new QLabel(this)),
      stop_(new QPushButton(tr("&Stop"), this)),
      go_on_(new QPushButton(tr("&Go On"), this)),
      outline_(new QPushButton(tr("&Outline by Hand"), this)) {
  steps_->setTextVisible(false);
  steps_->setMaximumHeight(8);
  steps_->setAccessibleName(tr("Steps of this stage"));
  confidence_->setRange(0, 100);
  confidence_->setFormat(tr("Confidence %p %"));
  confidence_->setAccessibleName(tr("Confidence"));
  for (QLabel* text : {status_, facts_, warnings_}) {
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  status_->setObjectName(QStringLiteral("status"));
  facts_->setObjectName(QStringLiteral("facts"));
  stop_->setToolTip(tr("Stop the fit and keep what is there"));
  go_on_->setToolTip(tr("Go on with the fit from where it stands"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(stop_);
  buttons->addWidget(go_on_);
  auto* all = new QVBoxLayout(this);
  all->addWidget(status_);
  all->addWidget(steps_);
  all->addWidget(curve_);
  all->addWidget(confidence_);
  // However much is said: the buttons below stay in sight.
  auto* scroll = new WholeLines(this);
  auto* said = new QWidget(scroll);
  auto* lines = new QVBoxLayout(said);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(0);
  lines->addWidget(facts_);
  lines->addWidget(warnings_);
  lines->addStretch(1);
  scroll->setWidget(said);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  scroll->setMinimumHeight(4 * fontMetrics().lineSpacing());
  warnings_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  all->addWidget(scroll, 1);
  all->addLayout(buttons);
  all->addWidget(outline_);
  outline_->setToolTip(tr("Set the page's four corners and drag them to where they belong"));
  connect(outline_, &QPushButton::clicked, this, &FitPanel::outlineWanted);
  connect(stop_, &QPushButton::clicked, this, [this] {
    if (photo_) {
      photo_->stopFit();
    }
  });
  connect(go_on_, &QPushButton::clicked, this, [this] {
    if (photo_) {
      photo_->goOn();
    }
  });
  refresh();
}

bool FitPanel::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) {
    keepHeight();
  }
  return QWidget::event(event);
}

void FitPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  keepHeight();
}

// A dock does not ask how high a panel has to be at its width: lines that wrap would push buttons over each other.
void FitPanel::keepHeight() {
  setMinimumHeight(std::max(layout()->totalMinimumSize().height(), layout()->totalMinimumHeightForWidth(width())));
}

void FitPanel::setPhoto(PhotoSession* photo, int page) {
  if (photo_ != photo) {
    if (photo_) {
      photo_->disconnect(this);
      photo_->history().disconnect(this);
    }
    photo_ = photo;
    job_ = 0;
    curve_->clear();
    if (photo_) {
      connect(photo_, &PhotoSession::fitProgressed, this, &FitPanel::follow);
      connect(photo_, &PhotoSession::stateChanged, this, &FitPanel::refresh);
      connect(photo_, &PhotoSession::statusChanged, this, &FitPanel::refresh);
      edits_ = photo_->history().count();
      connect(&photo_->history(), &QUndoStack::indexChanged, this, &FitPanel::followHistory);
    }
  }
  page_ = page;
  refresh();
}

void FitPanel::follow(const FitFrame& frame) {
  if (job_ != frame.job) {
    job_ = frame.job;
    curve_->clear();
  }
  curve_->add(frame.course);
  status_->setText(tr("Fitting page %1: %2, step %3 of %4")
                       .arg(frame.page)
                       .arg(stageWords(frame.stage))
                       .arg(frame.step)
                       .arg(frame.steps));
  // A progress bar that is told a value is painted at once, and with it all of the window that waits to be painted.
  steps_->setUpdatesEnabled(false);
  steps_->setRange(0, std::max(frame.steps, 1));
  steps_->setValue(frame.step);
  steps_->setUpdatesEnabled(true);
}

// What was undone or redone is a fit of its own, whose course is not known any more.
void FitPanel::followHistory() {
  if (const int edits = photo_->history().count(); edits != std::exchange(edits_, edits)) {
    return;  // a new edit
  }
  curve_->clear();
}

void FitPanel::refresh() {
  const bool fitting = photo_ && photo_->isFitting();
  stop_->setEnabled(fitting);
  go_on_->setEnabled(photo_ && !fitting);
  const PageState* page = photo_ ? photo_->state().page(page_) : nullptr;
  if (!photo_) {
    status_->clear();
  } else if (fitting && job_ == 0) {
    status_->setText(photo_->openedPhoto() ? tr("Fitting…") : tr("Opening…"));
  } else if (!fitting) {
    job_ = 0;
    status_->setText(photo_->isStopped() && page != nullptr ? tr("Stopped: what is there is kept")
                                                            : PhotoListModel::nameOf(photo_->status()));
  }
  if (fitting && job_ == 0) {
    steps_->setRange(0, 0);  // busy: how long is not known
  } else if (!fitting) {
    steps_->setRange(0, 1);
    steps_->setValue(page != nullptr ? 1 : 0);
  }
  // Offered where there is nothing, or little, to begin from, and nothing was said yet.
  const bool is_lost = page == nullptr || (page->fitted.fit.confidence < kLost && page->pins.empty());
  outline_->setVisible(photo_ && !fitting && photo_->canOutline() && is_lost);
  confidence_->setEnabled(page != nullptr);
  confidence_->setValue(page != nullptr ? qRound(100 * page->fitted.fit.confidence) : 0);
  QStringList facts;
  QStringList warnings;
  if (page != nullptr) {
    const FitResult& fit = page->fitted.fit;
    facts += tr("Shape: %1").arg(nameOf(fit.model));
    if (!fit.paper.empty()) {
      const std::optional<PaperChoice> paper = paperOfText(fit.paper);
      facts += (fit.paper_is_assumed ? tr("Paper: %1, assumed") : tr("Paper: %1"))
                   .arg(paper ? PaperEditor::textOf(*paper) : QString::fromStdString(fit.paper));
    }
    facts += tr("%1 × %2 pixels").arg(qRound(fit.page_extent_px.x)).arg(qRound(fit.page_extent_px.y));
    for (const std::string& warning : fit.warnings) {
      warnings += QStringLiteral("⚠ ") + engineWords(warning);
    }
  }
  if (photo_) {
    for (const auto& [index, error] : photo_->errors()) {
      warnings += QStringLiteral("✖ ") + engineWords(error.message);
    }
  }
  facts_->setText(facts.join(QStringLiteral(" · ")));
  warnings_->setText(warnings.join(QLatin1Char('\n')));
  warnings_->setVisible(!warnings.isEmpty());
}

}  // namespace platen::ui
