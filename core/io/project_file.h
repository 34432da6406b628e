// A project's file (schema version 1): the photos that someone works on, each with all that was made and said of it.
//
//   { "platen_project": 1, "current": 0, "photos": [ as in photo_json.h, ... ] }
//
// One photo a line, written and read one after the other, so that hundreds of grids are not held twice. Names of photos
// are relative to the file's folder where they lie in it, below it or beside it, absolute else; one that is no UTF-8 is
// {"hex": "its bytes"}, and a newline is JSON's own \n. Unknown keys are kept when a project is read and written again.
#pragma once

#include "core/io/digest.h"
#include "core/io/output_file.h"
#include "core/io/presets.h"
#include "core/io/project_photo.h"
#include "core/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace platen::io {

struct ProjectHead {
  int current = -1;  // index of a photo; -1: none
  std::optional<KeptPresets> presets;
  std::string unknown;  // keys that this version does not know, as JSON text for ProjectWriter; empty: none
  std::string sha256;   // hex, of the file
};

// Each photo is handed on in the file's order. Errors: notFound, badInput (not JSON, cut off, a key missing or out of
// range, a newer schema version, a photo that stands there twice: says so); photos were handed on by then.
Result<ProjectHead> readProjectFile(const std::filesystem::path& file, const std::function<void(KeptPhoto)>& each);

// Writes under a temporary name until commit(). Errors: writeFailed.
class ProjectWriter {
 public:
  ~ProjectWriter();
  ProjectWriter(const ProjectWriter&) = delete;
  ProjectWriter& operator=(const ProjectWriter&) = delete;

  static Result<std::unique_ptr<ProjectWriter>> create(const std::filesystem::path& file,
                                                       int current,
                                                       const std::optional<KeptPresets>& presets,
                                                       const std::string& unknown);
  Result<void> add(const KeptPhoto& photo);
  // The end of the file; its SHA-256, hex. Then commit().
  Result<std::string> finish();
  // fsync and rename.
  Result<void> commit() { return out_->commit(); }

 private:
  struct Unknown;
  ProjectWriter();
  Result<void> write(const std::string& text);

  std::unique_ptr<OutputFile> out_;
  std::filesystem::path folder_;
  std::unique_ptr<Unknown> unknown_;
  Digest digest_;
  bool is_first_ = true;
};

}  // namespace platen::io
