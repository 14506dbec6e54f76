// The narrow phase: queries about two objects of any kind.
#pragma once

#include "scene/objects.hpp"

#include <allide/query.hpp>

namespace allide::scene {

// Decides whether the two objects, enlarged by their paddings, are at most `clearance` apart. The cache may
// be null.
BodyVerdict verdict_of(const Objects& objects, std::uint32_t a, std::uint32_t b, double clearance,
                       QueryCache* cache);
// Decides the same for an object, enlarged by its padding, and another shape.
BodyVerdict verdict_of(const Objects& objects, std::uint32_t a, const PlacedShape& b, double clearance);
// The distance of two objects without their paddings. The cache may be null.
ShapeDistance distance_of(const Objects& objects, std::uint32_t a, std::uint32_t b, QueryCache* cache);

}  // namespace allide::scene
