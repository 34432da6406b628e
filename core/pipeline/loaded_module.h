// A library of Platen's own that is loaded when it is first asked for, because what it needs is more than most starts
// of a program are worth (libtorch: 140 MB and 0.4 s). It stands in lib/platen beside the program's bin, in the build
// as where it is installed, and is never unloaded.
#pragma once

#include <string>
#include <string_view>

namespace platen::pipeline {

struct LoadedModule {
  void* entry = nullptr;  // the function that was asked for; null where it can't be had:
  std::string why;        // what is missing
  std::string remedy;     // what to do about it
};

// `file`: the library's name; `entry`: the one function that it shows. Threads: any number of calls at once.
LoadedModule loadedModule(std::string_view file, const char* entry);

}  // namespace platen::pipeline
