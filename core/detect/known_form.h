// A known form (the reference image of an empty form), prepared once, and where it is on a photo of a filled-in copy.
// The algorithm and its constants: docs/fit.md, part B.
//
// Threads: a const KnownForm may be used from any number of threads. Same input, same cues, whatever the threads.
#pragma once

#include "core/detect/filled_places.h"
#include "core/detect/form_edges.h"
#include "core/detect/form_features.h"
#include "core/detect/form_match.h"
#include "core/form_cues.h"
#include "core/guide.h"
#include "core/page_cues.h"
#include "core/pyramid.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::detect {

struct KnownForm {
  FormFrame frame;                 // without the photo's part
  Keypoints keypoints;             // canvas_px
  std::vector<FormLook> looks;     // coarse to fine
  std::vector<Box> print;          // words and short lines, dark or light on dark bars, canvas_px
  std::vector<FilledLine> filled;  // what other copies have in common of what is filled in, canvas_px
  // Nothing is printed on it, so that no photo could be fitted to it.
  [[nodiscard]] bool isBlank() const { return looks.empty() || looks.front().points.empty(); }
};

// The long side that the reference should be decoded at.
int referenceSide(Size reference_size);
KnownForm prepareForm(const Pyramid& reference);

// Places that look alike on the form (canvas_px) and on the photo (source_px).
struct PairedPlaces {
  std::vector<Vec2> form, photo;
};

// What can be recognised on a photo, and where it looks like the form. It takes longest of all that finds a form, and
// is the same for every way to look for it.
struct RecognisedPlaces {
  Keypoints seen;  // of the photo, source_px
  PairedPlaces pairs;
};
// Without pairs where it was stopped.
RecognisedPlaces recognise(const Pyramid& photo, const KnownForm& form, const std::stop_token& stop);

// A form found on a photo, and what it takes to look for it again.
struct FormSight {
  FormCues cues;
  Keypoints seen;        // of the photo, canvas_px
  CanvasImage canvas;    // the photo
  bool far_off = false;  // the sheet's outline lies far from where the matches put it: one of the two may be wrong
};

inline constexpr std::size_t kPlacedByPins = 4;  // or more of them

// What places the canvas and the searches for the sheet's edges: matches and the outline that detection followed, the
// matches alone, or pins and the outline, whatever is recognised. Where too few places are recognised for a pose, or
// kPlacedByPins pins and more lie elsewhere, these place the canvas in the first two as well; without them the
// outline's corners do.
enum class FormSearch { withOutline, matchesAlone, pinsAlone };

// `told`: pins (page_uv of the form) and lines by someone who saw the photo, source_px. `pages`: what findCues() found
// on the photo: text lines, and the outline to start from where too few places are recognised. `recognised`: what
// recognise() says of the same photo and form. `sheet`: where the sheet's edges lie around the form, if that is known.
// Nothing where neither places nor an outline tell where the form could be.
std::optional<FormSight> findForm(const Pyramid& photo,
                                  const KnownForm& form,
                                  const RecognisedPlaces& recognised,
                                  const std::vector<PageCues>& pages,
                                  const std::optional<FormSheet>& sheet,
                                  FormSearch search,
                                  const PageGuide& told,
                                  const std::stop_token& stop);

// What a first fit makes possible to see: matches and the sheet's edges are looked for anew, near the places where the
// fit has them (`seen_at`: canvas_px of the form -> of the photo). `sheet`: where the edges lie by that fit; it stands
// in for a sheet that is not known.
FormCues lookAgain(const FormSight& first,
                   const KnownForm& form,
                   const std::function<Vec2(Vec2 form_canvas_px)>& seen_at,
                   const FormSheet& sheet);

// Print by that fit, filled in or printed: canvas_px of the photo. Who fills a form in may write, or feed it, aslant:
// what is not the form's own keeps the slope that most of it has, stands on no line where there is too little of it to
// tell, and in no columns where it slants. Where a column stands in line with print of the form, that says its place,
// and so do other copies (KnownForm::filled) that of lines and their ends.
struct FormPrint {
  std::vector<FormBaseline> baselines;      // print_rows.h
  std::vector<FormColumn> columns;          // print_columns.h
  std::vector<FormColumn> ends;             // filled_places.h
  std::vector<CanvasCharacter> characters;  // of words, whatever line they stand on
  std::vector<FilledPiece> filled;          // canvas_px of the form; none that slant
  // Lines and ends whose places other copies tell.
  [[nodiscard]] std::ptrdiff_t places() const {
    return std::ssize(ends) +
           std::ranges::count_if(baselines, [](const FormBaseline& line) { return line.place.has_value(); });
  }
  // Leaves what the page shows by itself.
  void forgetPlaces() {
    ends.clear();
    for (FormBaseline& line : baselines) {
      line.place.reset();
    }
  }
};
FormPrint printSeen(const FormSight& sight,
                    const KnownForm& form,
                    const std::function<Vec2(Vec2 form_canvas_px)>& seen_at,
                    const FormSheet& fitted_sheet);

// Share of the sheet's four edges, 0..1, that the photo shows where the fit has them. Says something beside another fit
// of the same photo: edges on patterned cloth are not seen, however right.
double edgesSeen(const FormSight& sight,
                 const std::function<Vec2(Vec2 form_canvas_px)>& seen_at,
                 const FormSheet& fitted_sheet);

}  // namespace platen::detect
