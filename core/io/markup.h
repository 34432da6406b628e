// The tags of XML and HTML, found where they stand, so that a few values of a file can be changed and every other byte
// stays what it was: no parser that reads and writes again leaves quotes, blanks, entities and what is no well-formed
// XML (much of HTML) alone. Comments, processing instructions, CDATA, declarations, scripts and styles are passed over.
// Knows nothing of entities in values and nothing of nesting.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace platen::io {

struct MarkupAttribute {
  std::string_view name, value;  // views of the text; the value without its quotes
  std::size_t value_offset = 0;
  std::size_t end = 0;  // behind the closing quote
};

struct MarkupTag {
  std::string_view name;            // as written, with a prefix
  bool closes = false;              // </name>
  bool is_empty = false;            // <name/>
  std::size_t offset = 0, end = 0;  // of '<', behind '>'
  std::vector<MarkupAttribute> attributes;

  // Null: none of that name (whatever the case of its letters).
  [[nodiscard]] const MarkupAttribute* find(std::string_view attribute) const;
  [[nodiscard]] std::string_view localName() const;  // without the prefix
};

// `text` must outlive them. What is torn off in a tag is left out.
std::vector<MarkupTag> tagsOf(std::string_view text);

// Changes of a text, in the order of their places, which may not overlap.
class TextEdits {
 public:
  void replace(std::size_t offset, std::size_t count, std::string with);
  void insert(std::size_t offset, std::string text) { replace(offset, 0, std::move(text)); }
  [[nodiscard]] std::string applyTo(std::string_view text) const;

 private:
  struct Edit {
    std::size_t offset, count;
    std::string with;
  };
  std::vector<Edit> edits_;
};

}  // namespace platen::io
