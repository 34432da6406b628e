#include "core/io/kept_names.h"

#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

namespace platen::io {
namespace fs = std::filesystem;
namespace {

// The decoder of the JSON library is the judge: what it takes comes back as it was.
bool isText(const std::string& bytes) {
  try {
    static_cast<void>(Json(bytes).dump());
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

std::string hexOf(const std::string& bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 15]);
  }
  return hex;
}

std::string bytesOf(std::string_view hex, const std::string& name) {
  std::string bytes;
  for (std::size_t k = 0; k < hex.size(); k += 2) {
    const std::string_view pair = hex.substr(k, 2);
    unsigned byte = 0;
    const auto [end, error] = std::from_chars(pair.data(), pair.data() + pair.size(), byte, 16);
    if (pair.size() != 2 || error != std::errc{} || end != pair.data() + 2) {
      throw JsonProblem("holds no hexadecimal bytes in \"" + name + ".hex\"");
    }
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

bool isBelow(const fs::path& kept) {
  return !kept.empty() && *kept.begin() != fs::path("..");
}

}  // namespace

fs::path wholePath(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(file, error);
  if (error) {
    return file;
  }
  const fs::path folder = fs::weakly_canonical(whole.parent_path(), error);
  return error ? whole.lexically_normal() : (folder / whole.filename()).lexically_normal();
}

fs::path keptPath(const fs::path& photo, const fs::path& folder) {
  if (folder.empty()) {
    return photo;
  }
  if (fs::path kept = photo.lexically_relative(folder); isBelow(kept)) {
    return kept;
  }
  const fs::path above = folder.parent_path();
  if (above != folder.root_path() && isBelow(photo.lexically_relative(above))) {
    return photo.lexically_relative(folder);
  }
  return photo;
}

fs::path photoPath(const fs::path& kept, const fs::path& folder) {
  return (folder / kept).lexically_normal();  // an absolute one takes the folder's place
}

Json nameJson(const fs::path& name) {
  const std::string& bytes = name.native();
  return isText(bytes) ? Json(bytes) : Json{{"hex", hexOf(bytes)}};
}

fs::path readNameJson(const Json& json, const std::string& name) {
  const std::string bytes = json.is_object()
                                ? bytesOf(jsonText(jsonMember(json, "hex", name + "."), name + ".hex"), name)
                                : jsonText(json, name);
  if (bytes.empty() || bytes.find('\0') != std::string::npos) {
    throw JsonProblem("holds no name of a file in \"" + name + "\"");
  }
  return bytes;
}

}  // namespace platen::io
