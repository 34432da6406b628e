// What crosses the border of a library of Platen's own that is loaded when it is first asked for
// (core/pipeline/loaded_module.h): plain C values. No type of the libraries behind it, and nothing is thrown across.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace platen {

enum class ModuleStatus : std::int32_t { done, failed, outOfMemory };

// Why a call failed, ended by a zero.
struct ModuleMessage {
  char text[1024] = {};
};

inline void say(ModuleMessage& message, std::string_view words) {
  const std::size_t length = std::min(words.size(), sizeof message.text - 1);
  std::memcpy(message.text, words.data(), length);
  message.text[length] = '\0';
}

// On the library's side: calls `step`; `reasonIn` makes the sentence of an exception's what().
template <class Step, class Reason>
ModuleStatus withoutThrowing(ModuleMessage& message, Step&& step, Reason&& reasonIn) noexcept {
  try {
    try {
      step();
      return ModuleStatus::done;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      say(message, reasonIn(e.what()));
    }
  } catch (const std::bad_alloc&) {
    say(message, "not enough memory");
    return ModuleStatus::outOfMemory;
  } catch (...) {
    say(message, "an exception of unknown kind");
  }
  return ModuleStatus::failed;
}

}  // namespace platen
