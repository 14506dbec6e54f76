// Directions that may separate two sets of points, found by GJK in double precision. They are only
// guesses; the proofs check them.
#pragma once

#include <allide/geometry.hpp>

#include <optional>
#include <span>

namespace allide::query {

// A direction from the hull of `a` towards the hull of `b`, nearly along the line through their closest
// points; empty if the hulls seem to overlap. Its largest component is ±1. The sets must not be empty.
std::optional<Vec3> guess_direction(std::span<const Vec3> a, std::span<const Vec3> b);

}  // namespace allide::query
