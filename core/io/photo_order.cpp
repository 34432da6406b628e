#include "core/io/photo_order.h"

#include "core/io/json_fields.h"
#include "core/io/kept_names.h"
#include "core/io/page_writer.h"

#include <fstream>
#include <system_error>

namespace platen::io {

namespace {

constexpr int kVersion = 1;
constexpr int kMostShards = 1'000'000'000;

Json readLine(const std::string& line) {
  Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) {
    throw JsonProblem("is not JSON");
  }
  return json;
}

}  // namespace

Result<void> writePhotoOrder(const std::filesystem::path& file, const PhotoOrder& order) {
  const Json head{{"platen_photos", kVersion}, {"shards", order.shards}, {"by", order.by}};
  std::string text = head.dump() + "\n";
  for (const std::filesystem::path& photo : order.photos) {
    text += nameJson(photo).dump() + "\n";
  }
  return writeFileAtomically(file, text);
}

Result<PhotoOrder> readPhotoOrder(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return fail(ErrorKind::notFound, file, "there is no such file");
  }
  std::ifstream in(file, std::ios::binary);
  PhotoOrder order;
  try {
    std::string line;
    std::getline(in, line);
    const Json head = readLine(line);
    checkJsonVersion(jsonObject(head, "the first line"), "platen_photos", kVersion, "Platen list of photos");
    order.shards = jsonInteger(jsonMember(head, "shards", ""), "shards", 1, kMostShards);
    order.by = jsonText(jsonMember(head, "by", ""), "by");
    while (std::getline(in, line)) {
      order.photos.push_back(readNameJson(readLine(line), "photo"));
    }
  } catch (const JsonProblem& problem) {
    return fail(ErrorKind::badInput, file, std::string(problem.what()) + " (remove it, and run the shards again)");
  }
  return order;
}

}  // namespace platen::io
