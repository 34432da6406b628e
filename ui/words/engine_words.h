// What the engine says (warnings, errors, stages of a fit) in the words of the window and in its language. The engine
// speaks English sentences, the same on the command line and in files; here they are known by their text, and what
// isn't known is shown as it came.
#pragma once

#include "core/result.h"

#include <span>
#include <string_view>

#include <QString>

namespace platen::ui {

// A sentence of the engine. `{}` in `engine` stands for what differs from time to time (a number, a name), and is %1,
// %2
// ... of `shown`, in order. `shown` is the source text of translations, context "Engine".
struct EngineSentence {
  const char* engine;
  const char* shown;
};

std::span<const EngineSentence> engineSentences();

// Any thread.
QString engineWords(std::string_view sentence);
// FitProgress::stage.
QString stageWords(std::string_view stage);
// "FILE: what is wrong", as describe() has it.
QString describedWords(const Error& error);
// What is wrong with a photo whose name stands beside it: "what is wrong", and of a file that is not there where it was
// looked for.
QString photoErrorWords(const Error& error);

}  // namespace platen::ui
