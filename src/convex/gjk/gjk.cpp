#include "convex/gjk/gjk.hpp"

#include "base/infinity.hpp"
#include "convex/gjk/corner_nearest.hpp"
#include "convex/gjk/simplex.hpp"

#include <algorithm>

namespace allide::convex {
namespace {

constexpr int most_gjk_steps = 200;

// True if the simplex already has the new corner, which is stored behind its last one.
bool is_duplicate(const Simplex& simplex) {
    const Vec3& w = simplex.corner[simplex.size].w;
    for (std::size_t i = 0; i < simplex.size; ++i)
        if (simplex.corner[i].w.x == w.x && simplex.corner[i].w == w) return true;
    return false;
}

std::array<Vec3, 4> corners_of(const Simplex& s) {
    return {s.corner[0].w, s.corner[1].w, s.corner[2].w, s.corner[3].w};
}

class GjkSearch {
  public:
    GjkSearch(const BodyPair& pair, GjkGoal goal, GjkAnswer& answer)
        : pair_(pair),
          goal_(goal),
          answer_(answer),
          radius_(pair.radius_sum()),
          few_(pair.have_few_corners()) {
        answer_.lower = -base::infinity;
        answer_.upper = base::infinity;
    }

    void run(BodyHint* hint) {
        if (hint != nullptr && hint_still_encloses_origin(*hint)) return;
        Vec3 direction = pair_.between();
        if (hint != nullptr && BodyPair::in_range(hint->direction)) direction = hint->direction;
        if (!BodyPair::in_range(direction)) direction = {1, 0, 0};
        if (goal_ == GjkGoal::distance && pair_.have_corners())
            search_nearest_corners(pair_, direction, answer_);
        else
            search(direction);
        if (hint != nullptr) store_hint(*hint);
    }

  private:
    using End = GjkAnswer::End;

    // Tests the hint's four corners: their tetrahedron contained the origin in the last query.
    bool hint_still_encloses_origin(const BodyHint& hint) {
        if (hint.size != 4 || !pair_.exact_kinds()) return false;
        const auto &a = data_of(pair_.placed_a()).vertices, &b = data_of(pair_.placed_b()).vertices;
        for (const auto& corner : hint.corners)
            if (corner[0] >= a.size() || corner[1] >= b.size()) return false;
        Simplex simplex;
        for (const auto& corner : hint.corners)
            simplex.corner[simplex.size++] = pair_.corners(corner[0], corner[1]);
        if (!certainly_inside(pair_, corners_of(simplex))) return false;
        answer_.simplex = simplex;
        answer_.end = End::inside;
        return true;
    }

    void store_hint(BodyHint& hint) const {
        hint.direction = answer_.direction;
        hint.size = static_cast<std::uint32_t>(answer_.simplex.size);
        for (std::size_t i = 0; i < answer_.simplex.size; ++i)
            hint.corners[i] = {answer_.simplex.corner[i].corner_a, answer_.simplex.corner[i].corner_b};
    }

    // Stores the support point behind the simplex's last corner. For bodies with few vertices, the witness
    // points a and b of this Difference are not set.
    void add_support_point(const Vec3& direction) {
        Difference& next = answer_.simplex.corner[answer_.simplex.size];
        if (!few_) {
            const BodyPair::Support far = pair_.support(direction);
            update_lower_bound(direction, far.height, pair_.height_error(direction));
            next = far.at;
            return;
        }
        const BodyPair::CoarseSupport far = pair_.support_of_few_corners(direction);
        update_lower_bound(direction, far.height, pair_.coarse_unit() * kernel::norm_1(direction));
        next.w = far.w;
        next.corner_a = pair_.number_a(far.corner_a);
        next.corner_b = pair_.number_b(far.corner_b);
    }

    void search(const Vec3& direction) {
        step(direction);
        if (goal_ == GjkGoal::verdict || answer_.end == End::inside || answer_.simplex.size == 0) return;
        // The direction from the nearest point to the origin is more precise than the normal of a small face.
        const Vec3 back = -1 * nearest_difference();
        if (BodyPair::in_range(back))
            update_lower_bound(back, pair_.support(back).height, pair_.height_error(back));
    }
    Vec3 nearest_difference() const {
        Vec3 apart;
        for (std::size_t i = 0; i < answer_.simplex.size; ++i)
            apart = apart + answer_.simplex.weight[i] * answer_.simplex.corner[i].w;
        return apart;
    }

    void step(Vec3 direction) {
        double before = base::infinity;
        for (int i = 0; i < most_gjk_steps; ++i) {
            add_support_point(direction);
            if (answer_.end == End::separated && goal_ == GjkGoal::verdict) return ensure_one_corner();
            if (is_duplicate(answer_.simplex)) return;
            if (answer_.lower >= answer_.upper * (1 - 1e-15)) return;
            const Simplex last = answer_.simplex;
            ++answer_.simplex.size;
            NearestOfSimplex nearest = reduce(answer_.simplex);
            if (nearest.inside) {
                if (certainly_inside(pair_, corners_of(answer_.simplex))) {
                    answer_.end = End::inside;
                    answer_.upper = 0;
                    return;
                }
                // The origin is inside only up to rounding. If the weights reproduce it, it is the nearest
                // point; otherwise the nearest point of the tetrahedron's surface is used.
                if (weigh_tetrahedron(answer_.simplex) &&
                    pair_.longest(nearest_difference()) < 16 * pair_.point_error()) {
                    update_upper_bound();
                    return;
                }
                nearest = reduce_to_surface(answer_.simplex);
            }
            bool nearer = update_upper_bound();
            if (last.size == 3 && !(nearer && nearest.squared < before)) {
                // The step made no progress: in a small tetrahedron, rounding can give the volumes wrong
                // signs, and reduce() then drops the nearest face. Tests all four faces instead.
                answer_.simplex = last;  // its fourth corner is the new one
                answer_.simplex.size = 4;
                nearest = reduce_to_surface(answer_.simplex);
                nearer = update_upper_bound();
            }
            if (!nearer) {
                if (last.size > 0) answer_.simplex = last;
                return;
            }
            if (answer_.end == End::near && goal_ == GjkGoal::verdict) return;
            if (!(nearest.squared < before) || !BodyPair::in_range(nearest.away)) return;
            before = nearest.squared;
            direction = nearest.away;
        }
    }

    void ensure_one_corner() {
        if (answer_.simplex.size == 0) answer_.simplex.size = 1;
    }

    // Improves the lower bound by the plane across `direction` at `height`, which has A − B below it.
    void update_lower_bound(const Vec3& direction, double height, double error) {
        if (goal_ == GjkGoal::verdict && radius_ == 0) {
            answer_.direction = direction;
            if (height < -error) answer_.end = End::separated;
            return;
        }
        const double lower = BodyPair::shortest(direction, height + error);
        if (!(lower > answer_.lower)) return;
        answer_.lower = lower;
        answer_.direction = direction;
        if (lower > radius_ * (1 + 0x1p-51) && lower > 0) answer_.end = End::separated;
    }

    // Lowers the upper bound to the distance of the witness points that the weights define. Returns false,
    // and changes nothing, if they are farther apart than the previous ones.
    bool update_upper_bound() {
        if (goal_ == GjkGoal::verdict && radius_ == 0) return true;
        const double length = pair_.longest(nearest_difference());
        if (!(length <= answer_.upper)) return false;
        answer_.upper = length;
        if (answer_.upper < radius_ * (1 - 0x1p-51)) answer_.end = End::near;
        return true;
    }

    const BodyPair& pair_;
    const GjkGoal goal_;
    GjkAnswer& answer_;
    const double radius_;
    const bool few_;
};

}  // namespace

GjkAnswer gjk(const BodyPair& pair, GjkGoal goal, BodyHint* hint) {
    GjkAnswer answer;
    GjkSearch(pair, goal, answer).run(hint);
    return answer;
}

}  // namespace allide::convex
