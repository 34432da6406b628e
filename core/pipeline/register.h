// The verbs for photos of a form whose empty form is known: open the form once, learn from some of the photos where the
// sheet's edges lie around it (or be told) and where print is filled in, then register each photo. What comes back is a
// fitted page like any other: export, sidecar and apply are those of page.h.
//
//   openForm -> [learnForm] -> registerPhoto (each) -> savePages
//
// Results, exceptions, stops and threads: as in page.h.
#pragma once

#include "core/form_cues.h"
#include "core/guide.h"
#include "core/pipeline/page.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace platen::detect {
struct KnownForm;
}

namespace platen::pipeline {

struct OpenedForm {
  PhotoInfo info;  // of the reference
  std::shared_ptr<const detect::KnownForm> known;
};
// checkFitMemory (page.h) of a photo that is to be registered: that takes nearly three times as much.
Result<void> checkRegisterMemory(const std::filesystem::path& file,
                                 std::uint64_t memory_bytes,
                                 std::stop_token stop = {});

// Errors: those of a photo; badInput where nothing is printed on it.
Result<OpenedForm> openForm(const std::filesystem::path& reference, std::stop_token stop = {});

struct RegisteredPhoto {
  PhotoInfo info;
  FittedPage page;  // index 1; page_uv is the reference's rectangle
  FormSheet sheet;  // where this photo shows the sheet's edges around the form
};
// `sheet`: where the sheet's edges lie around the form; without it they are only asked to be straight, or to be those
// of a known paper size (likelySheets) where print, paper and edges say that this is clearly better. `told`: pins,
// whose page_uv are of the form as its file has it, and lines. Errors: noPage where the photo does not show this form;
// with four pins or more that a camera could see so it is taken to, and a warning says where print does not bear that
// out. Pins and lines that contradict print are left out, and said to be.
Result<RegisteredPhoto> registerPhoto(const std::filesystem::path& photo,
                                      const OpenedForm& form,
                                      const std::optional<FormSheet>& sheet,
                                      const FitOptions& options,
                                      const FitHooks& hooks,
                                      const std::stop_token& stop = {},
                                      const PageGuide& told = {});
// Several photos at a time: `jobs` of them, each by one thread if that is more than one. What comes out does not depend
// on it.
struct RegisterJobs {
  int jobs = 1;
  std::uint64_t memory_bytes = 0;  // of all of them (memory_shares.h); 0: no bound
};
// registerPhoto() of each, in order. Errors: tooLarge as well, where a photo can't be registered in all of the memory.
std::vector<Result<RegisteredPhoto>> registerPhotos(const std::vector<std::filesystem::path>& photos,
                                                    const OpenedForm& form,
                                                    const std::optional<FormSheet>& sheet,
                                                    const FitOptions& options,
                                                    const RegisterJobs& jobs,
                                                    const std::stop_token& stop = {},
                                                    const PageGuide& told = {});

// What --pins of a form says, of its only page. Errors: badInput, of `file`, where it speaks of another page, a turn or
// a spine, which a form has not.
Result<PageGuide> guideOfForm(const std::filesystem::path& file, const Guide& pins);

// What a call's photos teach of a form.
struct LearnedForm {
  OpenedForm form;                 // with the places at which several photos have print filled in (filled_places.h)
  std::optional<FormSheet> sheet;  // as given, or from what photos agree on: nothing where too few of them do
};
// How many of the registrations of which it learns are done, from 0 to all; one call at a time, on any thread; 0 and
// all are told, and nothing where there is nothing to learn from.
using Learning = std::function<void(std::size_t done, std::size_t of)>;
// From up to six of the photos: the edges by registering each by its print alone, if `sheet` does not say them, then
// what is filled in by registering each whole; flat sheets count more. Photos that can't be read, afforded or
// registered are left out: registerPhotos says why.
LearnedForm learnForm(const std::vector<std::filesystem::path>& photos,
                      const OpenedForm& form,
                      const std::optional<FormSheet>& sheet,
                      const FitOptions& options,
                      const std::stop_token& stop,
                      const RegisterJobs& jobs = {},
                      const Learning& learning = {});

// How far places are trusted that were measured on a sheet, by how flat it was: 0..1.
double trustIn(const FormSheet& measured);

// What some measurements say of each edge: their median where at least two agree, and the paper's size where it is a
// known one.
std::optional<FormSheet> combined(const std::vector<FormSheet>& measured, Vec2 form_extent);

// Where the edges of a single sheet may lie, the likeliest first: those of known paper sizes that go with two edges
// across from each other. Nothing where there is no such size, or what was measured is within 25 form_px of one.
std::vector<FormSheet> likelySheets(const FormSheet& measured, Vec2 form_extent);

// The sheet whose edges lie at the box, in pixels of the reference.
FormSheet sheetAt(const Box& reference_px, Size reference_size);

}  // namespace platen::pipeline
