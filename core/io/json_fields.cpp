#include "core/io/json_fields.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace platen::io {

const Json& jsonMember(const Json& object, const char* key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) {
    throw JsonProblem("lacks \"" + where + key + "\"");
  }
  return *found;
}

double jsonNumber(const Json& value, const std::string& name) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    throw JsonProblem("holds no number in \"" + name + "\"");
  }
  return value.get<double>();
}

double jsonNumberIn(const Json& value, const std::string& name, int low, int high) {
  const double v = jsonNumber(value, name);
  if (v < low || v > high) {
    throw JsonProblem("holds " + value.dump() + " in \"" + name + "\", which lies not in " + std::to_string(low) +
                      ".." + std::to_string(high));
  }
  return v;
}

int jsonInteger(const Json& value, const std::string& name, int low, int high) {
  const double v = jsonNumber(value, name);
  if (v != std::floor(v) || v < low || v > high) {
    throw JsonProblem("holds " + value.dump() + " in \"" + name + "\", which lies not in " + std::to_string(low) +
                      ".." + std::to_string(high));
  }
  return static_cast<int>(v);
}

int jsonQuarterTurn(const Json& value, const std::string& name) {
  const int turn = jsonInteger(value, name, 0, 270);
  if (turn % 90 != 0) {
    throw JsonProblem("holds a \"" + name + "\" that is not 0, 90, 180 or 270");
  }
  return turn;
}

std::string jsonText(const Json& value, const std::string& name) {
  if (!value.is_string()) {
    throw JsonProblem("holds no text in \"" + name + "\"");
  }
  return value.get<std::string>();
}

const Json& jsonObject(const Json& value, const std::string& name) {
  if (!value.is_object()) {
    throw JsonProblem("holds no object in \"" + name + "\"");
  }
  return value;
}

const Json& jsonArray(const Json& value, const std::string& name) {
  if (!value.is_array()) {
    throw JsonProblem("holds no list in \"" + name + "\"");
  }
  return value;
}

void checkJsonVersion(const Json& document, const char* key, int newest, const std::string& kind) {
  if (!document.is_object() || !document.contains(key)) {
    throw JsonProblem("is not a " + kind + " (it lacks \"" + key + "\")");
  }
  const int version = jsonInteger(document[key], key, 0, std::numeric_limits<int>::max());
  if (version > newest) {
    throw JsonProblem("is of schema version " + std::to_string(version) + ", newer than this Platen reads (" +
                      std::to_string(newest) + "; use a newer Platen)");
  }
}

std::string validUtf8(const std::string& text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

Result<void> readJson(const std::filesystem::path& file,
                      const std::string& kind,
                      const std::string& remedy,
                      const std::function<void(const Json&)>& parse) {
  std::error_code status;
  if (!std::filesystem::exists(file, status)) {
    return fail(ErrorKind::notFound, file, "there is no such file");
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  if (!std::filesystem::is_regular_file(file, status) || !in || !(bytes << in.rdbuf())) {
    return fail(ErrorKind::badInput, file, "cannot be read as " + kind);
  }
  Json json;
  std::string key;  // the last one: a number that no double holds ends the reading there
  try {
    json = Json::parse(bytes.str(), [&key](int /*depth*/, Json::parse_event_t event, const Json& parsed) {
      if (event == Json::parse_event_t::key) {
        key = parsed.get<std::string>();
      }
      return true;
    });
  } catch (const Json::out_of_range&) {
    return fail(ErrorKind::badInput, file, "holds a number that is too large in \"" + key + "\"");
  } catch (const Json::exception&) {
    return fail(ErrorKind::badInput, file, "is not JSON, or is cut off (" + remedy + ")");
  }
  try {
    parse(json);
  } catch (const JsonProblem& problem) {
    return fail(ErrorKind::badInput, file, problem.what());
  }
  return {};
}

}  // namespace platen::io
