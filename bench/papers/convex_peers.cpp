#include "papers/convex_peers.hpp"

namespace allide::bench {

std::vector<ConvexPeer> convex_peers([[maybe_unused]] const ConvexBody& a,
                                     [[maybe_unused]] const ConvexBody& b) {
    std::vector<ConvexPeer> peers;
    [[maybe_unused]] const auto add = [&](std::vector<ConvexPeer> more) {
        for (ConvexPeer& peer : more) peers.push_back(std::move(peer));
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
    return peers;
}

}  // namespace allide::bench
