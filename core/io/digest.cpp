#include "core/io/digest.h"

#include "core/io/image_address.h"
#include "core/io/photo_file.h"
#include "core/io/sidecar.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <new>
#include <openssl/evp.h>
#include <vector>

namespace platen::io {

struct Digest::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Digest::Digest() : state_(std::make_unique<State>()) {
  if (!state_->context || EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr) != 1) {
    throw std::bad_alloc();
  }
}

Digest::~Digest() = default;

void Digest::add(const void* bytes, std::size_t count) {
  EVP_DigestUpdate(state_->context.get(), bytes, count);
}

std::string Digest::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_DigestFinal_ex(state_->context.get(), digest.data(), &length);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (unsigned k = 0; k < length; ++k) {
    hex.push_back(kDigits[digest[k] >> 4]);
    hex.push_back(kDigits[digest[k] & 15]);
  }
  return hex;
}

std::string sha256Of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes.data(), bytes.size());
  return digest.hex();
}

Result<std::string> sha256(const std::filesystem::path& file) {
  const FileHandle in(std::fopen(addressOf(file).file.c_str(), "rbe"));
  if (!in) {
    return fail(errno == ENOENT ? ErrorKind::notFound : ErrorKind::unreadable, file,
                "cannot be opened: " + systemReason(errno));
  }
  Digest digest;
  std::vector<unsigned char> part(1 << 18);
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), in.get())) {
    digest.add(part.data(), got);
  }
  if (std::ferror(in.get()) != 0) {
    return fail(ErrorKind::unreadable, file, "cannot be read: " + systemReason(errno));
  }
  return digest.hex();
}

}  // namespace platen::io
