// Reading our JSON files: the fields with their checks, and the file itself. For the readers of core/io alone.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace platen::io {

using Json = nlohmann::ordered_json;

// What is wrong with a document: thrown while it is read, where nesting is deep, and turned into badInput by
// readJson().
struct JsonProblem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each throws JsonProblem with a message that follows the file's name. `where` is the path of the object, "" or ending
// in a dot; `name` that of the value.
const Json& jsonMember(const Json& object, const char* key, const std::string& where);
double jsonNumber(const Json& value, const std::string& name);  // finite
double jsonNumberIn(const Json& value, const std::string& name, int low, int high);
int jsonInteger(const Json& value, const std::string& name, int low, int high);
int jsonQuarterTurn(const Json& value, const std::string& name);  // 0, 90, 180, 270
std::string jsonText(const Json& value, const std::string& name);
const Json& jsonObject(const Json& value, const std::string& name);
const Json& jsonArray(const Json& value, const std::string& name);
// The document's schema version under `key`: known, and none newer than `newest`; `kind` as in "Platen warp".
void checkJsonVersion(const Json& document, const char* key, int newest, const std::string& kind);

// With U+FFFD for what is no UTF-8, as the decoder of the JSON library judges it.
std::string validUtf8(const std::string& text);

// The whole file, handed to `parse`. `kind` as in "a Platen warp (WARP.json)", `remedy` as in "make it again with
// platen fit". Errors: notFound, badInput.
Result<void> readJson(const std::filesystem::path& file,
                      const std::string& kind,
                      const std::string& remedy,
                      const std::function<void(const Json&)>& parse);

}  // namespace platen::io
