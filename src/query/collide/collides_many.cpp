#include "base/tasks.hpp"

#include <allide/query.hpp>

#include <atomic>
#include <mutex>

namespace allide {

std::vector<bool> collides_many(const Placed& a, const Model& b, std::span<const Pose> poses,
                                const BatchOptions& options) {
    std::vector<char> touches(poses.size(),
                              0);  // not vector<bool>: threads must not write to bits of one byte
    std::mutex reporting;
    std::size_t done = 0;
    base::with_threads(options.threads, [&] {
        constexpr std::size_t grain = 16;
        base::do_pieces(poses.size(), grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) touches[i] = collides(a, b.at(poses[i])) ? 1 : 0;
            if (!options.progress) return;
            const std::lock_guard lock(reporting);
            options.progress(done += end - begin);
        });
    });
    return {touches.begin(), touches.end()};
}

}  // namespace allide
