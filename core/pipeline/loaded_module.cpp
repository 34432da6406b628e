#include "core/pipeline/loaded_module.h"

#include <dlfcn.h>
#include <filesystem>

namespace platen::pipeline {
namespace {

// Where it may stand, seen from the folder of the running program: installed, and in the build.
constexpr const char* kFolders[] = {PLATEN_MODULES_FROM_PROGRAM, "../lib/platen"};

std::filesystem::path programFolder() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
}

}  // namespace

LoadedModule loadedModule(std::string_view file, const char* entry) {
  const std::filesystem::path program = programFolder();
  if (!program.is_absolute()) {  // else a library would be looked for from wherever one stands
    return {nullptr, "where this program lies can't be told, and so not where " + std::string(file) + " is",
            "is /proc there?"};
  }
  for (const char* folder : kFolders) {
    const std::filesystem::path candidate = (program / folder / file).lexically_normal();
    std::error_code unreadable;
    if (!std::filesystem::exists(candidate, unreadable)) {
      continue;
    }
    // Lazily, and for itself: what it brings is nobody else's.
    void* library = dlopen(candidate.c_str(), RTLD_LAZY | RTLD_LOCAL);
    void* found = library == nullptr ? nullptr : dlsym(library, entry);
    if (found != nullptr) {
      return {found, {}, {}};
    }
    const char* said = dlerror();
    std::string reason = said == nullptr ? "nobody knows why" : said;
    if (const std::string itself = candidate.string() + ": "; reason.starts_with(itself)) {
      reason.erase(0, itself.size());
    }
    return {nullptr, candidate.string() + " can't be loaded: " + reason, "install libtorch " PLATEN_TORCH_VERSION};
  }
  const std::filesystem::path folder = (program / kFolders[0]).lexically_normal();
  return {nullptr, std::string(file) + " is not in " + folder.string(),
          "install it there, as `cmake --install` and the package platen-torch do"};
}

}  // namespace platen::pipeline
