// Registers the GPU with the batch queries of the room `query`.
#include "gpu/batches.hpp"
#include "query/collide/batch_backend.hpp"

#include <map>
#include <memory>
#include <mutex>

// The build makes the linker require this symbol. Nothing else refers to this file, so a program that uses
// the static library would otherwise be linked without it.
extern "C" {
[[gnu::visibility("default")]] extern const int allide_links_gpu;
const int allide_links_gpu = 1;
}

namespace allide::gpu {
namespace {

// An opened GPU and the memory of its queries. The mutex lets one query run at a time.
struct OpenedGpu {
    std::mutex mutex;
    std::shared_ptr<Workspace> workspace;
    std::string obstacle;
};

OpenedGpu& opened(int gpu) {
    static std::mutex mutex;
    static std::map<int, std::unique_ptr<OpenedGpu>> all;
    const std::lock_guard lock(mutex);
    auto& entry = all[gpu];
    if (entry) return *entry;
    entry = std::make_unique<OpenedGpu>();
    auto machine = open_gpu(gpu, nullptr);
    if (machine)
        entry->workspace = std::make_shared<Workspace>(std::shared_ptr<Machine>(std::move(machine).value()));
    else
        entry->obstacle = machine.error().message;
    return *entry;
}

template <typename Query>
auto with_gpu(const DeviceOptions& options, const Query& query) {
    OpenedGpu& gpu = opened(options.gpu);
    const std::lock_guard lock(gpu.mutex);
    return query(gpu.workspace);
}

const query::BatchBackend backend{
    .obstacle = [](int gpu) { return opened(gpu).obstacle; },
    .name = [](int gpu) { return opened(gpu).workspace->machine->name(); },
    .smallest_batch = 64,
    .collides_many =
        [](const Placed& a, const Model& b, std::span<const Pose> poses, const DeviceOptions& options) {
            return with_gpu(options, [&](const auto& workspace) {
                return gpu::collides_many(workspace, a, b, poses, query::on_cpu(options));
            });
        },
    .contacts_many =
        [](const Placed& a, const Model& b, std::span<const Pose> poses, const ContactOptions& each,
           const DeviceOptions& options) {
            return with_gpu(options, [&](const auto& workspace) {
                return gpu::contacts_many(workspace, a, b, poses, each, query::on_cpu(options));
            });
        },
    .distance_many =
        [](const Placed& a, const Model& b, std::span<const Pose> poses, const DistanceOptions& each,
           const DeviceOptions& options) {
            return with_gpu(options, [&](const auto& workspace) {
                return gpu::distance_many(workspace, a, b, poses, each, query::on_cpu(options));
            });
        },
    .distance_within_many =
        [](const Placed& a, const Model& b, std::span<const Pose> poses, double limit,
           const CollideOptions& each, const DeviceOptions& options) {
            return with_gpu(options, [&](const auto& workspace) {
                return gpu::distance_within_many(workspace, a, b, poses, limit, each, query::on_cpu(options));
            });
        },
};

[[maybe_unused]] const bool registered = (query::register_batch_backend(&backend), true);

}  // namespace
}  // namespace allide::gpu
