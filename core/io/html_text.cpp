#include "core/io/html_text.h"

#include "core/shown_text.h"

#include <string_view>

#include <fmt/format.h>

namespace platen::io {

namespace fs = std::filesystem;

std::string htmlText(const std::string& text) {
  std::string html;
  for (const char c : shownText(text)) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string htmlAddress(const fs::path& relative) {
  // "./": a first part with a colon is no scheme then.
  std::string address = "./";
  for (const char c : relative.generic_string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return address;
}

}  // namespace platen::io
