#include "core/io/review_picture.h"

#include "core/io/digest.h"
#include "core/io/jpeg_encoder.h"
#include "core/io/json_fields.h"
#include "core/io/page_writer.h"

#include <algorithm>
#include <cmath>
#include <openssl/evp.h>
#include <system_error>
#include <utility>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr int kQuality = 70;
constexpr int kMostPixels = 4096;  // of a side

Json pictureJson(const SmallPicture& picture) {
  return {{"width", picture.size.width}, {"height", picture.size.height}, {"jpeg", picture.jpeg_base64}};
}

SmallPicture readPictureJson(const Json& document, const char* key) {
  const std::string where = std::string(key) + ".";
  const Json& json = jsonObject(jsonMember(document, key, ""), key);
  SmallPicture picture;
  picture.size = {jsonInteger(jsonMember(json, "width", where), where + "width", 0, kMostPixels),
                  jsonInteger(jsonMember(json, "height", where), where + "height", 0, kMostPixels)};
  picture.jpeg_base64 = jsonText(jsonMember(json, "jpeg", where), where + "jpeg");
  // It goes into a page as it is.
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  if (picture.jpeg_base64.find_first_not_of(kDigits) != std::string::npos) {
    throw JsonProblem("has no base64 in \"" + where + "jpeg\"");
  }
  return picture;
}

}  // namespace

SmallPicture smallPicture(const Image& image) {
  if (image.empty()) {
    return {};
  }
  PageFormat format;
  format.size = image.size();
  format.channels = image.channels();
  format.quality = kQuality;
  MemorySink sink;
  JpegEncoder encoder(sink, format);
  if (!encoder.writeRows(image) || !encoder.finish()) {
    return {};
  }
  std::string text(4 * ((sink.bytes.size() + 2) / 3) + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), sink.bytes.data(),
                                     static_cast<int>(sink.bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return {std::move(text), image.size()};
}

fs::path reviewPictureFile(const fs::path& out, const fs::path& place, int page) {
  // A name of its own for any name of a photo; folders of a few hundred files each.
  const std::string name = sha256Of(place.string() + '\0' + std::to_string(page)).substr(0, 32);
  return out / ".platen" / "review" / name.substr(0, 2) / (name + ".json");
}

Result<void> writeReviewPicture(const fs::path& file, const ReviewPicture& picture) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    return fail(ErrorKind::writeFailed, file.parent_path(), "the folder can't be made: " + error.message());
  }
  Json lines = Json::array();
  for (const Polyline& line : picture.lines) {
    Json points = Json::array();
    for (const Vec2 p : line) {
      points.push_back({std::round(p.x * 10) / 10, std::round(p.y * 10) / 10});
    }
    lines.push_back(std::move(points));
  }
  const Json document{{"platen_review", 1},
                      {"photo", pictureJson(picture.photo)},
                      {"page", pictureJson(picture.page)},
                      {"lines", lines}};
  return writeFileAtomically(file, document.dump() + "\n");
}

std::optional<ReviewPicture> readReviewPicture(const fs::path& file) {
  ReviewPicture picture;
  const Result<void> read = readJson(file, "a picture for review", "run the batch with --redo", [&](const Json& json) {
    checkJsonVersion(json, "platen_review", 1, "picture for review");
    picture.photo = readPictureJson(json, "photo");
    picture.page = readPictureJson(json, "page");
    for (const Json& points : jsonArray(jsonMember(json, "lines", ""), "lines")) {
      Polyline line;
      for (const Json& point : jsonArray(points, "lines")) {
        if (jsonArray(point, "lines").size() != 2) {
          throw JsonProblem("has no point in \"lines\"");
        }
        line.push_back({jsonNumber(point[0], "lines"), jsonNumber(point[1], "lines")});
      }
      picture.lines.push_back(std::move(line));
    }
  });
  return read ? std::optional(std::move(picture)) : std::nullopt;
}

}  // namespace platen::io
