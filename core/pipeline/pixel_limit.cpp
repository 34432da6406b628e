#include "core/pipeline/pixel_limit.h"

#include "core/io/size_limits.h"

namespace platen::pipeline {

double maxPixels() {
  return io::maxPixels();
}

void setMaxPixels(double pixels) {
  io::setMaxPixels(pixels);
}

}  // namespace platen::pipeline
