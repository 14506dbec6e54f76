#include "convex/depth/expanding_polytope.hpp"

#include "base/cancel.hpp"
#include "convex/depth/coaxial.hpp"
#include "convex/depth/height_bound.hpp"
#include "convex/depth/inner_ball.hpp"
#include "convex/gjk/simplex.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

constexpr int most_expansions = 1500;
constexpr int most_idle_expansions = 300;  // limit of steps since the gap between the bounds last halved
constexpr double infinity = std::numeric_limits<double>::infinity();

class ExpandingPolytope {
  public:
    // `inflation` is the share of the bodies' radii that the polytope includes: 0 or 1.
    ExpandingPolytope(const BodyPair& pair, double floor, DepthGoal goal, double inflation)
        : pair_(pair),
          goal_(goal),
          tolerance_(depth_tolerance(pair)),
          inflation_(inflation * pair.radius_sum()),
          inflation_a_(inflation * pair.radius_a()),
          inflation_b_(inflation * pair.radius_b()),
          floor_(floor + inflation_) {
        depth_.lower = floor_;
        depth_.upper = infinity;
        corner_.reserve(128);
        facet_.reserve(256);
        open_offset_.reserve(256);
    }

    CoreDepth run(const GjkAnswer& nearest) {
        if (nearest.end == GjkAnswer::End::inside && inflation_ == 0)
            start_at(nearest.simplex);
        else if (!find_start())
            return result();
        double gap = infinity;
        const base::CancelCheck check_cancelled;
        for (int step = 1, idle = 0; step <= most_expansions && idle < most_idle_expansions; ++step, ++idle) {
            check_cancelled();
            const Index top = find_lower();
            if (top == nothing || is_decided() || is_shallow_core()) break;
            if (by_point_ && depth_.upper - depth_.lower <= tolerance_) break;
            if (height_ && open_offset_[top] >= depth_.upper - tolerance_) {
                if (raise_closed()) continue;
                break;
            }
            const Corner next = support(facet_[top].normal);
            const double height = dot(facet_[top].normal, next.w), beyond = height - facet_[top].offset;
            if (depth_.upper - depth_.lower <= tolerance_ && (beyond <= tolerance_ || by_point_)) {
                if (beyond <= tolerance_) prefer_direction(facet_[top].normal, height);
                break;
            }
            if (depth_.upper - depth_.lower < 0.5 * gap) {
                gap = depth_.upper - depth_.lower;
                idle = 0;
            }
            if ((step >= 4 && raise_by_curvature(top)) || (step >= 8 && raise_by_point(top))) {
                --idle;  // no corner was added, so this step does not count as idle
                continue;
            }
            if (!(beyond > noise()) || !expand(top, next)) close(top);
        }
        return result();
    }

  private:
    using Index = std::uint32_t;
    static constexpr Index nothing = ~Index{0};
    struct Corner {
        Vec3 w, a, b;
        std::uint32_t feature_a = 0, feature_b = 0;
    };
    struct Facet {
        std::array<Index, 3> corner{};
        std::array<Index, 3> neighbour{};  // across the edge from corner i to corner i + 1
        Vec3 normal;                       // unit length, outward
        double offset = 0;                 // least height of the corners along the normal
        bool alive = true, closed = false;
    };
    struct HorizonEdge {
        Index facet, edge;  // `facet` is the one that is kept; `edge` is the index of its edge
    };

    // Height differences below this are within rounding.
    double noise() const { return 32 * 0x1p-53 * pair_.scale(); }

    bool is_decided() const {
        if (goal_ != DepthGoal::verdict) return false;
        const double radii = pair_.radius_sum() - inflation_,
                     margin = 2 * depth_error(pair_) + 0x1p-50 * radii;
        return depth_.lower + radii > margin || depth_.upper + radii < -margin;
    }

    // If the origin is close to the surface of the cores' difference, the facets near it are too small for an
    // accurate normal. With the radii included, they are large enough.
    bool is_shallow_core() const {
        if (has_polytope_cores(pair_) || inflation_ > 0) return false;
        double size = 0;
        for (std::size_t i = 0; i < 4; ++i) size = std::max(size, kernel::largest(corner_[i].w));
        return depth_.upper < 0.02 * std::min(pair_.radius_sum(), size);
    }

    Corner support(const Vec3& direction) {
        const BodyPair::Support far = pair_.support(direction);
        if (far.height + inflation_ < depth_.upper) {
            depth_.upper = far.height + inflation_;
            depth_.normal = direction;
        }
        return {far.at.w + inflation_ * direction, far.at.a + inflation_a_ * direction,
                far.at.b - inflation_b_ * direction, far.at.corner_a, far.at.corner_b};
    }

    void close(Index f) {
        facet_[f].closed = true;
        open_offset_[f] = infinity;
        closed_.push_back(f);
    }

    // Called if no open facet limits the lower bound any more: tries to raise the bound of the lowest closed
    // facet, one that could not be expanded. Returns false if that fails or if no facet is closed.
    bool raise_closed() {
        Index lowest = nothing;
        for (const Index f : closed_)
            if (facet_[f].alive && facet_[f].closed &&
                (lowest == nothing || facet_[f].offset < facet_[lowest].offset))
                lowest = f;
        if (lowest == nothing || !raise_by_curvature(lowest)) return false;
        facet_[lowest].closed = false;
        return true;
    }

    // Among several directions of equal height, chooses the normal of the last facet, which contains the
    // projection of the origin.
    void prefer_direction(const Vec3& normal, double height) {
        depth_.upper = std::max(depth_.upper, height);
        depth_.normal = normal;
    }

    void start_at(const Simplex& simplex) {
        for (std::size_t i = 0; i < 4; ++i) {
            const Difference& d = simplex.corner[i];
            const Difference at = pair_.have_corners() ? pair_.corners(d.corner_a, d.corner_b) : d;
            corner_.push_back({at.w, at.a, at.b, at.corner_a, at.corner_b});
        }
        make_tetrahedron();
        certified_ = true;
    }

    // Finds four support points that span a tetrahedron. Returns false if the Minkowski difference is flat up
    // to rounding.
    bool find_start() {
        std::array<Corner, 6> axial;
        for (std::size_t i = 0; i < 6; ++i) {
            const double sign = i % 2 == 0 ? 1 : -1;
            axial[i] = support({i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0});
        }
        std::size_t p = 0, q = 1;
        double most = -1;
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = i + 1; j < 6; ++j) {
                const Vec3 e = axial[i].w - axial[j].w;
                if (!(dot(e, e) > most)) continue;
                most = dot(e, e);
                p = i;
                q = j;
            }
        const double least = noise() * noise();
        if (!(most > least)) return false;
        const Vec3 e = (1 / std::sqrt(most)) * (axial[q].w - axial[p].w);
        const Vec3 u = unit(cross(e, kernel::largest(e) == std::abs(e.x) ? Vec3{0, 1, 0} : Vec3{1, 0, 0})),
                   v = unit(cross(e, u));
        const Corner first = axial[p], second = axial[q];
        Corner third;
        most = least;
        for (const Vec3& d : {u, -1 * u, v, -1 * v}) {
            const Corner found = support(d);
            const Vec3 arm = found.w - first.w, off = arm - dot(arm, e) * e;
            if (!(dot(off, off) > most)) continue;
            most = dot(off, off);
            third = found;
        }
        if (!(most > least)) return false;
        const Vec3 n = unit(cross(e, third.w - first.w));
        const Corner above = support(n), below = support(-1 * n);
        const double up = dot(n, above.w - first.w), down = -dot(n, below.w - first.w);
        if (!(std::max(up, down) > noise())) return false;
        corner_ = {first, second, third, up > down ? above : below};
        make_tetrahedron();
        return true;
    }
    static Vec3 unit(const Vec3& v) {
        const double length = std::sqrt(dot(v, v));
        return length > 0 ? (1 / length) * v : Vec3{0, 0, 1};
    }

    void make_tetrahedron() {
        const Vec3 &p = corner_[0].w, &q = corner_[1].w, &r = corner_[2].w, &s = corner_[3].w;
        if (dot(cross(q - p, r - p), s - p) > 0) std::swap(corner_[1], corner_[2]);
        // The fourth corner is below the first facet.
        facet_.push_back(make_facet({0, 1, 2}, {1, 2, 3}, {}));
        facet_.push_back(make_facet({1, 0, 3}, {0, 3, 2}, {}));
        facet_.push_back(make_facet({2, 1, 3}, {0, 1, 3}, {}));
        facet_.push_back(make_facet({0, 2, 3}, {0, 2, 1}, {}));
        for (const Facet& f : facet_) open_offset_.push_back(f.offset);
    }

    // The computed normal of a small or narrow facet may be dominated by rounding. `other`, the normal of the
    // facet across its horizon edge, is used instead if the facet is higher along it. Every unit direction
    // gives a valid bound.
    Facet make_facet(const std::array<Index, 3>& corner, const std::array<Index, 3>& neighbour,
                     const Vec3& other) const {
        const Vec3 &p = corner_[corner[0]].w, &q = corner_[corner[1]].w, &r = corner_[corner[2]].w;
        Facet facet{.corner = corner, .neighbour = neighbour, .normal = {}};
        const Vec3 n = cross(q - p, r - p);
        const double square = dot(n, n);
        facet.offset = -infinity;
        if (square > 0) {
            facet.normal = (1 / std::sqrt(square)) * n;
            facet.offset = std::min({dot(facet.normal, p), dot(facet.normal, q), dot(facet.normal, r)});
        }
        const double edges = dot(q - p, q - p) * dot(r - p, r - p);
        if (!(square > 1e-16 * edges) && (other.x != 0 || other.y != 0 || other.z != 0)) {
            const double height = std::min({dot(other, p), dot(other, q), dot(other, r)});
            if (height > facet.offset) {
                facet.offset = height;
                facet.normal = other;
            }
        }
        // A facet without area needs no bound: its points lie on an edge of another facet.
        if (facet.offset == -infinity) facet.offset = infinity;
        return facet;
    }
    // Index of a removed facet for reuse, or a new index.
    Index free_facet() {
        if (free_.empty()) {
            facet_.emplace_back();
            open_offset_.push_back(infinity);
            return static_cast<Index>(facet_.size() - 1);
        }
        const Index f = free_.back();
        free_.pop_back();
        return f;
    }

    // Sets the lower bound, and returns the open facet nearest to the origin, or `nothing`.
    Index find_lower() {
        double least = infinity;
        for (const double offset : open_offset_) least = std::min(least, offset);
        Index top = nothing;
        if (least < infinity)
            top = static_cast<Index>(std::find(open_offset_.begin(), open_offset_.end(), least) -
                                     open_offset_.begin());
        for (const Index f : closed_)
            if (facet_[f].alive && facet_[f].closed) least = std::min(least, facet_[f].offset);
        if (!certified_ && least > noise()) certified_ = certainly_contains_origin();
        if (certified_) depth_.lower = std::max(depth_.lower, std::min(least, depth_.upper));
        return top;
    }

    // True if the corners of every facet certainly have the same orientation, seen from the origin.
    bool certainly_contains_origin() const {
        for (const Facet& f : facet_) {
            if (!f.alive) continue;
            const Vec3 &p = corner_[f.corner[0]].w, &q = corner_[f.corner[1]].w, &r = corner_[f.corner[2]].w;
            const double size = std::max({kernel::largest(p), kernel::largest(q), kernel::largest(r)});
            if (!(dot(cross(p, q), r) > 200 * 0x1p-53 * pair_.scale() * size * size)) return false;
        }
        return true;
    }

    // Removes the facets visible from the new corner and connects the corner to their horizon. Several
    // margins are tried for facets nearly coplanar with the corner; returns false if no margin gives a simple
    // horizon.
    bool expand(Index top, const Corner& next) {
        corner_.push_back(next);
        for (const double margin : {noise(), 0.0, -noise(), 16 * noise()}) {
            if (find_horizon(top, next.w, margin)) {
                join_horizon();
                return true;
            }
            for (const Index f : removed_) facet_[f].alive = true;
        }
        corner_.pop_back();
        return false;
    }

    bool find_horizon(Index top, const Vec3& eye, double margin) {
        horizon_.clear();
        removed_.clear();
        remove(top);
        for (Index edge = 0; edge < 3; ++edge) walk(facet_[top].neighbour[edge], top, eye, margin);
        const std::size_t count = horizon_.size();
        if (count < 3) return false;
        for (std::size_t i = 0; i < count; ++i)
            if (end_of(horizon_[i]) != start_of(horizon_[(i + 1) % count])) return false;
        return true;
    }
    // Ends of a horizon edge, in the order in which the removed facet contains them.
    Index start_of(const HorizonEdge& edge) const { return facet_[edge.facet].corner[(edge.edge + 1) % 3]; }
    Index end_of(const HorizonEdge& edge) const { return facet_[edge.facet].corner[edge.edge]; }

    // Visits a facet, entered from the facet `from`. Appends horizon edges in the order along the horizon.
    void walk(Index f, Index from, const Vec3& eye, double margin) {
        if (!facet_[f].alive) return;
        Index edge = 0;
        while (edge < 2 && facet_[f].neighbour[edge] != from) ++edge;
        if (!(dot(facet_[f].normal, eye) > facet_[f].offset + margin)) {
            horizon_.push_back({f, edge});
            return;
        }
        remove(f);
        walk(facet_[f].neighbour[(edge + 1) % 3], f, eye, margin);
        walk(facet_[f].neighbour[(edge + 2) % 3], f, eye, margin);
    }
    void remove(Index f) {
        facet_[f].alive = false;
        removed_.push_back(f);
    }

    void join_horizon() {
        // If a removed facet and the new corner are both above a plane that has the origin below it, their
        // tetrahedron does not contain the origin. The polytope then still certainly contains it.
        for (const Index f : removed_)
            if (!(facet_[f].offset > 2 * noise())) certified_ = false;
        const std::size_t count = horizon_.size();
        const auto point = static_cast<Index>(corner_.size() - 1);
        added_.clear();
        for (std::size_t i = 0; i < count; ++i) added_.push_back(free_facet());
        for (std::size_t i = 0; i < count; ++i) {
            const HorizonEdge& edge = horizon_[i];
            facet_[added_[i]] =
                make_facet({start_of(edge), end_of(edge), point},
                           {edge.facet, added_[(i + 1) % count], added_[(i + count - 1) % count]},
                           facet_[edge.facet].normal);
            facet_[edge.facet].neighbour[edge.edge] = added_[i];
            open_offset_[added_[i]] = facet_[added_[i]].offset;
        }
        for (const Index f : removed_) open_offset_[f] = infinity;
        free_.insert(free_.end(), removed_.begin(), removed_.end());
    }

    void find_features() {
        searched_features_ = true;
        if (has_polytope_cores(pair_)) return;
        feature_a_ = FeatureBody::of_a(pair_);
        feature_b_ = FeatureBody::of_b(pair_);
        if (!feature_a_ || !feature_b_) return;
        height_.emplace(*feature_a_, *feature_b_);
        for (const FeatureBody* body : {&*feature_a_, &*feature_b_})
            if (body->has_disc()) {
                try_face(body->round().axis[0]);
                try_face(-1 * body->round().axis[0]);
            }
    }
    // The normals of discs are frequent minima, at which the height is not smooth.
    void try_face(const Vec3& normal) {
        const Corner c = support(normal);
        if (depth_.normal != normal) return;
        const auto sum = height_->sum_of(
            {{{c.feature_a, c.feature_b, 1}, {c.feature_a, c.feature_b, 0}, {c.feature_a, c.feature_b, 0}}});
        if (sum) minimum_ = LocalMinimum{*sum, normal, true, true};
    }

    // Weights of a facet's corners for its point nearest to the origin.
    std::array<double, 3> nearest_weights(const Facet& f) const {
        Simplex simplex;
        simplex.size = 3;
        for (std::size_t i = 0; i < 3; ++i) {
            simplex.corner[i].w = corner_[f.corner[i]].w;
            simplex.corner[i].corner_a = static_cast<std::uint32_t>(i);
        }
        reduce(simplex);
        std::array<double, 3> weight{};
        for (std::size_t i = 0; i < simplex.size; ++i)
            weight[simplex.corner[i].corner_a] = std::max(simplex.weight[i], 0.0);
        return weight;
    }

    // Bounds the height over the directions through a facet from below, by a series about the best minimum
    // found so far or about a local minimum near the facet. Returns false if that bound does not reach the
    // upper bound of the depth.
    bool raise_by_curvature(Index top) {
        if (!searched_features_) find_features();
        const Facet& f = facet_[top];
        // Patches of more than about 20 degrees are hardly ever covered by one bound.
        if (!height_ || !(f.offset > 0.94 * depth_.upper) || !(f.offset > 0)) return false;
        DirectionPatch patch{.corner = {}, .normal = f.normal};
        set_angle(patch, f);
        for (std::size_t i = 0; i < 3; ++i) patch.corner[i] = corner_[f.corner[i]].w;
        if (minimum_ && minimum_->converged && is_near(minimum_->direction, patch)) {
            if (reaches_upper(top, minimum_->sum, minimum_->direction, patch)) return true;
            if (dot(minimum_->direction, f.normal) > std::sqrt(0.5 + 0.5 * patch.cosine)) return false;
        }
        const std::optional<FeatureSum> sum = features_of(f);
        if (!sum) return false;
        if (reaches_upper_from(top, *sum, patch)) return true;
        if (sum->edges < 2) return false;
        return reaches_upper_on_edge(top, *sum, 0, patch) || reaches_upper_on_edge(top, *sum, 1, patch);
    }
    // For two nearly parallel edges: minimizes with one edge kept perpendicular to the direction, and with
    // the other edge replaced by its higher end.
    bool reaches_upper_on_edge(Index top, const FeatureSum& sum, std::size_t other, DirectionPatch& patch) {
        const HeightTerms& edge = sum.edge[other].height;
        bool second = height_->value(edge, patch.normal) > 0;
        for (int attempt = 0; attempt < 2; ++attempt) {
            FeatureSum one = sum;
            drop_edge(one, other, second);
            const LocalMinimum least = minimize_height(*height_, one, patch.normal, reach_of(patch));
            if (!least.balanced || least.sum.edges == 0) return false;
            if ((height_->value(edge, least.direction) > 0) != second) {
                second = !second;
                continue;
            }
            polish(least);
            set_angle(patch, facet_[top]);
            return is_near(least.direction, patch) && reaches_upper(top, least.sum, least.direction, patch);
        }
        return false;
    }
    bool reaches_upper_from(Index top, const FeatureSum& sum, DirectionPatch& patch) {
        LocalMinimum least = minimize_height(*height_, sum, patch.normal, reach_of(patch));
        if (least.converged && sum.edges == 2) least.sum.face_disc = face_disc(least);
        const bool again = minimum_ && minimum_->converged && is_same(*minimum_, least);
        polish(least);
        if (!least.balanced || again) return false;
        set_angle(patch, facet_[top]);
        return is_near(least.direction, patch) && reaches_upper(top, least.sum, least.direction, patch);
    }
    // True if a bound about the second minimum would repeat the one about the first.
    static bool is_same(const LocalMinimum& p, const LocalMinimum& q) {
        const Vec3 apart = p.direction - q.direction;
        return p.sum.edges == q.sum.edges && dot(apart, apart) < 1e-18;
    }
    // Height of the features, which include the balls of ellipsoids, minus that of the polytope.
    double left_out() const { return pair_.ball_a() + pair_.ball_b() - inflation_; }
    // Directions through the facet with a height below the upper bound are within this angle of its normal.
    void set_angle(DirectionPatch& patch, const Facet& f) const {
        patch.set_angle(std::min(f.offset / depth_.upper, 1.0));
    }
    // How far from the patch's normal a minimum may be.
    static double reach_of(const DirectionPatch& patch) { return 2 * patch.sine / patch.cosine; }
    static bool is_near(const Vec3& direction, const DirectionPatch& patch) {
        const double twice = 2 * patch.cosine * patch.cosine - 1;  // cosine of twice the angle
        return dot(direction, patch.normal) > std::max(twice, 0.07);
    }
    std::optional<FeatureSum> features_of(const Facet& f) const {
        const auto weight = nearest_weights(f);
        std::array<FeatureHeight::Weighted, 3> features;
        for (std::size_t i = 0; i < 3; ++i) {
            const Corner& c = corner_[f.corner[i]];
            features[i] = {c.feature_a, c.feature_b, weight[i]};
        }
        return height_->sum_of(features);
    }
    bool reaches_upper(Index top, const FeatureSum& sum, const Vec3& center, const DirectionPatch& patch) {
        const double extra = left_out() + feature_a_->error() + feature_b_->error() +
                             (sum.face_disc > 0 ? noise() : 0),
                     level = depth_.upper - 0.5 * tolerance_;
        if (!height_stays_above(*height_, sum, center, patch, level + extra)) return false;
        open_offset_[top] = level;
        by_point_ = true;
        return true;
    }
    bool is_best(const LocalMinimum& least) const {
        return height_->value(least.sum.total(), least.direction) - left_out() <= depth_.upper + noise();
    }
    // If the minimum is at the normal of a face of a polytope: the radius of a disc in that face about the
    // point of `least.sum` on that body. 0 if neither body is a polytope or there is no such disc.
    double face_disc(const LocalMinimum& least) const {
        const bool of_b = feature_b_->is_polytope();
        const FeatureBody& body = of_b ? *feature_b_ : *feature_a_;
        if (!body.is_polytope()) return 0;
        return body.face_radius(least.direction, least.sum.part(of_b).c, noise());
    }
    // Uses the direction of a local minimum if it is better than the best one so far.
    void polish(const LocalMinimum& least) {
        const double before = depth_.upper;
        support(least.direction);
        // The direction may be known already as a facet's normal, though without its features.
        const bool has_best = minimum_ && minimum_->converged && is_best(*minimum_);
        if (depth_.upper < before || !minimum_ || (least.converged && is_best(least) && !has_best)) {
            minimum_ = least;
            raise_by_ball(least.sum);
        }
    }

    // Raises the bound of all facets if the sum is an ellipsoid, possibly with a ball added. The sum lies in
    // the Minkowski difference, so the radius of its largest ball about the origin is a lower bound of the
    // depth.
    void raise_by_ball(const FeatureSum& sum) {
        const HeightTerms total = sum.total();
        const RoundPart* ellipsoid = nullptr;
        double radius = -left_out() - feature_a_->error() - feature_b_->error();
        for (const bool of_b : {false, true}) {
            const FeatureBody& body = of_b ? *feature_b_ : *feature_a_;
            const double factor = of_b ? total.b : total.a;
            if (factor == 0) continue;
            if (factor != 1 || body.has_disc() || (ellipsoid != nullptr && body.round().axes > 0)) return;
            if (body.round().axes == 0)
                radius += std::sqrt(body.round().whole) * (1 - 0x1p-50);
            else
                ellipsoid = &body.round();
        }
        if (ellipsoid == nullptr) return;
        const InnerBall ball = inner_ball(*ellipsoid, total.c);
        if (!(ball.radius > 0)) return;
        support(ball.direction);
        radius += ball.radius;
        if (!(radius >= depth_.upper - tolerance_)) return;
        depth_.lower = std::min(radius, depth_.upper);
        by_point_ = true;
    }

    // Raises the bound of a facet if one body is a body of revolution and all corners have the same point of
    // the other body, or points on a line parallel to the axis. The difference of the body of revolution and
    // that point or segment lies in A − B. Its support heights along all relevant directions follow from a
    // search in one plane. A whole arc of directions of nearly equal depth therefore needs no subdivision
    // into small facets. Returns false if the bound does not improve.
    bool raise_by_point(Index top) {
        const auto& corner = facet_[top].corner;
        const Corner &p = corner_[corner[0]], &q = corner_[corner[1]], &r = corner_[corner[2]];
        if (!searched_axes_) {
            searched_axes_ = true;
            a_ = revolved_a(pair_);
            b_ = revolved_b(pair_);
        }
        if (a_ && a_->profile != Revolved::Profile::point && is_small(p.b, q.b, r.b, a_->axis))
            return raise(top, *a_, core_of(p.b, q.b, r.b, a_->axis), pair_.ball_a());
        if (b_ && b_->profile != Revolved::Profile::point && is_small(p.a, q.a, r.a, b_->axis))
            return raise(top, core_of(p.a, q.a, r.a, b_->axis), *b_, pair_.ball_b());
        return false;
    }
    // True if the three points coincide or lie on one line parallel to the axis.
    static bool is_small(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& axis) {
        const auto along = [&](const Vec3& e) {
            const Vec3 across = cross(e, axis);
            return dot(across, across) <= 0x1p-90 * dot(e, e);
        };
        return along(q - p) && along(r - q);
    }
    // `ball` is the radius of the ball that the polytope leaves out of the body of revolution.
    bool raise(Index top, const Revolved& a, const Revolved& b, double ball) {
        const Facet& f = facet_[top];
        const double share = depth_.upper > 0 ? f.offset / depth_.upper : 0;
        if (!(share > 0.5)) return false;
        // Points of the facet that are nearer to the origin than `upper` lie within this angle of the normal.
        const double angle = std::acos(std::min(share, 1.0)) * 1.001 + 1e-7;
        const auto near = coaxial_height_near(pair_, a, b, f.normal, angle);
        if (!near) return false;
        support(unit(near->direction));
        const double lower = near->lower - ball;
        if (!(lower > open_offset_[top] + tolerance_)) return false;
        open_offset_[top] = std::min(lower, depth_.upper);
        by_point_ = true;
        point_a_ = a.profile == Revolved::Profile::point ? std::optional(a.center) : std::nullopt;
        point_b_ = b.profile == Revolved::Profile::point ? std::optional(b.center) : std::nullopt;
        return true;
    }
    // Longest edge of three points if it is parallel to the axis, otherwise the edge's midpoint.
    static Revolved core_of(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& axis) {
        const std::array<std::array<const Vec3*, 2>, 3> edges{{{&p, &q}, {&q, &r}, {&r, &p}}};
        std::array<const Vec3*, 2> longest = edges[0];
        double most = 0;
        for (const auto& edge : edges) {
            const Vec3 e = *edge[1] - *edge[0];
            if (!(dot(e, e) > most)) continue;
            most = dot(e, e);
            longest = edge;
        }
        Revolved core;
        core.center = 0.5 * *longest[0] + 0.5 * *longest[1];
        const Vec3 e = *longest[1] - *longest[0], across = cross(e, axis);
        if (!(most > 0) || !(dot(across, across) <= 0x1p-90 * most)) return core;
        core.profile = Revolved::Profile::segment;
        core.half_height = 0.5 * std::sqrt(most);
        core.axis = (1 / std::sqrt(most)) * e;
        return core;
    }

    CoreDepth result() {
        const double error = depth_error(pair_);
        if (goal_ == DepthGoal::depth) find_points();
        if (depth_.lower > floor_) depth_.lower -= error;
        depth_.upper += error;
        depth_.lower -= inflation_;
        depth_.upper -= inflation_;
        depth_.shallow = corner_.size() >= 4 && is_shallow_core();
        depth_.a = depth_.a - inflation_a_ * depth_.normal;
        depth_.b = depth_.b + inflation_b_ * depth_.normal;
        return depth_;
    }

    void find_points() {
        if (!searched_features_) find_features();
        if (find_points_of_minimum()) return;
        const Facet* best = find_points_on_facet();
        if (depth_.has_points && !(height_ && depth_.upper - depth_.lower > tolerance_)) return;
        if (height_ && best != nullptr) {
            if (const std::optional<FeatureSum> sum = features_of(*best)) {
                polish(minimize_height(*height_, *sum, depth_.normal, 0.1));
                if (find_points_of_minimum()) return;
            }
        }
        if (depth_.has_points || !by_point_ || (!point_a_ && !point_b_)) return;
        const Vec3 a = point_a_ ? *point_a_ : *point_b_ + depth_.upper * depth_.normal,
                   b = point_b_ ? *point_b_ : *point_a_ - depth_.upper * depth_.normal;
        // The best direction may have been found after the shared point.
        const double near = 1e-11 * pair_.scale();
        const Vec3 on_a = a + (pair_.ball_a() - inflation_a_) * depth_.normal,
                   on_b = b - (pair_.ball_b() - inflation_b_) * depth_.normal;
        if (!point_a_ && !contains(*a_, on_a, near)) return;
        if (!point_b_ && !contains(*b_, on_b, near)) return;
        depth_.a = a;
        depth_.b = b;
        depth_.has_points = true;
    }

    // Selects, among the facets as high along the normal as the Minkowski difference, the one that contains
    // the projection of the origin.
    const Facet* find_points_on_facet() {
        const Vec3& n = depth_.normal;
        const Facet* best = nullptr;
        double least = infinity;
        for (const Facet& f : facet_) {
            if (!f.alive) continue;
            const std::array<const Corner*, 3> c{&corner_[f.corner[0]], &corner_[f.corner[1]],
                                                 &corner_[f.corner[2]]};
            double low = infinity;
            for (const Corner* corner : c) low = std::min(low, dot(n, corner->w));
            if (low < depth_.upper - 4 * tolerance_) continue;
            Simplex simplex;
            simplex.size = 3;
            for (std::size_t i = 0; i < 3; ++i) {
                simplex.corner[i].w = c[i]->w - dot(n, c[i]->w) * n;
                simplex.corner[i].a = c[i]->a;
                simplex.corner[i].b = c[i]->b;
            }
            reduce(simplex);
            Vec3 miss, a, b;
            for (std::size_t i = 0; i < simplex.size; ++i) {
                miss = miss + simplex.weight[i] * simplex.corner[i].w;
                a = a + simplex.weight[i] * simplex.corner[i].a;
                b = b + simplex.weight[i] * simplex.corner[i].b;
            }
            if (!(dot(miss, miss) < least)) continue;
            least = dot(miss, miss);
            depth_.a = a;
            depth_.b = b;
            best = &f;
        }
        depth_.has_points = std::sqrt(least) <= 1e-10 * pair_.scale();
        return best;
    }

    // Support points of the best minimum, if their difference is upper · normal.
    bool find_points_of_minimum() {
        if (!minimum_ || !minimum_->sum.is_convex()) return false;
        const Vec3& n = minimum_->direction;
        const FeaturePoints points = height_->points(minimum_->sum, n);
        const Vec3 a = points.a - (pair_.ball_a() - inflation_a_) * n,
                   b = points.b + (pair_.ball_b() - inflation_b_) * n;
        const Vec3 miss = a - b - depth_.upper * depth_.normal;
        if (!(dot(miss, miss) <= 1e-22 * pair_.scale() * pair_.scale())) return false;
        depth_.a = a;
        depth_.b = b;
        depth_.has_points = true;
        return true;
    }

    const BodyPair& pair_;
    const DepthGoal goal_;
    const double tolerance_;
    const double inflation_, inflation_a_, inflation_b_;  // radii that the polytope includes
    const double floor_;
    CoreDepth depth_;
    bool certified_ = false;      // the polytope certainly contains the origin
    bool by_point_ = false;       // one of the functions raise_… has raised a lower bound
    bool searched_axes_ = false;  // a_ and b_ are set
    std::optional<Revolved> a_, b_;
    bool searched_features_ = false;  // the next four members have been computed
    std::optional<FeatureBody> feature_a_, feature_b_;
    std::optional<FeatureHeight> height_;
    std::optional<LocalMinimum> minimum_;
    std::optional<Vec3> point_a_, point_b_;  // the point that all corners of raise()'s last facet share
    std::vector<Corner> corner_;
    std::vector<Facet> facet_;
    std::vector<double> open_offset_;  // one entry per facet; infinite for closed and removed facets
    std::vector<Index> closed_;
    std::vector<HorizonEdge> horizon_;
    std::vector<Index> removed_, free_, added_;
};

}  // namespace

CoreDepth expand_polytope(const BodyPair& pair, const GjkAnswer& nearest, DepthGoal goal) {
    const double floor = nearest.upper > 0 ? -nearest.upper : 0;
    const CoreDepth depth = ExpandingPolytope(pair, floor, goal, 0).run(nearest);
    if (!depth.shallow || depth.upper - depth.lower <= 4 * depth_tolerance(pair)) return depth;
    const double radii = pair.radius_sum(), margin = 4 * depth_error(pair);
    if (goal == DepthGoal::verdict && (depth.lower + radii > margin || depth.upper + radii < -margin))
        return depth;
    return ExpandingPolytope(pair, floor, goal, 1).run(nearest);
}

}  // namespace allide::convex
