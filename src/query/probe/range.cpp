// Finds the triangles in a ball or a box.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/probe/placed_surface.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

class InBall final : public traverse::Sink {
  public:
    InBall(const query::PlacedSurface& model, const kernel::PointTester& tester, double radius)
        : model_(model), tester_(tester), radius_(radius) {
        // The squared radius, rounded up and down. If it overflows, only the exact test excludes triangles.
        limit = high_ = radius * radius * (1 + 0x1p-50) + 0x1p-1070;
        low_ = std::min(radius * radius * (1 - 0x1p-50), std::numeric_limits<double>::max());
        if (low_ < 0x1p-1000) low_ = -1;  // a subnormal square would not be rounded down by the factor
    }

    void candidate(std::uint32_t place) override {
        const kernel::Triangle corners = model_.corners(place);
        if (tester_.least(corners) > high_) return;
        Vec3 near;
        const kernel::SquaredDistance squared = tester_.rounded(corners, near);
        if (squared.low > high_) return;
        if (squared.high <= low_ || reaches(corners)) found_.push_back(model_.number(place));
    }

    std::vector<std::uint32_t> sorted() {
        std::sort(found_.begin(), found_.end());
        return std::move(found_);
    }

  private:
    bool reaches(const kernel::Triangle& corners) const {
        const auto [numerator, denominator] = tester_.exact(corners);
        const kernel::Exact radius(radius_);
        return (numerator - radius * radius * denominator).sign() <= 0;
    }

    const query::PlacedSurface& model_;
    const kernel::PointTester& tester_;
    double radius_, low_, high_;
    std::vector<std::uint32_t> found_;
};

void add_bound(std::vector<HalfSpace>& region, const Vec3& normal, double offset) {
    // An infinite offset bounds nothing. The caller has already excluded empty boxes.
    if (std::isfinite(offset)) region.push_back({normal, offset});
}

}  // namespace

std::vector<std::uint32_t> triangles_in(const Placed& placed_model, const Ball& ball,
                                        const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(ball.center) && std::isfinite(ball.radius), "a ball must be finite");
    base::expect(ball.radius >= 0, "a ball's radius must be 0 or more");
    const query::PlacedSurface model(placed_model);
    const kernel::PointTester tester(placed_model.pose(), ball.center);
    InBall sink(model, tester, ball.radius);
    model.offer(ball.center, sink, options.search);
    return sink.sorted();
}

std::vector<std::uint32_t> triangles_in(const Placed& model, const Box& box, const ProbeOptions& options) {
    const base::DefaultFloatEnvironment environment;
    std::vector<HalfSpace> region;
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, back[3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    const double lo[3] = {box.lo.x, box.lo.y, box.lo.z}, hi[3] = {box.hi.x, box.hi.y, box.hi.z};
    for (std::size_t k = 0; k < 3; ++k) {
        base::expect(!std::isnan(lo[k]) && !std::isnan(hi[k]), "a box's corners must be numbers");
        if (lo[k] > hi[k] || lo[k] == base::infinity || hi[k] == -base::infinity)
            return {};  // the box is empty
        add_bound(region, axes[k], hi[k]);
        add_bound(region, back[k], -lo[k]);
    }
    return triangles_in(model, std::span<const HalfSpace>(region), options);
}

std::vector<std::vector<std::uint32_t>> triangles_in_many(const Placed& model, std::span<const Ball> balls,
                                                          const BatchOptions& options) {
    return query::answer_in_parallel<std::vector<std::uint32_t>>(
        balls.size(), options, [&](std::size_t i) { return triangles_in(model, balls[i]); });
}
std::vector<std::vector<std::uint32_t>> triangles_in_many(const Placed& model, std::span<const Box> boxes,
                                                          const BatchOptions& options) {
    return query::answer_in_parallel<std::vector<std::uint32_t>>(
        boxes.size(), options, [&](std::size_t i) { return triangles_in(model, boxes[i]); });
}

}  // namespace allide
