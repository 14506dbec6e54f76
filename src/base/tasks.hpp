// Parallel execution through oneTBB if it was available at build time, otherwise sequential. Callers split
// their work so that the result depends on neither the order nor the number of threads. Every piece of work
// can be cancelled with the call that it belongs to.
#pragma once

#include "base/cancel.hpp"

#include <algorithm>
#include <cstddef>

#ifdef ALLIDE_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>
#endif

namespace allide::base {

// Runs both functions, in parallel if possible.
template <typename First, typename Second>
void do_both(First&& first, Second&& second) {
#ifdef ALLIDE_WITH_TBB
    CancelScope* const scope = CancelAccess::current();
    tbb::parallel_invoke([&] { CancelAccess::do_part(scope, first); },
                         [&] { CancelAccess::do_part(scope, second); });
#else
    first();
    second();
#endif
}

// Calls work(begin, end) for ranges that together cover 0 … count − 1, in any order and possibly in parallel.
// If there is more than one range, each has at least half of `grain` elements.
template <typename Work>
void do_pieces(std::size_t count, std::size_t grain, Work&& work) {
    if (count <= grain) {
        if (count != 0) work(std::size_t{0}, count);
        return;
    }
#ifdef ALLIDE_WITH_TBB
    CancelScope* const scope = CancelAccess::current();
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), [&](const auto& piece) {
        CancelAccess::do_part(scope, [&] { work(piece.begin(), piece.end()); });
    });
#else
    work(std::size_t{0}, count);
#endif
}

// Runs the work with at most `threads` threads (0: one per core).
template <typename Work>
void with_threads([[maybe_unused]] unsigned threads, Work&& work) {
#ifdef ALLIDE_WITH_TBB
    if (threads != 0) {
        // More threads than cores are never faster, and oneTBB would print a warning.
        const int most = std::max(1, tbb::info::default_concurrency());
        tbb::task_arena arena(threads < static_cast<unsigned>(most) ? static_cast<int>(threads) : most);
        CancelScope* const scope = CancelAccess::current();
        arena.execute([&] { CancelAccess::do_part(scope, work); });
        return;
    }
#endif
    work();
}

}  // namespace allide::base
