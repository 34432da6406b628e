// A file that one program at a time writes to and that lives through a crash at any moment: locked while it is open
// (flock, advisory, on the file itself; the lock goes with the process, however that ends), appended to with the bytes
// on the disk before the call returns, and begun again in one step. Knows nothing of what is in it. Threads: one at a
// time.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace platen::io {

class LockedFile {
 public:
  // Makes it if it is not there. `kind` as in "a journal of Platen", `holder` as in "is open in another Platen (close
  // it there first)". Errors: inUse (another open one holds it), writeFailed, badInput (a device or a pipe).
  static Result<std::unique_ptr<LockedFile>> open(const std::filesystem::path& file,
                                                  const std::string& kind,
                                                  const std::string& holder);
  ~LockedFile();
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  // Error: unreadable.
  [[nodiscard]] Result<std::uint64_t> size() const;
  // As many bytes as there are from `offset` on, at most `count`.
  [[nodiscard]] std::string bytesAt(std::uint64_t offset, std::uint64_t count) const;

  // What lies from `offset` on gives way to `bytes`, which are on the disk (fdatasync) then; after an error the file
  // ends at `offset`. Error: writeFailed.
  Result<void> append(std::uint64_t offset, std::string_view bytes);
  // A new file takes the old one's place in one step, locked like it. `write` hands the new bytes over, piece by piece,
  // and returns false to give up. Error: writeFailed; the old one then goes on.
  using Put = std::function<void(std::string_view bytes)>;
  Result<void> replace(const std::function<bool(const Put& put)>& write);
  // Takes the file away. Nothing may follow.
  void remove();

 private:
  LockedFile() = default;

  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace platen::io
