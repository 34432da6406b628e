// Keys that this version does not know are kept when a file of ours is read and written again: here they are found, and
// put back.
#pragma once

#include "core/io/json_fields.h"

namespace platen::io {

// The keys of `all` that `known` does not have, at every level of objects. `known` is what is written of what was read
// of `all`. Pages are matched by their index and come out as an object {"1": {...}}; other lists are values.
Json unknownKeys(const Json& all, const Json& known);
// Adds what unknownKeys() took away to a document, where it does not say something itself.
void addUnknownKeys(Json& document, const Json& unknown);

}  // namespace platen::io
