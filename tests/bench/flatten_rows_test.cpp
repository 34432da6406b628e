#include "core/bench/flatten_rows.h"

#include "core/bench/drawn_photo.h"
#include "core/bench/or_throw.h"
#include "core/bench/program_cost.h"
#include "core/bench/temporary_jpeg.h"
#include "core/io/decode.h"
#include "core/io/probe.h"

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace platen::bench {
namespace {

TEST(FlattenRows, ThePeerFindsThePageToItsEdges) {
  const TemporaryJpeg photo(drawnPhoto(drawnPage(), 1, 3), kDrawnQuality);
  const std::filesystem::path file = photo.file().string() + ".flat.jpg";
  flattenKnownPage(photo.file(), file);
  const Image page = orThrow(io::decodeFull(orThrow(io::probe(file))));
  std::filesystem::remove(file);
  EXPECT_NEAR(page.width(), 750, 20);
  EXPECT_NEAR(page.height(), 970, 20);
  // Paper is 235 and the table 60.
  const auto grey = [&](int x, int y) { return static_cast<int>(page.rowAs<std::byte>(y)[3 * x]); };
  for (const int x : {3, page.width() / 2, page.width() - 4}) {
    EXPECT_GT(grey(x, 3), 200) << x;
    EXPECT_GT(grey(x, page.height() - 4), 200) << x;
  }
}

TEST(ProgramCost, IsThatOfTheProgramAlone) {
  const std::vector<char> mine(200'000'000, 'x');
  const ProgramCost cost = costOf("/bin/sh", {"-c", "sleep 0.05"});
  EXPECT_GE(cost.seconds, 0.05);
  EXPECT_LT(cost.cpu_seconds, cost.seconds) << "sleep is no work";
  EXPECT_GT(cost.resident_mb, 0.1);
  EXPECT_LT(cost.resident_mb, 1e-6 * static_cast<double>(mine.size())) << "without what the caller has";
  EXPECT_THROW(costOf("/bin/sh", {"-c", "exit 3"}), std::runtime_error);
  EXPECT_THROW(costOf("/no/such/program", {}), std::runtime_error);
}

}  // namespace
}  // namespace platen::bench
