// Does the list for translators have every word of the option table?
#include "ui/words/option_words.h"

#include "core/options.h"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include <gtest/gtest.h>

namespace platen::ui {
namespace {

void expectWord(std::string_view word) {
  const auto words = optionWords();
  EXPECT_TRUE(word.empty() || std::find(words.begin(), words.end(), word) != words.end())
      << '"' << word << "\" is missing in ui/words/option_words.cpp";
}

template <class Options>
void expectAll() {
  Options options;
  visitOptions(options, [](const OptionInfo& info, const auto& value) {
    expectWord(info.name);
    expectWord(info.meaning);
    expectWord(info.unit);
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_enum_v<Value>) {
      for (const std::string_view name : EnumNames<Value>::kNames) {
        if (name.find_first_not_of("0123456789") != std::string_view::npos) {
          expectWord(name);
        }
      }
    }
  });
}

TEST(OptionWords, NoneOfTheTableIsMissing) {
  expectAll<FitOptions>();
  expectAll<ExportOptions>();
}

}  // namespace
}  // namespace platen::ui
