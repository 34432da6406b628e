// SHA-256 of bytes as they come, and of files (sidecar.h has sha256()).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace platen::io {

class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(const void* bytes, std::size_t count);
  // Hex, of all that was added. Once.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256Of(std::string_view bytes);

}  // namespace platen::io
