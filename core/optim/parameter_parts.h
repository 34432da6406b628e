// A model's parameters as named parts of one structure, and as the flat vector that an optimiser moves, a sidecar keeps
// and a derivative is taken by. A structure lists its parts once,
//   template <class P, class Visit> requires PartsOf<P, Sheet> void visitParts(P& p, const Visit& visit, const
//   ParameterPart* in)
// in the order of the vector, const or not; its vector, its names and its way back follow from that list. Parts may be
// nested. What an optimiser eliminates (the constants of the curves, curve_residuals.h) is no part.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace platen::optim {

struct ParameterPart {
  std::string_view name;
  std::string_view unit;
  const ParameterPart* in = nullptr;  // the part that this one belongs to
  int index = -1;                     // of several of this name, from 0
};

// visit(const ParameterPart&, std::span<double>) for each part, or with const numbers.
template <class P, class Structure>
concept PartsOf = std::same_as<std::remove_const_t<P>, Structure>;

// A part of one number.
template <class Number>
std::span<Number> one(Number& number) {
  return {&number, 1};
}

// How many numbers it has.
template <class Structure>
std::size_t sizeOf(const Structure& parameters) {
  std::size_t size = 0;
  visitParts(
      parameters, [&](const ParameterPart&, std::span<const double> part) { size += part.size(); }, nullptr);
  return size;
}

template <class Structure>
std::vector<double> flatten(const Structure& parameters) {
  std::vector<double> flat;
  flat.reserve(sizeOf(parameters));
  visitParts(
      parameters,
      [&](const ParameterPart&, std::span<const double> part) { flat.insert(flat.end(), part.begin(), part.end()); },
      nullptr);
  return flat;
}

// The same structure with other numbers. Throws std::invalid_argument for another number of them.
template <class Structure>
Structure unflatten(Structure like, std::span<const double> flat) {
  if (flat.size() != sizeOf(like)) {
    throw std::invalid_argument("unflatten: " + std::to_string(flat.size()) + " numbers for a structure of " +
                                std::to_string(sizeOf(like)));
  }
  std::size_t from = 0;
  visitParts(
      like,
      [&](const ParameterPart&, std::span<double> part) {
        std::copy_n(flat.begin() + static_cast<std::ptrdiff_t>(from), part.size(), part.begin());
        from += part.size();
      },
      nullptr);
  return like;
}

// "bendings[1].creases[0].angle"
inline std::string nameOf(const ParameterPart& part) {
  std::string name;
  if (part.in != nullptr) {
    name = nameOf(*part.in);
    name += '.';
  }
  name += part.name;
  if (part.index >= 0) {
    name.append(1, '[').append(std::to_string(part.index)).append(1, ']');
  }
  return name;
}

// Of each number, in the order of the vector: "pitch", "bend[3]".
template <class Structure>
std::vector<std::string> namesOf(const Structure& parameters) {
  std::vector<std::string> names;
  visitParts(
      parameters,
      [&](const ParameterPart& part, std::span<const double> numbers) {
        for (std::size_t k = 0; k < numbers.size(); ++k) {
          names.push_back(nameOf(part));
          if (numbers.size() > 1) {
            names.back().append(1, '[').append(std::to_string(k)).append(1, ']');
          }
        }
      },
      nullptr);
  return names;
}

}  // namespace platen::optim
