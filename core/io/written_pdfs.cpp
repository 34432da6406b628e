#include "core/io/written_pdfs.h"

#include "core/io/batch_manifest.h"
#include "core/io/json_fields.h"
#include "core/io/kept_names.h"
#include "core/io/page_writer.h"

#include <map>
#include <system_error>

namespace platen::io {

namespace fs = std::filesystem;

namespace {

constexpr int kVersion = 1;

using WrittenPdfs = std::map<fs::path, FileStamp>;

fs::path recordOf(const fs::path& out) {
  return out / ".platen" / "pdfs.json";
}

// As they were written and still are.
WrittenPdfs read(const fs::path& out) {
  WrittenPdfs pdfs;
  const auto parse = [&pdfs](const Json& document) {
    checkJsonVersion(jsonObject(document, "the document"), "platen_pdfs", kVersion, "Platen list of PDFs");
    for (const Json& one : jsonArray(jsonMember(document, "pdfs", ""), "pdfs")) {
      const Json& bytes = jsonMember(jsonObject(one, "pdfs"), "bytes", "pdfs.");
      const Json& modified = jsonMember(one, "modified_ns", "pdfs.");
      if (!bytes.is_number_unsigned() || !modified.is_number_integer()) {
        throw JsonProblem("has a size or a time that is none");
      }
      const fs::path file = readNameJson(jsonMember(one, "file", "pdfs."), "file");
      const FileStamp written{bytes.get<std::uint64_t>(), modified.get<std::int64_t>()};
      const Result<FileStamp> now = stampOf(file);
      if (now && *now == written) {
        pdfs[file] = written;
      }
    }
  };
  if (!readJson(recordOf(out), "a list of PDFs of Platen", "remove it", parse)) {
    pdfs.clear();
  }
  return pdfs;
}

}  // namespace

Result<void> noteWrittenPdf(const fs::path& out, const fs::path& pdf) {
  const Result<FileStamp> written = stampOf(pdf);
  if (!written) {
    return tl::unexpected(written.error());
  }
  WrittenPdfs pdfs = read(out);
  pdfs[wholePath(pdf)] = *written;
  Json all = Json::array();
  for (const auto& [file, stamp] : pdfs) {
    all.push_back({{"file", nameJson(file)}, {"bytes", stamp.bytes}, {"modified_ns", stamp.modified_ns}});
  }
  std::error_code error;
  fs::create_directories(recordOf(out).parent_path(), error);
  if (error) {
    return fail(ErrorKind::writeFailed, recordOf(out).parent_path(), "the folder can't be made: " + error.message());
  }
  return writeFileAtomically(recordOf(out), Json{{"platen_pdfs", kVersion}, {"pdfs", all}}.dump() + "\n");
}

std::vector<fs::path> writtenPdfs(const fs::path& out) {
  std::vector<fs::path> files;
  for (const auto& entry : read(out)) {
    files.push_back(entry.first);
  }
  return files;
}

}  // namespace platen::io
