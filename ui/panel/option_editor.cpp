#include "ui/panel/option_editor.h"

#include "ui/panel/paper_editor.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QLineEdit>

namespace platen::ui {
namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;
// In the order of PageChoice, up to those that are numbers.
constexpr std::array<std::string_view, 5> kPages{"auto", "all", "left", "right", "whole"};

QString unitOf(const OptionInfo& info) {
  return info.unit.empty() ? QString() : QStringLiteral(" ") + translatedOption(info.unit);
}

// What a zero stands for, as the table says it: "threads (0: one per core)". Long ones are in the hint anyway.
QString zeroOf(const OptionInfo& info) {
  constexpr std::string_view kMark = "(0: ";
  constexpr std::size_t kLong = 16;
  const std::size_t mark = info.meaning.find(kMark);
  if (mark == std::string_view::npos) {
    return {};
  }
  const std::size_t begin = mark + kMark.size();
  const std::string_view words = info.meaning.substr(begin, info.meaning.find(')', begin) - begin);
  // "Refuse photos that need more: never" is a sentence, but beside the option's name alone it says little.
  return shownOption(words == "never" ? "no limit" : (words.size() > kLong ? "auto" : words));
}

// For boxes that begin at zero.
void nameZero(QAbstractSpinBox* box, double low, const OptionInfo& info) {
  if (low == 0) {
    box->setSpecialValueText(zeroOf(info));
  }
}

QLineEdit* textOf(QAbstractSpinBox* box) {
  return box->findChild<QLineEdit*>();
}

// Arrows and typing end in one edit: while someone types, nothing is fitted.
template <class Box>
void listen(Box* box, const std::function<void()>& edited) {
  box->setKeyboardTracking(false);
  QObject::connect(box, &Box::valueChanged, box, [edited, box] {
    if (!box->signalsBlocked()) {
      edited();
    }
  });
  // Typing that has become a value is over, although the text is the same.
  QObject::connect(box, &Box::editingFinished, box, [box] { textOf(box)->setModified(false); });
}

template <class Box, class Value>
void putQuietly(QWidget* editor, Value value) {
  const QSignalBlocker quiet(editor);
  static_cast<Box*>(editor)->setValue(value);
}

}  // namespace

// The context is "Options", its source texts are those of the table.
QString translatedOption(std::string_view text) {
  const QByteArray source(text.data(), static_cast<qsizetype>(text.size()));
  return QCoreApplication::translate("Options", source.constData());
}

QString shownOption(std::string_view text) {
  QString shown = translatedOption(text);
  constexpr std::array<std::string_view, 5> kInitials{"dpi", "jpeg", "png", "tiff", "pdf"};
  if (std::find(kInitials.begin(), kInitials.end(), shown.toStdString()) != kInitials.end()) {
    return shown.toUpper();
  }
  // Names are written small and as one word on a command line, and large and as several on a form.
  if (text.find(' ') == std::string_view::npos && shown == QLatin1StringView(text.data(), qsizetype(text.size()))) {
    shown.replace(QLatin1Char('-'), QLatin1Char(' '));
  }
  if (!shown.isEmpty()) {
    shown[0] = shown[0].toUpper();
  }
  return shown;
}

QWidget* makeEditor(const OptionInfo& info, const int& /*value*/, const std::function<void()>& edited) {
  auto* box = new QSpinBox;
  if (info.low < info.high) {
    box->setRange(static_cast<int>(info.low), static_cast<int>(info.high));
  }
  box->setSuffix(unitOf(info));
  nameZero(box, box->minimum(), info);
  listen(box, edited);
  return box;
}

QWidget* makeEditor(const OptionInfo& info, const double& /*value*/, const std::function<void()>& edited) {
  auto* box = new QDoubleSpinBox;
  if (info.low < info.high) {
    box->setRange(info.low, info.high);
  }
  const bool is_fine = info.high - info.low < 100;
  box->setDecimals(is_fine ? 2 : 1);
  box->setSingleStep(is_fine ? 0.1 : 1);
  box->setSuffix(unitOf(info));
  nameZero(box, box->minimum(), info);
  listen(box, edited);
  return box;
}

QWidget* makeEditor(const OptionInfo& info, const std::uint64_t& /*bytes*/, const std::function<void()>& edited) {
  auto* box = new QSpinBox;
  box->setRange(0, 1 << 24);
  box->setSingleStep(256);
  box->setSuffix(QStringLiteral(" ") + translatedOption("MB"));
  nameZero(box, box->minimum(), info);
  listen(box, edited);
  return box;
}

QWidget* makeEditor(const OptionInfo& /*info*/, const PageSelection& /*page*/, const std::function<void()>& edited) {
  auto* box = new QComboBox;
  for (const std::string_view name : kPages) {
    box->addItem(shownOption(name));
  }
  QObject::connect(box, &QComboBox::activated, box, [edited](int) { edited(); });
  return box;
}

QWidget* makeEditor(const OptionInfo& /*info*/, const PaperChoice& /*paper*/, const std::function<void()>& edited) {
  return new PaperEditor(edited);
}

QWidget* makeEditor(const OptionInfo& /*info*/,
                    const std::vector<Evidence>& /*without*/,
                    const std::function<void()>& /*edited*/) {
  return nullptr;
}

void put(QWidget* editor, const int& value) {
  putQuietly<QSpinBox>(editor, value);
}
void put(QWidget* editor, const double& value) {
  putQuietly<QDoubleSpinBox>(editor, value);
}
void put(QWidget* editor, const std::uint64_t& bytes) {
  putQuietly<QSpinBox>(editor, static_cast<int>(std::ceil(static_cast<double>(bytes) / kMegabyte)));
}
void put(QWidget* editor, const PageSelection& page) {
  auto* box = static_cast<QComboBox*>(editor);
  if (page.choice == PageChoice::number) {
    setPages(editor, page.number);
    box->setCurrentIndex(static_cast<int>(kPages.size()) + page.number - 1);
  } else {
    box->setCurrentIndex(static_cast<int>(page.choice));
  }
}
void put(QWidget* editor, const PaperChoice& paper) {
  static_cast<PaperEditor*>(editor)->setPaper(paper);
}
void put(QWidget* /*editor*/, const std::vector<Evidence>& /*without*/) {}

void take(QWidget* editor, int& value) {
  value = static_cast<QSpinBox*>(editor)->value();
}
void take(QWidget* editor, double& value) {
  value = static_cast<QDoubleSpinBox*>(editor)->value();
}
void take(QWidget* editor, std::uint64_t& bytes) {
  bytes = static_cast<std::uint64_t>(static_cast<QSpinBox*>(editor)->value() * kMegabyte);
}
void take(QWidget* editor, PageSelection& page) {
  const int index = static_cast<QComboBox*>(editor)->currentIndex();
  const int number = index - static_cast<int>(kPages.size()) + 1;
  page = number >= 1 ? PageSelection{PageChoice::number, number} : PageSelection{static_cast<PageChoice>(index), 0};
}
void take(QWidget* editor, PaperChoice& paper) {
  paper = static_cast<PaperEditor*>(editor)->paper();
}
void take(QWidget* /*editor*/, std::vector<Evidence>& /*without*/) {}

QString shownValue(const OptionInfo& info, const int& value) {
  const QString zero = value == 0 ? zeroOf(info) : QString();
  return zero.isEmpty() ? QLocale().toString(value) + unitOf(info) : zero;
}
QString shownValue(const OptionInfo& info, const double& value) {
  const QString zero = value == 0 ? zeroOf(info) : QString();
  return zero.isEmpty() ? QLocale().toString(value, 'g', 6) + unitOf(info) : zero;
}
QString shownValue(const OptionInfo& info, const std::uint64_t& bytes) {
  const QString zero = bytes == 0 ? zeroOf(info) : QString();
  return zero.isEmpty() ? QLocale().toString(std::ceil(static_cast<double>(bytes) / kMegabyte)) + QStringLiteral(" ") +
                              translatedOption("MB")
                        : zero;
}
QString shownValue(const OptionInfo& /*info*/, const PageSelection& page) {
  return page.choice == PageChoice::number ? QString::number(page.number)
                                           : shownOption(kPages.at(static_cast<std::size_t>(page.choice)));
}
QString shownValue(const OptionInfo& /*info*/, const PaperChoice& paper) {
  return PaperEditor::textOf(paper);
}
QString shownValue(const OptionInfo& /*info*/, const std::vector<Evidence>& without) {
  QStringList names;
  for (const Evidence kind : without) {
    names += shownValue(OptionInfo{}, kind);
  }
  return names.join(QStringLiteral(", "));
}

bool isBeingEdited(QWidget* editor) {
  if (auto* number = qobject_cast<QAbstractSpinBox*>(editor)) {
    return number->hasFocus() && textOf(number)->isModified();
  }
  if (const auto* paper = qobject_cast<PaperEditor*>(editor)) {
    return paper->isBeingEdited();
  }
  const auto* choice = qobject_cast<QComboBox*>(editor);
  return choice != nullptr && choice->view()->isVisible();
}

void setPages(QWidget* page_editor, int pages) {
  auto* box = static_cast<QComboBox*>(page_editor);
  const int wanted = static_cast<int>(kPages.size()) + pages;
  while (box->count() < wanted) {
    box->addItem(QString::number(box->count() - static_cast<int>(kPages.size()) + 1));
  }
  while (box->count() > std::max(wanted, box->currentIndex() + 1)) {
    box->removeItem(box->count() - 1);
  }
}

}  // namespace platen::ui
