// One small photo of every kind of file that is read: what tests damage, and what fuzzing begins with. A new reader
// adds its kinds here, and both have them.
#pragma once

#include "core/geometry.h"
#include "core/photo_info.h"

#include <string>
#include <vector>

namespace platen::io {

struct PhotoOfAKind {
  std::string name;  // "jpeg-progressive.jpg": kind and ending
  Codec codec;
  std::string bytes;
};

// All of them about this large. Fails the test where one can't be made.
std::vector<PhotoOfAKind> photosOfEveryKind(Size size);

}  // namespace platen::io
