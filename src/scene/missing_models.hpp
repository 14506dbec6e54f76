// Builds models that were not needed so far.
#pragma once

#include "scene/objects.hpp"

#include <cstdint>
#include <vector>

namespace allide::scene {

// Builds those models of the objects that are not built yet, several at a time. Numbers may be repeated.
void build_models(const Objects& objects, const std::vector<std::uint32_t>& numbers, unsigned threads);

}  // namespace allide::scene
