// Work over all cores, through oneTBB where it was found when allide was built, else one thing after the
// other. Callers divide their work so that the outcome depends on neither.
#pragma once

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

template <typename First, typename Second>
void do_both(First&& first, Second&& second) {
#ifdef ALLIDE_WITH_TBB
    tbb::parallel_invoke(first, second);
#else
    first();
    second();
#endif
}

// Calls work(begin, end) for pieces of 0 … count of at least `grain`, in any order.
template <typename Work>
void do_pieces(std::size_t count, std::size_t grain, Work&& work) {
    if (count <= grain) {
        if (count != 0) work(std::size_t{0}, count);
        return;
    }
#ifdef ALLIDE_WITH_TBB
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const auto& piece) { work(piece.begin(), piece.end()); });
#else
    work(std::size_t{0}, count);
#endif
}

// Does the work with at most so many threads; 0 stands for one a core.
template <typename Work>
void with_threads([[maybe_unused]] unsigned threads, Work&& work) {
#ifdef ALLIDE_WITH_TBB
    if (threads != 0) {
        // More than one thread per core is never faster, and oneTBB prints a warning.
        const int most = std::max(1, tbb::info::default_concurrency());
        tbb::task_arena arena(threads < static_cast<unsigned>(most) ? static_cast<int>(threads) : most);
        arena.execute(work);
        return;
    }
#endif
    work();
}

}  // namespace allide::base
