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
// ISO 216, JIS P 0138 ("JIS-B5": a Japanese B5 is not ISO's), ANSI, and the trimmed sizes that most books have: of the
// British trade (BS 1413 and what printers offer beside it) and the American one.
inline constexpr std::array<NamedPaper, 20> kNamedPapers{{{"A3", 297, 420},
                                                          {"A4", 210, 297},
                                                          {"A5", 148, 210},
                                                          {"A6", 105, 148},
                                                          {"B4", 250, 353},
                                                          {"B5", 176, 250},
                                                          {"B6", 125, 176},
                                                          {"JIS-B4", 257, 364},
                                                          {"JIS-B5", 182, 257},
                                                          {"Letter", 215.9, 279.4},
                                                          {"Legal", 215.9, 355.6},
                                                          {"Tabloid", 279.4, 431.8},
                                                          {"Executive", 184.15, 266.7},
                                                          {"Half-Letter", 139.7, 215.9},
                                                          {"US-Trade", 152.4, 228.6},
                                                          {"A-Format", 111, 178},
                                                          {"B-Format", 129, 198},
                                                          {"Demy", 138, 216},
                                                          {"Royal", 156, 234},
                                                          {"Crown-Quarto", 189, 246}}};

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

// "auto", "measured", a sheet's name, or its size in millimetres as "170x240".
std::string textOf(const PaperChoice& paper);
// As textOf() writes it, names in any case; sizes also with units (mm, cm, in or "), behind both lengths or the last
// one, and as people write them: "6 x 9 in". None for what is no paper, and for sizes beyond the bounds above.
std::optional<PaperChoice> paperOfText(std::string_view text);

}  // namespace platen
