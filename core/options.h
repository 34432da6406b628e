// What a user can ask for, with the default in place. One table, visitOptions(), serves the command line, the sidecar
// and the settings panel: name, meaning, unit and range stand here and nowhere else.
#pragma once

#include "core/paper.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace platen {

enum class PageChoice : std::uint8_t { automatic, all, left, right, whole, number };
enum class ModelLimit : std::uint8_t { automatic, plane, sheet, free };
enum class Rotation : std::uint8_t { automatic, deg0, deg90, deg180, deg270 };
// What a fit rests on, to leave one out and see what it is worth: what is seen, and what is believed of all paper (it
// does not stretch, it bends smoothly) and of the camera (its focal length, EXIF's too, and slant). Of photos of a
// known form alone: the keypoints that are recognised, by which it is looked for, their matches in the fit, and its
// print.
enum class Evidence : std::uint8_t {
  lines,
  leading,
  margins,
  sides,
  rules,
  direction,
  period,
  surface,
  sizes,
  shading,
  focal,
  matches,
  print,
  isometry,
  bending,
  camera,
  keypoints
};
// What a fit without a known form rests on, and what one to such a form does.
inline constexpr std::array kPageEvidence{Evidence::lines,   Evidence::leading,   Evidence::margins, Evidence::sides,
                                          Evidence::rules,   Evidence::direction, Evidence::period,  Evidence::surface,
                                          Evidence::sizes,   Evidence::shading,   Evidence::focal,   Evidence::isometry,
                                          Evidence::bending, Evidence::camera};
inline constexpr std::array kFormEvidence{Evidence::lines,   Evidence::margins, Evidence::sides,
                                          Evidence::sizes,   Evidence::shading, Evidence::focal,
                                          Evidence::matches, Evidence::print,   Evidence::isometry,
                                          Evidence::bending, Evidence::camera,  Evidence::keypoints};
// How the pages of an open book follow each other: as in Latin or Cyrillic script, or as in Arabic, Hebrew, Japanese.
enum class ReadingOrder : std::uint8_t { leftToRight, rightToLeft };
enum class Device : std::uint8_t { automatic, cpu, cuda };
enum class Crop : std::uint8_t { page, content, none };
enum class ColorChoice : std::uint8_t { keep, gray, bitonal };
enum class Clean : std::uint8_t { none, illumination };
enum class Filter : std::uint8_t { bilinear, bicubic, lanczos };
// What a page shows where the photo ends.
enum class Fill : std::uint8_t { paper, white };
enum class FileFormat : std::uint8_t { automatic, jpeg, png, tiff, pdf };

// An enum's names on the command line and in the sidecar, in the order of its values.
template <class E>
struct EnumNames;
template <>
struct EnumNames<ModelLimit> {
  static constexpr std::array<std::string_view, 4> kNames{"auto", "plane", "sheet", "free"};
};
template <>
struct EnumNames<Evidence> {
  static constexpr std::array<std::string_view, 17> kNames{
      "lines",   "leading", "margins", "sides", "rules",    "direction", "period", "surface",  "sizes",
      "shading", "focal",   "matches", "print", "isometry", "bending",   "camera", "keypoints"};
};
template <>
struct EnumNames<Rotation> {
  static constexpr std::array<std::string_view, 5> kNames{"auto", "0", "90", "180", "270"};
};
template <>
struct EnumNames<ReadingOrder> {
  static constexpr std::array<std::string_view, 2> kNames{"left-to-right", "right-to-left"};
};
template <>
struct EnumNames<Device> {
  static constexpr std::array<std::string_view, 3> kNames{"auto", "cpu", "cuda"};
};
template <>
struct EnumNames<Crop> {
  static constexpr std::array<std::string_view, 3> kNames{"page", "content", "none"};
};
template <>
struct EnumNames<ColorChoice> {
  static constexpr std::array<std::string_view, 3> kNames{"keep", "gray", "bitonal"};
};
template <>
struct EnumNames<Clean> {
  static constexpr std::array<std::string_view, 2> kNames{"none", "illumination"};
};
template <>
struct EnumNames<Filter> {
  static constexpr std::array<std::string_view, 3> kNames{"bilinear", "bicubic", "lanczos"};
};
template <>
struct EnumNames<Fill> {
  static constexpr std::array<std::string_view, 2> kNames{"paper", "white"};
};
template <>
struct EnumNames<FileFormat> {
  static constexpr std::array<std::string_view, 5> kNames{"auto", "jpeg", "png", "tiff", "pdf"};
};

// auto | all | left | right | whole | 1..N
struct PageSelection {
  PageChoice choice = PageChoice::all;
  int number = 0;  // with PageChoice::number, from 1
  friend bool operator==(const PageSelection&, const PageSelection&) = default;
};

struct FitOptions {
  // Which page of a spread is fitted; all: each page becomes its own output, unless a picture or title runs across the
  // gutter; whole: the spread is one page.
  PageSelection page;
  // The richest model that may be used: plane never bends, sheet never stretches, free follows creases but may invent
  // waves.
  ModelLimit model = ModelLimit::automatic;
  // Reading direction, clockwise after EXIF; automatic looks at the text.
  Rotation rotate = Rotation::automatic;
  // Which page of an open book is its first one: the left, or the right one.
  ReadingOrder reading_order = ReadingOrder::leftToRight;
  // Which sheet the page is: gives its proportions and its size. Automatic takes a standard one where it looks like
  // one.
  PaperChoice paper;
  // Steps of the free-form descent, over all its levels; 0: as many as the levels plan. More is slower and rarely
  // better.
  int steps = 0;
  // Where the descent runs.
  Device device = Device::automatic;
  // Threads for decoding, detection and rendering; 0: one per core.
  int threads = 0;
  // Evidence that the fit must not look at: for measuring what each kind is worth, and for pages that one kind
  // misleads.
  std::vector<Evidence> without;
  friend bool operator==(const FitOptions&, const FitOptions&) = default;
};

struct ExportOptions {
  // Output resolution in pixels per inch; 0: the source's own sampling density. Needs a page whose physical size is
  // known.
  double dpi = 0;
  // Output size relative to the source's own sampling density.
  double scale = 1;
  // Added around the page (or taken away, if negative), in millimetres of paper.
  double margin_mm = 0;
  // What is kept: the sheet to its edges, the printed content, or all of the photo that the grid can carry.
  Crop crop = Crop::page;
  // keep leaves pixels as they are; gray and bitonal drop colour.
  ColorChoice color = ColorChoice::keep;
  // illumination evens the light and whitens the paper; none leaves pixels untouched.
  Clean clean = Clean::none;
  // How much edges are steepened, after cleaning and before black and white; 1 is usual. It helps OCR on soft photos
  // and costs a little on sharp pages.
  double sharpen = 0;
  // Resampling where the map magnifies; where it minifies, areas are averaged.
  Filter filter = Filter::bicubic;
  // Where the page lies outside the photo: the paper's colour goes on smoothly, or white shows what is missing. With
  // Crop::none always white.
  Fill fill = Fill::paper;
  // JPEG quality, 1..100.
  int quality = 92;
  // auto: the name's extension, else the source's own format.
  FileFormat format = FileFormat::automatic;
  // What may be resident at most, bytes: the export works within it, and a photo that needs more is refused; 0: never.
  std::uint64_t memory_bytes = 0;
  friend bool operator==(const ExportOptions&, const ExportOptions&) = default;
};

// One row of the option table.
struct OptionInfo {
  std::string_view name;     // "rotate": --rotate on the command line, the key in the sidecar
  std::string_view meaning;  // one sentence, what it trades
  std::string_view unit;     // "mm", "px/inch", "" ...
  double low = 0, high = 0;  // inclusive range; low == high: none
};

// Calls visit(OptionInfo, member&) once for every option, in the order of the help text. T is FitOptions or
// ExportOptions, const or not.
template <class Options, class Visitor>
requires std::same_as<std::remove_const_t<Options>, FitOptions>
void visitOptions(Options& o, Visitor&& visit) {
  visit(OptionInfo{"page", "which page of a spread: auto, all, left, right, its number, or whole (not cut)", "", 0, 0},
        o.page);
  visit(OptionInfo{"model", "the most the paper may do: lie flat, bend (sheet), fold (free)", "", 0, 0}, o.model);
  visit(OptionInfo{"rotate", "reading direction, clockwise after EXIF", "degrees", 0, 0}, o.rotate);
  visit(OptionInfo{"reading-order", "which page of an open book comes first: the left or the right one", "", 0, 0},
        o.reading_order);
  visit(OptionInfo{"paper", "the sheet that the page is: as it looks (auto), as measured, or one that is known", "", 0,
                   0},
        o.paper);
  visit(OptionInfo{"steps", "steps of the fit to folded paper (0: as planned)", "", 0, 100000}, o.steps);
  visit(OptionInfo{"device", "what computes the fit", "", 0, 0}, o.device);
  visit(OptionInfo{"threads", "threads (0: one per core)", "", 0, 1024}, o.threads);
  visit(OptionInfo{"without", "evidence that the fit must not look at, such as rules,margins", "", 0, 0}, o.without);
}

template <class Options, class Visitor>
requires std::same_as<std::remove_const_t<Options>, ExportOptions>
void visitOptions(Options& o, Visitor&& visit) {
  visit(OptionInfo{"dpi", "output resolution (0: the source's own sampling density)", "px/inch", 0, 4800}, o.dpi);
  visit(OptionInfo{"scale", "output size relative to the source's own sampling density", "", 0.01, 16}, o.scale);
  visit(OptionInfo{"margin", "added around the page", "mm", -500, 500}, o.margin_mm);
  visit(OptionInfo{"crop", "keep the sheet, its print alone (content), or all the photo (none)", "", 0, 0}, o.crop);
  visit(OptionInfo{"color", "keep the colours, or make gray or bitonal pages", "", 0, 0}, o.color);
  visit(OptionInfo{"clean", "even the light and whiten the paper, or leave pixels untouched", "", 0, 0}, o.clean);
  visit(OptionInfo{"sharpen", "steepen edges, for OCR of soft photos: 1 is usual (0: none)", "", 0, 5}, o.sharpen);
  visit(OptionInfo{"filter", "resampling where the map magnifies", "", 0, 0}, o.filter);
  visit(OptionInfo{"fill", "what a page shows where the photo ends: its paper's colour, or white", "", 0, 0}, o.fill);
  visit(OptionInfo{"quality", "JPEG quality", "", 1, 100}, o.quality);
  visit(OptionInfo{"format", "file format (auto: by the name, else the source's own)", "", 0, 0}, o.format);
  visit(OptionInfo{"memory", "work within this much memory, refuse photos that need more (0: never)", "bytes", 0, 0},
        o.memory_bytes);
}

// What is wrong with the values, one sentence each; empty: nothing. Checked once, where options enter the program.
std::vector<std::string> problems(const FitOptions& options);
std::vector<std::string> problems(const ExportOptions& options);

}  // namespace platen
