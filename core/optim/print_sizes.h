// Characters of one size on the flat page, as an energy of an offset net over a canvas (form_cues.h). Where the paper
// leans away or lies farther off, print is seen smaller; a net that lets lines run level and keeps to the sides can
// still have it 10 % too high at one end of the page. Forms and letters have few sizes of print: x-heights, capitals
// and figures, letters with descenders, each once or twice.
//
//   E = sum over characters of log(1 + (r / reach)^2) / max(150, their number),
//   r = log(height on the page) - mean of its group
//
// with the height from top to foot, across the rows of the page (y).
#pragma once

#include "core/form_cues.h"
#include "core/geometry.h"
#include "core/optim/canvas_points.h"
#include "core/optim/energy.h"
#include "core/optim/offset_net.h"

#include <cstddef>
#include <span>
#include <vector>

namespace platen::optim {

// Characters that seem to be of one size on the page, though those in one part of it may have come out larger than
// those in another: an even change of the logarithm along x and y, up to some tens of per cent over the page, is found
// with the groups and taken off first. Each group as indices; what belongs to none is left out; groups of less than
// kLeastOfOneSize are none. `heights`: on the page, above 0; `places`: the page's middle is 0, its corners are +-1.
// Groups whose logarithms are less than `apart` from each other are left out: a stretch could make one of the other.
inline constexpr std::size_t kLeastOfOneSize = 8;
std::vector<std::vector<std::size_t>> sizeGroups(std::span<const double> heights,
                                                 std::span<const Vec2> places,
                                                 double apart = 0);

// Top and foot of each, one after the other.
std::vector<Vec2> endsOf(std::span<const CanvasCharacter> characters);
// Such groups of the characters on a net's page, its middle and half its size in canvas_px; of none that lie beyond it.
std::vector<std::vector<std::size_t>> sizeGroups(std::span<const CanvasCharacter> characters,
                                                 const OffsetNet& offsets,
                                                 Vec2 extent,
                                                 Vec2 middle,
                                                 Vec2 half,
                                                 double apart = 0);

class PrintSizeEnergy : public Energy {
 public:
  // `groups`: of indices of `characters`.
  PrintSizeEnergy(double weight,
                  double reach,
                  const std::vector<CanvasCharacter>& characters,
                  const std::vector<std::vector<std::size_t>>& groups,
                  NetShape shape,
                  Vec2 extent);
  double add(std::span<const double> controls, double scale, std::span<double> gradient) override;

 private:
  double reach_;
  std::vector<std::size_t> group_sizes_;
  CanvasPoints points_;  // the characters of one group after those of another: top, foot, top, foot
  std::vector<double> log_heights_, pulls_;
};

}  // namespace platen::optim
