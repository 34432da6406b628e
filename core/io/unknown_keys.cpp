#include "core/io/unknown_keys.h"

#include <utility>

namespace platen::io {

Json unknownKeys(const Json& all, const Json& known) {
  Json rest = Json::object();
  for (const auto& [key, value] : all.items()) {
    const auto found = known.find(key);
    if (found == known.end()) {
      rest[key] = value;
    } else if (key == "pages") {
      for (std::size_t k = 0; k < value.size(); ++k) {
        if (Json page = unknownKeys(value[k], (*found)[k]); !page.empty()) {
          rest[key][value[k]["index"].dump()] = std::move(page);
        }
      }
    } else if (value.is_object() && found->is_object()) {
      if (Json inner = unknownKeys(value, *found); !inner.empty()) {
        rest[key] = std::move(inner);
      }
    }
  }
  return rest;
}

void addUnknownKeys(Json& document, const Json& unknown) {
  for (const auto& [key, value] : unknown.items()) {
    const auto found = document.find(key);
    if (found == document.end()) {
      document[key] = value;
    } else if (key == "pages" && found->is_array()) {
      for (Json& page : *found) {
        if (const auto kept = value.find(page["index"].dump()); kept != value.end()) {
          addUnknownKeys(page, *kept);
        }
      }
    } else if (found->is_object() && value.is_object()) {
      addUnknownKeys(*found, value);
    }
  }
}

}  // namespace platen::io
