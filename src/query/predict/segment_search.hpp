// First contact along one segment of a motion: best-first search over node pairs, ordered by the time up to
// which they are certainly free of contact.
#pragma once

#include "kernel/screw/screw_pair.hpp"
#include "query/predict/pair_times.hpp"
#include "traverse/motion/screw_boxes.hpp"
#include "tree/obb_view.hpp"

#include <allide/predict.hpp>

#include <queue>
#include <vector>

namespace allide::query {

// Event of a triangle pair, in the segment's own time.
struct SegmentEvent {
    kernel::PairEvent event;
    std::uint32_t triangle_a = 0, triangle_b = 0;
};

struct FirstEvents {
    std::optional<SegmentEvent> contact;  // the first certain contact
    std::vector<SegmentEvent>
        undecided_events;  // all undecided events that begin before it, in order of time
};

class SegmentSearch {
  public:
    SegmentSearch(const detail::ModelData& a, const detail::ModelData& b, const PairTimes& times,
                  Search search);

    // Searches [lo, hi], but only up to the time `patience` after the start of the first undecided event.
    FirstEvents first(double lo, double hi, double patience);
    std::uint64_t triangle_tests() const { return triangle_tests_; }

  private:
    // Entries of a `far` kind are not opened; only the time until which they are free of contact is extended.
    enum class Kind : std::uint8_t { event, triangles, far_triangles, nodes, far_nodes };
    struct Entry {
        double time;
        Kind kind;
        std::uint32_t a, b;
        std::uint32_t idle = 0;  // number of times the pair came close without an event
        friend bool operator<(const Entry& x, const Entry& y) {  // the earliest entry comes first
            return std::tie(x.time, x.kind, x.a, x.b) > std::tie(y.time, y.kind, y.a, y.b);
        }
    };

    void start(double lo);
    void open(const Entry& pair);
    void meet(tree::NodeId a, const traverse::AxisBox& box_a, tree::NodeId b, const traverse::AxisBox& box_b,
              double time, std::uint32_t idle = 0);
    void open_leaves(const Entry& pair);
    void meet_triangles(std::uint32_t a, const traverse::AxisCorners& of_a, std::uint32_t b,
                        const traverse::AxisCorners& of_b, double time, std::uint32_t idle = 0);
    void try_triangles(const Entry& pair);
    traverse::AxisBox box_a(tree::NodeId node);
    traverse::AxisBox box_b(tree::NodeId node);
    traverse::AxisCorners corners_a(std::uint32_t triangle) const;
    traverse::AxisCorners corners_b(std::uint32_t triangle) const;

    const detail::ModelData &a_, &b_;
    const PairTimes& times_;
    Search search_;
    tree::ObbView tree_a_, tree_b_;
    std::span<const std::uint32_t> order_a_, order_b_;
    // A cache of boxes in coordinates about the axis. A box is stored at its node number modulo the size of
    // the cache. Used from the second search on.
    struct KnownBox {
        tree::NodeId node;
        traverse::AxisBox box;
    };
    using KnownBoxes = std::vector<std::optional<KnownBox>>;
    traverse::AxisBox known_box(KnownBoxes& known, const tree::ObbView& tree, tree::NodeId node,
                                const kernel::AxisMap& map) const;
    KnownBoxes known_a_, known_b_;
    bool was_searched_ = false;
    std::priority_queue<Entry> waiting_;
    std::vector<SegmentEvent> events_;
    double limit_ = 1;
    std::uint64_t triangle_tests_ = 0;
};

}  // namespace allide::query
