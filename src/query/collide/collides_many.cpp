#include "query/collide/parallel_batch.hpp"

#include <allide/extra/batches.hpp>

namespace allide {

std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const BatchOptions& options) {
    const auto touches = query::answer_in_parallel<char>(
        poses.size(), options, [&](std::size_t i) { return static_cast<char>(collides(a, b.at(poses[i]))); });
    return {touches.begin(), touches.end()};
}

std::vector<Contacts> contacts_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const ContactOptions& each, const BatchOptions& options) {
    return query::answer_in_parallel<Contacts>(
        poses.size(), options, [&](std::size_t i) { return contacts(a, b.at(poses[i]), each); });
}

}  // namespace allide
