#include "core/io/unknown_keys.h"

#include <algorithm>
#include <utility>

namespace platen::io {
namespace {

// Something else may have that name: a list of numbers among a model's parameters.
bool arePages(const std::string& key, const Json& value) {
  return key == "pages" && value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& page) { return page.is_object(); });
}

}  // namespace

Json unknownKeys(const Json& all, const Json& known) {
  Json rest = Json::object();
  for (const auto& [key, value] : all.items()) {
    const auto found = known.find(key);
    if (found == known.end()) {
      rest[key] = value;
    } else if (arePages(key, value) && arePages(key, *found)) {
      for (std::size_t k = 0; k < std::min(value.size(), found->size()); ++k) {
        if (Json page = unknownKeys(value[k], (*found)[k]); !page.empty() && value[k].contains("index")) {
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
    } else if (arePages(key, *found) && value.is_object()) {
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
