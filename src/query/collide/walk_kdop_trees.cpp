#include "query/collide/walk_trees.hpp"
#include "traverse/binary/two_trees.hpp"
#include "volume/kdop/kdop_frame.hpp"

namespace allide::query {
namespace {

template <template <typename, typename> typename Placing, int K>
void walk_with(const tree::KdopTree<K>& a, const tree::KdopTree<K>& b, volume::KdopFrame<K>& frame,
               WalkContext& walk) {
    Placing<tree::KdopTree<K>, volume::KdopFrame<K>> placing(b, frame);
    const auto counts = walk.near != nullptr
                            ? traverse::traverse_near(a, b, frame, placing, *walk.near, walk.stretch)
                            : traverse::traverse(a, b, frame, placing, *walk.contacts);
    walk.stats.volume_tests = counts.volume_tests;
    walk.stats.mixed_tests = counts.mixed_tests;
    walk.stats.realignments = placing.placements();
    walk.stats.multiplications = frame.multiplications();
}

}  // namespace

template <int K>
void walk(const tree::KdopTree<K>& a, const tree::KdopTree<K>& b, WalkContext& walk) {
    const kernel::RelativePose a_in_b(walk.pose_b, walk.pose_a);
    const volume::TurnedDirections<K> turned(walk.b_in_a, a.norm, b.norm);
    volume::KdopFrame<K> frame(walk.b_in_a, a_in_b, a.norm, b.norm,
                               volume::make_realigner(b.realign, turned, b.realign_data, b.inflation));
    if (walk.realign_cache == RealignCache::on)
        walk_with<traverse::PlacedOnce>(a, b, frame, walk);
    else
        walk_with<traverse::PlacedEachTime>(a, b, frame, walk);
}

#define ALLIDE_INSTANTIATE(K) \
    template void walk<K>(const tree::KdopTree<K>&, const tree::KdopTree<K>&, WalkContext&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::query
