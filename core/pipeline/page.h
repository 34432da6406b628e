// The verbs between a photo's file and its flat pages: open, fit, export. Each host (the command line, the batch, the
// viewer) is these calls in this order:
//
//   openPhoto -> selectPages -> fitPage (each) -> savePages, or Document (document.h); saveWarp / loadWarp + pagesFor
//   for later
//
// Everything that can go wrong comes back as a Result; exceptions from below end here. Synchronous; a stop gives
// ErrorKind::stopped, except from fitPage, whose page is usable (its Termination says `stopped`). Frames: geometry.h.
// Threads: calls on different photos may run at the same time; one photo is used by one thread at a time.
#pragma once

#include "core/exported_page.h"
#include "core/fit.h"
#include "core/guide.h"
#include "core/if_there.h"
#include "core/image.h"
#include "core/options.h"
#include "core/page_cues.h"
#include "core/photo_info.h"
#include "core/pyramid.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace platen::pipeline {

// The finest level that detection and fit ever ask for (long side, pixels).
inline constexpr int kFinestFitSide = 2200;

// Stage -> seconds, in the order in which the stages ran.
using Seconds = std::vector<std::pair<std::string, double>>;

struct OpenedPhoto {
  PhotoInfo info;
  Pyramid pyramid;
  std::vector<PageCues> pages;  // reading order (FitOptions::reading_order), never empty
  Seconds seconds;              // decode, detect
  ReadingOrder order = ReadingOrder::leftToRight;
  // Of the camera, in units of the photo's longer side, where more is known than the file says; 0: as the file says.
  double focal = 0;
};
// `spine`: where someone saw the two pages of an open book meet (Guide::spine()), source_px; empty: as it is found. The
// photo then has two pages, whatever was seen of them, unless options.page keeps it whole.
Result<OpenedPhoto> openPhoto(const std::filesystem::path& file,
                              const FitOptions& options,
                              std::stop_token stop = {},
                              const Polyline& spine = {});

// A coarse picture of it, to be shown at once: its finest level is at least `long_side` pixels long where the photo is.
// `threads` 0: one per core.
Result<Pyramid> previewPhoto(const PhotoInfo& info, int long_side, std::stop_token stop = {}, int threads = 1);

// Does opening and fitting this photo stay below this many bytes (0: no bound), and the program that renders it, where
// it is such a page of a PDF? tooLarge, naming what is needed, if not. Such a page is then rendered; stopped, where
// that was.
Result<void> checkFitMemory(const std::filesystem::path& file, std::uint64_t memory_bytes, std::stop_token stop = {});

// What the file says of itself, without decoding it. A page of a PDF may have to be rendered for that: stopped.
Result<PhotoInfo> describePhoto(const std::filesystem::path& file, std::stop_token stop = {});

// Indices into photo.pages. `left` and `right` are the outer pages on those sides (of a single page: that page),
// automatic is the page that takes most of the photo; a number that the photo does not have is ErrorKind::badInput.
Result<std::vector<int>> selectPages(const OpenedPhoto& photo, const PageSelection& selection);

// The warning for a file of several images, of which the first is used.
std::string onlyFirstImage(int images);
// The warnings that the photo itself gives rise to: that one, and what the renderer of its page complained of.
std::vector<std::string> photoWarnings(const PhotoInfo& info);

// The warning of a page that nothing says the reading direction of.
inline constexpr const char* kTurnUnknown = "which way up the page reads could not be told (turn it with --rotate)";
bool saysTurnIsUnknown(const FitResult& fit);

struct FittedPage {
  int index = 1;  // on the photo, in reading order
  // Upright: grid, extent and content are turned to the reading direction, reading_rotation says by how much.
  FitResult fit;
  // Pixels per inch of the page at the source's own density; 0: not known (see densityDpi).
  double density_dpi = 0;
  Seconds seconds;  // fit, upright; of an open book before them facing
};

// Fits one page; `page` is an index into photo.pages. Reading direction: options.rotate gives the total clockwise turn
// from the photo (after EXIF) to the page; automatic takes the quarter turn from the text lines and decides about
// standing on the head by looking at the letters along the lines, and by Tesseract, which also tells vertical print.
// `guide`: what is known of the pages beforehand, but for their spine, which openPhoto() hears; pins speak of the
// upright page, so the reading direction is then decided before the fit.
Result<FittedPage> fitPage(const OpenedPhoto& photo,
                           int page,
                           const FitOptions& options,
                           const FitHooks& hooks,
                           std::stop_token stop = {},
                           const Guide& guide = {});

// What someone says of a photo's pages: PINS.json (docs/interfaces.md).
Result<Guide> loadPins(const std::filesystem::path& file);
// Are these places of this photo? A page may go on beyond it, but not by more than half the photo's longer side:
// badInput then, which names `file`, the place and the photo's size. Such places are another photo's, or no pixels.
Result<void> checkPlaces(const std::filesystem::path& file, const Guide& pins, const PhotoInfo& info);

// Pixels per inch of paper at the source's own density, or 0. A scan says it itself; what a camera writes (72, 300)
// says nothing about the paper. Without that, the sheet that the page was found to be (FitResult::paper) tells.
double densityDpi(const PhotoInfo& info, Vec2 page_extent_px, const std::string& paper);

// "plane", "sheet", "free": as options and sidecars say it.
std::string_view nameOf(WarpModel model);

// What went wrong, as scripts are told: "not found", "unreadable", ...
std::string_view nameOf(ErrorKind kind);

// One page on its way out: what a fit or a sidecar knows of it, in source_px of the photo that will be exported.
struct PageToExport {
  int index = 1;
  WarpGrid grid;
  Vec2 extent_px;  // out_px at the source's own density, before rounding
  Box content_uv{0, 0, 1, 1};
  double density_dpi = 0;
};
PageToExport exported(const FittedPage& page);

struct SavedPage {
  Size out_px;
  double dpi = 0;
  FileFormat format = FileFormat::jpeg;
  std::vector<std::string> warnings;
  Seconds seconds;          // export: decode, render and write, of all pages of the call
  double paper_dpi = 0;     // out pixels per inch of paper; 0: neither known nor assumed
  Box page_uv{0, 0, 1, 1};  // what of the page lies on it, in page_uv
};
struct PageFile {
  PageToExport page;
  std::filesystem::path file;
  IfThere if_there = IfThere::replace;
};
// Renders and writes pages of one photo (export_plan.h says how size, crop and resolution are found), which is decoded
// once for all of them and held only where that is faster and below options.memory_bytes (export_way.h; 0: below an
// ordinary bound). One result a page: a photo that is unreadable or needs too much memory (tooLarge, naming what is
// needed) is the error of all, other errors are a page's own. A file gets its final name only when it is whole; inUse
// where something has that name that is not to be replaced. Colour, cleaning and format as the options say; `threads`
// 0: one per core.
std::vector<Result<SavedPage>> savePages(const PhotoInfo& info,
                                         const std::vector<PageFile>& pages,
                                         const ExportOptions& options,
                                         int threads,
                                         std::stop_token stop = {});
// A page alone.
Result<SavedPage> savePage(const PhotoInfo& info,
                           const PageToExport& page,
                           const std::filesystem::path& file,
                           const ExportOptions& options,
                           int threads,
                           std::stop_token stop = {},
                           IfThere if_there = IfThere::replace);

// jpeg, png, tiff or pdf: the option, else the name's extension, else the photo's own. Of photos of formats that are
// not written (WebP, JPEG 2000, HEIF) and of pages of a PDF: JPEG where they were stored with losses in 8 bits without
// alpha, else PNG; of bitonal pages PNG in place of JPEG.
FileFormat formatFor(const std::filesystem::path& file, const ExportOptions& options, const PhotoInfo& info);
// The format that a file name asks for by its extension; automatic: none that we know.
FileFormat formatOfName(const std::filesystem::path& file);

// A fit, kept. What later needs of it, without the evidence.
struct SavedWarp {
  std::string source_file;
  std::string source_sha256;
  Size source_size;  // source_px
  int exif_orientation = 1;
  struct Page {
    PageToExport page;
    WarpModel model = WarpModel::plane;
    double confidence = 0;
    int reading_rotation = 0;
    std::vector<std::string> warnings;
    int steps = 0;
    double energy_first = 0, energy_last = 0, seconds = 0;
    std::map<std::string, std::vector<double>> parameters;
    std::string paper;  // the standard sheet that the page is, or empty
    bool paper_is_assumed = false;
    FocalLength focal_length;
    std::optional<ExportedPage> exported;
  };
  std::vector<Page> pages;
};
// `exported`: how the pages are exported by the same call; null: they are not.
Result<void> saveWarp(const std::filesystem::path& file,
                      const PhotoInfo& info,
                      const std::vector<FittedPage>& pages,
                      IfThere if_there = IfThere::replace,
                      const ExportOptions* exported = nullptr);
Result<SavedWarp> loadWarp(const std::filesystem::path& file);
// float32 [pages, R, C, 2]: the grids of the pages (docs/interfaces.md, --map-out).
Result<void> saveMap(const std::filesystem::path& file, const std::vector<WarpGrid>& grids);

// The pages of a kept fit on another exposure or a higher-resolution original: grids are scaled to its size. A photo
// whose sides are not as the first one's within 1 % is refused (badInput).
Result<std::vector<PageToExport>> pagesFor(const SavedWarp& warp, const PhotoInfo& info);

// Adds to `guide` that each page begins from the one of the same number in a kept fit, of this photo or of one taken by
// the same camera in the same place. badInput, and nothing added, where the photo has other proportions (as pagesFor).
Result<void> startFrom(const SavedWarp& warp, const PhotoInfo& info, Guide& guide);

// A shape given for a photo of another size, in this one's pixels. Precondition: the same proportions.
PageGuide scaledShape(PageGuide shape, Size from_px, Size to_px);

// For a program that must end at once: takes away every file that has not got its final name yet. Writers still at work
// then fail. Any thread.
void removeUnfinishedFiles() noexcept;

}  // namespace platen::pipeline
