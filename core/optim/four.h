// Four doubles that are added and multiplied side by side, read from and written to any array of doubles: GCC's and
// Clang's vector extension. Each lane rounds as a double by itself does.
#pragma once

namespace platen::optim {

using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

}  // namespace platen::optim
