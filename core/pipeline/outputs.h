// Which files a call will write, decided before anything is written: names, folders, and the refusal of names that two
// pages or a page and a photo would share.
#pragma once

#include "core/options.h"
#include "core/photo_info.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace platen::pipeline {

enum class OutputTarget { file, folder, document };  // document: one file that takes the pages of all photos

// What is wrong with where pages are to go, for hosts with words of their own.
struct OutputProblem {
  enum class Kind {
    severalNeedFolder,  // several photos, one file that takes one page
    unknownFormat,      // the name's ending is none that can be written
    otherFormat,        // the name's ending says another format than the options
    bitonalJpeg,        // which can't be kept
    fileNotFolder,      // a file is where the folder should be
    overPhoto,          // `file` is one of the photos
    sharedName,         // `file` would be written for `photo` and for `other`
    writtenTwice,       // `file` is to be two things
    namedAsPhoto,       // `file` would hold a warp or a map, and has the name of a photo or page
  };
  Kind kind{};
  std::filesystem::path file, photo, other;
};

// Where the pages of a call go.
class Outputs {
 public:
  // `out` as given with -o; empty: no page is written. A PDF, and a TIFF of more than one photo, takes all pages.
  // Problems are the command line's (exit status 2), one sentence each. `also_read`: files that may not be overwritten
  // either.
  Outputs(std::vector<std::filesystem::path> photos,
          std::filesystem::path out,
          const ExportOptions& options,
          const std::vector<std::filesystem::path>& also_read = {});
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  // The same ones, in the same order.
  [[nodiscard]] const std::vector<OutputProblem>& problemsFound() const { return found_; }

  // Another file that the call will write under the very name given (--warp-out, --map-out); empty: none. Names that
  // are taken, and those that pages have (y.jpg), become problems.
  void alsoWrites(const std::filesystem::path& given);

  // A file that is there, made from `photo` before this call: no page of another photo takes its place.
  void keepFor(const std::filesystem::path& file, const std::filesystem::path& photo);

  // In a folder, the name that a photo's one page has is that photo's, also before it is claimed: whose page gets a
  // name then does not depend on who comes first.
  void keepOwnNames();

  [[nodiscard]] OutputTarget target() const { return target_; }
  [[nodiscard]] const std::filesystem::path& out() const { return out_; }
  // Makes the folder that is missing; that of a file beside the pages. Error: writeFailed.
  [[nodiscard]] Result<void> makeFolder() const;
  [[nodiscard]] static Result<void> makeFolderOf(const std::filesystem::path& file);

  // Can files be made where the pages go? To be asked once the folder is there, before the work. Error: writeFailed. A
  // document need not ask: it is begun at once.
  [[nodiscard]] Result<void> checkWritable() const;

  // Name of a page: NAME.ext, or NAME_K.ext where the photo has several; of FILE[3] FILE_3 stands for NAME. In a folder
  // the extension is the photo's own or that of the format. Error (badInput): another page of this call already has it,
  // or a photo of this call would be overwritten.
  [[nodiscard]] Result<std::filesystem::path> claim(const PhotoInfo& photo, int page, int pages);
  // For hosts whose photos have options of their own.
  [[nodiscard]] Result<std::filesystem::path> claim(const PhotoInfo& photo,
                                                    int page,
                                                    int pages,
                                                    const ExportOptions& options);
  void giveBack(const std::filesystem::path& file);  // claimed for a page that then was not written: free again

  // The same name, which stays free: as long as it is not known whether there will be such a page. Error (badInput): it
  // could not be claimed by anyone, whatever has been claimed.
  [[nodiscard]] Result<std::filesystem::path> nameOf(const PhotoInfo& photo,
                                                     int page,
                                                     int pages,
                                                     const ExportOptions& options) const;

  // A file beside the pages (--warp-out, --map-out): the name itself for one photo, NAME + `ending` in the folder of
  // that name for several. Claimed likewise.
  [[nodiscard]] Result<std::filesystem::path> claimBeside(const std::filesystem::path& given,
                                                          const std::filesystem::path& photo,
                                                          const std::string& ending);

 private:
  [[nodiscard]] static std::string extensionFor(const std::filesystem::path& photo,
                                                const PhotoInfo* info,
                                                const ExportOptions& options);
  [[nodiscard]] std::filesystem::path pageName(const PhotoInfo& photo,
                                               int page,
                                               int pages,
                                               const ExportOptions& options) const;
  using FileId = std::pair<std::uint64_t, std::uint64_t>;  // device and inode
  void noteRead(const std::filesystem::path& photo);
  [[nodiscard]] bool isPhoto(const std::filesystem::path& file) const;
  void note(OutputProblem problem, std::string sentence);
  [[nodiscard]] Result<void> checkName(const std::filesystem::path& file, const std::filesystem::path& photo) const;
  Result<std::filesystem::path> claimName(const std::filesystem::path& file, const std::filesystem::path& photo);

  std::vector<std::filesystem::path> photos_;
  std::set<std::filesystem::path> read_names_;  // of photos and what else is read, made comparable
  std::set<FileId> read_ids_;
  std::filesystem::path out_;
  ExportOptions options_;
  OutputTarget target_ = OutputTarget::file;
  std::vector<std::string> problems_;
  std::vector<OutputProblem> found_;
  std::vector<std::filesystem::path> beside_;
  std::map<std::filesystem::path, std::filesystem::path> kept_;     // file -> photo
  std::map<std::filesystem::path, std::filesystem::path> claimed_;  // likewise
};

}  // namespace platen::pipeline
