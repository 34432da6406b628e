#include "core/io/markup.h"

#include <algorithm>
#include <array>
#include <utility>

namespace platen::io {

namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<MarkupTag> run() {
    while ((at_ = text_.find('<', at_)) != std::string_view::npos) {
      if (!passOver("<!--", "-->") && !passOver("<![CDATA[", "]]>") && !passOver("<?", "?>") && !passDeclaration()) {
        takeTag();
      }
    }
    return std::move(tags_);
  }

 private:
  [[nodiscard]] bool startsWith(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  bool passOver(std::string_view begin, std::string_view end) {
    if (!startsWith(begin)) {
      return false;
    }
    const std::size_t found = text_.find(end, at_ + begin.size());
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    return true;
  }

  // <!DOCTYPE name [ ... ]>
  bool passDeclaration() {
    if (!startsWith("<!")) {
      return false;
    }
    int inside = 0;
    for (; at_ < text_.size(); ++at_) {
      inside += text_[at_] == '[' ? 1 : text_[at_] == ']' ? -1 : 0;
      if (text_[at_] == '>' && inside <= 0) {
        ++at_;
        break;
      }
    }
    return true;
  }

  std::string_view takeWhile(auto&& belongs) {
    const std::size_t from = at_;
    while (at_ < text_.size() && belongs(text_[at_])) {
      ++at_;
    }
    return text_.substr(from, at_ - from);
  }

  void takeTag() {
    MarkupTag tag;
    tag.offset = at_++;
    if (at_ < text_.size() && text_[at_] == '/') {
      tag.closes = true;
      ++at_;
    }
    tag.name = takeWhile([](char c) { return !isBlank(c) && c != '>' && c != '/' && c != '<'; });
    if (tag.name.empty()) {
      return;  // a bare '<' of HTML
    }
    while (at_ < text_.size() && text_[at_] != '>') {
      if (isBlank(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '/') {
        tag.is_empty = at_ + 1 < text_.size() && text_[at_ + 1] == '>';
        ++at_;
      } else {
        takeAttribute(tag);
      }
    }
    if (at_ >= text_.size()) {
      return;
    }
    tag.end = ++at_;
    const bool is_raw = !tag.closes && !tag.is_empty && (sameName(tag.name, "script") || sameName(tag.name, "style"));
    const std::string close = "</" + std::string(tag.name);
    tags_.push_back(std::move(tag));
    if (is_raw) {
      at_ = std::min(text_.find(close, at_), text_.size());
    }
  }

  void takeAttribute(MarkupTag& tag) {
    MarkupAttribute attribute;
    attribute.name = takeWhile([](char c) { return !isBlank(c) && c != '=' && c != '>' && c != '/'; });
    const std::size_t behind_name = at_;
    takeWhile(isBlank);
    if (at_ >= text_.size() || text_[at_] != '=') {
      at_ = std::max(behind_name, tag.name.empty() ? behind_name : at_);
      attribute.value_offset = attribute.end = behind_name;
    } else {
      ++at_;
      takeWhile(isBlank);
      const char quote = at_ < text_.size() ? text_[at_] : ' ';
      if (quote == '"' || quote == '\'') {
        attribute.value_offset = ++at_;
        attribute.value = takeWhile([quote](char c) { return c != quote; });
        at_ = std::min(at_ + 1, text_.size());
      } else {
        attribute.value_offset = at_;
        attribute.value = takeWhile([](char c) { return !isBlank(c) && c != '>'; });
      }
      attribute.end = at_;
    }
    if (attribute.name.empty() && attribute.end == behind_name) {
      ++at_;  // nothing that could be one
      return;
    }
    tag.attributes.push_back(attribute);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<MarkupTag> tags_;
};

}  // namespace

const MarkupAttribute* MarkupTag::find(std::string_view attribute) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const MarkupAttribute& a) { return sameName(a.name, attribute); });
  return found == attributes.end() ? nullptr : &*found;
}

std::string_view MarkupTag::localName() const {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::vector<MarkupTag> tagsOf(std::string_view text) {
  return Scanner(text).run();
}

void TextEdits::replace(std::size_t offset, std::size_t count, std::string with) {
  edits_.push_back({offset, count, std::move(with)});
}

std::string TextEdits::applyTo(std::string_view text) const {
  std::string out;
  std::size_t at = 0;
  for (const Edit& edit : edits_) {
    out.append(text.substr(at, edit.offset - at)).append(edit.with);
    at = edit.offset + edit.count;
  }
  return out.append(text.substr(at));
}

}  // namespace platen::io
