// What a photo's file says of the lens it was taken through, as far as that still holds for the pixels it has now.
#pragma once

#include "core/photo_info.h"

namespace platen::pipeline {

// Whether a photo of this size can be all that a camera saw: a frame of 4:3, 3:2, 16:9 or a phone's longer ones, at a
// camera's own size or scaled down.
bool isWholeFrame(Size size);

// The focal length that EXIF states. Its "in 35 mm film" is that of the whole frame and stays in the file when the
// photo is cropped to its page, while the longer side shrinks by a factor that nobody noted: then nothing is known.
// In units of the photo's longer side; 0: unknown.
double focalPrior(const PhotoInfo& info);

}  // namespace platen::pipeline
