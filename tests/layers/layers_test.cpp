// The layers of core/README.md hold in every source file of the project, and the check itself can fail.
#include "tests/layers/layer_rules.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platen::layers {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path kRoot = PLATEN_SOURCE_DIR;

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  const std::set<std::string> endings{".h", ".hpp", ".cpp", ".cc", ".cu", ".cuh", ".inl"};
  for (const char* top : {"core", "app", "ui", "tests"}) {
    if (fs::exists(kRoot / top)) {
      for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
        if (entry.is_regular_file() && endings.contains(entry.path().extension().string())) {
          found.push_back(entry.path());
        }
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Layers, EverySourceKeepsThem) {
  const std::vector<fs::path> files = sources();
  ASSERT_GT(files.size(), 20U) << "the scan does not see the sources under " << kRoot;
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    ASSERT_TRUE(in.good()) << file;
    const std::string path = fs::relative(file, kRoot).generic_string();
    for (const std::string& violation : violations(path, text.str())) {
      ADD_FAILURE() << violation;
    }
    EXPECT_TRUE(beginsWithItsHeader(path, text.str(), fs::exists(fs::path(file).replace_extension(".h"))))
        << path << " must include the header of its name first";
  }
}

TEST(Layers, EveryFolderOfTheTableIsUsedOnce) {
  std::set<std::string_view> folders;
  for (const LayerRule& rule : layerRules()) {
    EXPECT_TRUE(folders.insert(rule.folder).second) << rule.folder << " stands in the table twice";
    EXPECT_TRUE(rule.folder.ends_with('/')) << rule.folder;
    for (const std::string_view file : rule.torch_files) {
      EXPECT_TRUE(fs::exists(kRoot / rule.folder / file)) << rule.folder << file;
    }
  }
}

TEST(LayersSelfTest, ACleanFilePasses) {
  EXPECT_THAT(violations("core/optim/init_module.cpp",
                         "#include \"core/optim/a.h\"\n#include \"core/sampling/b.h\"\n#include \"core/image.h\"\n"
                         "#include <vector>\n#include <ATen/core/Tensor.h>\n#include <torch/torch.h>\n"),
              IsEmpty());
  EXPECT_THAT(violations("core/image.cpp", "#include \"core/image.h\"\n"), IsEmpty());
  EXPECT_THAT(violations("core/io/a.cpp", "#include <opencv2/core.hpp>\n"), IsEmpty());
}

TEST(LayersSelfTest, PlantedViolationsAreFoundWithTheirLine) {
  EXPECT_THAT(violations("core/sampling/a.cpp", "\n#include \"core/optim/fit.h\"\n"),
              ElementsAre(HasSubstr("core/sampling/a.cpp:2: includes core/optim/fit.h")));
  EXPECT_THAT(violations("core/image.h", "#include \"core/io/decode.h\"\n"), ElementsAre(HasSubstr("may not")));
  EXPECT_THAT(violations("core/io/a.h", "#include \"core/detect/cues.h\"\n"), ElementsAre(HasSubstr("may not")));
  EXPECT_THAT(violations("core/optim/a.cpp", "#include \"core/pipeline/render.h\"\n"),
              ElementsAre(HasSubstr("may not")));
  EXPECT_THAT(violations("ui/view.cpp", "#include \"core/optim/fit.h\"\n"), ElementsAre(HasSubstr("may not")));
  EXPECT_THAT(violations("core/detect/a.cpp", "#include \"tests/support/page.h\"\n"),
              ElementsAre(HasSubstr("may not")));
}

TEST(LayersSelfTest, LibrariesStayInTheirFolders) {
  for (const char* header : {"torch/torch.h", "ATen/ATen.h", "c10/util/Exception.h"}) {
    const std::string line = "#include <" + std::string(header) + ">\n";
    EXPECT_THAT(violations("core/pipeline/a.cpp", line), ElementsAre(HasSubstr("torch belongs"))) << header;
    EXPECT_THAT(violations("tests/detect/a.cpp", line), ElementsAre(HasSubstr("torch belongs"))) << header;
    EXPECT_THAT(violations("core/optim/a.cpp", line), ElementsAre(HasSubstr("torch belongs"))) << header;
    EXPECT_THAT(violations("core/optim/init_module.cpp", line), IsEmpty()) << header;
    EXPECT_THAT(violations("core/operators/a.cpp", line), IsEmpty()) << header;
  }
  EXPECT_THAT(violations("core/operators/a.h", "#include <torch/torch.h>\n"), ElementsAre(HasSubstr("costs")));
  EXPECT_THAT(violations("core/optim/a.cpp", "  #  include <opencv2/core.hpp>\n"),
              ElementsAre(HasSubstr("OpenCV belongs")));
  EXPECT_THAT(violations("core/pipeline/a.h", "#include <QImage>\n"), ElementsAre(HasSubstr("Qt belongs")));
  EXPECT_THAT(violations("app/main.cpp", "#include <QtWidgets/QLabel>\n"), ElementsAre(HasSubstr("Qt belongs")));
}

TEST(LayersSelfTest, WhatProgramsAreLinkedWithIncludesNoHeaderThatBringsTorch) {
  const std::string init_module = "#include \"core/optim/init_module.h\"\n";
  EXPECT_THAT(violations("core/pipeline/a.cpp", init_module), ElementsAre(HasSubstr("brings torch")));
  EXPECT_THAT(violations("core/optim/fit.cpp", init_module), ElementsAre(HasSubstr("brings torch")));
  EXPECT_THAT(violations("core/optim/init_module_library.cpp", init_module), IsEmpty());
  EXPECT_THAT(violations("tests/optim/a.cpp", init_module), IsEmpty());
  EXPECT_THAT(violations("core/pipeline/a.cpp", "#include \"core/optim/init_module_interface.h\"\n"), IsEmpty());
}

TEST(LayersSelfTest, OddWaysToIncludeAreRefused) {
  EXPECT_THAT(violations("core/optim/a.cpp", "#include \"fit.h\"\n"), ElementsAre(HasSubstr("in quotes")));
  EXPECT_THAT(violations("core/optim/a.cpp", "#include \"../io/decode.h\"\n"), ElementsAre(HasSubstr("in quotes")));
  EXPECT_THAT(violations("core/optim/a.cpp", "#include <core/image.h>\n"), ElementsAre(HasSubstr("angle brackets")));
  EXPECT_THAT(violations("core/optim/a.cpp", "#include <core/io/decode.h>\n").size(), testing::Eq(2U));
}

TEST(LayersSelfTest, AFolderThatTheTableDoesNotKnowIsRefused) {
  EXPECT_THAT(violations("core/extras/a.cpp", ""), ElementsAre(HasSubstr("no folder of the layer table")));
  EXPECT_THAT(violations("tests/extras/a.cpp", ""), ElementsAre(HasSubstr("no folder of the layer table")));
}

TEST(LayersSelfTest, ASourceBeginsWithItsHeader) {
  EXPECT_TRUE(beginsWithItsHeader("core/io/a.cpp", "// A.\n#include \"core/io/a.h\"\n#include <vector>\n", true));
  EXPECT_FALSE(beginsWithItsHeader("core/io/a.cpp", "#include <vector>\n#include \"core/io/a.h\"\n", true));
  EXPECT_FALSE(beginsWithItsHeader("core/io/a.cpp", "int a;\n", true));
  EXPECT_TRUE(beginsWithItsHeader("core/io/a.cpp", "#include <vector>\n", false));
  EXPECT_TRUE(beginsWithItsHeader("core/io/a.h", "#include <vector>\n", true));
}

TEST(LayersSelfTest, CommentsAreNoIncludes) {
  EXPECT_THAT(violations("core/image.h", "// #include <opencv2/core.hpp>\nint a;  // #include \"core/io/decode.h\"\n"),
              IsEmpty());
}

}  // namespace
}  // namespace platen::layers
