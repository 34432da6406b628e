// A file on its way to disk under a hidden, unique temporary name in the same folder, until commit() renames it.
#pragma once

#include "core/if_there.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace platen::io {

struct TemporaryName;  // an entry of the register that removeTemporaryFiles() walks

// Where encoders write. write() returns false once anything has gone wrong; the owner of the sink knows what.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual bool write(const void* bytes, std::size_t count) = 0;
};

class MemorySink final : public ByteSink {
 public:
  bool write(const void* bytes, std::size_t count) override;
  std::vector<std::uint8_t> bytes;
};

// Removed when destroyed without commit(). A link to a file is followed: the file it names is replaced, not the link.
class OutputFile final : public ByteSink {
 public:
  // Errors: writeFailed, with the system's reason; also when `file` is there and is no regular file.
  static Result<std::unique_ptr<OutputFile>> create(const std::filesystem::path& file,
                                                    IfThere if_there = IfThere::replace);
  // A file in the folder of `beside` that has no name once this returns: whatever ends the program, nothing of it is
  // left. Never committed. Errors: as of create(), with `beside`.
  static Result<std::unique_ptr<OutputFile>> createNameless(const std::filesystem::path& beside);
  ~OutputFile() override;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  bool write(const void* bytes, std::size_t count) override;  // appends
  // All of another file, at the end. False: one of the two has failed.
  bool append(OutputFile& other);
  // Random access, for formats that go back. Not mixed with write() on one file.
  bool writeAt(std::uint64_t offset, const void* bytes, std::size_t count);
  std::size_t readAt(std::uint64_t offset, void* bytes, std::size_t count);
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // fsync, rename to the final name, fsync the folder. Fails if any write failed before; inUse where something has the
  // name that is not to be replaced.
  Result<void> commit();
  [[nodiscard]] bool failed() const { return error_ != 0; }
  // The first thing that went wrong, as an error of the final file; a general one if nothing did.
  [[nodiscard]] tl::unexpected<Error> failure() const;

 private:
  OutputFile() = default;
  bool flush();
  void removeName();

  std::filesystem::path named_, target_, temporary_;  // as given; links resolved; what is written to
  IfThere if_there_ = IfThere::replace;
  TemporaryName* registered_ = nullptr;
  int descriptor_ = -1;
  int error_ = 0;  // errno of the first failure
  std::uint64_t size_ = 0;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace platen::io
