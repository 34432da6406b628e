#include "core/io/pdf_values.h"

#include <charconv>
#include <stdexcept>
#include <utility>

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
  if (!value.isReal()) {
    return otherwise;
  }
  const std::string text = value.getRealValue();
  const std::size_t sign = text.starts_with('+') ? 1 : 0;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data() + sign, text.data() + text.size(), number);
  return error == std::errc() ? number : otherwise;
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

}  // namespace platen::io
