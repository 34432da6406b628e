// One editor for one option: which widget its type gets, and how a value goes in and out of it.
#pragma once

#include "core/options.h"

#include <cstdint>
#include <functional>
#include <type_traits>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QWidget>

namespace platen::ui {

// A text of the table, translated, as it stands there; and with a capital letter.
QString translatedOption(std::string_view text);
QString shownOption(std::string_view text);

template <class T>
concept NamedOption = requires {
  EnumNames<T>::kNames;
};

// `edited` is called when a user has changed it, never by put().
template <NamedOption E>
QWidget* makeEditor(const OptionInfo& /*info*/, const E& /*value*/, const std::function<void()>& edited) {
  auto* box = new QComboBox;
  for (const std::string_view name : EnumNames<E>::kNames) {
    box->addItem(shownOption(name));
  }
  QObject::connect(box, &QComboBox::activated, box, [edited](int) { edited(); });
  return box;
}
template <NamedOption E>
void put(QWidget* editor, const E& value) {
  static_cast<QComboBox*>(editor)->setCurrentIndex(static_cast<int>(value));
}
template <NamedOption E>
void take(QWidget* editor, E& value) {
  value = static_cast<E>(static_cast<QComboBox*>(editor)->currentIndex());
}

QWidget* makeEditor(const OptionInfo& info, const int& value, const std::function<void()>& edited);
QWidget* makeEditor(const OptionInfo& info, const double& value, const std::function<void()>& edited);
QWidget* makeEditor(const OptionInfo& info, const std::uint64_t& bytes, const std::function<void()>& edited);
QWidget* makeEditor(const OptionInfo& info, const PageSelection& page, const std::function<void()>& edited);
QWidget* makeEditor(const OptionInfo& info, const PaperChoice& paper, const std::function<void()>& edited);
// Lists are for measuring, on the command line: no editor.
QWidget* makeEditor(const OptionInfo& info, const std::vector<Evidence>& without, const std::function<void()>& edited);

void put(QWidget* editor, const int& value);
void put(QWidget* editor, const double& value);
void put(QWidget* editor, const std::uint64_t& bytes);
void put(QWidget* editor, const PageSelection& page);
void put(QWidget* editor, const PaperChoice& paper);
void put(QWidget* editor, const std::vector<Evidence>& without);

void take(QWidget* editor, int& value);
void take(QWidget* editor, double& value);
void take(QWidget* editor, std::uint64_t& bytes);
void take(QWidget* editor, PageSelection& page);
void take(QWidget* editor, PaperChoice& paper);
void take(QWidget* editor, std::vector<Evidence>& without);

// A value as its editor shows it.
template <NamedOption E>
QString shownValue(const OptionInfo& /*info*/, const E& value) {
  return shownOption(EnumNames<E>::kNames.at(static_cast<std::size_t>(value)));
}
QString shownValue(const OptionInfo& info, const int& value);
QString shownValue(const OptionInfo& info, const double& value);
QString shownValue(const OptionInfo& info, const std::uint64_t& bytes);
QString shownValue(const OptionInfo& info, const PageSelection& page);
QString shownValue(const OptionInfo& info, const PaperChoice& paper);
QString shownValue(const OptionInfo& info, const std::vector<Evidence>& without);

// Someone types in it, or has its list open: what it shows is not yet an edit.
bool isBeingEdited(QWidget* editor);

// So many pages can be chosen.
void setPages(QWidget* page_editor, int pages);

}  // namespace platen::ui
