#include "core/detect/cues.h"
#include "core/io/decode.h"
#include "core/io/pdf_page.h"
#include "core/io/probe.h"
#include "core/pipeline/guard.h"
#include "core/pipeline/memory_need.h"
#include "core/pipeline/page.h"
#include "core/pipeline/register.h"
#include "core/pipeline/render.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace platen::pipeline {
namespace {

// All evidence of a fit: measured, and the same for any photo but a small one.
constexpr double kFitBytes = 95e6;
// The same beside a known form: canvas, keypoints and feature images of two attempts. Measured on seven photos, flat to
// crumpled: 420e6 to 530e6.
constexpr double kRegisterBytes = 530e6;
// The levels take a third more than the finest.
constexpr double kLevels = 4.0 / 3;

int channelsOf(const PhotoInfo& info) {
  switch (info.color) {
    case ColorModel::gray:
      return 1;
    case ColorModel::rgba:
      return 4;
    default:
      return 3;
  }
}

}  // namespace

Result<PhotoInfo> describePhoto(const std::filesystem::path& file, std::stop_token stop) {
  return guarded(file, [&] { return io::probe(file, stop); });
}

namespace {

Result<void> checkMemory(const std::filesystem::path& file,
                         double evidence_bytes,
                         std::uint64_t memory_bytes,
                         std::stop_token stop) {
  if (memory_bytes == 0) {
    return {};
  }
  // A page of a PDF is rendered by another program before there is anything else of it.
  const Result<double> rendering = guarded(file, [&] { return Result<double>(io::bytesToRender(file, stop)); });
  if (!rendering) {
    return tl::unexpected(rendering.error());
  }
  if (const double needed = kProgramBytes + *rendering; *rendering > 0 && needed > static_cast<double>(memory_bytes)) {
    return overMemory(file, "its rendering", needed, memory_bytes);
  }
  const Result<PhotoInfo> info = describePhoto(file, std::move(stop));
  if (!info) {
    return tl::unexpected(info.error());
  }
  const double pixels = static_cast<double>(info->size.width) * info->size.height;
  const double scale = io::finestScale(*info, kFinestFitSide);
  const double levels = kLevels * pixels * scale * scale * std::min(3, channelsOf(*info));
  // What the decoder holds is let go of before there is any evidence.
  const double needed = kProgramBytes + levels + std::max(evidence_bytes, decoderBytes(*info));
  if (needed > static_cast<double>(memory_bytes)) {
    return overMemory(file, "its fit", needed, memory_bytes);
  }
  return {};
}

}  // namespace

Result<void> checkFitMemory(const std::filesystem::path& file, std::uint64_t memory_bytes, std::stop_token stop) {
  return checkMemory(file, kFitBytes, memory_bytes, std::move(stop));
}

Result<void> checkRegisterMemory(const std::filesystem::path& file, std::uint64_t memory_bytes, std::stop_token stop) {
  return checkMemory(file, kRegisterBytes, memory_bytes, std::move(stop));
}

Result<Pyramid> previewPhoto(const PhotoInfo& info, int long_side, std::stop_token stop, int threads) {
  return guarded(info.file, [&] { return io::decodePyramid(info, long_side, stop, threadCount(threads)); });
}

Result<OpenedPhoto> openPhoto(const std::filesystem::path& file,
                              const FitOptions& options,
                              std::stop_token stop,
                              const Polyline& spine) {
  return guarded(file, [&]() -> Result<OpenedPhoto> {
    const Stopwatch decoding;
    Result<PhotoInfo> info = io::probe(file, stop);
    if (!info) {
      return tl::unexpected(info.error());
    }
    Result<Pyramid> pyramid = io::decodePyramid(*info, kFinestFitSide, stop, threadCount(options.threads));
    if (!pyramid) {
      return tl::unexpected(pyramid.error());
    }
    OpenedPhoto photo;
    photo.info = std::move(*info);
    photo.pyramid = std::move(*pyramid);
    photo.seconds.emplace_back("decode", decoding.seconds());
    if (stop.stop_requested()) {
      return stoppedAt(file);
    }
    const Stopwatch detecting;
    // OpenCV's threads (TBB) can't be more than cores: a greater number is answered on stderr.
    FitOptions within_cores = options;
    within_cores.threads = std::min(options.threads, threadCount(0));
    photo.pages = detect::findCues(photo.pyramid, within_cores, stop, spine);
    photo.order = options.reading_order;
    if (photo.order == ReadingOrder::rightToLeft) {
      std::reverse(photo.pages.begin(), photo.pages.end());
      for (std::size_t k = 0; k < photo.pages.size(); ++k) {
        photo.pages[k].index = static_cast<int>(k) + 1;
      }
    }
    photo.seconds.emplace_back("detect", detecting.seconds());
    if (stop.stop_requested()) {
      return stoppedAt(file);
    }
    const auto is_given = [](const PageCues& page) {
      return std::any_of(page.sides.begin(), page.sides.end(), [](const PageSide& side) { return side.is_given; });
    };
    if (!spine.empty() && options.page.choice != PageChoice::whole && !photo.pages.empty() &&
        std::none_of(photo.pages.begin(), photo.pages.end(), is_given)) {
      photo.pages.front().notes.emplace_back("the spine runs along the lines of text: the photo was not divided there");
    }
    if (photo.pages.empty()) {
      return fail(ErrorKind::noPage, file, "no page was found on it (take the photo so that all of the page is seen)");
    }
    return photo;
  });
}

Result<std::vector<int>> selectPages(const OpenedPhoto& photo, const PageSelection& selection) {
  const int count = static_cast<int>(photo.pages.size());
  std::vector<int> chosen;
  switch (selection.choice) {
    case PageChoice::all:
    case PageChoice::whole:
      for (int i = 0; i < count; ++i) {
        chosen.push_back(i);
      }
      break;
    case PageChoice::left:
    case PageChoice::right: {
      const bool is_first = (selection.choice == PageChoice::left) == (photo.order == ReadingOrder::leftToRight);
      chosen.push_back(is_first ? 0 : count - 1);
      break;
    }
    case PageChoice::number:
      if (selection.number < 1 || selection.number > count) {
        return fail(ErrorKind::badInput, photo.info.file,
                    "has no page " + std::to_string(selection.number) + " (" + std::to_string(count) +
                        (count == 1 ? " page was found on it)" : " pages were found on it)"));
      }
      chosen.push_back(selection.number - 1);
      break;
    case PageChoice::automatic: {
      // Most text, else the largest outline.
      int best = 0;
      double most = -1;
      for (int i = 0; i < count; ++i) {
        const PageCues& page = photo.pages[static_cast<std::size_t>(i)];
        double weight = 0;
        for (const TextSegment& segment : page.segments) {
          weight += segment.length * page.char_height * page.char_height;
        }
        double area = 0;
        for (std::size_t k = 0; k < page.outline.size(); ++k) {
          area += cross(page.outline[k], page.outline[(k + 1) % page.outline.size()]) / 2;
        }
        weight = (weight + 1e-3 * std::abs(area)) / (page.frame.scale * page.frame.scale);
        if (weight > most) {
          most = weight;
          best = i;
        }
      }
      chosen.push_back(best);
      break;
    }
  }
  return chosen;
}

}  // namespace platen::pipeline
