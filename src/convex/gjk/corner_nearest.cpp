#include "convex/gjk/corner_nearest.hpp"

#include "base/infinity.hpp"
#include "convex/gjk/simplex.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

constexpr int most_corner_steps = 64;

using CornerDifference = BodyPair::CoarseSupport;

// The feature of the simplex nearest to the origin: the newest corner and at most two of the older ones.
struct NearestPart {
    double squared = base::infinity;  // squared distance from the origin
    Vec3 away;                        // next search direction
    int size = 0;
    int first = 0, second = 1;  // indices of the older corners, in ascending order
};

template <bool few>
class CornerSearch {
  public:
    CornerSearch(const BodyPair& pair, const Vec3& start) : pair_(pair), direction_(start) {}

    void run(GjkAnswer& answer) {
        const bool inside = search();
        answer.direction = direction_;
        answer.simplex.size = static_cast<std::size_t>(size_);
        for (std::size_t i = 0; i < answer.simplex.size; ++i) {
            Difference& corner = answer.simplex.corner[i];
            corner.w = corner_[i].w;
            corner.corner_a = pair_.number_a(corner_[i].corner_a);
            corner.corner_b = pair_.number_b(corner_[i].corner_b);
        }
        if (inside) {
            answer.end = GjkAnswer::End::inside;
            answer.upper = 0;
        } else {
            if (size_ == 4)
                weigh_four_corners(answer.simplex);
            else
                weigh(answer.simplex);
            set_bounds(answer);
        }
    }

  private:
    // Returns true if the simplex certainly contains the origin.
    bool search() {
        double before = base::infinity;
        for (int i = 0; i < most_corner_steps; ++i) {
            CornerDifference& next = corner_[size_];
            next = support_point();
            height_ = next.height;
            if (is_duplicate(next)) return false;
            const NearestPart part = reduced();
            if (part.size == 0) return contains_origin();
            if (!(part.squared < before)) return false;
            before = part.squared;
            keep(part);
        }
        height_ = base::infinity;  // the last direction's height is not known
        return false;
    }

    CornerDifference support_point() const {
        if constexpr (few) return pair_.support_of_few_corners(direction_);
        const BodyPair::Support far = pair_.support_of_corners(direction_);
        return {far.at.w, far.at.corner_a, far.at.corner_b, far.height};
    }

    bool is_duplicate(const CornerDifference& next) const {
        for (int i = 0; i < size_; ++i)
            if (corner_[i].w.x == next.w.x && corner_[i].w == next.w) return true;
        return false;
    }

    bool contains_origin() {
        if (size_ < 3) return false;
        size_ = 4;  // the origin is inside the tetrahedron, perhaps only up to rounding
        return certainly_inside(pair_, {corner_[0].w, corner_[1].w, corner_[2].w, corner_[3].w});
    }

    void keep(const NearestPart& part) {
        const int added = size_;
        size_ = part.size;
        if (size_ > 1 && part.first != 0) corner_[0] = corner_[part.first];
        if (size_ > 2 && part.second != 1) corner_[1] = corner_[part.second];
        if (added != size_ - 1) corner_[size_ - 1] = corner_[added];
        direction_ = part.away;
    }

    // The new corner lies farther along the search direction than all older corners of the simplex. The point
    // nearest to the origin is therefore the new corner itself or lies on an edge or face that contains it,
    // and no other feature is tested. If rounding violates this, the bounds become wider but remain valid.
    NearestPart reduced() const {
        NearestPart best;
        const Vec3& p = corner_[size_].w;
        if (size_ == 0) best = {dot(p, p), -1 * p, 1};
        if (size_ == 1) consider_edge(0, best);
        if (size_ == 2) consider_face(0, 1, best);
        if (size_ == 3) consider_tetrahedron(best);
        return best;
    }

    void consider_edge(int other, NearestPart& best) const {
        const Vec3& p = corner_[size_].w;
        const Vec3 e = corner_[other].w - p;
        const double along = -dot(p, e), t = along > 0 ? along / dot(e, e) : 0;
        const Vec3 point = p + t * e;
        const double squared = dot(point, point);
        if (squared < best.squared) best = {squared, -1 * point, t > 0 ? 2 : 1, other};
    }

    void consider_face(int first, int second, NearestPart& best) const {
        const Vec3 &p = corner_[size_].w, &q = corner_[first].w, &r = corner_[second].w;
        const Vec3 n = cross(q - p, r - p);
        const double of_first = dot(cross(r, p), n), of_second = dot(cross(p, q), n), square = dot(n, n);
        if (!(of_second > 0)) consider_edge(first, best);
        if (!(of_first > 0)) consider_edge(second, best);
        // The weights of the three corners sum to `square`. If the weight of the new corner is not positive,
        // the origin projects beyond the opposite edge, and another face is nearer.
        if (!(of_first > 0 && of_second > 0 && of_first + of_second < square)) return;
        const double height = dot(p, n), squared = height * (height / square);
        // The face's normal is a better search direction than the nearest point: close to the origin, that
        // point is mostly rounding error.
        if (squared < best.squared) best = {squared, height > 0 ? -1 * n : n, 3, first, second};
    }

    // Leaves `best` unchanged if the origin is not beyond any of the three faces at the new corner.
    void consider_tetrahedron(NearestPart& best) const {
        const std::array<double, 4> volume =
            volumes_about_origin({corner_[0].w, corner_[1].w, corner_[2].w, corner_[3].w});
        const double total = volume[0] + volume[1] + volume[2] + volume[3];
        if (!(volume[0] * total > 0)) consider_face(1, 2, best);
        if (!(volume[1] * total > 0)) consider_face(0, 2, best);
        if (!(volume[2] * total > 0)) consider_face(0, 1, best);
    }

    // Computes non-negative weights of the corners that sum to 1 up to rounding.
    void weigh(Simplex& simplex) const {
        auto& weight = simplex.weight;
        const Vec3 &p = corner_[0].w, &q = corner_[1].w, &r = corner_[2].w;
        weight[0] = 1;
        if (size_ == 2) {
            const Vec3 e = q - p;
            weight[1] = std::clamp(-dot(p, e) / dot(e, e), 0.0, 1.0);
            weight[0] = 1 - weight[1];
        } else if (size_ == 3) {
            const Vec3& n = direction_;
            const double side = dot(cross(q - p, r - p), n) > 0 ? 1 : -1;
            for (std::size_t i = 0; i < 3; ++i)
                weight[i] = std::max(
                    side * dot(cross(corner_[i == 2 ? 0 : i + 1].w, corner_[i == 0 ? 2 : i - 1].w), n), 0.0);
            const double share = 1 / (weight[0] + weight[1] + weight[2]);
            for (std::size_t i = 0; i < 3; ++i) weight[i] *= share;
            if (!std::isfinite(share)) reduce(simplex);
        }
    }

    // For a tetrahedron that contains the origin up to rounding: uses the weights of all four corners, or
    // those of the first three if their nearest point is closer to the origin.
    void weigh_four_corners(Simplex& simplex) {
        Simplex three = simplex;
        three.size = 3;
        reduce(three);
        if (!weigh_tetrahedron(simplex) || !(length_of(simplex) < length_of(three))) simplex = three;
        size_ = static_cast<int>(simplex.size);
    }
    static double length_of(const Simplex& simplex) {
        Vec3 point;
        for (std::size_t i = 0; i < simplex.size; ++i)
            point = point + simplex.weight[i] * simplex.corner[i].w;
        return dot(point, point);
    }

    void set_bounds(GjkAnswer& answer) const {
        Vec3 apart;
        for (std::size_t i = 0; i < answer.simplex.size; ++i)
            apart = apart + answer.simplex.weight[i] * answer.simplex.corner[i].w;
        answer.upper = pair_.longest(apart);
        answer.lower = -base::infinity;
        if (!BodyPair::in_range(direction_)) return;
        answer.lower = BodyPair::shortest(direction_, height_ + height_error());
        // The low bits of a coarse height hold a vertex index. If that error makes the bounds too wide, the
        // height is recomputed without an index.
        if (few && !(answer.upper - answer.lower <= 0.9e-12 * answer.upper))
            answer.lower = BodyPair::shortest(
                direction_, pair_.height_of_few_corners(direction_) + pair_.corner_height_error(direction_));
    }
    double height_error() const {
        return few ? pair_.coarse_unit() * kernel::norm_1(direction_) : pair_.corner_height_error(direction_);
    }

    const BodyPair& pair_;
    Vec3 direction_;     // last search direction: from the simplex towards the origin
    double height_ = 0;  // support height of A − B along direction_, with an error of at most height_error()
    std::array<CornerDifference, 4> corner_;
    int size_ = 0;
};

}  // namespace

void search_nearest_corners(const BodyPair& pair, const Vec3& start, GjkAnswer& answer) {
    if (pair.have_few_corners())
        CornerSearch<true>(pair, start).run(answer);
    else
        CornerSearch<false>(pair, start).run(answer);
}

}  // namespace allide::convex
