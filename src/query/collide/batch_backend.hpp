// Processors besides the CPU that can answer batches of queries. A room that drives one registers it here
// when the program starts, so that no room depends on it.
#pragma once

#include <allide/extra/batches.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace allide::query {

// The functions of one kind of processor. The options of each call say which GPU to use.
struct BatchBackend {
    // Empty if the GPU of this number can be used; otherwise the reason why not.
    std::string (*obstacle)(int gpu);
    // The name of the processor, for DeviceOptions::notice.
    std::string (*name)(int gpu);
    // With Device::automatic, batches with fewer poses than this go to the CPU.
    std::size_t smallest_batch;

    std::vector<bool> (*collides_many)(const Placed& a, const Model& b, std::span<const Pose> poses,
                                       const DeviceOptions& options);
    std::vector<Contacts> (*contacts_many)(const Placed& a, const Model& b, std::span<const Pose> poses,
                                           const ContactOptions& each, const DeviceOptions& options);
    std::vector<Distance> (*distance_many)(const Placed& a, const Model& b, std::span<const Pose> poses,
                                           const DistanceOptions& each, const DeviceOptions& options);
    std::vector<bool> (*distance_within_many)(const Placed& a, const Model& b, std::span<const Pose> poses,
                                              double limit, const CollideOptions& each,
                                              const DeviceOptions& options);
};

// `backend` must live as long as the program. Called before main, or once by a test; null removes it.
void register_batch_backend(const BatchBackend* backend);

// The backend that a batch of `count` poses must use; null for the CPU. Calls DeviceOptions::notice, and
// throws DeviceError if a GPU was asked for that cannot be used.
const BatchBackend* choose_backend(const DeviceOptions& options, std::size_t count);

// The options for the CPU's part of the work.
inline BatchOptions on_cpu(const DeviceOptions& options) {
    return {.threads = options.threads, .progress = options.progress};
}

}  // namespace allide::query
