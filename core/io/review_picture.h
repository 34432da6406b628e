// What a batch keeps of a page for its review sheet: a small picture of the photo with the page's grid, and one of the
// page as it was written. One file a page below OUT/.platen/review, so that a later run, or another machine that
// writes to the same folder, need not look at the photos again.
#pragma once

#include "core/geometry.h"
#include "core/image.h"
#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace platen::io {

// A JPEG, as text (base64, RFC 4648), and its size.
struct SmallPicture {
  std::string jpeg_base64;
  Size size;
  [[nodiscard]] bool empty() const { return jpeg_base64.empty(); }
};
// Of u8, 1 or 3 channels. Empty for an empty image.
SmallPicture smallPicture(const Image& image);

struct ReviewPicture {
  SmallPicture photo, page;     // page: empty where it could not be made
  std::vector<Polyline> lines;  // of the page's grid, in pixels of `photo`
};

// The file of page `page` (BatchPage) of the photo at `place` below the input.
std::filesystem::path reviewPictureFile(const std::filesystem::path& out, const std::filesystem::path& place, int page);

// Its folder is made. Error: writeFailed.
Result<void> writeReviewPicture(const std::filesystem::path& file, const ReviewPicture& picture);
// Nothing where there is none, or what is there is not whole.
std::optional<ReviewPicture> readReviewPicture(const std::filesystem::path& file);

}  // namespace platen::io
