// Many questions of one kind over all cores.
#pragma once

#include "base/tasks.hpp"

#include <allide/query.hpp>

#include <cstddef>
#include <mutex>
#include <vector>

namespace allide::query {

// answers[i] = ask(i), in the order of the questions whatever thread does which. Answer is not bool: threads
// may not share a byte's bits.
template <typename Answer, typename Ask>
std::vector<Answer> ask_many(std::size_t count, const BatchOptions& options, const Ask& ask) {
    std::vector<Answer> answers(count);
    std::mutex reporting;
    std::size_t done = 0;
    base::with_threads(options.threads, [&] {
        constexpr std::size_t grain = 64;
        base::do_pieces(count, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) answers[i] = ask(i);
            if (!options.progress) return;
            const std::lock_guard lock(reporting);
            options.progress(done += end - begin);
        });
    });
    return answers;
}

}  // namespace allide::query
