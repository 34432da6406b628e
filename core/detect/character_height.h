// How tall are the characters? A histogram of the sizes of connected components; and the components that may be text.
// Sizes in pixels of the array that came in.
#pragma once

#include "core/detect/leaders.h"

#include <vector>

#include <opencv2/core.hpp>

namespace platen::detect {

struct CharacterHeight {
  double height = 0;       // mode of the components' longer sides; 0: fewer than 15 components, no text
  double alternative = 0;  // the same of the shorter sides, scaled: connected scripts, pages ruled by headlines
  double of_words = 0;     // the same where what is long counts as a word: by how thick it is, as often as it is long
  double word_share = 0;   // how much of what is about `height` long are words
  int components = 0;
  // Where letters touch, what is measured as characters is words; then the height is that of words.
  [[nodiscard]] bool isOfWords() const { return word_share > kMostlyWords && of_words < kMuchSmaller * height; }
  [[nodiscard]] double likely() const { return isOfWords() ? of_words : height; }
  static constexpr double kMostlyWords = 0.45;
  static constexpr double kMuchSmaller = 0.72;  // another height is not the same one, measured again
};

CharacterHeight measureCharacterHeight(const cv::Mat& binary);

struct TextMask {
  cv::Mat mask;                 // u8, 255 on pixels of components that may be text of height h
  int components = 0;           // how many
  double log_aspect = 0;        // mean of log(width / height) over them
  std::vector<Leader> leaders;  // pixel coordinates of the mask, which holds their larger dots
};

TextMask textComponents(const cv::Mat& binary, double h);

}  // namespace platen::detect
