// Distances of the triangles of two leaves, eight pairs at once in single precision. Compiled once per
// instruction set.
#if defined(ALLIDE_TRAVERSE_WIDE_GAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ALLIDE_TRAVERSE_WIDE_GAPS_INL
#undef ALLIDE_TRAVERSE_WIDE_GAPS_INL
#else
#define ALLIDE_TRAVERSE_WIDE_GAPS_INL
#endif

#include "traverse/wide/boxes-inl.hpp"
#include "traverse/wide/leaves-inl.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kn = kernel::HWY_NAMESPACE;

// Distances of up to eight pairs of triangles in A's unit, one entry per pair.
struct alignas(32) TriangleGaps {
    std::array<float, 8> lower;               // certified lower bound of the distance
    std::array<float, 8> about;               // approximate distance
    std::array<std::array<float, 8>, 3> gap;  // approximate shortest vector from A's triangle to B's

    Vec3 vector(std::size_t i) const { return {gap[0][i], gap[1][i], gap[2][i]}; }
    // The pair with the smallest approximate distance among the first `count`.
    std::size_t nearest(std::size_t count) const {
        return static_cast<std::size_t>(std::min_element(about.begin(), about.begin() + count) -
                                        about.begin());
    }
};

template <class D>
class TriangleGap {
  public:
    using V = hn::Vec<D>;
    using V3 = kn::Vector3<D>;
    using Corners = std::array<V3, 3>;

    HWY_INLINE TriangleGap(D d, const Corners& p, const Corners& q) : d_(d), p_(p), q_(q) {
        for (std::size_t i = 0; i < 3; ++i) {
            e_[i] = kn::subtract<D>(p[(i + 1) % 3], p[i]);
            f_[i] = kn::subtract<D>(q[(i + 1) % 3], q[i]);
            e_length_[i] = kn::dot<D>(e_[i], e_[i]);
            f_length_[i] = kn::dot<D>(f_[i], f_[i]);
        }
        squared_ = hn::Set(d, 0x1p126f);
        gap_ = {squared_, squared_, squared_};
        edges();
        corners_and_face(p, e_, q, false);
        corners_and_face(q, f_, p, true);
    }

    HWY_INLINE V squared() const { return squared_; }
    HWY_INLINE const V3& gap() const { return gap_; }

    // No two points of the triangles are closer than the triangles' projections onto the line along the gap;
    // any line gives a valid bound. `error` bounds the errors of the corners' positions and of the products.
    HWY_INLINE V lower(V error) const {
        const auto shadow = [&](const V3& corner) { return kn::dot<D>(gap_, corner); };
        const V p0 = shadow(p_[0]), p1 = shadow(p_[1]), p2 = shadow(p_[2]);
        const V q0 = shadow(q_[0]), q1 = shadow(q_[1]), q2 = shadow(q_[2]);
        const V between = hn::Sub(hn::Min(q0, hn::Min(q1, q2)), hn::Max(p0, hn::Max(p1, p2)));
        const V length = hn::Sqrt(hn::Max(squared_, hn::Set(d_, 0x1p-100f)));
        const V certain = hn::Mul(hn::Sub(hn::Div(between, length), error), hn::Set(d_, 1 - 0x1p-20f));
        return hn::IfThenElseZero(hn::Gt(squared_, hn::Set(d_, 0x1p-60f)), certain);
    }

  private:
    HWY_INLINE void take(hn::Mask<D> where, V squared, const V3& gap) {
        squared_ = hn::IfThenElse(where, squared, squared_);
        gap_ = kn::select<D>(where, gap, gap_);
    }
    HWY_INLINE V clamped(V t) const { return hn::Min(hn::Max(t, hn::Zero(d_)), hn::Set(d_, 1.0f)); }
    HWY_INLINE static V3 scaled(V s, const V3& a) {
        return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
    }
    HWY_INLINE static V3 sum(const V3& a, const V3& b) {
        return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
    }

    // The closest points of two lines, clamped first to one segment and then to the other.
    HWY_INLINE void edges() {
        const V tiny = hn::Set(d_, 0x1p-120f), one = hn::Set(d_, 1.0f);
        V e_inverse[3], f_inverse[3];
        for (std::size_t i = 0; i < 3; ++i) {
            e_inverse[i] = hn::Div(one, hn::Max(e_length_[i], tiny));
            f_inverse[i] = hn::Div(one, hn::Max(f_length_[i], tiny));
        }
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                const V3 w = kn::subtract<D>(q_[j], p_[i]);
                const V b = kn::dot<D>(e_[i], f_[j]), along_e = kn::dot<D>(e_[i], w),
                        along_f = kn::dot<D>(f_[j], w);
                const V determinant = hn::Sub(hn::Mul(e_length_[i], f_length_[j]), hn::Mul(b, b));
                const V s0 = clamped(hn::Div(hn::Sub(hn::Mul(along_e, f_length_[j]), hn::Mul(b, along_f)),
                                             hn::Max(determinant, tiny)));
                const V t = clamped(hn::Mul(hn::Sub(hn::Mul(b, s0), along_f), f_inverse[j]));
                const V s = clamped(hn::Mul(hn::Add(along_e, hn::Mul(b, t)), e_inverse[i]));
                const V3 gap = kn::subtract<D>(sum(w, scaled(t, f_[j])), scaled(s, e_[i]));
                const V squared = kn::dot<D>(gap, gap);
                take(hn::Lt(squared, squared_), squared, gap);
            }
        }
    }

    // Distances of corners from the other triangle's face, for corners whose projections lie inside the face.
    HWY_INLINE void corners_and_face(const Corners& face, const V3 (&edge)[3], const Corners& corners,
                                     bool face_is_b) {
        const V zero = hn::Zero(d_);
        const V3 normal = kn::cross<D>(edge[0], edge[1]);
        const V length = hn::Max(kn::dot<D>(normal, normal), hn::Set(d_, 0x1p-120f));
        const V inverse = hn::Div(hn::Set(d_, 1.0f), length);
        const V3 inward[3] = {kn::cross<D>(normal, edge[0]), kn::cross<D>(normal, edge[1]),
                              kn::cross<D>(normal, edge[2])};
        for (std::size_t i = 0; i < 3; ++i) {
            auto above = hn::Gt(length, hn::Set(d_, 0x1p-119f));
            const V3 w = kn::subtract<D>(corners[i], face[0]);
            above = hn::And(above, hn::Ge(kn::dot<D>(inward[0], w), zero));
            above = hn::And(above, hn::Ge(kn::dot<D>(inward[1], kn::subtract<D>(corners[i], face[1])), zero));
            above = hn::And(above, hn::Ge(kn::dot<D>(inward[2], w), zero));
            const V height = kn::dot<D>(normal, w), share = hn::Mul(height, inverse);
            const V squared = hn::Mul(height, share);
            const V3 gap = scaled(face_is_b ? hn::Neg(share) : share, normal);
            take(hn::And(above, hn::Lt(squared, squared_)), squared, gap);
        }
    }

    D d_;
    const Corners &p_, &q_;
    V3 e_[3], f_[3];
    V e_length_[3], f_length_[3];
    V squared_;
    V3 gap_;
};

class LeafGaps {
  public:
    explicit LeafGaps(const WideFrame& frame) : corners_(frame) {}

    HWY_INLINE void set(const tree::WideCorners& a, const tree::WideNode& leaf_a, const tree::WideCorners& b,
                        const tree::WideNode& leaf_b, const std::array<float, 3>& offset) {
        corners_.set(a, b, offset);
        const LeafErrors errors = corners_.errors(leaf_a, leaf_b, offset);
        // Along a unit direction, coordinate errors of δ move a point by at most √3 δ < 2 δ. Computing its
        // place from coordinates up to `span` adds at most 4 roundings of √3 · span, for each of the two
        // triangles: 8 √3 < 16.
        error_ = 2 * (errors.a + errors.b) + 16 * 0x1p-24f * errors.span;
        valid_ = errors.span <= 0x1p30f && leaf_a.longest_edge >= 0x1p-30f && errors.edge_b >= 0x1p-30f;
    }

    // Bit 8i + j is set if triangles i and j, projected on a line along a unit direction, are at most `reach`
    // apart. This is much tighter than a test of their boxes.
    HWY_INLINE std::uint64_t near_on_line(const std::array<float, 3>& direction, float reach) const {
        if (!valid_) return ~std::uint64_t{0};
        const Ends ends = ends_on_line(direction);
        return near_ends(ends.a, ends.b, reach + error_);
    }

    // The triangles of the two leaves that are closest to the other leaf along a direction from A to B.
    struct Foremost {
        std::uint64_t pairs;  // the pairs with one of them: bit 8i + j for triangles i and j
        float gap;            // their approximate distance along the direction
    };
    HWY_INLINE Foremost foremost(const std::array<float, 3>& direction, std::uint32_t count_a,
                                 std::uint32_t count_b) const {
        if (!valid_) return {~std::uint64_t{0}, 0};
        const Ends ends = ends_on_line(direction);
        const auto a = std::max_element(ends.a, ends.a + count_a) - ends.a;
        const auto b = std::min_element(ends.b, ends.b + count_b) - ends.b;
        return {std::uint64_t{0xff} << (8 * a) | std::uint64_t{0x0101010101010101} << b,
                ends.b[b] - ends.a[a]};
    }

    HWY_INLINE TriangleGaps measure(const TrianglePairs& pairs) const {
        TriangleGaps out;
        if (!valid_) {
            out.lower.fill(0);
            out.about.fill(0);
            out.gap = {};
            return out;
        }
        const HWY_CAPPED(float, 8) d;
        using D = std::remove_const_t<decltype(d)>;
        for (std::size_t lane = 0; lane < pairs.count; lane += hn::Lanes(d)) {
            const PickedPairs<D> picked(pairs, lane);
            const auto p = picked.corners_of_a(corners_.a()), q = picked.corners_of_b(corners_.b());
            const TriangleGap<D> gap(d, p, q);
            hn::Store(gap.lower(hn::Set(d, error_)), d, &out.lower[lane]);
            hn::Store(hn::Sqrt(gap.squared()), d, &out.about[lane]);
            hn::Store(gap.gap().x, d, &out.gap[0][lane]);
            hn::Store(gap.gap().y, d, &out.gap[1][lane]);
            hn::Store(gap.gap().z, d, &out.gap[2][lane]);
        }
        return out;
    }

    // Upper bound of the error of a distance measured along a line, in A's unit.
    float error() const { return error_; }

  private:
    // Greatest heights of A's triangles and least heights of B's along a direction.
    struct alignas(32) Ends {
        float a[8], b[8];
    };
    HWY_INLINE Ends ends_on_line(const std::array<float, 3>& direction) const {
        const HWY_CAPPED(float, 8) d;
        Ends ends;
        for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
            const auto place = [&](const tree::WideCorners& corners, std::size_t c) {
                const auto term = [&](std::size_t k) {
                    return hn::Mul(hn::Set(d, direction[k]), hn::Load(d, &corners.row[c + k][lane]));
                };
                return hn::Add(hn::Add(term(0), term(1)), term(2));
            };
            const auto &a = corners_.a(), &b = corners_.b();
            hn::Store(hn::Max(place(a, 0), hn::Max(place(a, 3), place(a, 6))), d, ends.a + lane);
            hn::Store(hn::Min(place(b, 0), hn::Min(place(b, 3), place(b, 6))), d, ends.b + lane);
        }
        return ends;
    }

    LeafCorners corners_;
    float error_ = 0;
    bool valid_ = false;
};

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#endif
