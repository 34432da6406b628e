// Sheets of paper: those that have names, and what someone says that a page is. Millimetres, as they stand upright.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace platen {

struct NamedPaper {
  std::string_view name;
  double width_mm = 0, height_mm = 0;
};
inline constexpr std::array<NamedPaper, 9> kNamedPapers{{{"A3", 297, 420},
                                                         {"A4", 210, 297},
                                                         {"A5", 148, 210},
                                                         {"A6", 105, 148},
                                                         {"B4", 250, 353},
                                                         {"B5", 176, 250},
                                                         {"Letter", 215.9, 279.4},
                                                         {"Legal", 215.9, 355.6},
                                                         {"Tabloid", 279.4, 431.8}}};

enum class PaperKind : std::uint8_t {
  automatic,  // a standard sheet where the page looks like one, else as it was measured
  measured,   // as it was measured, whatever it looks like
  sheet,      // this one, lying or standing as the page does
};

inline constexpr double kLeastPaper_mm = 10;
inline constexpr double kMostPaper_mm = 5000;

struct PaperChoice {
  PaperKind kind = PaperKind::automatic;
  double width_mm = 0, height_mm = 0;  // of a sheet
  friend bool operator==(const PaperChoice&, const PaperChoice&) = default;
};

// "auto", "measured", a sheet's name, or its size as "170x240".
std::string textOf(const PaperChoice& paper);
// As textOf() writes it, names in any case; none for what is no paper, and for sizes beyond the bounds above.
std::optional<PaperChoice> paperOfText(std::string_view text);

}  // namespace platen
