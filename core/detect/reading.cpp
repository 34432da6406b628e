#include "core/detect/reading.h"

#include "core/detect/character_height.h"
#include "core/detect/letter_neighbours.h"
#include "core/detect/raster.h"
#include "core/detect/text_lines.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace platen::detect {
namespace {

constexpr double kWantedH = 11;
constexpr double kLeastH = 5;  // work pixels: smaller ones are no letters that could be told from staves' ends or noise
constexpr double kShortestLongSide = 900;
constexpr double kLongestLongSide = 2600;
constexpr int kMostComponents = 40000;

// Weak evidence must be much better than the obvious choice to win.
constexpr double kFirstScaleBonus = 1.5;
constexpr double kUprightBonus = 1.05;
constexpr double kShareForTurn = 0.22;
constexpr double kRarer = 1.55;
constexpr double kTurnContrast = 0.45;   // crumpled paper has 0.42 either way
constexpr int kMostForSuspicion = 3000;  // components; a textured background has more
constexpr double kPoorContrast = 0.58;   // good text at the right scale has 0.6 to 0.8

// Letters that touch are measured as words. Where part of the text was not traced and lines stand closer than they are
// set, a smaller scale is tried; it must yield more, and trace more of what is text at its own scale.
constexpr double kWellTraced = 0.92;
constexpr double kNearlyTraced = 0.8;  // after a first finer one: more is not tried
constexpr double kTightLines_h = 1.75;
constexpr double kFiner = 0.7;  // of the height of characters
constexpr int kMostFiner = 2;
constexpr double kFinerYield = 1.1;
constexpr double kFinerTraced = 0.03;
constexpr int kFewComponents = 40;

// Where words were taken for letters, columns may pass for lines, whichever way the photo lies. They leave much of the
// text aside, and the words stand across them.
constexpr double kPoorlyTraced = 0.8;
constexpr double kAcross = -0.1;  // TextMask::log_aspect where so little is traced: of words -.12 and less, else -.09
constexpr double kFinerThanWords = 0.62;

// Light print on dark paper. Of 10 pages and their negatives the right one of the two had a contrast of .67 and more,
// .60 one that is stained; the other one up to .58, and .61 drawn.
constexpr double kDark = 110;  // of 255: mean grey of the middle of a photo whose print may be lighter than its paper
constexpr double kGoodContrast = 0.65;
constexpr double kClearer = 0.1;  // of contrast

double scaleFor(const OpenPhoto& photo, double h_level, double wanted_h) {
  const double most = std::min(kLongestLongSide / photo.longSide(), 2.0);
  const double least = std::min(kShortestLongSide / photo.longSide(), most);
  return std::clamp(wanted_h / h_level, least, most);
}

// Whether characters of h_level level pixels would have pixels enough, on the largest work image that may be.
bool canBeRead(const OpenPhoto& photo, double h_level) {
  return h_level * scaleFor(photo, h_level, kWantedH) >= kLeastH;
}

// What of a binary image in a work frame lies where print is looked for.
cv::Mat onPaper(cv::Mat binary, const OpenPhoto& photo, const WorkFrame& frame) {
  if (!photo.paper.empty()) {
    binary.setTo(0, pixelsInFrame(photo.paper, photo.level_scale, frame) < 128);
  }
  return binary;
}

// The photo's light at one scale and turn, which attempts at several heights of characters share.
struct Light {
  WorkFrame frame;
  cv::Mat grey;
  PaperInk levels;
};

// What a given turn is: how the page is to stand, or the frame that is asked for, whichever way its print runs.
enum class TurnRule { ofThePage, ofTheFrame };

// Attempts at one photo.
class Attempts {
 public:
  Attempts(const OpenPhoto& photo, TurnRule rule, const std::stop_token& stop)
      : photo_(photo), rule_(rule), stop_(stop) {}

  // Everything up to the text mask, at one scale (level pixels to work pixels) and turn.
  Reading prepare(double scale, int turns, double h_level);
  // One attempt: characters of h_level level pixels become kWantedH work pixels, as far as the bounds on the work image
  // allow. least_contrast: as of traceText().
  Reading readAt(double h_level, int turns, double least_contrast = 0);
  // At the turn that someone says the page reads at; but where its print clearly runs across that, as vertical print
  // does, in the frame of its lines.
  Reading asTold(double h_level, int turns, double least_contrast);
  // The best turn at one character height. One of less contrast than `least_contrast` is not wanted: it may come
  // untraced.
  Reading bestTurn(double h_level, std::optional<int> turns, double least_contrast);
  // The same text at a finer scale, where that traces clearly more of it; else as it was. Lines that ran into each
  // other may have turned the photo wrong, so that is decided anew.
  Reading finer(Reading reading, std::optional<int> turns);
  // Where columns of words passed for lines: at a finer scale than any that was tried (smallest_h on the level), if
  // lines are found there that run the other way; else as it was.
  Reading withoutColumns(Reading reading, double smallest_h);

 private:
  const Light& lightAt(double scale, int turns);

  const OpenPhoto& photo_;
  TurnRule rule_;
  const std::stop_token& stop_;
  std::vector<Light> lights_;
};

const Light& Attempts::lightAt(double scale, int turns) {
  const WorkFrame frame = frameNear(photo_.source_size, photo_.level_scale * scale, turns);
  for (const Light& light : lights_) {
    if (light.frame.scale == frame.scale && light.frame.quarter_turns == frame.quarter_turns) {
      return light;
    }
  }
  Light light{frame, pixelsInFrame(photo_.grey, photo_.level_scale, frame), {}};
  light.levels = measureInk(light.grey);
  lights_.push_back(std::move(light));
  return lights_.back();
}

Reading Attempts::prepare(double scale, int turns, double h_level) {
  const Light& light = lightAt(scale, turns);
  Reading reading;
  reading.frame = light.frame;
  reading.h = h_level > 0 ? h_level * reading.frame.scale / photo_.level_scale : kWantedH;
  reading.grey = light.grey;
  reading.levels = light.levels;
  if (h_level > 0) {
    const cv::Mat ink = onPaper(binarize(reading.levels.ink, 2 * reading.h), photo_, reading.frame);
    const TextMask text = textComponents(ink, reading.h);
    reading.text = text.mask;
    reading.components = text.components;
    reading.log_aspect = text.log_aspect;
    reading.leaders = text.leaders;
  } else {
    reading.text = cv::Mat::zeros(reading.grey.size(), CV_8UC1);
  }
  return reading;
}

double yieldOf(const Reading& reading) {
  const double long_side = std::max(reading.grey.cols, reading.grey.rows);
  double sum = 0;
  for (const TextSegment& segment : reading.segments) {
    if (segment.rms < 0.2) {
      sum += segment.length * reading.h / long_side * std::min(1.0, segment.length / 12) * segment.strength;
    }
  }
  return sum;
}

Reading Attempts::readAt(double h_level, int turns, double least_contrast) {
  Reading reading = prepare(scaleFor(photo_, h_level, kWantedH), turns, h_level);
  if (reading.components <= kMostComponents) {
    traceText(reading, reading.text, stop_, least_contrast);
  }
  return reading;
}

// Whether the lines that were read in a turned photo run across print: digits of a table whose columns are tight, or
// music, whose staves are long and many, and whose letters are few.
bool runsAcross(const Reading& turned, const OpenPhoto& photo) {
  const LetterNeighbours letters = letterNeighbours(turned.text);
  if (letters.runAcross()) {
    return true;
  }
  constexpr int kMostLetters = 250;
  if (letters.beside + letters.below > kMostLetters) {
    return false;
  }
  constexpr double kRun_h = 4;    // straight strokes of letters are shorter,
  constexpr double kRun = 0.015;  // and of the long side of the photo, where h is too small for what is on it
  constexpr double kLeast = 70;   // long sides, pixel by pixel: three systems of five staves have 100
  constexpr double kLevel = 0.25;
  const double long_side = std::max(turned.text.cols, turned.text.rows);
  const double length = std::max(kRun_h * turned.h, kRun * long_side);
  const cv::Mat ink = onPaper(binarize(turned.levels.ink, 2 * turned.h), photo, turned.frame);
  const LongRuns runs = longRuns(ink, static_cast<int>(std::lround(length)));
  return runs.upright > kLeast * long_side && runs.level < kLevel * (runs.level + runs.upright);
}

// That its lines are level.
double evidenceOf(const Reading& reading) {
  return reading.yield * reading.near_horizontal;
}

Reading Attempts::asTold(double h_level, int turns, double least_contrast) {
  constexpr double kClearlyMore = 1.5;
  Reading told = readAt(h_level, turns, least_contrast);
  if (1 - told.near_horizontal <= kShareForTurn || stop_.stop_requested() ||
      (told.log_aspect >= kAcross && letterNeighbours(told.text).runAlong())) {
    return told;
  }
  const bool told_wanted = told.contrast >= least_contrast;
  const double across_least = told_wanted ? kTurnContrast : std::max(kTurnContrast, least_contrast);
  Reading across = readAt(h_level, (turns + 1) & 3, across_least);
  if (!hasText(across.segments, across.contrast) || across.contrast < kTurnContrast || runsAcross(across, photo_)) {
    return told;
  }
  if (!told_wanted) {
    traceText(told, told.text, stop_);  // after all: they are compared
  }
  return evidenceOf(across) > kClearlyMore * evidenceOf(told) ? std::move(across) : std::move(told);
}

Reading Attempts::bestTurn(double h_level, std::optional<int> turns, double least_contrast) {
  if (turns) {
    return rule_ == TurnRule::ofThePage ? asTold(h_level, *turns, least_contrast)
                                        : readAt(h_level, *turns, least_contrast);
  }
  Reading upright = readAt(h_level, 0, least_contrast);
  if (1 - upright.near_horizontal <= kShareForTurn || stop_.stop_requested()) {
    return upright;
  }
  // The directions of the turned page are known already. Where lines are found, those of the rarer direction would have
  // to yield more than ever seen to win.
  if (kRarer * upright.near_vertical < upright.near_horizontal && hasText(upright.segments, upright.contrast)) {
    return upright;
  }
  // Nor is it read the other way where the letters say how they stand; words that lie on their side may say the same.
  if (upright.log_aspect >= kAcross && letterNeighbours(upright.text).runAlong()) {
    return upright;
  }
  const bool upright_wanted = upright.contrast >= least_contrast;
  const double turned_least = upright_wanted ? kTurnContrast : std::max(kTurnContrast, least_contrast);
  Reading turned = readAt(h_level, 1, turned_least);
  if (!upright_wanted && turned.contrast >= turned_least) {
    traceText(upright, upright.text, stop_);  // after all: they are compared
  }
  // Creases and shadows run every way: only what can pass for text turns a photo.
  if (!hasText(turned.segments, turned.contrast) || turned.contrast < kTurnContrast || runsAcross(turned, photo_)) {
    return upright;
  }
  // Rows of a table stand in columns as well: what counts is lines, and that strokes of letters join along them.
  const bool upright_possible = upright.near_horizontal > kShareForTurn && hasText(upright.segments, upright.contrast);
  return !upright_possible || evidenceOf(turned) > kUprightBonus * evidenceOf(upright) ? std::move(turned)
                                                                                       : std::move(upright);
}

Reading Attempts::finer(Reading reading, std::optional<int> turns) {
  double share = tracedShare(reading);
  for (int n = 0; n < kMostFiner && !stop_.stop_requested(); ++n) {
    if (share >= (n == 0 ? kWellTraced : kNearlyTraced) || reading.components <= kFewComponents ||
        reading.contrast <= kPoorContrast) {
      break;
    }
    const std::optional<double> spacing = lineSpacing(reading);
    if (!spacing || *spacing > kTightLines_h) {
      break;
    }
    const double h_level = reading.h / reading.frame.scale * photo_.level_scale;
    Reading next = bestTurn(kFiner * h_level, turns, kPoorContrast);
    const double next_share = tracedShare(next);
    if (next.contrast <= kPoorContrast || next.yield < kFinerYield * reading.yield ||
        next_share < share + kFinerTraced) {
      break;
    }
    reading = std::move(next);
    share = next_share;
  }
  return reading;
}

Reading Attempts::withoutColumns(Reading reading, double smallest_h) {
  if (reading.log_aspect >= kAcross || reading.components <= kFewComponents || reading.contrast <= kTurnContrast ||
      !hasText(reading.segments, reading.contrast) || stop_.stop_requested()) {
    return reading;
  }
  const double share = tracedShare(reading);
  if (share >= kPoorlyTraced) {
    return reading;
  }
  const double h_level = reading.h / reading.frame.scale * photo_.level_scale;
  Reading next = bestTurn(kFinerThanWords * std::min(h_level, smallest_h), std::nullopt, kTurnContrast);
  const double next_share = tracedShare(next);
  // Columns are long: what counts is how much of the text is explained.
  const bool is_better = next.frame.quarter_turns != reading.frame.quarter_turns && next.contrast > kTurnContrast &&
                         next_share >= share + kFinerTraced &&
                         next.yield * next_share >= kFinerYield * reading.yield * share;
  return is_better ? std::move(next) : std::move(reading);
}

// Half the photo's width and height, about its middle.
bool isDarkInTheMiddle(const OpenPhoto& photo) {
  const cv::Mat& grey = photo.grey;
  const cv::Rect middle(grey.cols / 4, grey.rows / 4, std::max(1, grey.cols / 2), std::max(1, grey.rows / 2));
  return cv::mean(grey(middle))[0] < kDark;
}

Reading bestOfHypotheses(const OpenPhoto& photo, std::optional<int> turns, TurnRule rule, const std::stop_token& stop) {
  const double long_side = photo.longSide();
  const CharacterHeight height = characterHeightOf(photo);
  Attempts attempts(photo, rule, stop);
  if (height.height <= 0 || stop.stop_requested()) {
    const double scale = std::min(1200 / long_side, 2.0);
    return attempts.prepare(scale, turns.value_or(0), 0);
  }
  std::vector<double> hypotheses{height.height};
  if (height.alternative < CharacterHeight::kMuchSmaller * height.height) {
    hypotheses.push_back(height.alternative);
  }
  std::vector<double> by_characters;  // for where words yield little
  if (height.isOfWords()) {
    by_characters = std::exchange(hypotheses, {height.of_words});
  }
  Reading best;
  double best_score = -1;
  constexpr std::size_t kMostSmaller = 2;
  constexpr double kSmaller = 0.62;
  std::size_t smaller = 0;
  bool on_suspicion = false;
  for (std::size_t n = 0; n < hypotheses.size() && !stop.stop_requested(); ++n) {
    Reading reading = attempts.bestTurn(hypotheses[n], turns, on_suspicion ? kPoorContrast : 0);
    const double score = reading.yield * (n == 0 ? kFirstScaleBonus : 1);
    // A scale tried on suspicion must prove itself: on carpet and creases, smaller always finds more.
    const bool convincing = !on_suspicion || reading.contrast > kPoorContrast;
    if (score > best_score && convincing) {
      best_score = score;
      best = std::move(reading);
    }
    const bool traces_little = totalLength(best.segments) < 100;
    const bool little = traces_little && best.components > kFewComponents;
    const bool suspicious = !on_suspicion && best.contrast < kPoorContrast && best.components > kFewComponents &&
                            best.components < kMostForSuspicion;
    if (n == 0 && traces_little) {
      hypotheses.insert(hypotheses.end(), by_characters.begin(), by_characters.end());
    }
    const double next = kSmaller * *std::min_element(hypotheses.begin(), hypotheses.end());
    if (n + 1 == hypotheses.size() && (little || suspicious) && smaller < kMostSmaller && canBeRead(photo, next)) {
      hypotheses.push_back(next);
      on_suspicion = !little;
      ++smaller;
    }
  }
  if (!turns) {
    best = attempts.withoutColumns(std::move(best), *std::min_element(hypotheses.begin(), hypotheses.end()));
  }
  best = attempts.finer(std::move(best), turns);
  dropPaleLines(best);
  return best;
}

// Of the photo, or of its negative.
Reading lightOrDark(const OpenPhoto& photo, std::optional<int> turns, TurnRule rule, const std::stop_token& stop) {
  Reading best = bestOfHypotheses(photo, turns, rule, stop);
  const bool has_text = hasText(best.segments, best.contrast);
  if ((has_text && best.contrast > kGoodContrast) || stop.stop_requested() || !isDarkInTheMiddle(photo)) {
    return best;
  }
  OpenPhoto inverted = photo;
  inverted.grey =
      cv::Mat(~photo.grey);  // an expression, assigned, is written into the pixels that are there: the photo's
  Reading negative = bestOfHypotheses(inverted, turns, rule, stop);
  // What lies between light letters passes for print, too; its directions stand out less.
  const bool is_better = !has_text || (negative.contrast > best.contrast + kClearer && negative.yield > best.yield);
  if (!hasText(negative.segments, negative.contrast) || negative.contrast < kPoorContrast || !is_better) {
    return best;
  }
  negative.light_print = true;
  return negative;
}

}  // namespace

OpenPhoto openPhoto(const Pyramid& photo) {
  OpenPhoto open;
  const double long_side = std::max(photo.source_size.width, photo.source_size.height);
  const Level& level = photo.atLeast(std::min(1.0, kLongestLongSide / std::max(1.0, long_side)));
  open.source_size = photo.source_size;
  open.level_scale = level.scale;
  open.colors = matView(level.image);
  open.grey = greyOf(level.image);
  return open;
}

CharacterHeight characterHeightOf(const OpenPhoto& photo) {
  const double first_scale = std::min(1.6, 2200 / photo.longSide());
  // A level that is nearly of the wanted size is taken as it is.
  const double scale = first_scale > 0.8 && first_scale < 1.1 ? 1 : first_scale;
  const WorkFrame frame = frameNear(photo.source_size, photo.level_scale * scale, 0);
  const cv::Mat grey = pixelsInFrame(photo.grey, photo.level_scale, frame);
  CharacterHeight height = measureCharacterHeight(onPaper(binarize(measureInk(grey).ink, 20), photo, frame));
  height.height /= scale;
  height.alternative /= scale;
  height.of_words /= scale;
  return height;
}

void traceText(Reading& reading, const cv::Mat& text, const std::stop_token& stop, double least_contrast) {
  reading.segments.clear();
  reading.stripes = {};
  if (stop.stop_requested()) {
    return;
  }
  const DirectionBank bank = measureDirections(text, reading.h);
  if (bank.empty()) {
    return;
  }
  reading.near_horizontal = bank.massNearHorizontal();
  reading.near_vertical = bank.massNear(std::numbers::pi / 2);
  reading.contrast = bank.contrast;
  if (bank.contrast < least_contrast) {
    return;
  }
  // The strongest angle near the horizontal; the turn has been chosen by then.
  double most = 0;
  double theta = 0;
  for (int k = 0; k < DirectionBank::kAngles; ++k) {
    const double angle = k * std::numbers::pi / DirectionBank::kAngles;
    const double wrapped = angle > std::numbers::pi / 2 ? angle - std::numbers::pi : angle;
    if (std::abs(wrapped) <= kMostTilt && bank.mass[static_cast<std::size_t>(k)] > most) {
      most = bank.mass[static_cast<std::size_t>(k)];
      theta = wrapped;
    }
  }
  if (most <= 0 || stop.stop_requested()) {
    return;
  }
  reading.field = localAngles(bank, theta);
  const std::vector<Leader> leaders = leadersIn(reading.leaders, text);
  reading.stripes = smearText(withoutLeaders(text, leaders), reading.field, reading.h);
  if (stop.stop_requested()) {
    return;
  }
  reading.segments = tracePieces(reading.stripes, reading.h);
  keepStrong(reading.segments, reading.grey, reading.levels, text, reading.h);
  findLineEnds(reading.segments, text, reading.h);
  if (!leaders.empty()) {
    std::vector<TextSegment> dotted = traceLeaders(leaders, text, reading.h);
    // Among themselves: dots are paler than letters.
    keepStrong(dotted, reading.grey, reading.levels, text, reading.h);
    std::move(dotted.begin(), dotted.end(), std::back_inserter(reading.segments));
  }
  reading.theta = meanDirection(reading.segments).value_or(theta);
  reading.yield = yieldOf(reading);
}

Reading bestReading(const OpenPhoto& photo, const FitOptions& options, const std::stop_token& stop) {
  if (options.rotate == Rotation::automatic) {
    return lightOrDark(photo, std::nullopt, TurnRule::ofThePage, stop);
  }
  return lightOrDark(photo, static_cast<int>(options.rotate) - static_cast<int>(Rotation::deg0), TurnRule::ofThePage,
                     stop);
}

Reading readingAt(const OpenPhoto& photo, int quarter_turns, const std::stop_token& stop) {
  return lightOrDark(photo, quarter_turns, TurnRule::ofTheFrame, stop);
}

void dropPaleLines(Reading& reading) {
  if (reading.contrast >= kTurnContrast || medianStrength(reading.segments) >= kLeastLineStrength) {
    return;
  }
  std::erase_if(reading.segments, [](const TextSegment& line) { return line.strength < kLeastLineStrength; });
  reading.theta = meanDirection(reading.segments).value_or(0);
  reading.yield = yieldOf(reading);
}

}  // namespace platen::detect
