// A photo of a batch, opened and fitted, within its share of the memory: all that is kept of it until it is exported is
// small. Threads: any number of photos at once.
#pragma once

#include "core/batch_page.h"
#include "core/guide.h"
#include "core/io/review_picture.h"
#include "core/options.h"
#include "core/pipeline/memory_shares.h"
#include "core/pipeline/page.h"
#include "core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace platen::pipeline {

// What is known of a photo beforehand.
struct Beforehand {
  Guide guide;
  Polyline spine;  // source_px; empty: none
  double focal =
      0;  // of the camera, in units of the photo's longer side, where the photo does not say it; 0: not known
};

struct FittedPhoto {
  struct Page {
    int index = 1;  // on the photo, in reading order
    Result<FittedPage> fit;
    io::ReviewPicture review;  // of the photo
    std::string odd;           // why someone should look at it although it may be sure; empty: nothing
    std::string note;          // what helped the fit; empty: nothing
  };
  PhotoInfo info;
  FileStamp source;
  Seconds opening;
  std::vector<Page> pages;
  // How the photo was divided into these pages: of another fit of the same pages.
  PageSelection selection;
  Polyline spine;
};

// Errors: those of checkFitMemory, openPhoto and selectPages. A page that can't be fitted says so itself.
Result<FittedPhoto> fitPhoto(const std::filesystem::path& file,
                             const FitOptions& options,
                             MemoryShares& memory,
                             const Beforehand& known = {});

}  // namespace platen::pipeline
