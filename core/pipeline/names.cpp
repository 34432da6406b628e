// What scripts and files call our enumerators.
#include "core/pipeline/page.h"

#include <cstddef>

namespace platen::pipeline {

std::string_view nameOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::notFound:
      return "not found";
    case ErrorKind::unreadable:
      return "unreadable";
    case ErrorKind::unsupported:
      return "unsupported";
    case ErrorKind::tooLarge:
      return "too large";
    case ErrorKind::noPage:
      return "no page";
    case ErrorKind::writeFailed:
      return "write failed";
    case ErrorKind::badInput:
      return "bad input";
    case ErrorKind::inUse:
      return "in use";
    case ErrorKind::stopped:
      return "stopped";
    case ErrorKind::internal:
      return "internal";
  }
  return "internal";
}

std::string_view nameOf(WarpModel model) {
  return EnumNames<ModelLimit>::kNames[1 + static_cast<std::size_t>(model)];
}

}  // namespace platen::pipeline
