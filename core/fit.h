// The nouns of a fit: how it ended, what it found, and what it tells while it runs. The verbs are in core/optim/fit.h.
#pragma once

#include "core/geometry.h"
#include "core/warp_grid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace platen {

// How a fit ended. In every case but `diverged` the grid is usable and no worse than the start.
enum class Termination : std::uint8_t {
  converged,  // the energies stopped falling
  stepsUsed,  // the given number of steps was used up
  stopped,    // the caller asked to stop; the grid is the best so far
  diverged,   // energies or grid became non-finite; the grid is the start
};

// What the page's shape was taken for, from poor to rich.
enum class WarpModel : std::uint8_t {
  plane,  // the photo deskewed, or a flat page under a perspective camera
  sheet,  // a sheet bent without stretching along straight rulings, under a perspective camera
  free,   // a sheet plus a free-form B-spline offset
};

struct FitEnergy {
  std::string name;
  double first = 0;
  double last = 0;
};

// Told after every step, on the thread that fits. Lives only during the call.
struct FitProgress {
  std::string stage;               // "plane", "sheet", "free 2/3", ...
  int step = 0;                    // in this stage
  int steps = 0;                   // planned in this stage
  double energy = 0;               // total, comparable inside one round of one stage only
  const WarpGrid* grid = nullptr;  // null where the stage has none to show, or none was wanted
  int round = 0;                   // a stage that judges its evidence more strictly later begins a new round then
  double aspect = 0;               // of the page that the grid shows, flat: height over width; 0: not known
};

struct FitHooks {
  std::function<void(const FitProgress&)> onStep;  // may be empty
  // Asked before a step's grid is made, which costs a part of the step. Empty: each step has its grid.
  std::function<bool()> wants_grid;
  [[nodiscard]] bool wantsGrid() const { return !wants_grid || wants_grid(); }
};

// What one page of an open book tells of the other: one camera took both, and the leaves of a book are alike. Standard
// deviations of what the page's own curves say, priors left out; 0: they say nothing.
struct FacingPage {
  double log_focal = 0, log_focal_sigma = 0;    // of the focal length in units of the photo's longer side
  double log_aspect = 0, log_aspect_sigma = 0;  // of the page's height over its width
};

// What a page's proportions were measured to be, whatever paper it was taken for.
struct MeasuredShape {
  double longer = 0;  // its longer side over its shorter one; 0: not known
  double sigma = 0;   // standard deviation of the logarithm of that; 0: not known
};

// Where what is known of a camera's focal length is from, for the most part.
enum class FocalSource : std::uint8_t {
  assumed,  // phones and cameras are alike
  exif,     // the photo's file states it
  book,     // other photos of the same book told it
  page,     // curves and sides, of the page or of the one facing it, tell more than what was known before
};

inline constexpr std::array<std::string_view, 4> kFocalSourceNames{"assumed", "exif", "book", "page"};

// In units of the photo's longer side.
struct FocalLength {
  double longer_sides = 0;  // 0: not known, as of a scan
  double log_sigma = 0;     // standard deviation of its logarithm
  FocalSource from = FocalSource::assumed;
  friend bool operator==(const FocalLength&, const FocalLength&) = default;
};

struct FitResult {
  WarpGrid grid;  // source_from_page, upright
  WarpModel model = WarpModel::plane;
  Termination termination = Termination::converged;
  double confidence = 0;              // 0..1
  std::vector<std::string> warnings;  // in words a user understands
  int reading_rotation = 0;           // 0, 90, 180, 270: clockwise turn from the photo (after EXIF) to upright
  bool is_full_page = false;          // all four sides are the sheet's own edges
  bool is_whole_photo = false;        // it is all of the photo, of which nothing says that it is not: a scan's
  Vec2 page_extent_px;                // out_px at the source's own sampling density: width, height before rounding
  MeasuredShape measured;             // of the page's sides
  FocalLength focal_length;           // that the page was fitted with
  std::string paper;                  // the standard sheet whose shape the page was found to have ("A4"), or empty
  bool paper_is_assumed = false;      // it is the likeliest one; the shape alone would not tell it from others
  Box content_uv{0, 0, 1, 1};         // page_uv of the printed content, for --crop content
  int steps = 0;                      // of the descent, all stages
  double energy_first = 0, energy_last = 0;
  double seconds = 0;
  std::vector<FitEnergy> energies;
  // What the model needs to go on with the fit, by name; written to the sidecar's "parameters".
  std::map<std::string, std::vector<double>> parameters;
};

}  // namespace platen
