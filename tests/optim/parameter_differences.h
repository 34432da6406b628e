// A model's derivatives against central differences, one parameter at a time, each by its name.
#pragma once

#include "core/optim/parameter_parts.h"

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace platen::test {

// check(k, behind, ahead) for every number of the vector: the structure with that number less and more `probe`.
template <class Structure, class Check>
void eachParameterMoved(const Structure& at, double probe, const Check& check) {
  const std::vector<double> flat = flatten(at);
  const std::vector<std::string> names = namesOf(at);
  ASSERT_EQ(names.size(), flat.size());
  for (std::size_t k = 0; k < flat.size(); ++k) {
    SCOPED_TRACE(names[k]);
    std::vector<double> behind = flat;
    std::vector<double> ahead = flat;
    behind[k] -= probe;
    ahead[k] += probe;
    check(k, unflatten(at, behind), unflatten(at, ahead));
  }
}

}  // namespace platen::test
