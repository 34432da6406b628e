// Files of several images (pages of a TIFF, of a PDF), each of which is a photo of its own: FILE[3] is the third
// (core/io/image_address.h).
#pragma once

#include "core/result.h"

#include <filesystem>
#include <vector>

namespace platen::pipeline {

// How many the file holds that FILE or FILE[3] is of. Errors: notFound, unreadable, tooLarge.
Result<int> imagesOf(const std::filesystem::path& photo);

// Each file of several as its images, in order; the others, those that name an image and those that can't be opened as
// they are: opening them says why. Looks into each file.
std::vector<std::filesystem::path> eachImage(const std::vector<std::filesystem::path>& photos);

// FILE of FILE[3]; else the photo itself.
std::filesystem::path fileOf(const std::filesystem::path& photo);
// What the names of its pages begin with, without a folder: FILE_3 of FILE.tif[3], FILE of FILE.tif.
std::filesystem::path stemOf(const std::filesystem::path& photo);

// badInput where one photo is asked for and the file holds several, of which none is named. A file that can't be opened
// is none of this function's business.
Result<void> checkOneImage(const std::filesystem::path& photo);

}  // namespace platen::pipeline
