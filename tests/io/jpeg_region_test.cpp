// Parts of JPEGs out of bytes: the whole picture as libjpeg gives it, cut, to the bit, whatever the sampling, the
// restart interval, the scale and the number of threads. What is damaged is told, or decoded as libjpeg does; never
// anything else.
#include "core/io/jpeg_region.h"

#include "core/io/jpeg_bands.h"
#include "core/io/restart_index.h"
#include "tests/io/photo_fixtures.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <stdexcept>
#include <stop_token>

#include <gtest/gtest.h>

namespace platen::io {
namespace {

std::span<const std::uint8_t> bytesOf(const std::string& jpeg) {
  return {reinterpret_cast<const std::uint8_t*>(jpeg.data()), jpeg.size()};
}

// All of it by libjpeg alone, which goes on after damage.
Image plainDecode(const std::string& jpeg, int eighths, J_COLOR_SPACE space) {
  jpeg_decompress_struct codec{};
  jpeg_error_mgr errors{};
  codec.err = jpeg_std_error(&errors);
  errors.emit_message = [](j_common_ptr, int) {};
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, bytesOf(jpeg).data(), static_cast<unsigned long>(jpeg.size()));
  jpeg_read_header(&codec, TRUE);
  codec.scale_num = static_cast<unsigned>(eighths);
  codec.scale_denom = 8;
  codec.out_color_space = space;
  jpeg_start_decompress(&codec);
  Image image = Image::allocate({static_cast<int>(codec.output_width), static_cast<int>(codec.output_height)},
                                space == JCS_GRAYSCALE ? 1 : 3);
  for (int y = 0; y < image.height(); ++y) {
    auto* row = image.rowAs<JSAMPLE>(y);
    jpeg_read_scanlines(&codec, &row, 1);
  }
  jpeg_destroy_decompress(&codec);
  return image;
}

std::optional<RestartIndex> indexOf(const std::string& jpeg) {
  const auto reader = JpegReader::open({.memory = bytesOf(jpeg), .file = nullptr}, {});
  const auto layout = mcuLayout(**reader);
  return layout && layout->step > 0 ? RestartIndex::of(**reader, *layout, {}) : std::nullopt;
}

std::vector<StoredPart> partsOf(Size whole, int anywhere) {
  const int w = whole.width;
  const int h = whole.height;
  std::vector<StoredPart> parts{{0, 0, whole},
                                {w - 1, h - 1, {1, 1}},
                                {0, h / 2, {w, 1}},
                                {w / 2, 0, {1, h}},
                                {w / 3, h - h / 3, {w / 2, h / 3}}};
  std::mt19937 random(11);
  const auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int k = 0; k < anywhere; ++k) {
    const int x = upTo(w);
    const int y = upTo(h);
    parts.push_back({x, y, {1 + upTo(w - x), 1 + upTo(h - y)}});
  }
  std::erase_if(parts, [](const StoredPart& part) { return part.size.width < 1 || part.size.height < 1; });
  return parts;
}

void expectCuts(const std::string& jpeg, const Image& whole, JpegDecoding decoding, int anywhere) {
  for (const StoredPart& part : partsOf(whole.size(), anywhere)) {
    const Result<Image> region = decodeRegion(bytesOf(jpeg), part, decoding);
    ASSERT_TRUE(region) << describe(region.error());
    ASSERT_EQ(greatestDifference(*region, whole.crop(part.x, part.y, part.size)), 0U)
        << "part " << part.x << ", " << part.y << " of " << part.size.width << " x " << part.size.height << " in "
        << whole.width() << " x " << whole.height() << " at " << decoding.eighths << "/8, " << decoding.threads
        << " threads";
  }
}

struct Sampling {
  const char* name;
  int channels;
  Size samples;
};

constexpr Sampling kSamplings[] = {{"4:4:4", 3, {1, 1}}, {"4:2:2", 3, {2, 1}}, {"4:2:0", 3, {2, 2}},
                                   {"4:4:0", 3, {1, 2}}, {"grey", 1, {1, 1}},  {"grey, 2 x 2", 1, {2, 2}}};

Size mcuOf(const Sampling& sampling) {
  return sampling.channels == 1 ? Size{8, 8} : Size{8 * sampling.samples.width, 8 * sampling.samples.height};
}

class RestartRegion : public testing::TestWithParam<Sampling> {};

TEST_P(RestartRegion, IsTheWholeCutForEveryIntervalAndScale) {
  const Sampling& sampling = GetParam();
  const Size mcu = mcuOf(sampling);
  for (const Size size : {Size{5 * mcu.width + 3, 11 * mcu.height + 5}, Size{6 * mcu.width, 9 * mcu.height}}) {
    const int columns = (size.width + mcu.width - 1) / mcu.width;
    const Image pixels = noiseImage(size, sampling.channels, PixelType::u8);
    // A row, two, three, half of one, one MCU, not a divisor of a row, more than all, none.
    for (const int interval : {columns, 2 * columns, 3 * columns, columns / 2, 1, columns - 1, columns + 1, 9999, 0}) {
      const std::string jpeg =
          encodeJpeg(pixels, {.restart_interval = interval, .luma_samples = sampling.samples, .samples_of_gray = true});
      SCOPED_TRACE(std::string(sampling.name) + ", an interval of " + std::to_string(interval) + " in rows of " +
                   std::to_string(columns));
      for (int eighths = 1; eighths <= 8; ++eighths) {
        const Image whole = plainDecode(jpeg, eighths, sampling.channels == 1 ? JCS_GRAYSCALE : JCS_RGB);
        ASSERT_EQ(whole.size(), reducedSize(size, eighths));
        expectCuts(jpeg, whole, {.eighths = eighths}, 8);
      }
    }
  }
}

TEST_P(RestartRegion, IsTheSameForAnyNumberOfThreadsAndOrientation) {
  const Sampling& sampling = GetParam();
  const Size mcu = mcuOf(sampling);
  const Size size{3 * mcu.width + 1, 83 * mcu.height + 3};
  const Image pixels = noiseImage(size, sampling.channels, PixelType::u8);
  for (const int interval : {4, 2, 8, 12, 3}) {
    const std::string jpeg =
        encodeJpeg(pixels, {.restart_interval = interval, .luma_samples = sampling.samples, .samples_of_gray = true});
    ASSERT_TRUE(indexOf(jpeg)) << interval;
    for (const int eighths : {8, 3, 1}) {
      const Image whole = plainDecode(jpeg, eighths, sampling.channels == 1 ? JCS_GRAYSCALE : JCS_RGB);
      for (int threads = 1; threads <= 4; ++threads) {
        expectCuts(jpeg, whole, {.eighths = eighths, .threads = threads}, 3);
      }
    }
    const StoredPart all{0, 0, size};
    for (int orientation = 1; orientation <= 8; ++orientation) {
      const Result<Image> one = decodeRegion(bytesOf(jpeg), all, {.exif_orientation = orientation});
      const Result<Image> three = decodeRegion(bytesOf(jpeg), all, {.exif_orientation = orientation, .threads = 3});
      ASSERT_TRUE(one && three);
      ASSERT_EQ(greatestDifference(*one, *three), 0U) << orientation;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samplings, RestartRegion, testing::ValuesIn(kSamplings), [](const auto& tested) {
  return "Kind" + std::to_string(tested.index);
});

TEST(BytesRegion, OfOtherKindsIsTheWholeCut) {
  const Image pixels = noiseImage({75, 141}, 3, PixelType::u8);
  const std::string progressive = encodeJpeg(pixels, {.progressive = true, .restart_rows = 1});
  EXPECT_FALSE(indexOf(progressive));
  const std::string arithmetic = encodeJpeg(pixels, {.restart_rows = 1, .arithmetic = true});
  EXPECT_FALSE(indexOf(arithmetic));
  for (const std::string& jpeg : {progressive, arithmetic}) {
    expectCuts(jpeg, plainDecode(jpeg, 8, JCS_RGB), {.threads = 2}, 10);
    expectCuts(jpeg, plainDecode(jpeg, 5, JCS_RGB), {.eighths = 5}, 10);
  }
  const std::string cmyk = encodeJpeg(noiseImage({40, 300}, 4, PixelType::u8), {.restart_rows = 1, .adobe_cmyk = true});
  EXPECT_FALSE(indexOf(cmyk));
  const Result<Image> all = decodeRegion(bytesOf(cmyk), {0, 0, {40, 300}}, {});
  ASSERT_TRUE(all);
  expectCuts(cmyk, *all, {.threads = 3}, 10);
  EXPECT_EQ(decodeRegion(bytesOf(cmyk), {0, 0, {1, 1}}, {.color = JpegColor::gray}).error().kind,
            ErrorKind::unsupported);
}

TEST(BytesRegion, IsGreyOrRgbWhateverThePicture) {
  for (const int channels : {1, 3}) {
    const std::string jpeg = encodeJpeg(noiseImage({90, 410}, channels, PixelType::u8), {.restart_rows = 1});
    for (const int eighths : {8, 4}) {
      for (const int threads : {1, 2}) {
        expectCuts(jpeg, plainDecode(jpeg, eighths, JCS_GRAYSCALE),
                   {.eighths = eighths, .color = JpegColor::gray, .threads = threads}, 6);
        expectCuts(jpeg, plainDecode(jpeg, eighths, JCS_RGB),
                   {.eighths = eighths, .color = JpegColor::rgb, .threads = threads}, 6);
      }
    }
  }
}

TEST(BytesRegion, LooksPastOtherSegmentsAndFillBytes) {
  const std::string plain = encodeJpeg(noiseImage({64, 300}, 3, PixelType::u8), {.restart_rows = 1, .density = 200});
  const std::string jpeg = jpegWithExif(plain, exifBytes(6, 300));
  ASSERT_TRUE(indexOf(jpeg));
  expectCuts(jpeg, plainDecode(plain, 8, JCS_RGB), {}, 10);
  std::string filled;
  for (std::size_t k = 0; k < plain.size(); ++k) {
    const bool is_restart = k + 1 < plain.size() && plain[k] == '\xFF' && (plain[k + 1] & 0xF8) == 0xD0;
    filled += is_restart ? "\xFF\xFF" : "";
    filled += plain[k];
  }
  ASSERT_GT(filled.size(), plain.size() + 30);
  ASSERT_TRUE(indexOf(filled));
  expectCuts(filled, plainDecode(plain, 8, JCS_RGB), {}, 10);
}

TEST(BytesRegion, FindsTheMarkersOfAPageWriter) {
  const ScratchFolder folder;
  const Image pixels = noiseImage({64, 300}, 3, PixelType::u8);
  PageFormat format = formatOf(pixels, FileFormat::jpeg);
  writeImage(folder / "page.jpg", pixels, format);
  EXPECT_FALSE(indexOf(readBytes(folder / "page.jpg")));
  format.restart_rows = 2;
  writeImage(folder / "page.jpg", pixels, format);
  const std::optional<RestartIndex> index = indexOf(readBytes(folder / "page.jpg"));
  ASSERT_TRUE(index);
  EXPECT_EQ(index->layout().step, 2);
}

// Where a JPEG's restart markers stand.
std::vector<std::size_t> restartsOf(const std::string& jpeg) {
  std::vector<std::size_t> found;
  for (std::size_t k = jpeg.find("\xFF\xDA"); k + 1 < jpeg.size(); ++k) {
    if (jpeg[k] == '\xFF' && (jpeg[k + 1] & 0xF8) == 0xD0) {
      found.push_back(k);
    }
  }
  return found;
}

TEST(BytesRegion, DoesNotDecodeWhatLiesAboveIt) {
  const Image pixels = noiseImage({64, 640}, 3, PixelType::u8);
  std::string jpeg = encodeJpeg(pixels, {.restart_rows = 1});
  const Image whole = plainDecode(jpeg, 8, JCS_RGB);
  const std::vector<std::size_t> restarts = restartsOf(jpeg);
  ASSERT_EQ(restarts.size(), 39U);
  // The fourth row of MCUs is lost, but not its marker.
  std::fill(jpeg.begin() + static_cast<std::ptrdiff_t>(restarts[3] + 2),
            jpeg.begin() + static_cast<std::ptrdiff_t>(restarts[4]), '\xFF');
  ASSERT_FALSE(decodeRegion(bytesOf(jpeg), {0, 0, {64, 640}}, {}));
  for (const int threads : {1, 3}) {
    EXPECT_FALSE(decodeRegion(bytesOf(jpeg), {0, 60, {64, 40}}, {.threads = threads}));
    const Result<Image> below = decodeRegion(bytesOf(jpeg), {3, 300, {50, 340}}, {.threads = threads});
    ASSERT_TRUE(below) << describe(below.error());
    EXPECT_EQ(greatestDifference(*below, whole.crop(3, 300, {50, 340})), 0U);
  }
}

TEST(BytesRegion, MarkersOutOfOrderOrNumberAreNotBelieved) {
  const std::string jpeg = encodeJpeg(noiseImage({64, 640}, 3, PixelType::u8), {.restart_rows = 1});
  ASSERT_TRUE(indexOf(jpeg));
  const std::vector<std::size_t> at = restartsOf(jpeg);
  std::vector<std::pair<const char*, std::string>> lies;
  const auto lie = [&](const char* what) -> std::string& { return lies.emplace_back(what, jpeg).second; };
  {
    std::string& lying = lie("two numbers exchanged");
    std::swap(lying[at[5] + 1], lying[at[6] + 1]);
  }
  lie("a marker taken away").erase(at[9], 2);
  lie("an interval taken away").erase(at[9], at[10] - at[9]);
  lie("eight intervals taken away").erase(at[9], at[17] - at[9]);
  lie("an interval twice").insert(at[9], jpeg.substr(at[9], at[10] - at[9]));
  lie("eight intervals twice").insert(at[9], jpeg.substr(at[9], at[17] - at[9]));
  lie("a marker that is none of restart")[at[20] + 1] = '\xC4';
  lie("cut off").resize(at[30] + 7);
  lie("without its end").resize(jpeg.size() - 2);
  {
    std::string& lying = lie("another interval than it says");
    const std::size_t interval = lying.find(std::string("\xFF\xDD\0\x04", 4));
    ASSERT_NE(interval, std::string::npos);
    lying[interval + 5] = 8;
  }
  lie("more rows than it has")[jpeg.find("\xFF\xC0") + 5] = 3;
  for (const auto& [what, lying] : lies) {
    EXPECT_FALSE(indexOf(lying)) << what;
    const Image whole = plainDecode(lying, 8, JCS_RGB);
    for (const StoredPart& part : partsOf(whole.size(), 20)) {
      const Result<Image> one = decodeRegion(bytesOf(lying), part, {});
      const Result<Image> three = decodeRegion(bytesOf(lying), part, {.threads = 3});
      ASSERT_EQ(one.has_value(), three.has_value()) << what;
      if (one) {
        EXPECT_EQ(greatestDifference(*one, *three), 0U) << what;
        EXPECT_EQ(greatestDifference(*one, whole.crop(part.x, part.y, part.size)), 0U) << what;
      }
    }
  }
}

// A band of rows ends where the next one's marker was: the same file must be damaged for one thread and for many.
TEST(BytesRegion, DataLeftOverBeforeAMarkerIsToldForAnyNumberOfThreads) {
  for (const int channels : {1, 3}) {
    const std::string jpeg = encodeJpeg(noiseImage({64, 640}, channels, PixelType::u8), {.restart_rows = 1});
    const std::vector<std::size_t> markers = restartsOf(jpeg);
    for (const std::size_t marker : markers) {
      for (const std::size_t count : {1U, 30U}) {
        std::string damaged = jpeg;
        damaged.insert(marker, count, '\x55');
        for (const int threads : {1, 3, 40}) {
          EXPECT_FALSE(decodeRegion(bytesOf(damaged), {0, 0, {64, 640}}, {.threads = threads}))
              << channels << " channels, " << count << " bytes at " << marker << ", " << threads << " threads";
        }
      }
    }
    std::string padded = jpeg;
    padded.insert(jpeg.size() - 2, 30, '\x55');
    EXPECT_TRUE(decodeRegion(bytesOf(padded), {0, 0, {64, 640}}, {.threads = 3}));
  }
}

TEST(BytesRegion, OfDamagedBytesIsWhatLibjpegMakesOfThemOrAnError) {
  std::mt19937 random(5);
  const auto upTo = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int decoded = 0;
  int refused = 0;
  for (const int interval : {4, 8, 1}) {
    const std::string jpeg = encodeJpeg(noiseImage({60, 700}, 3, PixelType::u8), {.restart_interval = interval});
    const std::size_t data = jpeg.find("\xFF\xDA") + 14;
    for (int round = 0; round < 60; ++round) {
      std::string damaged = jpeg;
      for (std::size_t k = 0; k <= upTo(3); ++k) {
        const std::size_t at = data + upTo(jpeg.size() - data - 2);
        switch (upTo(3)) {
          case 0:
            damaged[at] = static_cast<char>(random());
            break;
          case 1:
            damaged[at] = '\xFF';
            damaged[at + 1] = static_cast<char>(0xD0 + upTo(8));
            break;
          default:
            damaged.erase(at, 1 + upTo(40));
            damaged.resize(std::max(damaged.size(), jpeg.size()), '\0');
        }
      }
      const Image whole = plainDecode(damaged, 8, JCS_RGB);
      for (const int threads : {1, 2}) {
        for (const StoredPart& part : partsOf(whole.size(), 4)) {
          const Result<Image> region = decodeRegion(bytesOf(damaged), part, {.threads = threads});
          ++(region ? decoded : refused);
          if (region) {
            ASSERT_EQ(greatestDifference(*region, whole.crop(part.x, part.y, part.size)), 0U)
                << interval << ", round " << round << ", part " << part.x << ", " << part.y;
          } else {
            ASSERT_EQ(region.error().kind, ErrorKind::unreadable);
          }
        }
      }
    }
  }
  EXPECT_GT(decoded, 500);
  EXPECT_GT(refused, 500);
}

TEST(BytesRegion, OfWhatIsNoJpegOrTooLargeIsAnError) {
  const std::string jpeg = encodeJpeg(noiseImage({40, 30}, 3, PixelType::u8), {});
  EXPECT_EQ(*jpegSize(bytesOf(jpeg)), (Size{40, 30}));
  const StoredPart part{0, 0, {1, 1}};
  for (const std::string& bad : {std::string(), std::string("no picture"), jpeg.substr(0, 100)}) {
    EXPECT_EQ(jpegSize(bytesOf(bad)).error().kind, ErrorKind::unreadable);
    EXPECT_EQ(decodeRegion(bytesOf(bad), part, {}).error().kind, ErrorKind::unreadable);
  }
  std::string large = jpeg;
  std::fill_n(large.begin() + static_cast<std::ptrdiff_t>(large.find("\xFF\xC0")) + 5, 4, '\x7F');
  EXPECT_EQ(decodeRegion(bytesOf(large), part, {}).error().kind, ErrorKind::tooLarge);
  std::string empty = jpeg;
  std::fill_n(empty.begin() + static_cast<std::ptrdiff_t>(empty.find("\xFF\xC0")) + 5, 2, '\0');
  EXPECT_EQ(decodeRegion(bytesOf(empty), part, {}).error().kind, ErrorKind::unreadable);
}

TEST(BytesRegion, OutsideThePictureIsTheCallersMistake) {
  const std::string jpeg = encodeJpeg(noiseImage({40, 30}, 3, PixelType::u8), {});
  const auto decode = [&](StoredPart part, JpegDecoding decoding) {
    (void)decodeRegion(bytesOf(jpeg), part, decoding);
  };
  EXPECT_THROW(decode({0, 0, {41, 30}}, {}), std::out_of_range);
  EXPECT_THROW(decode({0, 0, {21, 15}}, {.eighths = 4}), std::out_of_range);
  EXPECT_THROW(decode({-1, 0, {1, 1}}, {}), std::out_of_range);
  EXPECT_THROW(decode({0, 0, {1, 0}}, {}), std::out_of_range);
  EXPECT_THROW(decode({0, 0, {1, 1}}, {.eighths = 0}), std::invalid_argument);
  EXPECT_THROW(decode({0, 0, {1, 1}}, {.exif_orientation = 9}), std::invalid_argument);
  EXPECT_THROW(decode({0, 0, {1, 1}}, {.threads = 0}), std::invalid_argument);
}

TEST(BytesRegion, EndsAtAStop) {
  const std::string jpeg = encodeJpeg(noiseImage({64, 900}, 3, PixelType::u8), {.restart_rows = 1});
  std::stop_source stop;
  stop.request_stop();
  for (const int threads : {1, 3}) {
    for (const int y : {0, 800}) {
      const auto region = decodeRegion(bytesOf(jpeg), {0, y, {64, 100}}, {.threads = threads}, stop.get_token());
      ASSERT_FALSE(region);
      EXPECT_EQ(region.error().kind, ErrorKind::stopped);
    }
  }
}

TEST(BytesRegion, ComesInBandsForSeveralThreads) {
  EXPECT_EQ(bandsOf(3, 190, 1, 1), (std::vector<Band>{{3, 190}}));
  for (const int step : {1, 2, 3, 10}) {
    for (const int threads : {2, 3, 16}) {
      const std::vector<Band> bands = bandsOf(5, 400, step, threads);
      EXPECT_GE(bands.size(), static_cast<std::size_t>(std::min(threads, step == 10 ? 8 : 16)));
      EXPECT_EQ(bands.front().first, 5);
      EXPECT_EQ(bands.back().last, 400);
      for (std::size_t k = 1; k < bands.size(); ++k) {
        EXPECT_EQ(bands[k].first, bands[k - 1].last);
        EXPECT_EQ(bands[k].first % step, 0);
        EXPECT_GT(bands[k].last, bands[k].first);
      }
    }
  }
}

TEST(RestartIndex, PiecesAreJpegsOfTheirOwn) {
  const std::string jpeg = encodeJpeg(noiseImage({50, 16 * 20 + 5}, 3, PixelType::u8), {.restart_interval = 8});
  const std::optional<RestartIndex> index = indexOf(jpeg);
  ASSERT_TRUE(index);
  EXPECT_EQ(index->layout().columns, 4);
  EXPECT_EQ(index->layout().rows, 21);
  EXPECT_EQ(index->layout().step, 2);
  std::set<unsigned> first_restarts;
  for (int first = 0; first < 21; first += 2) {
    const JpegPiece piece = index->piece(first, std::min(first + 3, 21));
    first_restarts.insert(piece.first_restart);
    const auto reader = JpegReader::open({.memory = bytesOf(jpeg), .file = nullptr}, {}, piece);
    ASSERT_TRUE(reader);
    EXPECT_EQ((*reader)->storedSize(), (Size{50, std::min(48, 16 * 20 + 5 - 16 * first)}));
  }
  EXPECT_EQ(first_restarts.size(), 8U);
}

}  // namespace
}  // namespace platen::io
