// Who may include whom: one table, folder -> what its files may include, read by the `layers` test. A shared include
// root lets any file name any header, whatever its target links; this is the guard against that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace platen::layers {

// One folder's rights. A file belongs to the row with the longest folder that is a prefix of its path.
struct LayerRule {
  std::string_view folder;                // "core/optim/"
  std::vector<std::string_view> project;  // prefixes of project headers it may include besides its own folder's
  bool torch = false;                     // <torch/, <ATen/, <c10/
  bool opencv = false;                    // <opencv2/
  bool qt = false;                        // <Q...
  // Where it is not empty: the files that alone use torch. The others may not include their headers either, because
  // programs are linked with what is made of those, and start without torch.
  std::vector<std::string_view> torch_files = {};
};

const std::vector<LayerRule>& layerRules();

// Every forbidden #include of one file, a sentence each ("core/io/x.cpp:3: ..."); `path` is relative to the project's
// root with forward slashes. A source file in no folder of the table is a violation itself.
std::vector<std::string> violations(std::string_view path, std::string_view text);

// Whether the first include of a .cpp is the header of its name, which thereby compiles alone. Always for other files,
// and for a source that has no such header (`has_header`).
bool beginsWithItsHeader(std::string_view path, std::string_view text, bool has_header);

}  // namespace platen::layers
