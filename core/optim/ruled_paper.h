// Paper that is ruled or squared, seen along a side of the page (edge_profile.h): lines at even steps, all of one
// depth, between which the same paper lies. The leaves below a page are nowhere so even, and each is darker than the
// one above.
#pragma once

#include "core/optim/edge_profile.h"

#include <cstddef>

namespace platen::optim {

// The column behind the last of a row of even lines before column `end`, 0 where there are none. Four lines and more of
// which two lie before column `written_to`, where leaves can't be; or six and more a character height apart: what is
// written may hide the first. A fifth of them may be missing, but never two side by side.
std::size_t endOfRuling(const EdgeProfile& profile, std::size_t written_to, std::size_t end);

}  // namespace platen::optim
