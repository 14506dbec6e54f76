#include "mesh/polygon/ears.hpp"

#include "mesh/polygon/blockers.hpp"
#include "mesh/polygon/waiting_corners.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace allide::mesh {
namespace {

struct Point {
    double u, v;
};

// True if the box certainly lies to the right of the directed line from a to b. False if rounding leaves a
// doubt or a number overflows.
bool right_of(const Point& a, const Point& b, const PlanarBox& box) {
    const double du = b.u - a.u, dv = b.v - a.v;
    const double left = du * ((du > 0 ? box.high_v : box.low_v) - a.v);
    const double right = dv * ((dv > 0 ? box.low_u : box.high_u) - a.u);
    return left - right < -(1e-14 * (std::abs(left) + std::abs(right)) + 0x1p-1000);
}

class EarClipper {
  public:
    EarClipper(const Corners& corners, const View& view, std::span<TriangleIndices> triangles)
        : corners_(corners),
          view_(view),
          count_(static_cast<std::uint32_t>(corners.size())),
          left_(count_),
          previous_(count_),
          next_(count_),
          removed_(count_, false),
          is_flat_(count_, false),
          waiting_(count_),
          blockers_(corners, view),
          triangles_(triangles) {
        for (std::uint32_t i = 0; i < count_; ++i) {
            previous_[i] = i == 0 ? count_ - 1 : i - 1;
            next_[i] = i + 1 == count_ ? 0 : i + 1;
        }
    }

    void run() {
        for (std::uint32_t i = 0; i < count_; ++i) consider(next_[i]);
        while (left_ > 3 && (cut_spur() || test_one() || cut_flat())) {
        }
        // The remaining corners form a triangle, or a polygon that crosses itself; a fan covers them.
        for (const std::uint32_t apex = any_left(); left_ >= 3;) cut_off(next_[apex]);
    }

  private:
    int turn_at(std::uint32_t i) const {
        return view_.turn(corners_[previous_[i]], corners_[i], corners_[next_[i]]);
    }

    // True if the outline reverses its direction at the corner, or repeats a neighbour's position.
    bool is_spur(std::uint32_t i) const {
        const Vec3 &a = corners_[previous_[i]], &b = corners_[i], &c = corners_[next_[i]];
        if (view_.same_place(a, b) || view_.same_place(b, c)) return true;
        const bool between = box_around({a, c}).holds(view_.u(b), view_.v(b));
        return !between && view_.turn(a, b, c) == 0;
    }
    // Spurs are cut off first. They have no area, so nothing is lost; but as long as they exist, a corner may
    // seem convex although there is no area at it.
    bool cut_spur() {
        while (!spurs_.empty()) {
            const std::uint32_t i = spurs_.back();
            spurs_.pop_back();
            if (removed_[i] || !is_spur(i)) continue;
            cut_off(i);
            return true;
        }
        return false;
    }
    // Called for each corner at the start, and whenever a neighbour changed. Only corners that are not convex
    // can block an ear: if any corner lies in an ear, the one deepest inside is not convex.
    void consider(std::uint32_t i) {
        const bool in_the_way = turn_at(i) <= 0;
        if (in_the_way && !blockers_.contains(i)) blockers_.add(i);
        if (!in_the_way) release(i);
        if (is_spur(i)) spurs_.push_back(i);
        // A corner that is in the queue already moves to its end, which avoids sliver
        // triangles.
        waiting_.enqueue(i);
    }

    // Tests the next corner of the queue. Returns false if the queue is empty.
    bool test_one() {
        const auto i = waiting_.dequeue();
        if (i) test(*i);
        return i.has_value();
    }
    // Cuts the corner off if it is an ear. Otherwise it may become one when a neighbour or the corner that
    // blocks it is cut off.
    void test(std::uint32_t i) {
        const int turn = turn_at(i);
        if (turn == 0 && !is_flat_[i]) {
            is_flat_[i] = true;
            flat_.push_back(i);
        }
        if (turn <= 0) return;
        if (const auto blocker = corner_within(i))
            waiting_.watch(i, *blocker);
        else
            cut_off(i);
    }
    // Cuts off a corner that is collinear with its neighbours. This gives a triangle without area, so it is
    // done only after all ears.
    bool cut_flat() {
        while (!flat_.empty()) {
            const std::uint32_t i = flat_.back();
            flat_.pop_back();
            is_flat_[i] = false;
            if (removed_[i] || turn_at(i) != 0) continue;
            cut_off(i);
            return true;
        }
        return false;
    }

    PlanarBox box_around(std::initializer_list<Vec3> points) const {
        const double u = view_.u(*points.begin()), v = view_.v(*points.begin());
        PlanarBox box{u, u, v, v};
        for (const Vec3& p : points) box.include(view_.u(p), view_.v(p));
        return box;
    }

    // Some corner in the triangle that would be cut off at corner i. Empty if there is none; i is then an
    // ear.
    std::optional<std::uint32_t> corner_within(std::uint32_t i) const {
        const Vec3 &a = corners_[previous_[i]], &b = corners_[i], &c = corners_[next_[i]];
        const PlanarBox around = box_around({a, b, c});
        return blockers_.find([&](const PlanarBox& box) { return may_meet(around, a, b, c, box); },
                              [&](std::uint32_t corner) {
                                  const Vec3& p = corners_[corner];
                                  return around.holds(view_.u(p), view_.v(p)) && is_within(a, b, c, p);
                              });
    }
    bool may_meet(const PlanarBox& around, const Vec3& a, const Vec3& b, const Vec3& c,
                  const PlanarBox& box) const {
        if (box.low_u > around.high_u || box.high_u < around.low_u || box.low_v > around.high_v ||
            box.high_v < around.low_v)
            return false;
        const auto apart = [&](const Vec3& from, const Vec3& to) {
            const Point p{view_.u(from), view_.v(from)}, q{view_.u(to), view_.v(to)};
            return view_.side > 0 ? right_of(p, q, box) : right_of(q, p, box);
        };
        // Skips a box whose corners are all at one of the triangle's own corners, where they do not block it
        // (see is_within): a face may repeat a corner thousands of times.
        const auto is_all = [&](const Vec3& corner) {
            return box.low_u == view_.u(corner) && box.high_u == view_.u(corner) &&
                   box.low_v == view_.v(corner) && box.high_v == view_.v(corner);
        };
        return !apart(a, b) && !apart(b, c) && !apart(c, a) && !is_all(a) && !is_all(b) && !is_all(c);
    }
    // Corners at the position of one of the triangle's own corners do not block it. Where a bridge connects a
    // hole to the outline, the outline runs along the bridge in both directions and repeats its ends.
    bool is_within(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) const {
        if (view_.same_place(p, a) || view_.same_place(p, b) || view_.same_place(p, c)) return false;
        return view_.turn(a, b, p) >= 0 && view_.turn(b, c, p) >= 0 && view_.turn(c, a, p) >= 0;
    }

    void cut_off(std::uint32_t i) {
        const std::uint32_t before = previous_[i], after = next_[i];
        triangles_[count_ - left_] = from_lowest({before, i, after});
        next_[before] = after;
        previous_[after] = before;
        removed_[i] = true;
        waiting_.forget(i);
        --left_;
        if (left_ < 3) return;
        release(i);
        consider(before);
        consider(after);
    }
    static TriangleIndices from_lowest(TriangleIndices triangle) {
        std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        return triangle;
    }
    // Removes the corner from the blockers, and enqueues the corners that waited for it.
    void release(std::uint32_t i) {
        if (!blockers_.contains(i)) return;
        blockers_.remove(i);
        waiting_.release(i);
    }
    std::uint32_t any_left() const {
        return static_cast<std::uint32_t>(std::find(removed_.begin(), removed_.end(), false) -
                                          removed_.begin());
    }

    Corners corners_;
    View view_;
    std::uint32_t count_, left_;
    std::vector<std::uint32_t> previous_, next_;
    std::vector<bool> removed_, is_flat_;
    WaitingCorners waiting_;
    Blockers blockers_;
    std::vector<std::uint32_t> spurs_, flat_;
    std::span<TriangleIndices> triangles_;
};

}  // namespace

void clip_ears(const Corners& corners, const View& view, std::span<TriangleIndices> triangles) {
    EarClipper(corners, view, triangles).run();
}

}  // namespace allide::mesh
