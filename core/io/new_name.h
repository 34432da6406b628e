// Gives a file a name that nothing else may have by then.
#pragma once

namespace platen::io {

// How it is done, surest first. Not every file system knows all of them: NFS has no rename that spares what is there,
// FAT has no links, some mounted clouds have neither.
enum class NewNameBy {
  rename,  // one call that refuses a name that is taken
  link,    // a second name, which is refused likewise; then the first one goes
  claim,   // an empty file takes the name, and gives it up to the whole one
};

// 0, or an errno: EEXIST where something has the name, which then stays as it is. A way that the file system does not
// know is followed by the next one. `from` and `to` are in one folder.
int renameToNew(const char* from, const char* to, NewNameBy way = NewNameBy::rename);

}  // namespace platen::io
