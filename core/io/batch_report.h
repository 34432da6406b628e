// report.html: the review sheet of a batch, one page that needs no network and nothing beside it. Worst pages first,
// each with its photo, the grid that was fitted and the page as it was written, as far as review_picture.h has them;
// before them how sure the pages are, and what failed and why. Names link to the pages' files.
#pragma once

#include "core/batch_page.h"
#include "core/result.h"

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace platen::io {

inline constexpr const char* kReportName = "report.html";
// Pages beyond stand in a table, without pictures: a browser has to hold them all.
inline constexpr std::size_t kReportPictures = 1000;

struct ReportFacts {
  std::string title;                           // what was flattened
  std::string version;                         // of the program
  std::string made;                            // date and time, as people read it
  std::size_t photos_not_given = 0;            // of those that pages are of: the last run did not have them
  std::set<std::filesystem::path> moved = {};  // places of those of them that are no longer where they lay
};

// `pages` in the order of the book. Error: writeFailed.
Result<void> writeReport(const std::filesystem::path& out,
                         const std::vector<BatchPage>& pages,
                         const ReportFacts& facts);

}  // namespace platen::io
