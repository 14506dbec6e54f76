#include "query/collide/batch_backend.hpp"
#include "query/collide/parallel_batch.hpp"

#include <allide/extra/batches.hpp>

namespace allide {

std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const BatchOptions& options) {
    const auto touches = query::answer_in_parallel<char>(
        poses.size(), options, [&](std::size_t i) { return static_cast<char>(collides(a, b.at(poses[i]))); });
    return {touches.begin(), touches.end()};
}

std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const DeviceOptions& options) {
    if (const auto* backend = query::choose_backend(options, poses.size()))
        return backend->collides_many(a, b, poses, options);
    return collides_many(a, b, poses, query::on_cpu(options));
}

std::vector<Contacts> contacts_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const ContactOptions& each, const BatchOptions& options) {
    return query::answer_in_parallel<Contacts>(
        poses.size(), options, [&](std::size_t i) { return contacts(a, b.at(poses[i]), each); });
}

std::vector<Contacts> contacts_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                    const ContactOptions& each, const DeviceOptions& options) {
    if (const auto* backend = query::choose_backend(options, poses.size()))
        return backend->contacts_many(a, b, poses, each, options);
    return contacts_many(a, b, poses, each, query::on_cpu(options));
}

}  // namespace allide
