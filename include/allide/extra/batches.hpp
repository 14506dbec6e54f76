// Questions about two models for many poses in one call, in parallel. collides_many is in allide/query.hpp.
//
// Answers are in the order of the poses and do not depend on the number of threads. An exception that
// BatchOptions::progress throws stops the work and reaches the caller.
#pragma once

#include <allide/query.hpp>

#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

// contacts(a, b) for b at each of the poses.
std::vector<Contacts> contacts_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const ContactOptions& each = {}, const BatchOptions& options = {});

// distance(a, b) for b at each of the poses.
std::vector<Distance> distance_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const DistanceOptions& each = {}, const BatchOptions& options = {});

}  // namespace allide
