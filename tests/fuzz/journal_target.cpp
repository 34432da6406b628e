// A project's journal: as a file, and (no random bytes have the checksum of a record) each line as the text of one.
#include "core/io/journal_file.h"
#include "core/io/project_records.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/photo_decoding.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace platen::fuzz {
namespace {

void readText(const std::string& text) {
  const auto entry = io::readRecord(text, "/photos", "/photos/book-journal");
  require(entry || !entry.error().message.empty());
}

}  // namespace
}  // namespace platen::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  using namespace platen;
  {
    const auto journal = io::JournalFile::open(fuzz::memoryFile({bytes, count}));
    fuzz::require(journal || !journal.error().message.empty());
    if (journal) {
      const auto read = (*journal)->read([](const std::string& text, io::JournalPlace) { fuzz::readText(text); });
      fuzz::require(read || !read.error().message.empty());
      fuzz::require((*journal)->size() <= count);
    }
  }
  for (std::string_view rest(reinterpret_cast<const char*>(bytes), count); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    fuzz::readText(std::string(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 0;
}
