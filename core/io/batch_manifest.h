// manifest.jsonl of a batch: one JSON object a line and page, in the order in which pages were finished while a batch
// runs. Lines of one photo are written together and are on the disk before the batch goes on; a line that a crash tore
// is passed over when the file is read. Of several lines of one page the last one counts.
//
// While it is open it is locked (locked_file.h), so that two runs do not write one folder. Threads: one at a time.
#pragma once

#include "core/geometry.h"
#include "core/io/locked_file.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace platen::io {

// A file as it was: when either differs it counts as another one.
struct FileStamp {
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
// Error: notFound.
Result<FileStamp> stampOf(const std::filesystem::path& file);

struct ManifestPage {
  std::filesystem::path photo;  // its place below the input (photo_search.h)
  int page = 0;                 // 0: the photo as a whole, which could not be opened
  int pages = 1;                // of the photo
  bool done = false;
  bool review = false;           // someone should look at it
  std::string reason;            // why it failed, or why to look
  std::filesystem::path output;  // below the output folder
  std::uint64_t output_bytes = 0;
  double confidence = 0;
  std::string model;
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, double>> seconds;  // by stage
  Size source_px, out_px;
  double dpi = 0;  // 0: not known
  FileStamp source;
  std::string version, options;  // of the program; a digest of the options
};

class BatchManifest {
 public:
  // Makes the file if it is not there. Errors: inUse (another run holds it), writeFailed, badInput (no manifest).
  static Result<std::unique_ptr<BatchManifest>> open(const std::filesystem::path& file);

  // The pages of a photo as its last lines tell them; null if they tell of none, or not of all of its pages.
  [[nodiscard]] const std::vector<ManifestPage>* find(const std::filesystem::path& photo) const;

  // All pages of one photo, instead of what was known of it. Error: writeFailed.
  Result<void> add(const std::vector<ManifestPage>& photo);
  // Begins the file again with what is known of these photos, in this order, in one step: nothing is left of others.
  // Error: writeFailed.
  Result<void> arrange(const std::vector<std::filesystem::path>& photos);

 private:
  explicit BatchManifest(std::unique_ptr<LockedFile> file) : file_(std::move(file)) {}
  Result<void> read();

  std::unique_ptr<LockedFile> file_;
  std::uint64_t end_ = 0;  // behind the last whole line
  std::map<std::filesystem::path, std::vector<ManifestPage>> photos_;
};

// One line, without its end; and back. Throws JsonProblem (json_fields.h).
std::string manifestLine(const ManifestPage& page);
ManifestPage readManifestLine(const std::string& line);

}  // namespace platen::io
