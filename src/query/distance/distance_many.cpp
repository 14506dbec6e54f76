#include "query/collide/batch_backend.hpp"
#include "query/collide/parallel_batch.hpp"

#include <allide/extra/batches.hpp>

namespace allide {

std::vector<Distance> distance_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const DistanceOptions& each, const BatchOptions& options) {
    return query::answer_in_parallel<Distance>(
        poses.size(), options, [&](std::size_t i) { return distance(a, b.at(poses[i]), each); });
}

std::vector<Distance> distance_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const DistanceOptions& each, const DeviceOptions& options) {
    if (const auto* backend = query::choose_backend(options, poses.size()))
        return backend->distance_many(a, b, poses, each, options);
    return distance_many(a, b, poses, each, query::on_cpu(options));
}

std::vector<bool> distance_within_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                       double limit, const CollideOptions& each,
                                       const BatchOptions& options) {
    const auto within = query::answer_in_parallel<char>(poses.size(), options, [&](std::size_t i) {
        return static_cast<char>(distance_within(a, b.at(poses[i]), limit, each).within);
    });
    return {within.begin(), within.end()};
}

std::vector<bool> distance_within_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                       double limit, const CollideOptions& each,
                                       const DeviceOptions& options) {
    if (const auto* backend = query::choose_backend(options, poses.size()))
        return backend->distance_within_many(a, b, poses, limit, each, options);
    return distance_within_many(a, b, poses, limit, each, query::on_cpu(options));
}

}  // namespace allide
