// manifest.jsonl: line by line, where a line that is read means the same when it is written and read again; and as a
// file.
#include "core/io/batch_manifest.h"
#include "core/io/json_fields.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/photo_decoding.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace platen::fuzz {
namespace {

void readLine(const std::string& line) {
  std::string again;
  try {
    again = io::manifestLine(io::readManifestLine(line));
  } catch (const io::JsonProblem& problem) {
    require(*problem.what() != '\0');
    return;
  }
  require(io::manifestLine(io::readManifestLine(again)) == again);
}

}  // namespace
}  // namespace platen::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace platen;
  for (std::string_view rest(reinterpret_cast<const char*>(bytes), count); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    fuzz::readLine(std::string(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto manifest = io::BatchManifest::open(fuzz::memoryFile({bytes, count}));
  fuzz::require(manifest || !manifest.error().message.empty());
  return 0;
}
