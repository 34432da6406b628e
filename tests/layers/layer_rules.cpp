#include "tests/layers/layer_rules.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace platen::layers {
namespace {

// "core/" followed by no further folder: the nouns.
constexpr std::string_view kNouns = "core/*.h";

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [text](std::string_view p) { return text.starts_with(p); });
}

bool isNoun(std::string_view header) {
  return header.starts_with("core/") && header.find('/', 5) == std::string_view::npos;
}

bool isHeader(std::string_view path) {
  return path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".cuh");
}

struct Include {
  std::string name;    // core/image.h or torch/torch.h
  bool angle = false;  // <...>
};

// The include of one line, if it is one. Commented-out lines are none: they start with slashes.
std::optional<Include> includeOf(std::string_view line) {
  const auto skipBlanks = [&line] {
    const std::size_t first = line.find_first_not_of(" \t");
    line.remove_prefix(first == std::string_view::npos ? line.size() : first);
  };
  skipBlanks();
  if (!line.starts_with('#')) {
    return std::nullopt;
  }
  line.remove_prefix(1);
  skipBlanks();
  if (!line.starts_with("include")) {
    return std::nullopt;
  }
  line.remove_prefix(7);
  skipBlanks();
  if (line.empty() || (line.front() != '"' && line.front() != '<')) {
    return std::nullopt;
  }
  const bool angle = line.front() == '<';
  const std::size_t end = line.find(angle ? '>' : '"', 1);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return Include{std::string(line.substr(1, end - 1)), angle};
}

const LayerRule* ruleOf(std::string_view path) {
  const LayerRule* best = nullptr;
  for (const LayerRule& rule : layerRules()) {
    // "core/" itself holds files only, so that a new folder has to be entered in the table.
    const bool covers = rule.folder == "core/"
                            ? path.starts_with("core/") && path.find('/', 5) == std::string_view::npos
                            : path.starts_with(rule.folder);
    if (covers && (best == nullptr || rule.folder.size() > best->folder.size())) {
      best = &rule;
    }
  }
  return best;
}

bool usesTorch(std::string_view path) {
  const LayerRule* rule = ruleOf(path);
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return rule != nullptr && rule->torch &&
         (rule->torch_files.empty() ||
          std::find(rule->torch_files.begin(), rule->torch_files.end(), name) != rule->torch_files.end());
}

bool mayInclude(const LayerRule& rule, std::string_view header) {
  if (header.starts_with(rule.folder) && (rule.folder != "core/" || isNoun(header))) {
    return true;
  }
  return std::any_of(rule.project.begin(), rule.project.end(), [header](std::string_view allowed) {
    return allowed == kNouns ? isNoun(header) : header.starts_with(allowed);
  });
}

}  // namespace

const std::vector<LayerRule>& layerRules() {
  static const std::vector<LayerRule> kRules{
      // folder              project headers                                                        torch  opencv qt
      {"core/", {}, false, false, false},
      {"core/sampling/",
       {kNouns},
       true,
       false,
       false,
       {"bilinear.h", "bilinear.cpp", "fused_value.h", "fused_value.cpp", "spline_expand.h", "spline_expand.cpp"}},
      {"core/optim/",
       {kNouns, "core/sampling/"},
       true,
       false,
       false,
       {"init_module.h", "init_module.cpp", "init_module_library.cpp", "objective_value.h", "objective_value.cpp"}},
      {"core/io/", {kNouns}, false, true, false},
      {"core/operators/", {kNouns, "core/sampling/", "core/io/"}, true, false, false},
      {"core/detect/", {kNouns}, false, true, false},
      {"core/enhance/", {kNouns}, false, true, false},
      {"core/pipeline/", {kNouns, "core/io/", "core/detect/", "core/enhance/", "core/optim/"}, false, false, false},
      {"core/bench/", {"core/"}, true, true, false, {"torch_case.h", "torch_case.cpp", "torch_sampling.cpp"}},
      {"ui/", {kNouns, "core/pipeline/"}, false, false, true},
      {"app/", {kNouns, "core/pipeline/", "core/bench/"}, false, false, false},
      {"app/gui/", {kNouns, "core/pipeline/", "ui/"}, false, false, true},
      // A folder's tests may use what the folder may, and the tested test support, which may use everything.
      {"tests/support/", {"core/"}, true, true, false},
      {"tests/core/", {kNouns, "tests/support/"}, false, false, false},
      {"tests/sampling/", {kNouns, "core/sampling/", "tests/support/"}, true, false, false},
      {"tests/optim/", {kNouns, "core/sampling/", "core/optim/", "tests/support/"}, true, false, false},
      {"tests/io/", {kNouns, "core/io/", "tests/support/"}, false, true, false},
      {"tests/fuzz/", {kNouns, "core/io/", "tests/io/", "tests/support/"}, false, false, false},
      {"tests/operators/", {kNouns, "tests/support/"}, true, false, false},
      {"tests/detect/", {kNouns, "core/detect/", "tests/support/"}, false, true, false},
      {"tests/enhance/", {kNouns, "core/enhance/", "tests/support/"}, false, true, false},
      {"tests/pipeline/",
       {kNouns, "core/pipeline/", "core/io/", "core/detect/", "core/enhance/", "core/optim/", "tests/support/",
        "tests/io/modern_photos.h", "tests/io/photo_fixtures.h"},
       false,
       false,
       false},
      {"tests/app/", {kNouns, "core/pipeline/", "app/", "tests/support/", "tests/io/"}, false, false, false},
      {"tests/ui/", {kNouns, "core/pipeline/", "ui/", "tests/support/"}, false, false, true},
      {"tests/bench/", {"core/", "tests/support/", "tests/io/photo_fixtures.h"}, true, true, false},
      {"tests/golden/", {"core/", "tests/support/"}, false, false, false},
      {"tests/layers/", {}, false, false, false},
  };
  return kRules;
}

std::vector<std::string> violations(std::string_view path, std::string_view text) {
  std::vector<std::string> found;
  const LayerRule* rule = ruleOf(path);
  if (rule == nullptr) {
    found.push_back(std::string(path) + ": in no folder of the layer table");
    return found;
  }
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::optional<Include> include = includeOf(line);
    if (!include) {
      continue;
    }
    const std::string_view name = include->name;
    const auto complain = [&](std::string_view why) {
      found.push_back(std::string(path) + ":" + std::to_string(number) + ": includes " + include->name + ", " +
                      std::string(why));
    };
    const bool torch = startsWithAny(name, {"torch/", "ATen/", "c10/"});
    if (torch && !usesTorch(path)) {
      complain("but torch belongs to core/operators and to the files that the layer table names");
    } else if (torch && name == "torch/torch.h" && isHeader(path)) {
      complain("which costs every includer seconds: headers take ATen/core/Tensor.h");
    }
    if (name.starts_with("core/") && usesTorch(name) && !usesTorch(path)) {
      complain("which brings torch, and programs start without it");
    }
    if (name.starts_with("opencv2/") && !rule->opencv) {
      complain("but OpenCV belongs to core/io, core/detect and core/enhance");
    }
    // Qt's headers are <QString>, <QtWidgets/QLabel>: a Q and a capital or "t".
    if (include->angle && name.size() > 1 && name[0] == 'Q' && !rule->qt) {
      complain("but Qt belongs to ui");
    }
    if (startsWithAny(name, {"core/", "app/", "ui/", "tests/"})) {
      if (include->angle) {
        complain("in angle brackets: the project's own headers are included with quotes");
      }
      if (!mayInclude(*rule, name)) {
        complain("which this folder may not (see the table in tests/layers/layer_rules.cpp)");
      }
    } else if (!include->angle && !torch && !name.starts_with("opencv2/")) {
      complain("in quotes, but quotes are for headers named from the project's root");
    }
  }
  return found;
}

bool beginsWithItsHeader(std::string_view path, std::string_view text, bool has_header) {
  if (!path.ends_with(".cpp") || !has_header) {
    return true;
  }
  std::istringstream lines{std::string(text)};
  std::string line;
  while (std::getline(lines, line)) {
    if (const std::optional<Include> include = includeOf(line)) {
      return include->name == std::string(path.substr(0, path.rfind('.'))) + ".h";
    }
  }
  return false;
}

}  // namespace platen::layers
