// The operators in a torch program in C++ that knows nothing of Platen but the library's file.
#include "core/image.h"
#include "tests/support/photo_files.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/DynamicLibrary.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/script.h>

namespace platen::operators {
namespace {

const at::DynamicLibrary& library() {
  static const at::DynamicLibrary kLibrary(PLATEN_OPERATORS);
  return kLibrary;
}

at::Tensor jpegOfRamps(int width, int height) {
  Image image = Image::allocate({width, height}, 3);
  for (int j = 0; j < height; ++j) {
    for (int i = 0; i < width; ++i) {
      auto* pixel = image.rowAs<std::uint8_t>(j) + 3 * i;
      pixel[0] = static_cast<std::uint8_t>(255 * i / width);
      pixel[1] = static_cast<std::uint8_t>(255 * j / height);
      pixel[2] = 128;
    }
  }
  const test::ScratchFolder folder;
  test::writeImage(folder / "ramps.jpg", image, FileFormat::jpeg);
  const std::string bytes = test::readBytes(folder / "ramps.jpg");
  at::Tensor jpeg = at::empty({static_cast<std::int64_t>(bytes.size())}, at::kByte);
  std::copy(bytes.begin(), bytes.end(), jpeg.data_ptr<std::uint8_t>());
  return jpeg;
}

// In the source of a module, `platen` is what Python calls torch.ops.platen.
class PlatenNames : public torch::jit::Resolver {
 public:
  std::shared_ptr<torch::jit::SugaredValue> resolveValue(const std::string& name,
                                                         torch::jit::GraphFunction& function,
                                                         const torch::jit::SourceRange& where) override {
    if (name == "platen") {
      return std::make_shared<torch::jit::BuiltinModule>("platen");
    }
    return torch::jit::nativeResolver()->resolveValue(name, function, where);
  }
};

TEST(OperatorsLibrary, AScriptedModuleDecodesAndSamplesAndSurvivesItsFile) {
  library();
  torch::jit::Module module("page");
  module.define(R"(
    def forward(self, jpeg, coords):
      image = platen.decode_region(jpeg, [8, 16, 160, 96], 8)
      return platen.sample_bilinear(image, coords)
  )",
                std::make_shared<PlatenNames>());
  const at::Tensor jpeg = jpegOfRamps(240, 180);
  const at::Tensor coords = at::tensor({20.0, 30.0, 100.5, 60.25}).view({2, 2}).requires_grad_(true);
  const at::Tensor values = module.forward({jpeg, coords}).toTensor();
  // The part begins at (8, 16), and ramps are what they are at any place.
  EXPECT_NEAR(values[0][0].item<double>(), 255 * (28.0 - 0.5) / 240, 3);
  EXPECT_NEAR(values[1][1].item<double>(), 255 * (76.25 - 0.5) / 180, 3);
  values.select(1, 0).sum().backward();
  EXPECT_NEAR(coords.grad()[0][0].item<double>(), 255.0 / 240, 1.1);
  EXPECT_NEAR(coords.grad()[0][1].item<double>(), 0, 1.1);

  const test::ScratchFolder folder;
  module.save((folder / "page.pt").string());
  torch::jit::Module loaded = torch::jit::load((folder / "page.pt").string());
  EXPECT_TRUE(at::equal(loaded.forward({jpeg, coords}).toTensor(), values));
}

TEST(OperatorsLibrary, BadBytesAreAnExceptionThatNamesThem) {
  library();
  const c10::OperatorHandle decode = c10::Dispatcher::singleton().findSchemaOrThrow("platen::decode_region", "");
  torch::jit::Stack stack{at::zeros({100}, at::kByte), std::vector<std::int64_t>{}, 8, false, 1};
  try {
    decode.callBoxed(&stack);
    FAIL() << "zeros are no JPEG";
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("platen::decode_region"), std::string::npos) << error.what();
  }
}

// nm's lines, "address type name".
std::vector<std::string> symbols(const std::string& options) {
  const std::string command = std::string(PLATEN_NM) + " " + options + " '" + PLATEN_OPERATORS + "'";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> lines;
  std::string line;
  for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) {
    if (c == '\n') {
      lines.push_back(line);
      line.clear();
    } else {
      line.push_back(static_cast<char>(c));
    }
  }
  return lines;
}

// Loading it is all that it takes: it shows nothing, so that it clashes with no other library and can be replaced.
TEST(OperatorsLibrary, ShowsNoSymbol) {
  EXPECT_THAT(symbols("-C --defined-only"), testing::Contains(testing::HasSubstr("platen::operators::decodeRegion")));
  EXPECT_THAT(symbols("-DC --defined-only"), testing::IsEmpty());
}

}  // namespace
}  // namespace platen::operators
