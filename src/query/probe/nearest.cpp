#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/probe/nearest_one.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace allide {
namespace {

using kernel::PointTester;
using kernel::SquaredDistance;

// A triangle that may be among the nearest, with its distance as accurately as it was needed so far.
struct FoundNear {
    std::uint32_t place = 0;
    std::uint32_t triangle = 0;
    SquaredDistance squared = {};
    Vec3 near = {};
    std::unique_ptr<kernel::ExactRatio> exact = {};
};

// Keeps the `count` nearest triangles, and those that their rounded distances cannot distinguish from these.
// The limit is the count-th smallest upper bound.
class NearestOnes final : public traverse::Sink {
  public:
    NearestOnes(const query::PlacedSurface& model, const PointTester& tester, const Vec3& point,
                std::size_t count)
        : model_(model), tester_(tester), point_(point), count_(count) {
        limit = base::infinity;
    }

    void candidate(std::uint32_t place) override {
        const kernel::Triangle corners = model_.corners(place);
        if (tester_.least(corners) > limit) return;
        FoundNear found{.place = place, .triangle = model_.number(place)};
        found.squared = tester_.rounded(corners, found.near);
        if (found.squared.low > limit) return;
        lower_limit(found.squared.high);
        found_.push_back(std::move(found));
    }

    // The place of the first answer of sorted(), which must have been called.
    std::uint32_t first_place() const { return first_place_; }

    std::vector<Nearest> sorted() {
        std::erase_if(found_, [this](const FoundNear& f) { return f.squared.low > limit; });
        std::vector<FoundNear*> order;
        for (FoundNear& f : found_) order.push_back(&f);
        const auto before = [this](FoundNear* x, FoundNear* y) {
            const int by_distance = compare(*x, *y);
            return by_distance != 0 ? by_distance < 0 : x->triangle < y->triangle;
        };
        const std::size_t kept = std::min(count_, order.size());
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                          before);
        std::vector<Nearest> out;
        for (std::size_t i = 0; i < kept; ++i) out.push_back(answer(*order[i]));
        if (kept != 0) first_place_ = order[0]->place;
        return out;
    }

  private:
    // Lowers the limit to the count-th smallest upper bound so far.
    void lower_limit(double high) {
        if (count_ == 1) {
            limit = std::min(limit, high);
            return;
        }
        highs_.push_back(high);
        std::push_heap(highs_.begin(), highs_.end());
        if (highs_.size() > count_) {
            std::pop_heap(highs_.begin(), highs_.end());
            highs_.pop_back();
        }
        if (highs_.size() == count_) limit = highs_.front();
    }

    const kernel::ExactRatio& exact(FoundNear& found) const {
        if (!found.exact)
            found.exact = std::make_unique<kernel::ExactRatio>(tester_.exact(model_.corners(found.place)));
        return *found.exact;
    }

    int compare(FoundNear& x, FoundNear& y) const {
        if (&x == &y) return 0;
        if (x.squared.high < y.squared.low) return -1;
        if (y.squared.high < x.squared.low) return 1;
        if (same_feature(x, y)) return 0;
        return kernel::compare(exact(x), exact(y));
    }

    // True for the most frequent tie: the nearest point is on a corner or an edge that both triangles share.
    bool same_feature(const FoundNear& x, const FoundNear& y) const {
        const auto ends = [this](const FoundNear& f) -> std::optional<std::array<Vec3, 2>> {
            const kernel::Triangle corners = model_.corners(f.place);
            const auto feature = tester_.feature(corners);
            if (!feature) return std::nullopt;
            const Vec3 &first = corners[feature->corner[0]],
                       &last = corners[feature->corner[feature->count - 1]];
            return std::array{first, last};
        };
        const auto one = ends(x), other = ends(y);
        if (!one || !other) return false;
        const auto& [a, b] = *one;
        const auto& [c, d] = *other;
        return (a == c && b == d) || (a == d && b == c);
    }

    Nearest answer(FoundNear& found) const {
        const SquaredDistance& s = found.squared;
        Nearest out{.distance = std::sqrt(s.value),
                    .lower = std::min(std::sqrt(s.low) * (1 - 0x1p-52), std::numeric_limits<double>::max()),
                    .upper = std::sqrt(s.high) * (1 + 0x1p-52),
                    .point = found.near,
                    .triangle = found.triangle};
        if (out.upper - out.lower <= 1e-12 * out.upper && s.low > 0) return out;
        // Exact arithmetic is needed: the point is too close to the triangle, or the numbers are near the
        // ends of the range of doubles.
        const auto& [numerator, denominator] = exact(found);
        out.point = tester_.exact_nearest(model_.corners(found.place));
        if (numerator.sign() == 0) {
            out.point = point_;
            out.distance = out.lower = out.upper = 0;
            return out;
        }
        out.distance = root_of_quotient(numerator, denominator);
        // A distance above the largest double is rounded to infinity. Its lower bound is then the largest
        // double.
        out.lower = std::min(std::max(out.distance * (1 - 0x1p-48) - 0x1p-1074, 0.0),
                             std::numeric_limits<double>::max());
        out.upper = out.distance * (1 + 0x1p-48) + 0x1p-1074;
        return out;
    }

    const query::PlacedSurface& model_;
    const PointTester& tester_;
    Vec3 point_;
    std::size_t count_;
    std::vector<FoundNear> found_;
    std::uint32_t first_place_ = 0;
    std::vector<double> highs_;  // a max-heap of the count_ smallest upper bounds
};

}  // namespace

std::optional<query::NearestPlace> query::nearest_one(const PlacedSurface& model, const PointTester& tester,
                                                      const Vec3& point, Search search,
                                                      std::optional<std::uint32_t> likely) {
    NearestOnes sink(model, tester, point, 1);
    if (likely) sink.candidate(*likely);
    model.offer(point, sink, search);
    const std::vector<Nearest> found = sink.sorted();
    if (found.empty()) return std::nullopt;
    return NearestPlace{found.front(), sink.first_place()};
}

std::vector<Nearest> nearest_triangles(const Placed& placed_model, const Vec3& point, std::size_t count,
                                       const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(point), "a point must be finite");
    if (count == 0) return {};
    const query::PlacedSurface model(placed_model);
    const PointTester tester(placed_model.pose(), point);
    NearestOnes sink(model, tester, point, count);
    model.offer(point, sink, options.search);
    return sink.sorted();
}

std::optional<Nearest> nearest(const Placed& model, const Vec3& point, const ProbeOptions& options) {
    const std::vector<Nearest> found = nearest_triangles(model, point, 1, options);
    if (found.empty()) return std::nullopt;
    return found.front();
}

std::vector<std::optional<Nearest>> nearest_many(const Placed& model, std::span<const Vec3> points,
                                                 const BatchOptions& options) {
    return query::answer_in_parallel<std::optional<Nearest>>(
        points.size(), options, [&](std::size_t i) { return nearest(model, points[i]); });
}
std::vector<std::vector<Nearest>> nearest_triangles_many(const Placed& model, std::span<const Vec3> points,
                                                         std::size_t count, const BatchOptions& options) {
    return query::answer_in_parallel<std::vector<Nearest>>(
        points.size(), options, [&](std::size_t i) { return nearest_triangles(model, points[i], count); });
}

}  // namespace allide
