#include "query/walk.hpp"

#include "traverse/two_trees.hpp"

namespace allide::query {
namespace {

// With volumes that are placed quickly.
template <typename Tree, typename Frame>
void walk_on_stack(const Tree& a, const Tree& b, Frame frame, Walk& walk) {
    traverse::PlacedOnStack placing(b, frame);
    const auto counts = traverse::traverse(a, b, frame, placing, walk.collector);
    walk.stats.volume_tests = counts.volume_tests;
}

}  // namespace

void walk(const tree::Tree<volume::Obb>& a, const tree::Tree<volume::Obb>& b, Walk& walk) {
    walk_on_stack(a, b, volume::ObbFrame(walk.b_in_a, a.norm, b.norm), walk);
}

void walk(const tree::Tree<volume::Aabb>& a, const tree::Tree<volume::Aabb>& b, Walk& walk) {
    walk_on_stack(a, b, volume::AabbFrame(walk.b_in_a, a.norm, b.norm), walk);
}

void walk(const tree::Tree<volume::Sphere>& a, const tree::Tree<volume::Sphere>& b, Walk& walk) {
    walk_on_stack(a, b, volume::SphereFrame(walk.b_in_a, a.norm, b.norm), walk);
}

void walk_mixed(const tree::ObbView& a, const tree::ObbView& b, Walk& walk) {
    walk_on_stack(a, b, volume::ObbFrame(walk.b_in_a, a.norm(), b.norm()), walk);
}

}  // namespace allide::query
