// Models that no question has needed before.
#pragma once

#include "scene/objects.hpp"

#include <cstdint>
#include <vector>

namespace allide::scene {

// Builds those of some objects that are not there yet, each by itself. A number may be given several times.
void build_models(const Objects& objects, const std::vector<std::uint32_t>& numbers, unsigned threads);

}  // namespace allide::scene
