// Models that are not built yet.
#pragma once

#include "scene/objects.hpp"

#include <cstdint>
#include <vector>

namespace allide::scene {

// Builds the missing models of these objects, several at a time. A number may appear more than once.
void build_models(const Objects& objects, const std::vector<std::uint32_t>& numbers, unsigned threads);

}  // namespace allide::scene
