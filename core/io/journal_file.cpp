#include "core/io/journal_file.h"

#include "core/io/digest.h"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

namespace platen::io {
namespace {

constexpr std::size_t kLineBytes = 2 + 8 + 1 + 16 + 1;
constexpr std::size_t kCheckDigits = 16;
constexpr std::uint64_t kLongestText = 1U << 30;
// A head is shorter than this: a longer file without one is not ours, or badly damaged.
constexpr std::uint64_t kLongestTornHead = 4096;

std::string recordOf(const std::string& text) {
  std::string record(kLineBytes, '\0');
  std::snprintf(record.data(), record.size() + 1, "R %08x %.16s\n", static_cast<unsigned>(text.size()),
                sha256Of(text).c_str());
  return record + text + "\n";
}

// The length of the text that a record's line announces.
std::optional<std::uint64_t> lengthOf(std::string_view line) {
  unsigned length = 0;
  const auto [end, error] = std::from_chars(line.data() + 2, line.data() + 10, length, 16);
  if (!line.starts_with("R ") || error != std::errc{} || end != line.data() + 10 || line[10] != ' ' ||
      line.back() != '\n' || length > kLongestText) {
    return std::nullopt;
  }
  return length;
}

// The whole record at `offset`, if there is one.
std::optional<std::string> textAt(const LockedFile& file, std::uint64_t offset, std::uint64_t file_bytes) {
  const std::string line = file.bytesAt(offset, kLineBytes);
  const std::optional<std::uint64_t> length = line.size() == kLineBytes ? lengthOf(line) : std::nullopt;
  if (!length || offset + kLineBytes + *length + 1 > file_bytes) {
    return std::nullopt;
  }
  std::string text = file.bytesAt(offset + kLineBytes, *length + 1);
  if (text.size() != *length + 1 || text.back() != '\n') {
    return std::nullopt;
  }
  text.pop_back();
  return sha256Of(text).compare(0, kCheckDigits, line, 11, kCheckDigits) == 0 ? std::optional(std::move(text))
                                                                              : std::nullopt;
}

}  // namespace

Result<std::unique_ptr<JournalFile>> JournalFile::open(const std::filesystem::path& file) {
  Result<std::unique_ptr<LockedFile>> locked =
      LockedFile::open(file, "a journal of Platen", "is open in another Platen (close it there first)");
  if (!locked) {
    return tl::unexpected(locked.error());
  }
  std::unique_ptr<JournalFile> journal(new JournalFile(std::move(*locked)));
  if (Result<void> found = journal->findEnd(); !found) {
    return tl::unexpected(found.error());
  }
  return journal;
}

Result<void> JournalFile::findEnd() {
  const Result<std::uint64_t> bytes = file_->size();
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  end_ = 0;
  while (const std::optional<std::string> text = textAt(*file_, end_, *bytes)) {
    end_ += kLineBytes + text->size() + 1;
  }
  torn_ = *bytes - end_;
  if (end_ == 0 && torn_ > kLongestTornHead) {
    return fail(ErrorKind::badInput, file(), "is no journal of Platen, or its beginning is damaged (move it away)");
  }
  return {};
}

Result<void> JournalFile::read(const std::function<void(const std::string& text, JournalPlace place)>& each) {
  for (std::uint64_t offset = 0; offset < end_;) {
    const std::optional<std::string> text = textAt(*file_, offset, end_);
    if (!text) {
      return fail(ErrorKind::unreadable, file(), "changed while it was read (another program writes to it)");
    }
    const JournalPlace place{offset, kLineBytes + text->size() + 1};
    each(*text, place);
    offset += place.bytes;
  }
  return {};
}

Result<std::vector<JournalPlace>> JournalFile::append(const std::vector<std::string>& texts) {
  std::string bytes;
  std::vector<JournalPlace> places;
  for (const std::string& text : texts) {
    const std::string record = recordOf(text);
    places.push_back({end_ + bytes.size(), record.size()});
    bytes += record;
  }
  // What a crash tore gives way; what is behind the last record that counts is written over by the next.
  if (Result<void> written = file_->append(end_, bytes); !written) {
    return tl::unexpected(written.error());
  }
  end_ += bytes.size();
  torn_ = 0;
  return places;
}

Result<std::vector<JournalPlace>> JournalFile::replace(const std::string& head, const std::vector<JournalPlace>& kept) {
  std::uint64_t end = 0;
  std::vector<JournalPlace> places;
  const Result<void> replaced = file_->replace([&](const LockedFile::Put& put) {
    const std::string first = recordOf(head);
    put(first);
    end = first.size();
    for (const JournalPlace& place : kept) {
      const std::string record = file_->bytesAt(place.offset, place.bytes);
      if (record.size() != place.bytes) {
        return false;
      }
      put(record);
      places.push_back({end, place.bytes});
      end += place.bytes;
    }
    return true;
  });
  if (!replaced) {
    return tl::unexpected(replaced.error());
  }
  end_ = end;
  torn_ = 0;
  return places;
}

void JournalFile::remove() {
  file_->remove();
}

}  // namespace platen::io
