#include "core/io/pdf_values.h"

#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

#define POINTERHOLDER_TRANSITION 4  // qpdf 11: std::shared_ptr throughout
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDFObjectHandle.hh>

namespace platen::io {
namespace {

class BoundedText final : public Pipeline {
 public:
  explicit BoundedText(std::size_t most) : Pipeline("stream", nullptr), most_(most) {}
  void write(unsigned char const* data, size_t length) override {
    if (length > most_ - text.size()) {
      throw std::length_error("it is too long");  // ends the unpacking; qpdf says then that it failed
    }
    text.append(reinterpret_cast<const char*>(data), length);
  }
  void finish() override {}
  std::string text;

 private:
  std::size_t most_;
};

}  // namespace

double numberOf(QPDFObjectHandle value, double otherwise) {
  if (value.isInteger()) {
    return static_cast<double>(value.getIntValue());
  }
  return value.isReal() ? numberOf(value.getRealValue(), otherwise) : otherwise;
}

double numberOf(std::string_view text, double otherwise) {
  const std::size_t sign = text.starts_with('+') ? 1 : 0;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data() + sign, text.data() + text.size(), number);
  return error == std::errc() ? number : otherwise;
}

int sideOf(QPDFObjectHandle image, const char* key) {
  QPDFObjectHandle value = image.getDict().getKey(key);
  return value.isInteger() ? value.getIntValueAsInt() : 0;
}

std::optional<std::string> unpacked(QPDFObjectHandle stream, std::size_t most) {
  BoundedText into(most);
  bool filtered = false;
  if (!stream.isStream() || !stream.pipeStreamData(&into, &filtered, 0, qpdf_dl_generalized, true, false) ||
      !filtered) {
    return std::nullopt;
  }
  return std::move(into.text);
}

std::string contentsOf(QPDFObjectHandle page, std::size_t most) {
  QPDFObjectHandle contents = page.getKey("/Contents");
  std::vector<QPDFObjectHandle> parts;
  if (contents.isStream()) {
    parts.push_back(contents);
  } else if (contents.isArray()) {
    parts = contents.getArrayAsVector();
  }
  std::string text;
  for (const QPDFObjectHandle& part : parts) {
    const std::optional<std::string> more = unpacked(part, most - text.size());
    if (!more || text.size() + more->size() >= most) {
      throw std::runtime_error("its contents can't be unpacked, or are too long");
    }
    text += *more + "\n";  // parts end with whole words (7.8.2)
  }
  return text;
}

}  // namespace platen::io
