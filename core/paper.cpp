#include "core/paper.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace platen {
namespace {

bool isSameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

// The shortest digits that read back as the same number, whatever the locale.
std::string digitsOf(double number) {
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} ? std::string(digits.data(), end) : std::string("0");
}

// Millimetres of a number of units of that size, to a hundredth: 6 inches are 152.4, as their decimal digits say.
std::optional<double> lengthOf(std::string_view text, double unit_mm) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  const double length_mm = unit_mm == 1 ? number : std::round(100 * unit_mm * number) / 100;
  return is_number && length_mm >= kLeastPaper_mm && length_mm <= kMostPaper_mm ? std::optional(length_mm)
                                                                                : std::nullopt;
}

// Takes the unit off the end of `text`, if there is one; its millimetres.
std::optional<double> takeUnit(std::string_view& text) {
  struct Unit {
    std::string_view name;
    double mm;
  };
  constexpr std::array<Unit, 4> kUnits{{{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"\"", 25.4}}};
  for (const Unit& unit : kUnits) {
    if (text.size() > unit.name.size() && isSameWord(text.substr(text.size() - unit.name.size()), unit.name)) {
      text.remove_suffix(unit.name.size());
      return unit.mm;
    }
  }
  return std::nullopt;
}

// As people write sizes: "6 x 9 in", "210×297".
std::string plainSize(std::string_view text) {
  constexpr std::string_view kTimes = "\u00d7";
  std::string plain;
  while (!text.empty()) {
    const bool is_times = text.starts_with(kTimes);
    if (is_times || text.front() != ' ') {
      plain += is_times ? 'x' : text.front();
    }
    text.remove_prefix(is_times ? kTimes.size() : 1);
  }
  return plain;
}

}  // namespace

std::string textOf(const PaperChoice& paper) {
  switch (paper.kind) {
    case PaperKind::automatic:
      return "auto";
    case PaperKind::measured:
      return "measured";
    case PaperKind::sheet:
      break;
  }
  const auto* named = std::find_if(kNamedPapers.begin(), kNamedPapers.end(), [&](const NamedPaper& known) {
    return known.width_mm == paper.width_mm && known.height_mm == paper.height_mm;
  });
  return named != kNamedPapers.end() ? std::string(named->name)
                                     : digitsOf(paper.width_mm) + "x" + digitsOf(paper.height_mm);
}

std::optional<PaperChoice> paperOfText(std::string_view text) {
  if (isSameWord(text, "auto")) {
    return PaperChoice{};
  }
  if (isSameWord(text, "measured")) {
    return PaperChoice{PaperKind::measured};
  }
  const auto* named = std::find_if(kNamedPapers.begin(), kNamedPapers.end(),
                                   [&](const NamedPaper& known) { return isSameWord(text, known.name); });
  if (named != kNamedPapers.end()) {
    return PaperChoice{PaperKind::sheet, named->width_mm, named->height_mm};
  }
  const std::string plain = plainSize(text);
  const std::size_t times = plain.find_first_of("xX");
  if (times == std::string::npos) {
    return std::nullopt;
  }
  std::string_view across = std::string_view(plain).substr(0, times);
  std::string_view down = std::string_view(plain).substr(times + 1);
  const std::optional<double> unit_mm = takeUnit(down);
  const std::optional<double> own_mm = takeUnit(across);
  const std::optional<double> width = lengthOf(across, own_mm.value_or(unit_mm.value_or(1)));
  const std::optional<double> height = lengthOf(down, unit_mm.value_or(1));
  return width && height ? std::optional(PaperChoice{PaperKind::sheet, *width, *height}) : std::nullopt;
}

}  // namespace platen
