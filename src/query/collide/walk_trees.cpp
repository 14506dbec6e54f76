#include "query/collide/walk_trees.hpp"

#include "query/collide/any_tree.hpp"
#include "traverse/binary/two_trees.hpp"

namespace allide::query {
namespace {

// Walks two trees whose bounding volumes are cheap to transform from B's frame to A's.
template <typename Tree, typename Frame>
void walk_with(const Tree& a, const Tree& b, Frame frame, WalkContext& walk) {
    if (walk.near != nullptr) {
        traverse::PlacedEachTime placing(b, frame);
        walk.stats.volume_tests =
            traverse::traverse_near(a, b, frame, placing, *walk.near, walk.stretch).volume_tests;
        return;
    }
    traverse::PlacedOnStack placing(b, frame);
    walk.stats.volume_tests = traverse::traverse(a, b, frame, placing, *walk.contacts).volume_tests;
}

}  // namespace

void walk(const tree::Tree<volume::Obb>& a, const tree::Tree<volume::Obb>& b, WalkContext& walk) {
    walk_with(a, b, volume::ObbFrame(walk.b_in_a, a.norm, b.norm), walk);
}

void walk(const tree::Tree<volume::Aabb>& a, const tree::Tree<volume::Aabb>& b, WalkContext& walk) {
    walk_with(a, b, volume::AabbFrame(walk.b_in_a, a.norm, b.norm), walk);
}

void walk(const tree::Tree<volume::Sphere>& a, const tree::Tree<volume::Sphere>& b, WalkContext& walk) {
    walk_with(a, b, volume::SphereFrame(walk.b_in_a, a.norm, b.norm), walk);
}

void walk_mixed(const tree::ObbView& a, const tree::ObbView& b, WalkContext& walk) {
    walk_with(a, b, volume::ObbFrame(walk.b_in_a, a.norm(), b.norm()), walk);
}

// Two trees of one kind have their own walk; trees of different kinds are walked as trees of oriented boxes.
void walk_any(const detail::AnyTree& any_a, const detail::AnyTree& any_b, WalkContext& shared_walk) {
#ifdef ALLIDE_DEFAULT_ENGINE_ONLY
    walk_mixed(tree::ObbView(std::get<tree::WideTree>(any_a)), tree::ObbView(std::get<tree::WideTree>(any_b)),
               shared_walk);
#else
    const auto view = [](const auto& tree) { return tree::ObbView(tree); };
    const auto walk_from = [&](const auto& a) {
        using Kind = std::decay_t<decltype(a)>;
        if constexpr (!std::is_same_v<Kind, tree::WideTree>)
            if (const auto* b = std::get_if<Kind>(&any_b)) return walk(a, *b, shared_walk);
        walk_mixed(tree::ObbView(a), std::visit(view, any_b), shared_walk);
    };
    std::visit(walk_from, any_a);
#endif
}

}  // namespace allide::query
