// Which fit of a known form to a photo it is: by what, and with which sheet around it, the form is placed, judged by
// print, paper and edges; and the fit that is made of it. Results, exceptions, stops and threads: as in page.h.
#pragma once

#include "core/detect/known_form.h"
#include "core/guide.h"
#include "core/optim/form_fit.h"
#include "core/pipeline/page.h"
#include "core/pipeline/register.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace platen::pipeline {

// A form as one of its fits has it.
struct PlacedForm {
  detect::FormSight sight;
  optim::FormFit fitted;
  bool convinces = false;  // print is where the form has it
  bool by_pins = false;    // it is not, and nothing but someone's pins says where the form is
  PageGuide heard;         // what the fit was told
  PageGuide left_out;      // and what it was not, for it contradicts print; pins: the furthest first
};

class FormPlacing {
 public:
  // All of them outlive it. Looks for what can be recognised on the photo, once for all of its ways to look for the
  // form.
  FormPlacing(const OpenedPhoto& photo,
              const OpenedForm& form,
              const FitOptions& options,
              const FitHooks& hooks,
              const std::stop_token& stop);

  // The best of the fits. Nothing where neither places nor an outline nor pins tell where the form could be; after a
  // stop nothing follows from the result.
  [[nodiscard]] std::optional<PlacedForm> place(detect::FormSearch search,
                                                const std::optional<FormSheet>& sheet,
                                                const PageGuide& told) const;
  // What is filled in, where a fit has it.
  [[nodiscard]] std::vector<detect::FilledPiece> filledIn(const PlacedForm& placed) const;

 private:
  [[nodiscard]] std::optional<detect::FormSight> find(detect::FormSearch search,
                                                      const std::optional<FormSheet>& sheet,
                                                      const PageGuide& told) const;
  [[nodiscard]] optim::FormFit fittedTwice(const detect::FormSight& sight) const;
  [[nodiscard]] std::optional<PlacedForm> byOutlineOrNot(detect::FormSearch search,
                                                         const std::optional<FormSheet>& sheet,
                                                         const PageGuide& told) const;
  [[nodiscard]] PlacedForm judgedByPrint(PlacedForm alone, const PageGuide& told) const;
  [[nodiscard]] std::optional<PlacedForm> alsoTold(const PlacedForm& alone, const PageGuide& heard) const;
  [[nodiscard]] std::optional<PlacedForm> byPinsAlone(const std::optional<FormSheet>& sheet,
                                                      const PageGuide& told) const;
  void tryKnownSheets(PlacedForm& placed) const;
  void refine(PlacedForm& placed) const;

  const OpenedPhoto& photo_;
  const OpenedForm& form_;
  const FitOptions& options_;
  const FitHooks& hooks_;
  const std::stop_token& stop_;
  detect::RecognisedPlaces recognised_;
  std::vector<PageCues> pages_;  // without what may not be looked at
};

}  // namespace platen::pipeline
