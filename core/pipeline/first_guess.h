// A network's first guess of a page (--init-model): a traced TorchScript module, loaded once for all photos, whose
// coarse map becomes a start of the fit beside the fit's own. The module's contract: core/optim/init_module.h. It runs
// in a library that is loaded with it (core/optim/init_module_interface.h), so that torch costs those alone who ask.
#pragma once

#include "core/guide.h"
#include "core/pipeline/page.h"
#include "core/result.h"

#include <filesystem>
#include <memory>

namespace platen::pipeline {

// Threads: any number of calls at once; copies share the module.
class FirstGuess {
 public:
  // badInput where the file is no module that keeps the contract; notFound; unsupported where the library or torch is
  // not there.
  static Result<FirstGuess> load(const std::filesystem::path& module);

  // Gives the photo's page the module's map as its shape. A photo of two pages, and a page that has a shape already,
  // are left alone. badInput where the module fails on this photo, breaks the contract, or its map folds over.
  Result<void> tell(const OpenedPhoto& photo, Guide& guide) const;

 private:
  struct Module;
  FirstGuess(std::filesystem::path file, std::shared_ptr<const Module> module);

  std::filesystem::path file_;
  std::shared_ptr<const Module> module_;
};

}  // namespace platen::pipeline
