#include "query/predict/segment_search.hpp"

#include "base/cancel.hpp"
#include "model/model_data.hpp"
#include "query/collide/any_tree.hpp"

#include <cmath>
#include <tuple>

namespace allide::query {
namespace {

// A pair that came close more often than this without an event is advanced to the next turn of the
// rotation in which it can meet.
constexpr std::uint32_t max_idle = 2;
constexpr std::size_t most_known_boxes = 512;

tree::ObbView view_for_segments(const detail::ModelData& model) {
    return std::visit([](const auto& tree) { return tree::ObbView(tree); }, model.tree);
}

}  // namespace

SegmentSearch::SegmentSearch(const detail::ModelData& a, const detail::ModelData& b, const PairTimes& times,
                             Search search)
    : a_(a),
      b_(b),
      times_(times),
      search_(search),
      tree_a_(view_for_segments(a)),
      tree_b_(view_for_segments(b)),
      order_a_(order_of(a.tree)),
      order_b_(order_of(b.tree)) {}

traverse::AxisBox SegmentSearch::known_box(KnownBoxes& known, const tree::ObbView& tree, tree::NodeId node,
                                           const kernel::AxisMap& map) const {
    if (known.empty()) return {tree.volume(node), map};
    std::optional<KnownBox>& place = known[node % known.size()];
    if (!place || place->node != node) place.emplace(KnownBox{node, {tree.volume(node), map}});
    return place->box;
}
traverse::AxisBox SegmentSearch::box_a(tree::NodeId node) {
    return known_box(known_a_, tree_a_, node, times_.scene().map_a);
}
traverse::AxisBox SegmentSearch::box_b(tree::NodeId node) {
    return known_box(known_b_, tree_b_, node, times_.scene().map_b);
}

void SegmentSearch::start(double lo) {
    waiting_ = {};
    events_.clear();
    if (tree_a_.empty() || tree_b_.empty()) return;
    if (search_ == Search::tree) {
        meet(tree_a_.root(), box_a(tree_a_.root()), tree_b_.root(), box_b(tree_b_.root()), lo);
        return;
    }
    for (const std::uint32_t a : order_a_)
        for (const std::uint32_t b : order_b_) waiting_.push({lo, Kind::triangles, a, b});
}

FirstEvents SegmentSearch::first(double lo, double hi, double patience) {
    limit_ = hi;
    if (was_searched_ && known_a_.empty()) {
        known_a_.resize(most_known_boxes);
        known_b_.resize(most_known_boxes);
    }
    was_searched_ = true;
    start(lo);
    FirstEvents out;
    const base::CancelCheck check_cancelled;
    while (!waiting_.empty()) {
        check_cancelled();
        const Entry next = waiting_.top();
        waiting_.pop();
        if (next.time > limit_) break;
        if (!out.undecided_events.empty() && next.time > out.undecided_events.front().event.lo + patience)
            break;
        if (next.kind == Kind::nodes) {
            open(next);
        } else if (next.kind == Kind::far_nodes) {
            meet(next.a, box_a(next.a), next.b, box_b(next.b), next.time, next.idle + 1);
        } else if (next.kind == Kind::far_triangles) {
            meet_triangles(next.a, corners_a(next.a), next.b, corners_b(next.b), next.time, next.idle + 1);
        } else if (next.kind == Kind::triangles) {
            try_triangles(next);
        } else if (events_[next.a].event.certain) {
            out.contact = events_[next.a];
            break;
        } else {
            out.undecided_events.push_back(events_[next.a]);
        }
    }
    return out;
}

void SegmentSearch::meet(tree::NodeId a, const traverse::AxisBox& box_a, tree::NodeId b,
                         const traverse::AxisBox& box_b, double time, std::uint32_t idle) {
    const auto free = times_.bounds().free_until(box_a, box_b, time, limit_, idle > max_idle);
    if (free.until <= limit_)
        waiting_.push({free.until, free.near ? Kind::nodes : Kind::far_nodes, a, b, idle});
}

void SegmentSearch::meet_triangles(std::uint32_t a, const traverse::AxisCorners& of_a, std::uint32_t b,
                                   const traverse::AxisCorners& of_b, double time, std::uint32_t idle) {
    if (idle > max_idle) {
        const kernel::ScrewScene& scene = times_.scene();
        time = times_.bounds().after_idle_turns(
            of_a, scene.triangle_a<kernel::DoubleDouble>(a_.mesh.corners(a)), of_b,
            scene.triangle_b<kernel::DoubleDouble>(b_.mesh.corners(b)), time, limit_);
        if (!(time <= limit_)) return;
    }
    const auto free = times_.bounds().free_until(of_a, of_b, time, limit_, 0.25 * times_.span());
    if (free.until <= limit_)
        waiting_.push({free.until, free.near ? Kind::triangles : Kind::far_triangles, a, b, idle});
}

void SegmentSearch::open(const Entry& pair) {
    const bool leaf_a = tree::is_leaf(pair.a), leaf_b = tree::is_leaf(pair.b);
    if (leaf_a && leaf_b) return open_leaves(pair);
    const traverse::AxisBox of_a = box_a(pair.a), of_b = box_b(pair.b);
    if (leaf_b || (!leaf_a && of_a.size >= of_b.size)) {
        for (const tree::NodeId child : tree_a_.children(pair.a))
            meet(child, box_a(child), pair.b, of_b, pair.time);
    } else {
        for (const tree::NodeId child : tree_b_.children(pair.b))
            meet(pair.a, of_a, child, box_b(child), pair.time);
    }
}

traverse::AxisCorners SegmentSearch::corners_a(std::uint32_t triangle) const {
    return {times_.scene().triangle_a<double>(a_.mesh.corners(triangle)), times_.bounds().rise()};
}
traverse::AxisCorners SegmentSearch::corners_b(std::uint32_t triangle) const {
    return {times_.scene().triangle_b<double>(b_.mesh.corners(triangle)), times_.bounds().rise()};
}

void SegmentSearch::open_leaves(const Entry& pair) {
    const tree::PlaceRange places_a = tree_a_.triangles_of(pair.a), places_b = tree_b_.triangles_of(pair.b);
    std::vector<traverse::AxisCorners> of_b;
    for (std::uint32_t j = 0; j < places_b.count; ++j)
        of_b.push_back(corners_b(order_b_[places_b.first + j]));
    for (std::uint32_t i = 0; i < places_a.count; ++i) {
        const std::uint32_t a = order_a_[places_a.first + i];
        const traverse::AxisCorners of_a = corners_a(a);
        for (std::uint32_t j = 0; j < places_b.count; ++j)
            meet_triangles(a, of_a, order_b_[places_b.first + j], of_b[j], pair.time);
    }
}

// Tests one time span of the pair, and puts the pair back into the queue for the time after it.
void SegmentSearch::try_triangles(const Entry& pair) {
    ++triangle_tests_;
    const kernel::Triangle triangle_a = a_.mesh.corners(pair.a), triangle_b = b_.mesh.corners(pair.b);
    const double end = std::min(limit_, pair.time + times_.span());
    bool certain = false;
    for (const kernel::PairEvent& event : times_.first_events(triangle_a, triangle_b, pair.time, end)) {
        waiting_.push({event.lo, Kind::event, static_cast<std::uint32_t>(events_.size()), 0});
        events_.push_back({event, pair.a, pair.b});
        if (!event.certain) continue;
        limit_ = std::min(limit_, event.hi);
        certain = true;
    }
    if (certain || !(end < limit_)) return;
    if (search_ == Search::tree)
        meet_triangles(pair.a, corners_a(pair.a), pair.b, corners_b(pair.b), end, pair.idle + 1);
    else
        waiting_.push({end, Kind::triangles, pair.a, pair.b});
}

}  // namespace allide::query
