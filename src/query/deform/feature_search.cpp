#include "query/deform/feature_search.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "query/deform/feature_batch.hpp"
#include "query/deform/triangle_pairs.hpp"

#include <algorithm>
#include <tuple>

namespace allide::query {
namespace {

using kernel::FeatureKind;
using kernel::MotionContact;
using kernel::MotionLimits;

struct PairLabel {
    std::array<std::uint32_t, 4> vertices{};  // in the kernel's order
    std::uint32_t triangle_a = 0, triangle_b = 0;
    bool vertex_is_b = false;  // the vertex of a vertex and a face belongs to B
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
                         .triangle_b = label.triangle_b,
                         .delta = contact.delta};
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

// Makes the queries of pairs of triangles: each vertex against the other's face, each edge against each edge,
// where the triangle owns the vertex or edge. Derived classes take the contacts.
template <typename Derived>
class FeaturePairs {
  public:
    FeaturePairs(const Surface& a, const Surface& b, const PredictOptions& options)
        : a_(a), b_(b), same_(&a == &b), options_(options) {}

    void pair(std::uint32_t s, std::uint32_t t) {
        const TriangleIndices &p = a_.triangles()[s], &q = b_.triangles()[t];
        for (std::size_t i = 0; i < 3; ++i) {
            if (a_.owners->owns_corner(s, i)) vertex_and_face(a_, p[i], b_, q, {.triangle_a = s, .triangle_b = t});
            if (b_.owners->owns_corner(t, i))
                vertex_and_face(b_, q[i], a_, p, {.triangle_a = s, .triangle_b = t, .vertex_is_b = true});
        }
        for (std::size_t i = 0; i < 3; ++i) {
            if (!a_.owners->owns_edge(s, i)) continue;
            for (std::size_t j = 0; j < 3; ++j)
                if (b_.owners->owns_edge(t, j))
                    two_edges({p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]}, {.triangle_a = s, .triangle_b = t});
        }
    }

    void finish() {
        decide(faces_, FeatureKind::vertex_face);
        decide(edges_, FeatureKind::edge_edge);
    }

  protected:
    const PredictOptions& options() const { return options_; }

  private:
    void vertex_and_face(const Surface& of_vertex, std::uint32_t v, const Surface& of_face,
                         const TriangleIndices& f, PairLabel label) {
        if (same_ && shares_vertex(f, v)) return;
        label.vertices = {v, f[0], f[1], f[2]};
        const std::span<const Vec3> from = of_vertex.start(), face = of_face.start();
        submit(faces_, FeatureKind::vertex_face,
               {&from[v], &face[f[0]], &face[f[1]], &face[f[2]], &of_vertex.end[v], &of_face.end[f[0]],
                &of_face.end[f[1]], &of_face.end[f[2]]},
               label);
    }
    void two_edges(const std::array<std::uint32_t, 4>& v, PairLabel label) {
        if (same_ && (v[0] == v[2] || v[0] == v[3] || v[1] == v[2] || v[1] == v[3])) return;
        label.vertices = v;
        const std::span<const Vec3> a = a_.start(), b = b_.start();
        submit(edges_, FeatureKind::edge_edge,
               {&a[v[0]], &a[v[1]], &b[v[2]], &b[v[3]], &a_.end[v[0]], &a_.end[v[1]], &b_.end[v[2]],
                &b_.end[v[3]]},
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
    FeatureBatch<PairLabel> faces_{FeatureKind::vertex_face}, edges_{FeatureKind::edge_edge};
};

// The first contact is between the least t_lo and the least t_hi of all.
class EarliestImpact : public FeaturePairs<EarliestImpact> {
  public:
    using FeaturePairs::FeaturePairs;

    double latest() const { return best_ ? best_->t_hi : 1; }
    void take(const FeatureImpact& impact) {
        least_lo_ = std::min(least_lo_, impact.t_lo);
        const auto rank = [](const FeatureImpact& x) { return std::tie(x.t_hi, x.t_lo, x.features, x.vertices); };
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

// Pairs of triangles of one surface that touch at t = 0.
class StartContacts {
  public:
    explicit StartContacts(const Surface& surface) : surface_(surface) {}

    double latest() const { return found_ ? -1 : 0; }
    void pair(std::uint32_t s, std::uint32_t t) {
        const TriangleIndices &p = surface_.triangles()[s], &q = surface_.triangles()[t];
        const auto shared = std::count_if(p.begin(), p.end(), [&](auto v) { return shares_vertex(q, v); });
        if (shared == 0)
            test(corners(p), corners(q), s, t);
        else
            test_edges(p, q, s, t), test_edges(q, p, s, t);
    }
    std::optional<Contact> result() const { return found_; }

  private:
    kernel::Triangle corners(const TriangleIndices& t) const {
        const auto x = surface_.start();
        return {x[t[0]], x[t[1]], x[t[2]]};
    }
    // Edges of p that have no vertex of q.
    void test_edges(const TriangleIndices& p, const TriangleIndices& q, std::uint32_t s, std::uint32_t t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t v = p[i], w = p[(i + 1) % 3];
            if (!shares_vertex(q, v) && !shares_vertex(q, w)) test(corners({v, w, w}), corners(q), s, t);
        }
    }
    void test(const kernel::Triangle& a, const kernel::Triangle& b, std::uint32_t s, std::uint32_t t) {
        if (!found_ && tester_.touch(a, b, counters_)) found_ = Contact{std::min(s, t), std::max(s, t)};
    }

    const Surface& surface_;
    kernel::PairTester tester_{Pose::identity(), Pose::identity()};
    kernel::PairCounters counters_;
    std::optional<Contact> found_;
};

// The clearance for boxes in floats: rounding errors of their sides are below 2⁻²⁰ of the largest coordinate.
float box_margin(const Surface& a, const Surface& b, double clearance) {
    if (clearance == 0) return 0;
    double most = clearance;
    for (const Surface* s : {&a, &b})
        if (!s->tree.empty())
            for (const float side : s->tree.whole[0]) most = std::max(most, std::abs(static_cast<double>(side)));
    return static_cast<float>(std::min(clearance * (1 + 0x1p-18) + most * 0x1p-20, 0x1p125));
}

template <typename Visitor>
auto searched(const Surface& a, const Surface& b, const PredictOptions& options) {
    Visitor visitor(a, b, options);
    if (options.search == Search::brute_force) {
        const bool same = &a == &b;
        for (std::uint32_t s = 0; s < a.triangles().size(); ++s)
            for (std::uint32_t t = same ? s + 1 : 0; t < b.triangles().size(); ++t) visitor.pair(s, t);
    } else {
        TrianglePairs<Visitor>(a.tree, b.tree, box_margin(a, b, options.clearance), visitor).run();
    }
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

std::optional<Contact> self_contact_at_start(const Surface& surface) {
    StartContacts visitor(surface);
    TrianglePairs<StartContacts>(surface.tree, surface.tree, 0, visitor).run();
    return visitor.result();
}

}  // namespace allide::query
