#include "query/deform/feature_search.hpp"

#include "base/cancel.hpp"
#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "query/deform/feature_batch.hpp"
#include "query/deform/leaf_pairs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace allide::query {
namespace {

using kernel::FeatureKind;
using kernel::MotionContact;
using kernel::MotionLimits;

struct PairLabel {
    std::array<std::uint32_t, 4> vertices{};  // in the order that the kernel expects
    std::uint32_t triangle_a = 0, triangle_b = 0;
    bool vertex_is_b = false;  // for a vertex and a face: true if the vertex belongs to B
};

bool shares_vertex(const TriangleIndices& t, std::uint32_t v) {
    return t[0] == v || t[1] == v || t[2] == v;
}

FeatureImpact impact_of(FeatureKind kind, const PairLabel& label, const MotionContact& contact) {
    FeatureImpact impact{.t_lo = contact.t_lo,
                         .t_hi = contact.t_hi,
                         .features = Features::edge_edge,
                         .vertices = label.vertices,
                         .weights = contact.weights,
                         .triangle_a = label.triangle_a,
                         .triangle_b = label.triangle_b};
    if (kind == FeatureKind::edge_edge) return impact;
    impact.features = label.vertex_is_b ? Features::face_vertex : Features::vertex_face;
    if (label.vertex_is_b) {
        std::rotate(impact.vertices.begin(), impact.vertices.begin() + 1, impact.vertices.end());
        std::rotate(impact.weights.begin(), impact.weights.begin() + 1, impact.weights.end());
    }
    return impact;
}

auto order_of(const FeatureImpact& x) {
    return std::tie(x.t_lo, x.t_hi, x.features, x.vertices);
}

// For each pair of leaves, queries vertices against faces and edges against edges if their boxes meet.
// Derived classes receive the contacts.
template <typename Derived>
class FeaturePairs {
  public:
    FeaturePairs(const Surface& a, const Surface& b, const PredictOptions& options, float margin)
        : a_(a), b_(b), same_(&a == &b), options_(options), margin_(margin) {}

    void leaf_pair(std::uint32_t a, std::uint32_t b) {
        vertices_and_faces(a_, a, b_, b, false);
        if (!same_ || a != b) vertices_and_faces(b_, b, a_, a, true);
        edges_and_edges(a, b);
    }

    void finish() {
        decide(faces_, FeatureKind::vertex_face);
        decide(edges_, FeatureKind::edge_edge);
    }

  private:
    bool all_pairs() const { return options_.search == Search::brute_force; }
    float latest_time() { return rounded_up(derived().latest()); }

    // A mask of the slots, in up to three blocks, that may come near a box; all slots for brute force, which
    // uses no boxes.
    std::uint32_t near(const KineticBox& box, std::span<const KineticBoxes> blocks, std::uint32_t count) {
        const std::uint32_t all = (1u << count) - 1;
        if (all_pairs()) return all;
        std::uint32_t found = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            found |= kinetic_overlaps(box, blocks[i], tree::wide_arity, margin_, latest_time()).mask
                     << (tree::wide_arity * i);
        return found & all;
    }
    // Calls visit(i, j) for the chosen slots i of a block and j of other blocks that may come near.
    template <typename Visit>
    void near_pairs(const KineticBoxes& a, std::uint32_t lanes_a, std::span<const KineticBoxes> b,
                    std::uint32_t lanes_b, const Visit& visit) {
        if (lanes_a == 0 || lanes_b == 0) return;
        BlockOverlaps found;
        if (all_pairs())
            found.mask.fill(lanes_b);
        else
            found = kinetic_block_overlaps(a, lanes_a, b, lanes_b, margin_, latest_time());
        for_each_bit(lanes_a, [&](std::uint32_t i) {
            for_each_bit(found.mask[i], [&](std::uint32_t j) { visit(i, j); });
        });
    }

    void vertices_and_faces(const Surface& of_vertex, std::uint32_t leaf, const Surface& of_face,
                            std::uint32_t other, bool vertex_is_b) {
        const LeafFeatures& features = *of_vertex.tree.features;
        const LeafFeatures::Range range = features.vertices_of[leaf];
        const KineticNode& faces = of_face.tree.nodes[other];
        const std::span<const KineticBoxes> boxes =
            std::span(of_vertex.tree.vertex_boxes).subspan(range.first_block, range.blocks());
        const std::uint32_t chosen = near(of_face.tree.whole[other], boxes, range.count);
        for (std::uint32_t block = 0; block < range.blocks(); ++block)
            near_pairs(boxes[block], chosen >> (tree::wide_arity * block) & 0xff,
                       std::span(&of_face.tree.below[other], 1), (1u << faces.count) - 1,
                       [&](std::uint32_t i, std::uint32_t j) {
                           vertex_and_face(
                               of_vertex,
                               features.vertices[tree::wide_arity * (range.first_block + block) + i], of_face,
                               of_face.tree.order[faces.first + j], vertex_is_b);
                       });
    }

    void edges_and_edges(std::uint32_t a, std::uint32_t b) {
        const bool diagonal = same_ && a == b;
        const LeafFeatures::Range of_a = a_.tree.features->edges_of[a], of_b = b_.tree.features->edges_of[b];
        const auto boxes_a = std::span(a_.tree.edge_boxes).subspan(of_a.first_block, of_a.blocks()),
                   boxes_b = std::span(b_.tree.edge_boxes).subspan(of_b.first_block, of_b.blocks());
        const std::uint32_t near_b = near(b_.tree.whole[b], boxes_a, of_a.count);
        if (near_b == 0) return;
        const std::uint32_t near_a = near(a_.tree.whole[a], boxes_b, of_b.count);
        for (std::uint32_t block = 0; block < of_a.blocks(); ++block)
            near_pairs(boxes_a[block], near_b >> (tree::wide_arity * block) & 0xff, boxes_b, near_a,
                       [&](std::uint32_t i, std::uint32_t j) {
                           // In a leaf that is tested against itself, each pair is visited once.
                           const std::uint32_t first = tree::wide_arity * block + i;
                           if (!diagonal || j > first)
                               two_edges(a_.tree.features->edges[tree::wide_arity * of_a.first_block + first],
                                         b_.tree.features->edges[tree::wide_arity * of_b.first_block + j]);
                       });
    }

    void vertex_and_face(const Surface& of_vertex, const VertexSlot& slot, const Surface& of_face,
                         std::uint32_t face, bool vertex_is_b) {
        const TriangleIndices& f = of_face.triangles()[face];
        const std::uint32_t v = slot.vertex;
        if (same_ && shares_vertex(f, v)) return;
        // If a surface is tested against itself, the vertex always counts as A's.
        const bool last = vertex_is_b && !same_;
        const PairLabel label{
            {v, f[0], f[1], f[2]}, last ? face : slot.triangle, last ? slot.triangle : face, last};
        const std::vector<Vec3>&from = of_vertex.start, &to = of_vertex.end, &from_face = of_face.start,
              &to_face = of_face.end;
        submit(faces_, FeatureKind::vertex_face,
               {&from[v], &from_face[f[0]], &from_face[f[1]], &from_face[f[2]], &to[v], &to_face[f[0]],
                &to_face[f[1]], &to_face[f[2]]},
               label);
    }
    void two_edges(const EdgeSlot& first, const EdgeSlot& second) {
        const bool swapped = same_ && std::tie(second.from, second.to) < std::tie(first.from, first.to);
        const EdgeSlot &e = swapped ? second : first, &f = swapped ? first : second;
        if (same_ && (e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to)) return;
        const PairLabel label{{e.from, e.to, f.from, f.to}, e.triangle, f.triangle, false};
        submit(edges_, FeatureKind::edge_edge,
               {&a_.start[e.from], &a_.start[e.to], &b_.start[f.from], &b_.start[f.to], &a_.end[e.from],
                &a_.end[e.to], &b_.end[f.from], &b_.end[f.to]},
               label);
    }

    void submit(FeatureBatch<PairLabel>& batch, FeatureKind kind, const std::array<const Vec3*, 8>& x,
                const PairLabel& label) {
        if (options_.clearance > 0) {
            approach(kind, x, label);
            return;
        }
        batch.add(x, label);
        if (batch.full()) decide(batch, kind);
    }
    void decide(FeatureBatch<PairLabel>& batch, FeatureKind kind) {
        batch.decide([this] { return limits(); },
                     [&](const PairLabel& label, const MotionContact& contact) {
                         derived().take(impact_of(kind, label, contact));
                     });
    }
    void approach(FeatureKind kind, const std::array<const Vec3*, 8>& x, const PairLabel& label) {
        kernel::EightPoints points;
        for (std::size_t i = 0; i < 8; ++i) points[i] = *x[i];
        const MotionContact contact =
            kernel::first_feature_approach(kind, points, options_.clearance, limits());
        if (contact.verdict != kernel::MotionVerdict::clear) derived().take(impact_of(kind, label, contact));
    }
    MotionLimits limits() { return {.tolerance = options_.tolerance, .latest = derived().latest()}; }
    Derived& derived() { return static_cast<Derived&>(*this); }

    const Surface &a_, &b_;
    bool same_;
    const PredictOptions& options_;
    float margin_;
    FeatureBatch<PairLabel> faces_{FeatureKind::vertex_face}, edges_{FeatureKind::edge_edge};
};

// The first contact is between the least t_lo and the least t_hi of all contacts.
class EarliestImpact : public FeaturePairs<EarliestImpact> {
  public:
    using FeaturePairs::FeaturePairs;

    double latest() const { return best_ ? best_->t_hi : 1; }
    void take(const FeatureImpact& impact) {
        least_lo_ = std::min(least_lo_, impact.t_lo);
        const auto rank = [](const FeatureImpact& x) {
            return std::tie(x.t_hi, x.t_lo, x.features, x.vertices);
        };
        if (!best_ || rank(impact) < rank(*best_)) best_ = impact;
    }
    std::optional<FeatureImpact> result() {
        finish();
        if (best_) best_->t_lo = least_lo_;
        return best_;
    }

  private:
    std::optional<FeatureImpact> best_;
    double least_lo_ = 1;
};

class AllImpacts : public FeaturePairs<AllImpacts> {
  public:
    using FeaturePairs::FeaturePairs;

    double latest() const { return 1; }
    void take(const FeatureImpact& impact) { found_.push_back(impact); }
    std::vector<FeatureImpact> result() {
        finish();
        std::sort(found_.begin(), found_.end(),
                  [](const FeatureImpact& x, const FeatureImpact& y) { return order_of(x) < order_of(y); });
        return std::move(found_);
    }

  private:
    std::vector<FeatureImpact> found_;
};

// Finds a pair of triangles that touch at t = 0. Within one surface, a contact of an edge and a face counts
// only if they have no common vertex.
class StartContacts {
  public:
    StartContacts(const Surface& a, const Surface& b) : a_(a), b_(b), same_(&a == &b) {}

    double latest() const { return found_ ? -1 : 0; }
    void leaf_pair(std::uint32_t a, std::uint32_t b) {
        const KineticNode &in_a = a_.tree.nodes[a], &in_b = b_.tree.nodes[b];
        for (std::uint32_t i = 0; i < in_a.count; ++i) {
            const KineticOverlaps near =
                kinetic_overlaps(a_.tree.below[a].box(i), b_.tree.below[b], in_b.count, 0, rounded_up(0));
            for_each_bit(near.mask, [&](std::uint32_t j) {
                if (!same_ || a != b || i < j)
                    pair(a_.tree.order[in_a.first + i], b_.tree.order[in_b.first + j]);
            });
        }
    }
    std::optional<Contact> result() const { return found_; }

  private:
    void pair(std::uint32_t s, std::uint32_t t) {
        const TriangleIndices &p = a_.triangles()[s], &q = b_.triangles()[t];
        const bool adjacent =
            same_ && (shares_vertex(q, p[0]) || shares_vertex(q, p[1]) || shares_vertex(q, p[2]));
        if (!adjacent)
            test(corners(a_, p), corners(b_, q), s, t);
        else
            test_edges(p, q, s, t), test_edges(q, p, s, t);
    }
    static kernel::Triangle corners(const Surface& of, const TriangleIndices& t) {
        return {of.start[t[0]], of.start[t[1]], of.start[t[2]]};
    }
    // Tests the edges of p that have no vertex in common with q.
    void test_edges(const TriangleIndices& p, const TriangleIndices& q, std::uint32_t s, std::uint32_t t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t v = p[i], w = p[(i + 1) % 3];
            if (!shares_vertex(q, v) && !shares_vertex(q, w))
                test(corners(a_, {v, w, w}), corners(a_, q), s, t);
        }
    }
    void test(const kernel::Triangle& a, const kernel::Triangle& b, std::uint32_t s, std::uint32_t t) {
        if (found_ || !tester_.touch(a, b, counters_)) return;
        found_ = same_ ? Contact{std::min(s, t), std::max(s, t)} : Contact{s, t};
    }

    const Surface &a_, &b_;
    bool same_;
    kernel::PairTester tester_{Pose::identity(), Pose::identity()};
    kernel::PairCounters counters_;
    std::optional<Contact> found_;
};

// The clearance for tests of boxes, which are in floats. It is enlarged by the rounding errors of their
// sides, which are below 2⁻²⁰ of the largest coordinate.
float box_margin(const Surface& a, const Surface& b, double clearance) {
    if (clearance == 0) return 0;
    double most = clearance;
    for (const Surface* s : {&a, &b})
        if (!s->tree.empty())
            for (const float side : s->tree.whole[0])
                most = std::max(most, std::abs(static_cast<double>(side)));
    return static_cast<float>(std::min(clearance * (1 + 0x1p-18) + most * 0x1p-20, 0x1p125));
}

// Visits all pairs of leaves without testing boxes, for the brute-force twin.
template <typename Visitor>
void visit_all(const KineticTree& a, const KineticTree& b, Visitor& visitor) {
    const bool same = &a == &b;
    const base::CancelCheck check_cancelled;
    for (std::uint32_t i = 0; i < a.nodes.size(); ++i) {
        check_cancelled();
        for (std::uint32_t j = same ? i : 0; j < b.nodes.size(); ++j)
            if (a.nodes[i].leaf && b.nodes[j].leaf) visitor.leaf_pair(i, j);
    }
}

template <typename Visitor>
auto searched(const Surface& a, const Surface& b, const PredictOptions& options) {
    const float margin = box_margin(a, b, options.clearance);
    Visitor visitor(a, b, options, margin);
    if (options.search == Search::brute_force)
        visit_all(a.tree, b.tree, visitor);
    else
        LeafPairs<Visitor>(a.tree, b.tree, margin, visitor).run();
    return visitor.result();
}

}  // namespace

std::optional<FeatureImpact> earliest_feature_impact(const Surface& a, const Surface& b,
                                                     const PredictOptions& options) {
    return searched<EarliestImpact>(a, b, options);
}

std::vector<FeatureImpact> all_feature_impacts(const Surface& a, const Surface& b,
                                               const PredictOptions& options) {
    return searched<AllImpacts>(a, b, options);
}

std::optional<Contact> contact_at_start(const Surface& a, const Surface& b) {
    StartContacts visitor(a, b);
    LeafPairs<StartContacts>(a.tree, b.tree, 0, visitor).run();
    return visitor.result();
}

}  // namespace allide::query
