// The clash of one pair of objects.
#pragma once

#include "query/clash/find_clash.hpp"

#include <allide/scene.hpp>

#include <optional>

namespace allide::scene {

// Returns nothing if the two objects do not clash.
std::optional<Clash> clash_of_objects(const query::ClashPart& a, const query::ClashPart& b,
                                      const ClashLimits& limits, ClashDetail detail, ObjectId id_a,
                                      ObjectId id_b);

}  // namespace allide::scene
