// Rays against boxes.
#pragma once

#include <allide/probe.hpp>

#include <optional>

namespace allide::query {

// Throws PreconditionError unless the ray is finite, its direction is not 0 and its end is not negative.
void check(const Ray& ray);

// A lower bound of t over the common points of the ray and the box. Empty only if there certainly are none.
std::optional<double> entry_of(const Ray& ray, const Box& box);

}  // namespace allide::query
