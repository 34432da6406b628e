#include "core/pipeline/natural_order.h"

#include <algorithm>

namespace platen::pipeline {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

int folded(char c) {
  return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// The number that a text begins with, without leading zeros; what it takes of the text is cut off.
std::string_view takeNumber(std::string_view& text) {
  const auto end = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

}  // namespace

bool naturalLess(std::string_view a, std::string_view b) {
  std::string_view left = a;
  std::string_view right = b;
  while (!left.empty() && !right.empty()) {
    if (isDigit(left.front()) && isDigit(right.front())) {
      const std::string_view m = takeNumber(left);
      const std::string_view n = takeNumber(right);
      if (m.size() != n.size()) {
        return m.size() < n.size();
      }
      if (m != n) {
        return m < n;
      }
    } else if (folded(left.front()) != folded(right.front())) {
      return folded(left.front()) < folded(right.front());
    } else {
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  return left.empty() == right.empty() ? a < b : left.empty();
}

}  // namespace platen::pipeline
