// Paper that is ruled or squared, seen along a side of the page (edge_profile.h): lines at even steps, all of one
// depth, between which the same paper lies. The leaves below a page are nowhere so even, and each is darker than the
// one above.
#pragma once

#include "core/optim/edge_profile.h"

#include <cstddef>

namespace platen::optim {

// The column behind the last of four and more even lines before column `end`, 0 where there are none. One line of two
// may be hidden by what is written.
std::size_t endOfRuling(const EdgeProfile& profile, std::size_t end);

}  // namespace platen::optim
