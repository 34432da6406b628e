// platen_book_error FOLDER [PAGES [SEED]]: writes a book's photos to FOLDER (tests/support/book_photos.h), fits each
// page on its own and within the book, as `platen batch` does, and says how far either is from the truth.
#include "core/pipeline/batch_books.h"
#include "tests/support/book_photos.h"
#include "tests/support/map_error.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

int main(int argc, char** argv) {
  using namespace platen;
  if (argc < 2) {
    std::cerr << "usage: platen_book_error FOLDER [PAGES [SEED]]\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const int pages = argc > 2 ? std::atoi(argv[2]) : 24;
  const int seed = argc > 3 ? std::atoi(argv[3]) : 1;
  static constexpr std::array<const char*, 4> kKinds{"text", "plate", "empty", "title"};
  std::filesystem::create_directories(folder);
  std::vector<test::BookPhoto> book = test::bookPhotos(pages, {1224, 1632}, static_cast<std::uint64_t>(seed));
  std::vector<test::PagePhoto> truth;
  std::vector<pipeline::FoundPhoto> photos;
  for (std::size_t k = 0; k < book.size(); ++k) {
    truth.push_back(test::photograph(book[k].recipe));
    const std::string name = fmt::format("p{:03}.jpg", k);
    test::writeImage(folder / name, truth.back().photo, FileFormat::jpeg);
    photos.push_back({folder / name, name});
  }
  pipeline::MemoryShares memory(0, 1);
  const FitOptions options;
  pipeline::BatchBooks books(photos, options, memory, 1);
  std::array<double, 2> sum{}, worst{};
  const auto tell = [&](std::size_t k, const Result<pipeline::FittedPhoto>& photo, std::size_t way) {
    if (!photo || photo->pages.size() != 1 || !photo->pages.front().fit) {
      fmt::print("{:3} failed, or taken for several pages\n", k);
      return;
    }
    const auto& page = photo->pages.front();
    const test::MapError error = test::mapError(truth[k].shape, page.fit->fit);
    sum[way] += error.rms_percent;
    worst[way] = std::max(worst[way], error.rms_percent);
    fmt::print("{:3} {:5} {:8} rms {:6.3f} %, turn {:4.0f}, confidence {:.2f}{}{}\n", k,
               kKinds[static_cast<std::size_t>(book[k].kind)], way == 0 ? "alone" : "in book", error.rms_percent,
               error.turn_degrees, page.fit->fit.confidence, page.odd.empty() ? "" : ", for review: " + page.odd,
               page.note.empty() ? "" : ", " + page.note);
  };
  for (std::size_t k = 0; k < photos.size(); ++k) {
    tell(k, pipeline::fitPhoto(photos[k].file, options, memory), 0);
    tell(k, books.fit(photos[k], {}), 1);
  }
  fmt::print("alone:   mean {:.3f} %, worst {:.3f} %\nin book: mean {:.3f} %, worst {:.3f} %\n", sum[0] / pages,
             worst[0], sum[1] / pages, worst[1]);
}
