// Calls into C libraries that report errors by longjmp (libjpeg, libpng).
//
// A longjmp must not cross a frame whose objects have destructors. So every call goes through guarded(): the setjmp
// frame holds nothing but references, and `call` is a lambda that captures by reference and makes plain C calls on
// plain data.
#pragma once

#include <csetjmp>

namespace platen::io {

// Runs `call`; false when the library jumped out of it through `jump`.
template <class Call>
[[gnu::noinline]] bool guarded(std::jmp_buf& jump, const Call& call) {
  if (setjmp(jump) != 0) {
    return false;
  }
  call();
  return true;
}

}  // namespace platen::io
