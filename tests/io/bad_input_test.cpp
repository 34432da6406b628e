// What is wrong with a file is said in one sentence of the right kind, before anything large is allocated.
#include "core/io/decode.h"
#include "core/io/probe.h"
#include "tests/io/photo_fixtures.h"

#include <sys/stat.h>
#include <zlib.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::io {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

// The error of opening and decoding a file, fully and as a pyramid.
Error errorOf(const std::filesystem::path& file) {
  const auto photo = probe(file);
  if (!photo) {
    return photo.error();
  }
  const auto pyramid = decodePyramid(*photo, 200);
  const auto full = decodeFull(*photo);
  EXPECT_EQ(pyramid.has_value(), full.has_value()) << file;
  return full ? Error{ErrorKind::internal, file, "no error"} : full.error();
}

TEST(BadInput, MissingFile) {
  const ScratchFolder folder;
  EXPECT_EQ(errorOf(folder / "nothing.jpg").kind, ErrorKind::notFound);
  EXPECT_EQ(describe(errorOf(folder / "nothing.jpg")), (folder / "nothing.jpg").string() + ": there is no such file");
}

TEST(BadInput, FolderPipeAndEmptyFile) {
  const ScratchFolder folder;
  EXPECT_THAT(errorOf(folder.path()).message, HasSubstr("is a folder"));
  ASSERT_EQ(::mkfifo((folder / "pipe.jpg").c_str(), 0600), 0);
  EXPECT_THAT(errorOf(folder / "pipe.jpg").message, HasSubstr("pipe"));
  writeBytes(folder / "empty.jpg", "");
  EXPECT_EQ(errorOf(folder / "empty.jpg").kind, ErrorKind::unreadable);
  EXPECT_THAT(errorOf(folder / "empty.jpg").message, HasSubstr("is empty"));
}

TEST(BadInput, TextNamedJpg) {
  const ScratchFolder folder;
  writeBytes(folder / "letter.jpg", "Dear Sir or Madam,\n");
  EXPECT_EQ(errorOf(folder / "letter.jpg").kind, ErrorKind::unreadable);
  EXPECT_EQ(errorOf(folder / "letter.jpg").message,
            "is not an image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)");
  writeBytes(folder / "short.jpg", "x");
  EXPECT_EQ(errorOf(folder / "short.jpg").message,
            "is not an image that Platen reads (JPEG, PNG, TIFF, WebP, JPEG 2000, HEIC or a PDF)");
}

TEST(BadInput, CutOffFilesAreRefusedWhereverTheyEnd) {
  const ScratchFolder folder;
  const Image image = noiseImage({160, 120}, 3, PixelType::u8);
  writeImage(folder / "a.png", image, formatOf(image, FileFormat::png));
  writeImage(folder / "a.tif", image, formatOf(image, FileFormat::tiff));
  const std::vector<std::pair<const char*, std::string>> files{
      {"baseline", encodeJpeg(image, {})},
      {"restarts", encodeJpeg(image, {.restart_rows = 1})},
      {"progressive", encodeJpeg(image, {.progressive = true})},
      {"png", readBytes(folder / "a.png")},
      {"tiff", readBytes(folder / "a.tif")}};
  for (const auto& [name, bytes] : files) {
    for (const int percent : {1, 3, 10, 30, 50, 70, 90, 97, 99}) {
      writeBytes(folder / name, bytes.substr(0, std::max<std::size_t>(8, bytes.size() * percent / 100)));
      const Error error = errorOf(folder / name);
      EXPECT_EQ(error.kind, ErrorKind::unreadable) << name << " cut at " << percent << " %: " << error.message;
      EXPECT_THAT(error.message, AnyOf(HasSubstr("cut off"), HasSubstr("damaged"))) << name << " at " << percent;
    }
  }
}

TEST(BadInput, JpegWithoutItsEndMarkerIsWhole) {
  const ScratchFolder folder;
  const std::string bytes = encodeJpeg(rampImage({160, 120}, 3), {});
  writeBytes(folder / "a.jpg", bytes.substr(0, bytes.size() - 2));
  EXPECT_EQ(errorOf(folder / "a.jpg").message, "no error");
  writeBytes(folder / "b.jpg", bytes + "trailing bytes");
  EXPECT_EQ(errorOf(folder / "b.jpg").message, "no error");
}

TEST(BadInput, DamagedPictureDataIsNotPassedOn) {
  const ScratchFolder folder;
  std::string bytes = encodeJpeg(noiseImage({160, 120}, 3, PixelType::u8), {});
  for (std::size_t k = bytes.size() / 2; k < bytes.size() / 2 + 400; ++k) {
    bytes[k] = static_cast<char>(k % 2 == 0 ? 0xFF : 0);  // stuffed ones: no Huffman code is all ones
  }
  writeBytes(folder / "a.jpg", bytes);
  EXPECT_EQ(errorOf(folder / "a.jpg").kind, ErrorKind::unreadable);
  EXPECT_THAT(errorOf(folder / "a.jpg").message, HasSubstr("damaged"));
}

TEST(BadInput, DataLeftOverBeforeARestartIsDamageButNotBeforeTheEnd) {
  const ScratchFolder folder;
  const std::string bytes = encodeJpeg(noiseImage({160, 120}, 3, PixelType::u8), {.restart_rows = 1});
  // From one byte, which libjpeg has read ahead and says nothing of, to what it looks for the marker behind.
  for (const std::size_t count : {1U, 2U, 3U, 5U, 8U, 40U}) {
    for (const char* marker : {"\xFF\xD0", "\xFF\xD2", "\xFF\xD5"}) {
      const std::size_t restart = bytes.find(marker);
      ASSERT_NE(restart, std::string::npos);
      std::string left_over = bytes;
      writeBytes(folder / "a.jpg", left_over.insert(restart, count, '\x55'));
      EXPECT_EQ(errorOf(folder / "a.jpg").kind, ErrorKind::unreadable) << count;
      EXPECT_THAT(errorOf(folder / "a.jpg").message, HasSubstr("damaged: part of its picture is lost")) << count;
    }
    std::string padded = bytes;
    writeBytes(folder / "b.jpg", padded.insert(bytes.size() - 2, count, '\x55'));
    EXPECT_EQ(errorOf(folder / "b.jpg").message, "no error") << count;
  }
}

TEST(BadInput, HugeHeadersAreRefusedUnread) {
  const ScratchFolder folder;
  std::string jpeg = encodeJpeg(rampImage({160, 120}, 3), {});
  const std::size_t frame = jpeg.find("\xFF\xC0");
  ASSERT_NE(frame, std::string::npos);
  jpeg.replace(frame + 5, 4, "\xEA\x60\xEA\x60");  // 60000 x 60000
  writeBytes(folder / "a.jpg", jpeg);
  const auto photo = probe(folder / "a.jpg");
  ASSERT_FALSE(photo);
  EXPECT_EQ(photo.error().kind, ErrorKind::tooLarge);
  EXPECT_THAT(photo.error().message, HasSubstr("60000 x 60000"));

  const Image image = rampImage({160, 120}, 1);
  writeImage(folder / "a.png", image, formatOf(image, FileFormat::png));
  std::string png = readBytes(folder / "a.png");
  png.replace(16, 8, std::string("\0\0\xEA\x60\0\0\xEA\x60", 8));
  const auto crc = static_cast<unsigned>(crc32(0, reinterpret_cast<const Bytef*>(png.data() + 12), 17));
  for (int k = 0; k < 4; ++k) {
    png[29 + static_cast<std::size_t>(k)] = static_cast<char>(crc >> (24 - 8 * k) & 0xFF);
  }
  writeBytes(folder / "a.png", png);
  EXPECT_EQ(errorOf(folder / "a.png").kind, ErrorKind::tooLarge);
}

TEST(BadInput, StopIsAnswered) {
  const ScratchFolder folder;
  writeBytes(folder / "a.jpg", encodeJpeg(rampImage({160, 120}, 3), {}));
  writeBytes(folder / "p.jpg", encodeJpeg(rampImage({160, 120}, 3), {.progressive = true}));
  std::stop_source stop;
  stop.request_stop();
  for (const char* name : {"a.jpg", "p.jpg"}) {
    const auto photo = probe(folder / name);
    ASSERT_TRUE(photo);
    EXPECT_EQ(decodePyramid(*photo, 100, stop.get_token()).error().kind, ErrorKind::stopped);
    EXPECT_EQ(decodeFull(*photo, stop.get_token()).error().kind, ErrorKind::stopped);
  }
}

}  // namespace
}  // namespace platen::io
