// The engine's sentences beside the window's: data. A test compares them with the sources that say them.
#include "ui/words/engine_words.h"

#include <array>

#include <QCoreApplication>

namespace platen::ui {
namespace {

// Sentences that speak of the command line's options speak of the window's here.
constexpr std::array kSentences{
    // core/optim, core/detect, core/pipeline: what FitResult::warnings says.
    EngineSentence{"no text lines were found: the page was fitted to its outline and printed lines alone",
                   QT_TRANSLATE_NOOP("Engine",
                                     "No text lines were found: the page was fitted to its outline and printed lines "
                                     "alone")},
    EngineSentence{"few text lines were found: the shape of the page is uncertain",
                   QT_TRANSLATE_NOOP("Engine", "Few text lines were found: the shape of the page is uncertain")},
    EngineSentence{"too few lines and edges were found to be sure of the perspective",
                   QT_TRANSLATE_NOOP("Engine", "Too few lines and edges were found to be sure of the perspective")},
    EngineSentence{
        "the lines of text do not fit the page's edges: the page was fitted without them",
        QT_TRANSLATE_NOOP("Engine", "The lines of text do not fit the page's edges: the page was fitted without them")},
    EngineSentence{"no page edges were found: cropped to the printed content",
                   QT_TRANSLATE_NOOP("Engine", "No page edges were found: cropped to the printed content")},
    EngineSentence{"not all page edges were found: cropped to the printed content where they are missing",
                   QT_TRANSLATE_NOOP("Engine",
                                     "Not all page edges were found: cropped to the printed content where they are "
                                     "missing")},
    EngineSentence{
        "only one page was found on the photo, and it was taken (to divide it, give the spine by --pins or in the "
        "viewer)",
        QT_TRANSLATE_NOOP("Engine", "Only one page was found on the photo, and it was taken (split it by a spine)")},
    EngineSentence{
        "the spine runs along the lines of text: the photo was not divided there",
        QT_TRANSLATE_NOOP("Engine", "The spine runs along the lines of text: the photo was not split there")},
    EngineSentence{"part of the page lies outside the photo",
                   QT_TRANSLATE_NOOP("Engine", "Part of the page lies outside the photo")},
    EngineSentence{"the paper is folded or crumpled: small waves may remain",
                   QT_TRANSLATE_NOOP("Engine", "The paper is folded or crumpled: small waves may remain")},
    EngineSentence{"no shape was found on which the page looks flatter: the photo was only turned level",
                   QT_TRANSLATE_NOOP("Engine",
                                     "No shape was found on which the page looks flatter: the photo was only turned "
                                     "level")},
    EngineSentence{"the free form folded over itself: the bent sheet alone was used",
                   QT_TRANSLATE_NOOP("Engine", "The free form folded over itself: the bent sheet alone was used")},
    EngineSentence{
        "the bent page folded over itself in the fit: a simpler shape was used",
        QT_TRANSLATE_NOOP("Engine", "The bent page folded over itself in the fit: a simpler shape was used")},
    EngineSentence{"some of the printed lines lie outside the page that was found (--crop none keeps all)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "Some of the printed lines lie outside the page that was found (Crop: None keeps "
                                     "all)")},
    EngineSentence{"the fit is uncertain: please look at this page",
                   QT_TRANSLATE_NOOP("Engine", "The fit is uncertain: please look at this page")},
    EngineSentence{"nothing on the page tells its shape: that of the page it started from was taken",
                   QT_TRANSLATE_NOOP("Engine",
                                     "Nothing on the page tells its shape: that of the page it started from was "
                                     "taken")},
    EngineSentence{"nothing on the page tells its shape: the first guess was taken",
                   QT_TRANSLATE_NOOP("Engine", "Nothing on the page tells its shape: the first guess was taken")},
    EngineSentence{"is no file that a TorchScript module could be in",
                   QT_TRANSLATE_NOOP("Engine", "That is no file that a TorchScript module could be in")},
    EngineSentence{"failed on this photo: its map folds over",
                   QT_TRANSLATE_NOOP("Engine", "The module failed on this photo: its map folds over")},
    EngineSentence{"is a CMYK JPEG, which is decoded to RGB alone",
                   QT_TRANSLATE_NOOP("Engine", "The file is a CMYK JPEG, which is decoded to RGB alone")},
    EngineSentence{"the first guess was not used: {}", QT_TRANSLATE_NOOP("Engine", "The first guess was not used: %1")},
    EngineSentence{
        "the pin at ({}, {}) of the photo could not be met: it is off by {} pixels",
        QT_TRANSLATE_NOOP("Engine", "The point at (%1, %2) of the photo could not be met: it is off by %3 pixels")},
    EngineSentence{
        "the line that begins at ({}, {}) of the photo could not be made straight: it is off by {} pixels",
        QT_TRANSLATE_NOOP(
            "Engine",
            "The line that begins at (%1, %2) of the photo could not be made straight: it is off by %3 pixels")},
    EngineSentence{"not all of the sheet's edges are known: it was measured, not taken to be {}",
                   QT_TRANSLATE_NOOP("Engine",
                                     "Not all of the sheet's edges are known: it was measured, not taken to be %1 "
                                     "(Outline by Hand says where they are)")},
    EngineSentence{"the page is all of the photo and {} times as long as wide, not {} times as {}: it was measured",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The page is all of the photo and %1 times as long as wide, not %2 times as %3: "
                                     "it was measured (Outline by Hand says where its edges are)")},
    EngineSentence{
        "the page looks {} times as long as wide, the paper given {} times: it is stretched by {} % to that",
        QT_TRANSLATE_NOOP("Engine",
                          "The page looks %1 times as long as wide, the paper given %2 times: it is stretched by %3 % "
                          "to that")},
    EngineSentence{"part of a facing page is in view and was left out",
                   QT_TRANSLATE_NOOP("Engine", "Part of a facing page is in view and was left out")},
    EngineSentence{"the fit came to nothing; the first model is used",
                   QT_TRANSLATE_NOOP("Engine", "The fit came to nothing; the first model is used")},
    EngineSentence{"no GPU can be used ({}): the page was fitted on the CPU",
                   QT_TRANSLATE_NOOP("Engine", "No GPU can be used (%1): the page was fitted on the CPU")},
    EngineSentence{"the page does not fit the GPU's memory: it was fitted on the CPU",
                   QT_TRANSLATE_NOOP("Engine", "The page does not fit the GPU's memory: it was fitted on the CPU")},
    EngineSentence{
        "the file holds {} images: only the first is used (split it to have them all)",
        QT_TRANSLATE_NOOP("Engine", "The file holds %1 images: only the first is used (split it to have them all)")},
    EngineSentence{"pdftoppm has doubts about this page of the PDF: {} (compare the page with the PDF)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "pdftoppm has doubts about this page of the PDF: %1 (compare the page with the "
                                     "PDF)")},
    EngineSentence{
        "which way up the page reads could not be told (turn it with --rotate)",
        QT_TRANSLATE_NOOP("Engine", "Which way up the page reads could not be told (Page › Turn Left, Turn Right)")},
    EngineSentence{
        "which way up the page reads could not be told (say what the pins mean by \"rotation\")",
        QT_TRANSLATE_NOOP("Engine", "Which way up the page reads could not be told (Page › Turn Left, Turn Right)")},
    EngineSentence{
        "neither text lines nor page edges were found: the photo is left as it was",
        QT_TRANSLATE_NOOP("Engine", "Neither text lines nor page edges were found: the photo is left as it was")},
    EngineSentence{"the page's shape could not be found: the photo is left as it was",
                   QT_TRANSLATE_NOOP("Engine", "The page's shape could not be found: the photo is left as it was")},
    // core/pipeline: what a page that was written warns of.
    EngineSentence{
        "the paper's size is not known: the page is taken to be 297 mm long (as A4)",
        QT_TRANSLATE_NOOP("Engine", "The paper's size is not known: the page is taken to be 297 mm long (as A4)")},
    EngineSentence{
        "the paper's size is not known: the page of the PDF is as large as fits on A4 (--paper of flatten and batch "
        "says it)",
        QT_TRANSLATE_NOOP(
            "Engine", "The paper's size is not known: the page of the PDF is as large as fits on A4 (Paper says it)")},
    EngineSentence{"the photo is CMYK without a profile: its colours were converted to sRGB by rule",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The photo is CMYK without a profile: its colours were converted to sRGB by "
                                     "rule")},
    EngineSentence{
        "the photo is CMYK: its colours were converted to sRGB through its profile",
        QT_TRANSLATE_NOOP("Engine", "The photo is CMYK: its colours were converted to sRGB through its profile")},
    // Photos that can't be opened or fitted.
    EngineSentence{"there is no such file", QT_TRANSLATE_NOOP("Engine", "There is no such file")},
    EngineSentence{"cannot be opened: {} (you may not read it)",
                   QT_TRANSLATE_NOOP("Engine", "Cannot be opened: %1 (you may not read it)")},
    EngineSentence{"cannot be opened: {}", QT_TRANSLATE_NOOP("Engine", "Cannot be opened: %1")},
    EngineSentence{"cannot be read: {}", QT_TRANSLATE_NOOP("Engine", "Cannot be read: %1")},
    EngineSentence{"is a file of more than a gigabyte, too much for a photo of its kind",
                   QT_TRANSLATE_NOOP("Engine", "The file has more than a gigabyte, too much for a photo of its kind")},
    EngineSentence{
        "is an animated WebP, which Platen does not read (save one of its pictures)",
        QT_TRANSLATE_NOOP("Engine",
                          "The file is an animated WebP, which Platen does not read (save one of its pictures)")},
    EngineSentence{"libwebp is another one than Platen was built with",
                   QT_TRANSLATE_NOOP("Engine", "libwebp is another one than Platen was built with")},
    EngineSentence{"is a JPEG 2000 with {}, which Platen does not read (save it as plain RGB)",
                   QT_TRANSLATE_NOOP(
                       "Engine", "The file is a JPEG 2000 with %1, which Platen does not read (save it as plain RGB)")},
    EngineSentence{"is a kind of HEIF that libheif does not read here: {} (save it as JPEG)",
                   QT_TRANSLATE_NOOP(
                       "Engine", "The file is a kind of HEIF that libheif does not read here: %1 (save it as JPEG)")},
    EngineSentence{
        "needs more memory than libheif allows: {} (make it smaller first)",
        QT_TRANSLATE_NOOP("Engine", "The photo needs more memory than libheif allows: %1 (make it smaller first)")},
    EngineSentence{"is a HEIF photo, and libheif is not there to read it (install libheif1, or save the photo as JPEG)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The file is a HEIF photo, and libheif is not there to read it (install libheif1, "
                                     "or save the photo as JPEG)")},
    EngineSentence{"is a HEIF photo of high dynamic range (PQ or HLG), which Platen does not read (save it as JPEG)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The file is a HEIF photo of high dynamic range (PQ or HLG), which Platen does "
                                     "not read (save it as JPEG)")},
    EngineSentence{"is a HEIF photo, which this build of Platen can't read (save it as JPEG)",
                   QT_TRANSLATE_NOOP(
                       "Engine", "The file is a HEIF photo, which this build of Platen can't read (save it as JPEG)")},
    EngineSentence{"is encrypted, and needs a password (save it without one)",
                   QT_TRANSLATE_NOOP("Engine", "The file is encrypted, and needs a password (save it without one)")},
    EngineSentence{"is a PDF without pages", QT_TRANSLATE_NOOP("Engine", "The file is a PDF without pages")},
    EngineSentence{"a temporary file can't be written: {}",
                   QT_TRANSLATE_NOOP("Engine", "A temporary file can't be written: %1")},
    EngineSentence{"has to be rendered, and pdftoppm can't be run: {} (install poppler-utils)",
                   QT_TRANSLATE_NOOP(
                       "Engine", "The page has to be rendered, and pdftoppm can't be run: %1 (install poppler-utils)")},
    EngineSentence{"takes too long to render (save its pages as images)",
                   QT_TRANSLATE_NOOP("Engine", "The page takes too long to render (save the pages as images)")},
    EngineSentence{"can't be rendered: {}", QT_TRANSLATE_NOOP("Engine", "The page can't be rendered: %1")},
    EngineSentence{"is empty (copy the photo again)",
                   QT_TRANSLATE_NOOP("Engine", "The file is empty (copy the photo again)")},
    EngineSentence{"is a folder, not a photo (name the photos in it)",
                   QT_TRANSLATE_NOOP("Engine", "This is a folder, not a photo")},
    EngineSentence{"is a device or a pipe, not a photo's file",
                   QT_TRANSLATE_NOOP("Engine", "This is a device or a pipe, not a photo's file")},
    EngineSentence{"there is no such file (the first image of a file is its [1])",
                   QT_TRANSLATE_NOOP("Engine", "There is no such file (the first image of a file is its [1])")},
    EngineSentence{"there is no such image in the file (it holds {})",
                   QT_TRANSLATE_NOOP("Engine", "There is no such image in the file (it holds %1)")},
    EngineSentence{"holds more pages than Platen counts (split it)",
                   QT_TRANSLATE_NOOP("Engine", "The file holds more pages than Platen counts (split it)")},
    EngineSentence{"holds several images, {} (name one of them: {})",
                   QT_TRANSLATE_NOOP("Engine", "The file holds %1 images (name one of them: %2)")},
    EngineSentence{
        "is not an image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)",
        QT_TRANSLATE_NOOP("Engine",
                          "This is no image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)")},
    EngineSentence{
        "is cut off before the end of its picture (copy the photo again)",
        QT_TRANSLATE_NOOP("Engine", "The file is cut off before the end of its picture (copy the photo again)")},
    EngineSentence{"is cut off before its picture begins (copy the photo again)",
                   QT_TRANSLATE_NOOP("Engine", "The file is cut off before its picture begins (copy the photo again)")},
    EngineSentence{"is damaged: part of its picture is lost (copy the photo again)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The file is damaged: part of its picture is lost (copy the photo "
                                     "again)")},
    EngineSentence{"is damaged: its header claims a picture without pixels",
                   QT_TRANSLATE_NOOP("Engine", "The file is damaged: its header claims a picture without pixels")},
    EngineSentence{"is damaged: its header can't be read (copy the photo again)",
                   QT_TRANSLATE_NOOP("Engine", "The file is damaged: its header can't be read (copy the photo again)")},
    EngineSentence{
        "is damaged: its colour profile can't be read (copy the photo again)",
        QT_TRANSLATE_NOOP("Engine", "The file is damaged: its colour profile can't be read (copy the photo again)")},
    EngineSentence{
        "is a kind of PNG that Platen does not read (save it as a plain PNG)",
        QT_TRANSLATE_NOOP("Engine", "The file is a kind of PNG that Platen does not read (save it as a plain PNG)")},
    EngineSentence{
        "is damaged or cut off: it claims {} x {} pixels, which its {} bytes can't hold (copy the photo again)",
        QT_TRANSLATE_NOOP("Engine",
                          "The file is damaged or cut off: it claims %1 × %2 pixels, which its %3 bytes can't hold "
                          "(copy the photo again)")},
    EngineSentence{"is damaged or cut off: its palette can't be read (copy the photo again)",
                   QT_TRANSLATE_NOOP(
                       "Engine", "The file is damaged or cut off: its palette can't be read (copy the photo again)")},
    EngineSentence{"is damaged or cut off: {} (copy the photo again)",
                   QT_TRANSLATE_NOOP("Engine", "The file is damaged or cut off: %1 (copy the photo again)")},
    EngineSentence{"is damaged or cut off (copy the photo again)",
                   QT_TRANSLATE_NOOP("Engine", "The file is damaged or cut off (copy the photo again)")},
    EngineSentence{"is damaged: {}", QT_TRANSLATE_NOOP("Engine", "The file is damaged: %1")},
    EngineSentence{"changed while it was being read (try again)",
                   QT_TRANSLATE_NOOP("Engine", "The file changed while it was being read (try again)")},
    EngineSentence{"changed while it was read (another program writes to it)",
                   QT_TRANSLATE_NOOP("Engine", "The file changed while it was read (another program writes to it)")},
    EngineSentence{
        "claims {} x {} pixels, more than Platen opens (at most {} a side and {} megapixels; make it smaller "
        "first, or raise --max-pixels)",
        QT_TRANSLATE_NOOP("Engine",
                          "%1 × %2 pixels are more than Platen opens (at most %3 a side and %4 megapixels; "
                          "make it smaller first)")},
    EngineSentence{"has more than {} scans, each as long to decode as a photo (save it as a baseline JPEG)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The file has more than %1 scans, each as long to decode as a photo (save it as a "
                                     "baseline JPEG)")},
    EngineSentence{"claims more pixels than a JPEG can hold",
                   QT_TRANSLATE_NOOP("Engine", "The file claims more pixels than a JPEG can hold")},
    EngineSentence{"is a progressive JPEG that needs more memory than is allowed for decoding (save it as a baseline "
                   "JPEG)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The file is a progressive JPEG that needs more memory than is allowed for "
                                     "decoding (save it as a baseline JPEG)")},
    EngineSentence{"is a JPEG with {} colour components, which Platen does not read (convert it to RGB)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The file is a JPEG with %1 colour components, which Platen does not read "
                                     "(convert it to RGB)")},
    EngineSentence{"is a kind of JPEG that Platen does not read ({})",
                   QT_TRANSLATE_NOOP("Engine", "The file is a kind of JPEG that Platen does not read (%1)")},
    EngineSentence{"is a TIFF without a picture in it",
                   QT_TRANSLATE_NOOP("Engine", "The file is a TIFF without a picture in it")},
    EngineSentence{
        "is a TIFF with {}, which Platen does not read (save it as plain RGB)",
        QT_TRANSLATE_NOOP("Engine", "The file is a TIFF with %1, which Platen does not read (save it as plain RGB)")},
    EngineSentence{
        "{} needs about {} of memory, --memory allows {} (allow more)",
        QT_TRANSLATE_NOOP("Engine", "%1 needs about %2 of memory, the option Memory allows %3 (allow more)")},
    EngineSentence{"not enough memory (close other programs, or work on a smaller photo)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "Not enough memory (close other programs, or work on a smaller "
                                     "photo)")},
    EngineSentence{"stopped while the photo was being read",
                   QT_TRANSLATE_NOOP("Engine", "Stopped while the photo was being read")},
    EngineSentence{"stopped before it was done", QT_TRANSLATE_NOOP("Engine", "Stopped before it was done")},
    EngineSentence{
        "no page was found on it (take the photo so that all of the page is seen)",
        QT_TRANSLATE_NOOP("Engine", "No page was found on it (take the photo so that all of the page is seen)")},
    EngineSentence{"no page could be fitted to it (try --model plane, or a photo that shows the page whole)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "No page could be fitted to it (try Model: Plane, or a photo that shows the page "
                                     "whole)")},
    EngineSentence{"has no page {} (1 page was found on it)",
                   QT_TRANSLATE_NOOP("Engine", "It has no page %1: 1 page was found on it")},
    EngineSentence{"has no page {} ({} pages were found on it)",
                   QT_TRANSLATE_NOOP("Engine", "It has no page %1: %2 pages were found on it")},
    EngineSentence{"a part was asked for that is outside the photo",
                   QT_TRANSLATE_NOOP("Engine", "A part was asked for that is outside the photo")},
    EngineSentence{"is {} pixels, the warp was fitted to {}, made from {}: not the same view (use another exposure or "
                   "resolution of the same shot)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The photo has %1 pixels, the shape was fitted to %2, made from %3: not the same "
                                     "view")},
    EngineSentence{"internal error: {} (please report it)",
                   QT_TRANSLATE_NOOP("Engine", "Internal error: %1 (please report it)")},
    EngineSentence{"internal error of unknown kind (please report it)",
                   QT_TRANSLATE_NOOP("Engine", "Internal error of unknown kind (please report it)")},
    // Pages, projects and journals that can't be written or read.
    EngineSentence{
        "nothing is left of the page (a smaller negative --margin, or another --crop)",
        QT_TRANSLATE_NOOP("Engine", "Nothing is left of the page (a smaller negative Margin, or another Crop)")},
    EngineSentence{"the page would have {} megapixels (ask for a smaller --dpi or --scale)",
                   QT_TRANSLATE_NOOP("Engine", "The page would have %1 megapixels (ask for a smaller DPI or Scale)")},
    EngineSentence{
        "cannot be written: its name is too long (give the photo a shorter one)",
        QT_TRANSLATE_NOOP("Engine", "Cannot be written: its name is too long (give the photo a shorter one)")},
    EngineSentence{"cannot be written: no free temporary name in its folder",
                   QT_TRANSLATE_NOOP("Engine", "Cannot be written: no free temporary name in its folder")},
    EngineSentence{"cannot be written: its encoder failed",
                   QT_TRANSLATE_NOOP("Engine", "Cannot be written: its encoder failed")},
    EngineSentence{"is there already and was not replaced",
                   QT_TRANSLATE_NOOP("Engine", "It is there already and was not replaced")},
    EngineSentence{"cannot be written: {}", QT_TRANSLATE_NOOP("Engine", "Cannot be written: %1")},
    EngineSentence{"cannot hold {}", QT_TRANSLATE_NOOP("Engine", "This format cannot hold %1")},
    EngineSentence{"the folder can't be made: {}", QT_TRANSLATE_NOOP("Engine", "The folder can't be made: %1")},
    EngineSentence{"is a folder, and a file was to be written there",
                   QT_TRANSLATE_NOOP("Engine", "This is a folder, and a file was to be written there")},
    EngineSentence{"is a device or a pipe, which is not replaced by a file",
                   QT_TRANSLATE_NOOP("Engine", "This is a device or a pipe, which is not replaced by a file")},
    EngineSentence{"would be a PDF without a page", QT_TRANSLATE_NOOP("Engine", "It would be a PDF without a page")},
    EngineSentence{"would be a TIFF without a page", QT_TRANSLATE_NOOP("Engine", "It would be a TIFF without a page")},
    EngineSentence{
        "is no upright grey or RGB JPEG, which is what goes into a PDF as it is",
        QT_TRANSLATE_NOOP("Engine", "This is no upright grey or RGB JPEG, which is what goes into a PDF as it is")},
    EngineSentence{"its page would overwrite the photo {} (choose another folder)",
                   QT_TRANSLATE_NOOP("Engine", "Its page would overwrite the photo %1 (choose another folder)")},
    EngineSentence{
        "its page would overwrite {}, made from {} (flatten them into different folders)",
        QT_TRANSLATE_NOOP("Engine", "Its page would overwrite %1, made from %2 (export them into different folders)")},
    EngineSentence{"cannot be read as a Platen project",
                   QT_TRANSLATE_NOOP("Engine", "Cannot be read as a Platen project")},
    EngineSentence{"cannot be read as {}", QT_TRANSLATE_NOOP("Engine", "Cannot be read as %1")},
    EngineSentence{
        "is no Platen project, or is cut off (an older copy of it may be whole)",
        QT_TRANSLATE_NOOP("Engine", "This is no Platen project, or it is cut off (an older copy of it may be whole)")},
    EngineSentence{"is not JSON, or is cut off ({})",
                   QT_TRANSLATE_NOOP("Engine", "This is not JSON, or it is cut off (%1)")},
    EngineSentence{"holds a number that is too large in \"{}\"",
                   QT_TRANSLATE_NOOP("Engine", "It holds a number that is too large in \"%1\"")},
    EngineSentence{"was changed by another program since it was opened (save under another name, or replace it)",
                   QT_TRANSLATE_NOOP("Engine",
                                     "It was changed by another program since it was opened (save under another name, "
                                     "or replace it)")},
    EngineSentence{"is open in another Platen (close it there first)",
                   QT_TRANSLATE_NOOP("Engine", "It is open in another Platen (close it there first)")},
    EngineSentence{"is being changed by another Platen (close it there first)",
                   QT_TRANSLATE_NOOP("Engine", "It is being changed by another Platen (close it there first)")},
    EngineSentence{"is a device or a pipe, not a journal of Platen",
                   QT_TRANSLATE_NOOP("Engine", "This is a device or a pipe, not a journal of Platen")},
    EngineSentence{
        "is no journal of Platen, or its beginning is damaged (move it away)",
        QT_TRANSLATE_NOOP("Engine", "This is no journal of Platen, or its beginning is damaged (move it away)")},
    EngineSentence{"is no journal of a Platen project (move it away)",
                   QT_TRANSLATE_NOOP("Engine", "This is no journal of a Platen project (move it away)")},
    EngineSentence{"holds a record that is not JSON", QT_TRANSLATE_NOOP("Engine",
                                                                        "It holds a record that is not "
                                                                        "JSON")},
    EngineSentence{"the last change before the program ended was not written whole and is left out",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The last change before the program ended was not written whole and is left "
                                     "out")},
    EngineSentence{"the project was changed by another program after changes here that were not saved",
                   QT_TRANSLATE_NOOP("Engine",
                                     "The project was changed by another program after changes here that were not "
                                     "saved")},
    EngineSentence{"changes are kept only when it is saved: {}",
                   QT_TRANSLATE_NOOP("Engine", "Changes are kept only when it is saved: %1")},
};

}  // namespace

std::span<const EngineSentence> engineSentences() {
  return kSentences;
}

}  // namespace platen::ui
