#include "query/collide/batch_backend.hpp"

namespace allide::query {
namespace {

const BatchBackend* registered = nullptr;

}  // namespace

void register_batch_backend(const BatchBackend* backend) {
    registered = backend;
}

const BatchBackend* choose_backend(const DeviceOptions& options, std::size_t count) {
    const auto tell = [&options](const std::string& processor) {
        if (options.notice) options.notice(processor);
    };
    if (options.device == Device::cpu) {
        tell("CPU");
        return nullptr;
    }
    const bool automatic = options.device == Device::automatic;
    std::string obstacle =
        registered == nullptr
            ? "this build of allide has no GPU support (it was configured without -DALLIDE_GPU=ON)"
            : std::string();
    if (obstacle.empty() && automatic && count < registered->smallest_batch)
        obstacle = "a batch of " + std::to_string(count) + " poses is faster there";
    if (obstacle.empty()) obstacle = registered->obstacle(options.gpu);
    if (obstacle.empty()) {
        tell(registered->name(options.gpu));
        return registered;
    }
    if (!automatic) throw DeviceError(obstacle);
    tell("CPU: " + obstacle);
    return nullptr;
}

}  // namespace allide::query
