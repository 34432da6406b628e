// A file that only grows, by records that are on the disk before append() returns: what is written often and must live
// through a crash at any moment. Knows nothing of what the records say.
//
// A record is the line "R LLLLLLLL CCCCCCCCCCCCCCCC", the length of the text and the first
// 16 digits of its SHA-256, both hexadecimal; then the text, and a newline. Reading ends at the first record that is
// not whole: one that a crash tore. The first record is the head, which says what the others refer to.
//
// While it is open it is locked (locked_file.h), so that no second program writes to it. Threads: one at a time.
#pragma once

#include "core/io/locked_file.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace platen::io {

// Where a record lies, its line included.
struct JournalPlace {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

class JournalFile {
 public:
  // Makes it if it is not there. Errors: inUse (another open one holds it), writeFailed, badInput (some other file).
  static Result<std::unique_ptr<JournalFile>> open(const std::filesystem::path& file);

  [[nodiscard]] const std::filesystem::path& file() const { return file_->file(); }
  // Of all whole records.
  [[nodiscard]] std::uint64_t size() const { return end_; }
  // Behind the last whole record when it was opened: what a crash tore.
  [[nodiscard]] std::uint64_t tornBytes() const { return torn_; }

  // All whole records in order, the head first. Error: unreadable.
  Result<void> read(const std::function<void(const std::string& text, JournalPlace place)>& each);
  // All on the disk (fdatasync), or an error and none of them counts. Error: writeFailed.
  Result<std::vector<JournalPlace>> append(const std::vector<std::string>& texts);
  // Begins again with this head and, of the records so far, those that are named, in this order: a new file takes the
  // old one's place in one step. Where they lie now. Errors: writeFailed, unreadable; the old one then goes on.
  Result<std::vector<JournalPlace>> replace(const std::string& head, const std::vector<JournalPlace>& kept);
  // Takes the file away. Nothing may follow.
  void remove();

 private:
  explicit JournalFile(std::unique_ptr<LockedFile> file) : file_(std::move(file)) {}
  Result<void> findEnd();

  std::unique_ptr<LockedFile> file_;
  std::uint64_t end_ = 0;
  std::uint64_t torn_ = 0;
};

}  // namespace platen::io
