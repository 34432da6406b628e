#include "core/io/new_name.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace platen::io {
namespace {

bool isUnknownHere(int error) {
  return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EPERM || error == EMLINK;
}

int renamed(const char* from, const char* to) {
#ifdef RENAME_NOREPLACE
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}

int linked(const char* from, const char* to) {
  if (::link(from, to) != 0) {
    return errno;
  }
  ::unlink(from);
  return 0;
}

int claimed(const char* from, const char* to) {
  const int descriptor = ::open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return errno;
  }
  ::close(descriptor);
  if (::rename(from, to) != 0) {
    const int error = errno;
    ::unlink(to);
    return error;
  }
  return 0;
}

}  // namespace

int renameToNew(const char* from, const char* to, NewNameBy way) {
  int error = ENOSYS;
  if (way == NewNameBy::rename) {
    error = renamed(from, to);
  }
  if (way != NewNameBy::claim && isUnknownHere(error)) {
    error = linked(from, to);
  }
  return isUnknownHere(error) ? claimed(from, to) : error;
}

}  // namespace platen::io
