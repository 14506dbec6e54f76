// Answers many questions of one kind in parallel.
#pragma once

#include "base/tasks.hpp"

#include <allide/query.hpp>

#include <cstddef>
#include <mutex>
#include <vector>

namespace allide::query {

// Returns answers[i] = ask(i), independent of the number of threads. Answer must not be bool, because the
// elements of std::vector<bool> share bytes, to which threads must not write concurrently.
template <typename Answer, typename Ask>
std::vector<Answer> answer_in_parallel(std::size_t count, const BatchOptions& options, const Ask& ask) {
    std::vector<Answer> answers(count);
    std::mutex reporting;
    std::size_t done = 0;
    base::with_threads(options.threads, [&] {
        constexpr std::size_t grain = 16;
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
