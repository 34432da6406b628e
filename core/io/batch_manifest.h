// manifest.jsonl of a batch: one JSON object a line and page, in the order in which pages were finished while a batch
// runs. Lines of one photo are written together and are on the disk before the batch goes on; a line that a crash tore
// is passed over when the file is read. Of several lines of one page the last one counts.
//
// While it is open it is locked (locked_file.h), so that two runs do not write one folder; reading alone locks nothing.
// Threads: one at a time.
#pragma once

#include "core/batch_page.h"
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

// Of FILE also where FILE[3] is meant (image_address.h). Error: notFound.
Result<FileStamp> stampOf(const std::filesystem::path& file);

// What is known of each photo.
using PhotoRecords = std::map<std::filesystem::path, std::vector<BatchPage>>;

// Do they tell of all pages of their photo?
bool isWhole(const std::vector<BatchPage>& pages);
// When the last of them was done.
std::int64_t endedNs(const std::vector<BatchPage>& pages);

// As it is now, also while another program writes it; nothing where there is none. Photos of which not all pages are
// told are left out. Errors: unreadable, badInput (no manifest).
Result<PhotoRecords> readManifest(const std::filesystem::path& file);
// Does a program hold it open to write?
bool isBeingWritten(const std::filesystem::path& file);

class BatchManifest {
 public:
  // Makes the file if it is not there. Errors: inUse (another run holds it), writeFailed, badInput (no manifest).
  static Result<std::unique_ptr<BatchManifest>> open(const std::filesystem::path& file);

  // The pages of a photo as its last lines tell them; null if they tell of none, or not of all of its pages.
  [[nodiscard]] const std::vector<BatchPage>* find(const std::filesystem::path& photo) const;

  // All pages of one photo, instead of what was known of it. Error: writeFailed.
  Result<void> add(const std::vector<BatchPage>& photo);
  // What is known of these photos, in this order, then of the others.
  [[nodiscard]] std::vector<BatchPage> pages(std::vector<std::filesystem::path> photos) const;
  // Begins the file again, in one step, with these lines. Error: writeFailed.
  Result<void> arrange(const std::vector<BatchPage>& pages);
  // What another manifest knows of a photo, instead of what was known of it; in the file with the next arrange().
  void adopt(const std::vector<BatchPage>& photo);
  [[nodiscard]] const PhotoRecords& photos() const { return photos_; }

 private:
  explicit BatchManifest(std::unique_ptr<LockedFile> file) : file_(std::move(file)) {}
  Result<void> read();

  std::unique_ptr<LockedFile> file_;
  std::uint64_t end_ = 0;  // behind the last whole line
  PhotoRecords photos_;
};

// One line, without its end; and back. Throws JsonProblem (json_fields.h).
std::string manifestLine(const BatchPage& page);
BatchPage readManifestLine(const std::string& line);

}  // namespace platen::io
