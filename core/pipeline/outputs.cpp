#include "core/pipeline/outputs.h"

#include "core/io/output_file.h"
#include "core/pipeline/page.h"
#include "core/pipeline/photo_images.h"
#include "core/pipeline/photo_search.h"

#include <algorithm>
#include <optional>
#include <sys/stat.h>
#include <system_error>

#include <fmt/format.h>

namespace platen::pipeline {
namespace fs = std::filesystem;
using Kind = OutputProblem::Kind;
namespace {

// A name that can be compared although the file may not be there yet.
fs::path comparable(const fs::path& file) {
  std::error_code ignored;
  fs::path whole = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
  return whole.empty() ? file : whole;
}

// The file behind a name, whatever other names it has; nothing where there is none.
std::optional<std::pair<std::uint64_t, std::uint64_t>> idOf(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return std::pair{static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

bool isFolder(const fs::path& path) {
  std::error_code ignored;
  return !path.has_filename() || fs::is_directory(path, ignored);
}

std::string extensionOf(FileFormat format) {
  switch (format) {
    case FileFormat::png:
      return ".png";
    case FileFormat::tiff:
      return ".tif";
    case FileFormat::pdf:
      return ".pdf";
    default:
      return ".jpg";
  }
}

// Where one file was named, which has several images, and no image of it: that file; else nothing.
std::optional<fs::path> oneFileOf(const std::vector<fs::path>& photos) {
  const fs::path file = fileOf(photos.front());
  for (std::size_t k = 0; k < photos.size(); ++k) {
    if (photos[k] != file.string() + "[" + std::to_string(k + 1) + "]") {
      return std::nullopt;
    }
  }
  return file;
}

// What needs more than one file for its pages.
std::string whatIsSeveral(const std::vector<fs::path>& photos) {
  const std::optional<fs::path> file = oneFileOf(photos);
  return file ? "the " + std::to_string(photos.size()) + " images in " + file->string() : "several photos";
}

std::string wayToNameOne(const std::vector<fs::path>& photos) {
  return oneFileOf(photos) ? " (or name one of them: " + photos.front().filename().string() + ")" : "";
}

tl::unexpected<Error> isMadeFrom(const fs::path& file, const fs::path& photo, const fs::path& other) {
  return fail(ErrorKind::badInput, photo,
              "its page would overwrite " + file.string() + ", made from " + other.string() +
                  " (flatten them into different folders)");
}

Result<void> makeMissing(const fs::path& folder) {
  if (folder.empty()) {
    return {};
  }
  std::error_code error;
  fs::create_directories(folder, error);
  std::error_code ignored;
  if (error && !fs::is_directory(folder, ignored)) {
    return fail(ErrorKind::writeFailed, folder, "the folder can't be made: " + error.message());
  }
  return {};
}

}  // namespace

Outputs::Outputs(std::vector<fs::path> photos,
                 fs::path out,
                 const ExportOptions& options,
                 const std::vector<fs::path>& also_read)
    : photos_(std::move(photos)), out_(std::move(out)), options_(options) {
  std::for_each(photos_.begin(), photos_.end(), [this](const fs::path& file) { noteRead(file); });
  std::for_each(also_read.begin(), also_read.end(), [this](const fs::path& file) { noteRead(file); });
  const FileFormat named = formatOfName(out_);
  target_ = OutputTarget::folder;
  if (out_.empty() || isFolder(out_)) {
    // A folder, whatever its name looks like.
  } else if (named == FileFormat::pdf || (named == FileFormat::tiff && photos_.size() > 1) ||
             (options.format == FileFormat::pdf && named == FileFormat::automatic && out_.has_extension())) {
    target_ = OutputTarget::document;
  } else if (named != FileFormat::automatic) {
    target_ = OutputTarget::file;
    if (photos_.size() > 1) {
      note({Kind::severalNeedFolder, out_, {}, {}}, "-o " + out_.string() + ": " + whatIsSeveral(photos_) +
                                                        " need a folder, a .pdf or a .tif" + wayToNameOne(photos_));
    }
  } else if (out_.has_extension() && photos_.size() == 1) {
    note({Kind::unknownFormat, out_, {}, {}},
         "-o " + out_.string() + ": " + out_.extension().string() +
             " is no format that can be written (jpg, png, tif, pdf, or a folder)");
  }
  if (target_ != OutputTarget::folder && options.format != FileFormat::automatic && named != FileFormat::automatic &&
      named != options.format) {
    note({Kind::otherFormat, out_, {}, {}}, "-o " + out_.string() + ": its name says another format than --format");
  }
  if (options.color == ColorChoice::bitonal && target_ == OutputTarget::file && named == FileFormat::jpeg) {
    note({Kind::bitonalJpeg, out_, {}, {}}, "--color bitonal can't be kept in a JPEG (use png, tiff or pdf)");
  }
  std::error_code ignored;
  if (target_ == OutputTarget::folder && fs::exists(out_, ignored) && !fs::is_directory(out_, ignored)) {
    note({Kind::fileNotFolder, out_, {}, {}}, "-o " + out_.string() + ": is a file, not a folder");
  }
  if (!problems_.empty() || out_.empty()) {
    return;
  }
  if (target_ != OutputTarget::folder) {
    if (isPhoto(out_)) {
      note({Kind::overPhoto, out_, {}, {}},
           "-o " + out_.string() + ": would overwrite the photo itself (choose another name)");
    }
    return;
  }
  // One page per photo is what is known now; the names of further pages are checked when they are claimed.
  std::map<fs::path, fs::path> names;
  for (const fs::path& photo : photos_) {
    fs::path name = out_ / stemOf(photo);
    name += extensionFor(photo, nullptr, options);
    if (isPhoto(name)) {
      note({Kind::overPhoto, name, photo, {}}, name.string() + ": would overwrite a photo (choose another folder)");
    }
    const auto [other, is_new] = names.emplace(comparable(name), photo);
    if (!is_new) {
      note({Kind::sharedName, name, photo, other->second}, other->second.string() + " and " + photo.string() +
                                                               ": both would become " + name.string() +
                                                               " (flatten them into different folders)");
    }
  }
}

void Outputs::note(OutputProblem problem, std::string sentence) {
  found_.push_back(std::move(problem));
  problems_.push_back(std::move(sentence));
}

void Outputs::alsoWrites(const fs::path& given) {
  if (given.empty()) {
    return;
  }
  if (isPhoto(given)) {
    note({Kind::overPhoto, given, {}, {}}, given.string() + ": would overwrite a photo (choose another name)");
  } else if (isPhotoName(given) && !isFolder(given)) {
    note({Kind::namedAsPhoto, given, {}, {}},
         given.string() + ": is named as a picture, and would hold the fit of one (choose another name)");
  }
  const bool is_taken =
      (target_ != OutputTarget::folder && comparable(given) == comparable(out_)) ||
      (!isFolder(given) && std::find(beside_.begin(), beside_.end(), comparable(given)) != beside_.end());
  if (is_taken) {
    note({Kind::writtenTwice, given, {}, {}}, given.string() + ": is to be written twice (choose another name)");
  }
  if (photos_.size() > 1 && !isFolder(given) && given.has_extension()) {
    note({Kind::severalNeedFolder, given, {}, {}},
         given.string() + ": " + whatIsSeveral(photos_) + " need a folder here" + wayToNameOne(photos_));
  }
  beside_.push_back(comparable(given));
}

std::string Outputs::extensionFor(const fs::path& photo, const PhotoInfo* info, const ExportOptions& options) {
  if (options.format != FileFormat::automatic) {
    return extensionOf(options.format);
  }
  const fs::path file = fileOf(photo);
  const FileFormat written = formatOfName(file);
  const FileFormat named = written == FileFormat::pdf ? FileFormat::automatic : written;  // its pages become images
  const FileFormat wanted =
      info != nullptr ? formatFor({}, options, *info)
                      : (options.color == ColorChoice::bitonal && named == FileFormat::jpeg ? FileFormat::png : named);
  return named == wanted && named != FileFormat::automatic ? file.extension().string() : extensionOf(wanted);
}

void Outputs::noteRead(const fs::path& photo) {
  const fs::path file = fileOf(photo);
  read_names_.insert(comparable(file));
  if (const std::optional<FileId> id = idOf(file)) {
    read_ids_.insert(*id);
  }
}

bool Outputs::isPhoto(const fs::path& file) const {
  const std::optional<FileId> id = idOf(file);
  return (id && read_ids_.count(*id) > 0) || read_names_.count(comparable(file)) > 0;
}

Result<void> Outputs::makeFolder() const {
  return target_ == OutputTarget::folder ? makeMissing(out_) : makeFolderOf(out_);
}

Result<void> Outputs::makeFolderOf(const fs::path& file) {
  return makeMissing(file.parent_path());
}

Result<void> Outputs::checkWritable() const {
  // Tried, not asked: what access(2) says is not all that may stand in the way. In a folder any name will do.
  const bool is_folder = target_ == OutputTarget::folder;
  const auto tried = io::OutputFile::createNameless(is_folder ? out_ / ".platen-tried" : out_);
  return tried ? Result<void>() : fail(tried.error().kind, out_, tried.error().message);
}

void Outputs::keepFor(const fs::path& file, const fs::path& photo) {
  kept_.insert_or_assign(comparable(file), photo);
}

void Outputs::keepOwnNames() {
  for (const fs::path& photo : photos_) {
    fs::path name = out_ / stemOf(photo);
    name += extensionFor(photo, nullptr, options_);
    kept_.emplace(comparable(name), photo);
  }
}

Result<void> Outputs::checkName(const fs::path& file, const fs::path& photo) const {
  if (isPhoto(file)) {
    return fail(ErrorKind::badInput, photo,
                "its page would overwrite the photo " + file.string() + " (choose another folder)");
  }
  if (const auto kept = kept_.find(comparable(file)); kept != kept_.end() && kept->second != photo) {
    return isMadeFrom(file, photo, kept->second);
  }
  return {};
}

Result<fs::path> Outputs::claimName(const fs::path& file, const fs::path& photo) {
  if (const Result<void> free = checkName(file, photo); !free) {
    return tl::unexpected(free.error());
  }
  const auto [other, is_new] = claimed_.emplace(comparable(file), photo);
  if (!is_new) {
    return isMadeFrom(file, photo, other->second);
  }
  return file;
}

Result<fs::path> Outputs::claim(const PhotoInfo& photo, int page, int pages) {
  return claim(photo, page, pages, options_);
}

Result<fs::path> Outputs::claim(const PhotoInfo& photo, int page, int pages, const ExportOptions& options) {
  return claimName(pageName(photo, page, pages, options), photo.file);
}

void Outputs::giveBack(const fs::path& file) {
  claimed_.erase(comparable(file));
}

Result<fs::path> Outputs::nameOf(const PhotoInfo& photo, int page, int pages, const ExportOptions& options) const {
  fs::path name = pageName(photo, page, pages, options);
  if (const Result<void> free = checkName(name, photo.file); !free) {
    return tl::unexpected(free.error());
  }
  return name;
}

fs::path Outputs::pageName(const PhotoInfo& photo, int page, int pages, const ExportOptions& options) const {
  const std::string number = pages > 1 ? fmt::format("_{}", page) : std::string();
  fs::path name = target_ == OutputTarget::folder ? out_ / stemOf(photo.file) : out_.parent_path() / out_.stem();
  name += number +
          (target_ == OutputTarget::folder ? extensionFor(photo.file, &photo, options) : out_.extension().string());
  return name;
}

Result<fs::path> Outputs::claimBeside(const fs::path& given, const fs::path& photo, const std::string& ending) {
  const bool is_name = photos_.size() == 1 && !isFolder(given);
  if (const Result<void> made = is_name ? makeFolderOf(given) : makeMissing(given); !made) {
    return tl::unexpected(made.error());
  }
  if (is_name) {
    return claimName(given, photo);
  }
  fs::path name = given / stemOf(photo);
  name += ending;
  return claimName(name, photo);
}

}  // namespace platen::pipeline
