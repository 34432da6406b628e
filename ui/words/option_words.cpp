#include "ui/words/option_words.h"

#include <array>

#include <QCoreApplication>

namespace platen::ui {
namespace {

constexpr std::array kWords{
    QT_TRANSLATE_NOOP("Options", "page"),
    QT_TRANSLATE_NOOP("Options", "model"),
    QT_TRANSLATE_NOOP("Options", "rotate"),
    QT_TRANSLATE_NOOP("Options", "reading-order"),
    QT_TRANSLATE_NOOP("Options", "steps"),
    QT_TRANSLATE_NOOP("Options", "device"),
    QT_TRANSLATE_NOOP("Options", "threads"),
    QT_TRANSLATE_NOOP("Options", "without"),
    QT_TRANSLATE_NOOP("Options", "dpi"),
    QT_TRANSLATE_NOOP("Options", "scale"),
    QT_TRANSLATE_NOOP("Options", "margin"),
    QT_TRANSLATE_NOOP("Options", "crop"),
    QT_TRANSLATE_NOOP("Options", "color"),
    QT_TRANSLATE_NOOP("Options", "clean"),
    QT_TRANSLATE_NOOP("Options", "sharpen"),
    QT_TRANSLATE_NOOP("Options", "filter"),
    QT_TRANSLATE_NOOP("Options", "fill"),
    QT_TRANSLATE_NOOP("Options", "quality"),
    QT_TRANSLATE_NOOP("Options", "format"),
    QT_TRANSLATE_NOOP("Options", "memory"),
    QT_TRANSLATE_NOOP("Options", "which page of a spread: auto, all, left, right, its number, or whole (not cut)"),
    QT_TRANSLATE_NOOP("Options", "the most the paper may do: lie flat, bend (sheet), fold (free)"),
    QT_TRANSLATE_NOOP("Options", "reading direction, clockwise after EXIF"),
    QT_TRANSLATE_NOOP("Options", "which page of an open book comes first: the left or the right one"),
    QT_TRANSLATE_NOOP("Options", "left-to-right"),
    QT_TRANSLATE_NOOP("Options", "right-to-left"),
    QT_TRANSLATE_NOOP("Options", "the sheet that the page is: as it looks (auto), as measured, or one that is known"),
    QT_TRANSLATE_NOOP("Options", "steps of the fit to folded paper (0: as planned)"),
    QT_TRANSLATE_NOOP("Options", "as planned"),
    QT_TRANSLATE_NOOP("Options", "what computes the fit"),
    QT_TRANSLATE_NOOP("Options", "threads (0: one per core)"),
    QT_TRANSLATE_NOOP("Options", "one per core"),
    QT_TRANSLATE_NOOP("Options", "evidence that the fit must not look at, such as rules,margins"),
    QT_TRANSLATE_NOOP("Options", "output resolution (0: the source's own sampling density)"),
    QT_TRANSLATE_NOOP("Options", "output size relative to the source's own sampling density"),
    QT_TRANSLATE_NOOP("Options", "added around the page"),
    QT_TRANSLATE_NOOP("Options", "keep the sheet, its print alone (content), or all the photo (none)"),
    QT_TRANSLATE_NOOP("Options", "keep the colours, or make gray or bitonal pages"),
    QT_TRANSLATE_NOOP("Options", "even the light and whiten the paper, or leave pixels untouched"),
    QT_TRANSLATE_NOOP("Options", "steepen edges, for OCR of soft photos: 1 is usual (0: none)"),
    QT_TRANSLATE_NOOP("Options", "resampling where the map magnifies"),
    QT_TRANSLATE_NOOP("Options", "what a page shows where the photo ends: its paper's colour, or white"),
    QT_TRANSLATE_NOOP("Options", "JPEG quality"),
    QT_TRANSLATE_NOOP("Options", "file format (auto: by the name, else the source's own)"),
    QT_TRANSLATE_NOOP("Options", "work within this much memory, refuse photos that need more (0: never)"),
    QT_TRANSLATE_NOOP("Options", "no limit"),
    QT_TRANSLATE_NOOP("Options", "degrees"),
    QT_TRANSLATE_NOOP("Options", "px/inch"),
    QT_TRANSLATE_NOOP("Options", "mm"),
    QT_TRANSLATE_NOOP("Options", "bytes"),
    QT_TRANSLATE_NOOP("Options", "MB"),
    QT_TRANSLATE_NOOP("Options", "auto"),
    QT_TRANSLATE_NOOP("Options", "all"),
    QT_TRANSLATE_NOOP("Options", "left"),
    QT_TRANSLATE_NOOP("Options", "right"),
    QT_TRANSLATE_NOOP("Options", "whole"),
    QT_TRANSLATE_NOOP("Options", "plane"),
    QT_TRANSLATE_NOOP("Options", "sheet"),
    QT_TRANSLATE_NOOP("Options", "free"),
    QT_TRANSLATE_NOOP("Options", "cpu"),
    QT_TRANSLATE_NOOP("Options", "cuda"),
    QT_TRANSLATE_NOOP("Options", "content"),
    QT_TRANSLATE_NOOP("Options", "none"),
    QT_TRANSLATE_NOOP("Options", "keep"),
    QT_TRANSLATE_NOOP("Options", "gray"),
    QT_TRANSLATE_NOOP("Options", "bitonal"),
    QT_TRANSLATE_NOOP("Options", "illumination"),
    QT_TRANSLATE_NOOP("Options", "bilinear"),
    QT_TRANSLATE_NOOP("Options", "bicubic"),
    QT_TRANSLATE_NOOP("Options", "lanczos"),
    QT_TRANSLATE_NOOP("Options", "paper"),
    QT_TRANSLATE_NOOP("Options", "white"),
    QT_TRANSLATE_NOOP("Options", "jpeg"),
    QT_TRANSLATE_NOOP("Options", "png"),
    QT_TRANSLATE_NOOP("Options", "tiff"),
    QT_TRANSLATE_NOOP("Options", "pdf"),
};

}  // namespace

std::span<const char* const> optionWords() {
  return kWords;
}

}  // namespace platen::ui
