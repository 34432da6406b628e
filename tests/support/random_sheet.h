// Sheets of random shape, print, light and camera.
#pragma once

#include "tests/support/page_photo.h"
#include "tests/support/random_print.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace platen::test {

inline constexpr std::array<std::string_view, 8> kSheetKinds{"plane",  "book", "curl",  "bend",
                                                             "corner", "fold", "folds", "wave"};

// The same kind and seed give the same sheet. `page_mm`: of this size, not of A4, Letter, A5 or B5.
PhotoRecipe randomSheet(std::string_view kind, std::uint64_t seed, std::optional<Vec2> page_mm = {});

// The same sheet with print of another kind (random_print.h), on any desk; of every sixth a thumb holds the side.
PhotoRecipe randomDocument(std::string_view kind, std::string_view print, std::uint64_t seed);

// A given page (u8 grey, upright), on such a sheet, on any desk.
PhotoRecipe randomPhotoOf(Image print, std::string_view kind, std::uint64_t seed);

}  // namespace platen::test
