// What finding and fitting pages costs: processor seconds per page on one thread, decoding apart, at any size of photo.
//   platen_page_cpu [--runs=N] FILE|FOLDER...
// Each photo is worked on N times (3) and the run with the least time counts: the others were disturbed.
#include "core/detect/cues.h"
#include "core/io/decode.h"
#include "core/pipeline/page.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using platen::pipeline::OpenedPhoto;

constexpr double kTarget = 0.6;  // CPU seconds per page, all of detection and fit

// Of this process, all threads together.
double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  double megapixels = 0;
  std::size_t pages = 0;
  double detect = 0, fit = 0;  // seconds for all pages; the fit with what an open book's pages tell, and the way up
  [[nodiscard]] double perPage() const { return (detect + fit) / static_cast<double>(std::max<std::size_t>(pages, 1)); }
};

platen::Result<Cost> costOf(const std::filesystem::path& file) {
  platen::FitOptions options;
  options.threads = 1;
  OpenedPhoto photo;
  platen::Result<platen::PhotoInfo> info = platen::pipeline::describePhoto(file);
  if (!info) {
    return tl::unexpected(info.error());
  }
  photo.info = std::move(*info);
  platen::Result<platen::Pyramid> pyramid = platen::io::decodePyramid(photo.info, platen::pipeline::kFinestFitSide, {});
  if (!pyramid) {
    return tl::unexpected(pyramid.error());
  }
  photo.pyramid = std::move(*pyramid);
  Cost cost;
  cost.megapixels = 1e-6 * photo.info.size.width * photo.info.size.height;
  const double start = cpuSeconds();
  photo.pages = platen::detect::findCues(photo.pyramid, options, {});
  const double found = cpuSeconds();
  for (int page = 0; page < static_cast<int>(photo.pages.size()); ++page) {
    const auto fitted = platen::pipeline::fitPage(photo, page, options, {}, {});
    cost.pages += fitted ? 1 : 0;
  }
  cost.detect = found - start;
  cost.fit = cpuSeconds() - found;
  return cost;
}

bool isPhoto(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  return extension == ".jpg" || extension == ".jpeg" || extension == ".png" || extension == ".tif" ||
         extension == ".tiff";
}

std::vector<std::filesystem::path> photosOf(const std::filesystem::path& place) {
  if (!std::filesystem::is_directory(place)) {
    return {place};
  }
  std::vector<std::filesystem::path> photos;
  for (const auto& entry : std::filesystem::directory_iterator(place)) {
    if (entry.is_regular_file() && isPhoto(entry.path())) {
      photos.push_back(entry.path());
    }
  }
  std::sort(photos.begin(), photos.end());
  return photos;
}

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

int run(const std::vector<std::filesystem::path>& photos, int runs) {
  std::printf("detection + fit, one thread, decoding apart: CPU seconds per page (target: %.1f)\n", kTarget);
  std::printf("%-34s %6s %6s %8s %8s %9s\n", "photo", "MP", "pages", "detect", "fit", "per page");
  std::vector<double> per_page;
  for (const std::filesystem::path& file : photos) {
    Cost least;
    bool failed = false;
    for (int k = 0; k < runs && !failed; ++k) {
      const platen::Result<Cost> cost = costOf(file);
      if (!cost) {
        std::fprintf(stderr, "%s\n", cost.error().message.c_str());
        failed = true;
      } else if (k == 0 || cost->perPage() < least.perPage()) {
        least = *cost;
      }
    }
    if (!failed) {
      per_page.push_back(least.perPage());
      std::printf("%-34.34s %6.1f %6zu %8.3f %8.3f %9.3f\n", file.filename().c_str(), least.megapixels, least.pages,
                  least.detect, least.fit, least.perPage());
      std::fflush(stdout);
    }
  }
  if (per_page.empty()) {
    std::printf("no photo could be read\n");
    return 1;
  }
  const auto within = std::count_if(per_page.begin(), per_page.end(), [](double s) { return s <= kTarget; });
  std::printf("detection + fit, one thread, CPU s per page: median %.3f, most %.3f, within %.1f: %td of %zu\n",
              medianOf(per_page), *std::max_element(per_page.begin(), per_page.end()), kTarget, within,
              per_page.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int runs = 3;
    std::vector<std::filesystem::path> photos;
    for (int k = 1; k < argc; ++k) {
      const std::string_view word = argv[k];
      constexpr std::string_view kRuns = "--runs=";
      if (word.substr(0, kRuns.size()) == kRuns) {
        runs = std::max(1, std::atoi(argv[k] + kRuns.size()));
      } else {
        const std::vector<std::filesystem::path> more = photosOf(word);
        photos.insert(photos.end(), more.begin(), more.end());
      }
    }
    if (photos.empty()) {
      std::fprintf(stderr, "usage: platen_page_cpu [--runs=N] FILE|FOLDER...\n");
      return 2;
    }
    return run(photos, runs);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
