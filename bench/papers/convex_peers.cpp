#include "papers/convex_rivals.hpp"

namespace allide::bench {

std::vector<ConvexRival> convex_rivals([[maybe_unused]] const ConvexBody& a,
                                       [[maybe_unused]] const ConvexBody& b) {
    std::vector<ConvexRival> rivals;
    [[maybe_unused]] const auto add = [&](std::vector<ConvexRival> more) {
        for (ConvexRival& rival : more) rivals.push_back(std::move(rival));
    };
#ifdef ALLIDE_BENCH_LIBCCD
    add(convex_libccd(a, b));
#endif
#ifdef ALLIDE_BENCH_CONVEX_FCL
    add(convex_fcl(a, b));
#endif
#ifdef ALLIDE_BENCH_CONVEX_BULLET
    add(convex_bullet(a, b));
#endif
    return rivals;
}

}  // namespace allide::bench
