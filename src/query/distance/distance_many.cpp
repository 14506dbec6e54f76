#include "query/collide/parallel_batch.hpp"

#include <allide/extra/batches.hpp>

namespace allide {

std::vector<Distance> distance_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const DistanceOptions& each, const BatchOptions& options) {
    return query::answer_in_parallel<Distance>(
        poses.size(), options, [&](std::size_t i) { return distance(a, b.at(poses[i]), each); });
}

}  // namespace allide
