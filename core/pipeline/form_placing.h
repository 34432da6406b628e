// Which fit of a known form to a photo it is: by what, and with which sheet around it, the form is placed, judged by
// print, paper and edges; and the fit that is made of it. Results, exceptions, stops and threads: as in page.h.
#pragma once

#include "core/detect/known_form.h"
#include "core/guide.h"
#include "core/optim/form_fit.h"
#include "core/pipeline/page.h"
#include "core/pipeline/register.h"

#include <functional>
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
};

class FormPlacing {
 public:
  // All of them outlive it.
  FormPlacing(const OpenedPhoto& photo,
              const OpenedForm& form,
              const FitOptions& options,
              const FitHooks& hooks,
              const std::stop_token& stop);

  // detect::findForm(), with what the photo's file says of its lens.
  [[nodiscard]] std::optional<detect::FormSight> find(detect::FormSearch search,
                                                      const std::optional<FormSheet>& sheet,
                                                      const PageGuide& told) const;

  // The best of the fits that begin from there; `sheet` and `told` are those that it was found with. After a stop
  // nothing follows from the result.
  [[nodiscard]] PlacedForm place(detect::FormSight found,
                                 detect::FormSearch search,
                                 const std::optional<FormSheet>& sheet,
                                 PageGuide told) const;

 private:
  [[nodiscard]] optim::FormFit fittedTwice(const detect::FormSight& sight, const FitOptions& options) const;
  [[nodiscard]] PlacedForm byOutlineOrNot(detect::FormSight sight,
                                          const std::function<std::optional<detect::FormSight>()>& otherwise) const;
  void tryKnownSheets(PlacedForm& placed, const PageGuide& told) const;
  void refine(PlacedForm& placed) const;
  [[nodiscard]] std::optional<PlacedForm> byPinsAlone(const std::optional<FormSheet>& sheet,
                                                      const PageGuide& told) const;

  const OpenedPhoto& photo_;
  const OpenedForm& form_;
  const FitOptions& options_;
  const FitHooks& hooks_;
  const std::stop_token& stop_;
  std::vector<PageCues> pages_;  // without what may not be looked at
};

}  // namespace platen::pipeline
