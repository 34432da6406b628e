#include "ui/words/engine_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <QCoreApplication>

namespace platen::ui {
namespace {

constexpr auto kContext = "Engine";

// The parts of `sentence` that stand where `pattern` has its {}; nothing where it isn't of that pattern. Each part ends
// where the text that follows it is first seen, the last one at the end.
std::optional<std::vector<std::string_view>> partsOf(std::string_view sentence, std::string_view pattern) {
  constexpr std::string_view kPart = "{}";
  std::vector<std::string_view> parts;
  std::size_t open = pattern.find(kPart);
  if (sentence.substr(0, open) != pattern.substr(0, open)) {
    return std::nullopt;
  }
  while (open != std::string_view::npos) {
    sentence.remove_prefix(open);
    pattern.remove_prefix(open + kPart.size());
    open = pattern.find(kPart);
    const std::string_view follows = pattern.substr(0, open);
    const bool is_last = open == std::string_view::npos;
    if (is_last && !sentence.ends_with(follows)) {
      return std::nullopt;
    }
    const std::size_t end = is_last ? sentence.size() - follows.size() : sentence.find(follows);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    parts.push_back(sentence.substr(0, end));
    sentence.remove_prefix(end);
  }
  return sentence == pattern ? std::optional(parts) : std::nullopt;
}

QString text(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

// All places at once: what is put in may hold a percent sign of its own.
QString filled(const QString& shown, std::span<const std::string_view> parts) {
  QString words;
  for (qsizetype k = 0; k < shown.size(); ++k) {
    const bool is_place = shown[k] == QLatin1Char('%') && k + 1 < shown.size() && shown[k + 1].isDigit();
    const auto place = is_place ? static_cast<std::size_t>(shown[k + 1].digitValue()) : 0;
    if (place >= 1 && place <= parts.size()) {
      words += text(parts[place - 1]);
      ++k;
    } else {
      words += shown[k];
    }
  }
  return words;
}

}  // namespace

QString engineWords(std::string_view sentence) {
  for (const EngineSentence& known : engineSentences()) {
    if (const auto parts = partsOf(sentence, known.engine)) {
      return filled(QCoreApplication::translate(kContext, known.shown), *parts);
    }
  }
  return text(sentence);
}

QString stageWords(std::string_view stage) {
  constexpr std::array<std::pair<std::string_view, const char*>, 5> kStages{
      {{"plane", QT_TRANSLATE_NOOP("Engine", "placing the page")},
       {"sheet", QT_TRANSLATE_NOOP("Engine", "bending the sheet")},
       {"folds", QT_TRANSLATE_NOOP("Engine", "looking for folds")},
       {"rows", QT_TRANSLATE_NOOP("Engine", "following the rows")},
       {"paper", QT_TRANSLATE_NOOP("Engine", "laying the paper flat")}}};
  // "sheet, sampled, fine" is how the sheet is bent, which says little to who watches.
  const std::string_view kind = stage.substr(0, stage.find(','));
  const auto* known = std::find_if(kStages.begin(), kStages.end(), [kind](const auto& s) { return s.first == kind; });
  if (known != kStages.end()) {
    return QCoreApplication::translate(kContext, known->second);
  }
  if (const auto parts = partsOf(stage, "free {}/{}")) {
    return QCoreApplication::translate(kContext, "following the paper, level %1 of %2")
        .arg(text(parts->front()), text(parts->back()));
  }
  if (const auto parts = partsOf(stage, "free, trial {}/{}")) {
    return QCoreApplication::translate(kContext, "trying what to follow, level %1 of %2")
        .arg(text(parts->front()), text(parts->back()));
  }
  return text(stage);
}

QString describedWords(const Error& error) {
  const QString words = engineWords(error.message);
  return error.path.empty() ? words
                            : QString::fromLocal8Bit(error.path.string().c_str()) + QStringLiteral(": ") + words;
}

QString photoErrorWords(const Error& error) {
  const QString words = engineWords(error.message);
  return error.kind != ErrorKind::notFound || error.path.empty()
             ? words
             : words + QStringLiteral(": ") + QString::fromLocal8Bit(error.path.string().c_str());
}

}  // namespace platen::ui
