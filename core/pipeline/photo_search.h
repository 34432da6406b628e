// Which photos a batch is to do: those of folders, of patterns and of lists, each once, in the order in which people
// count pages (natural_order.h).
//
// A folder gives the files whose names end as photos' do (isPhotoName; what is in them is looked at when they are
// opened), of it alone or of all folders below. Left out: hidden files and folders, the folder that the pages go to,
// and folders that were there before by another way (links may lead in a circle). A pattern is one of the shell
// (glob(7)), for command lines that the shell does not expand; a list is a file with one name a line, or with
// names that end in zero bytes (as `find -print0` writes them), for names with newlines; its names count from the
// folder that the list lies in. What is named by itself is taken whatever it is called. A file of several images (a
// PDF, a TIFF of many pages) gives each of them, as FILE[1], FILE[2] (photo_images.h).
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace platen::pipeline {

struct FoundPhoto {
  std::filesystem::path file;
  // Where its pages go below the output folder: its path below the folder that was searched, else its bare name.
  std::filesystem::path place;
};

struct PhotoSearch {
  std::vector<FoundPhoto> photos;
  std::vector<Error> problems;  // folders that can't be read, names that nothing has; the rest was found
  int folders_below = 0;        // right below those searched, that were not
};

struct SearchOptions {
  bool recursive = false;
  // The folder that the pages go to: not searched, and the PDFs that were made of its pages (written_pdfs.h) are no
  // photos where another folder has them; named they are. Empty: none.
  std::filesystem::path leave_out;
};

// "page.JPG": JPEG, PNG, TIFF, WebP, JPEG 2000, HEIF or PDF by the ending, whatever the case.
bool isPhotoName(const std::filesystem::path& name);

// "scans/p*.jpg"; also FILE[3] of a file that is there.
bool isPattern(const std::string& input);

// `inputs`: folders, photos, patterns. The order of inputs stays, photos of a folder or a pattern are in natural order.
PhotoSearch findPhotos(const std::vector<std::string>& inputs, const SearchOptions& options);
// Errors: notFound, unreadable. `list` "-": the standard input, its names counting from the current folder.
Result<std::vector<std::string>> listedPhotos(const std::filesystem::path& list);

}  // namespace platen::pipeline
