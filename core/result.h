// How the program says that the world is wrong: an unreadable file, a full disk, a photo without a page. Contract
// violations throw (std::invalid_argument, c10::Error); being stopped is a Termination (fit.h), not an error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace platen {

enum class ErrorKind : std::uint8_t {
  notFound,     // the file is not there
  unreadable,   // damaged, truncated, not of the format it claims, or not to be opened by who asks
  unsupported,  // a valid file of a kind that this build can't read or write
  tooLarge,     // over a limit on size or memory
  noPage,       // nothing on the photo that a page could be fitted to
  writeFailed,  // disk full, folder read-only
  badInput,     // a sidecar or an option's value that can't be used
  inUse,        // another program works on it, or has changed it meanwhile
  stopped,      // the caller asked to stop before there was anything usable
  internal,     // an exception that reached the pipeline's catch: a bug, reported in one sentence
};

// `message` is one sentence without the file's name: what is wrong, and in brackets what to do about it.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::filesystem::path path;
  std::string message;
};

// "FILE: what is wrong (what to do)", as docs/interfaces.md says; the program's name is put before it when printed.
inline std::string describe(const Error& error) {
  return error.path.empty() ? error.message : error.path.string() + ": " + error.message;
}

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorKind kind, std::filesystem::path path, std::string message) {
  return tl::unexpected<Error>(Error{kind, std::move(path), std::move(message)});
}

}  // namespace platen
