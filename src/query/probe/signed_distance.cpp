#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/radix_sort.hpp"
#include "base/tasks.hpp"
#include "kernel/number/number_vectors.hpp"
#include "kernel/pose/vec.hpp"
#include "query/probe/nearest_one.hpp"
#include "query/probe/point_location.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>
#include <optional>

namespace allide {
namespace {

using kernel::BoundedDouble;
using kernel::Exact;
using kernel::operator-;
using kernel::operator*;

// A unit vector along x, or 0 if x is 0 or not finite.
Vec3 unit_or_zero(const Vec3& x) {
    const double size = kernel::largest(x);
    if (!(size > 0) || !std::isfinite(size)) return {};
    const Vec3 scaled = x / size;
    return scaled / std::sqrt(kernel::dot(scaled, scaled));
}

// A placed model, with what is the same for all points.
class SignedSurface {
  public:
    SignedSurface(const Placed& model, const SignedDistanceOptions& options)
        : placed_(model),
          surface_(model),
          options_(options),
          has_inside_(query::has_inside(model, options.rule)) {}

    // A point whose distance is known: points closer to it than the surface are on the same side.
    struct Known {
        Vec3 point;
        double clear = 0;  // lower bound of the distance
        bool inside = false;
        std::uint32_t place = 0;
    };

    // Uses and updates `known`, which affects only the speed.
    std::optional<SignedDistance> at(const Vec3& point, std::optional<Known>& known) const {
        const kernel::PointTester tester(placed_.pose(), point);
        const auto likely = known ? std::optional(known->place) : std::nullopt;
        const auto found = query::nearest_one(surface_, tester, point, options_.search, likely);
        if (!found) return std::nullopt;
        const Nearest& nearest = found->nearest;
        const bool on_surface = nearest.upper == 0;
        const bool inside = has_inside_ && !on_surface && is_inside(point, known);
        known = Known{point, nearest.lower, inside, found->place};
        SignedDistance out{.value = inside ? -nearest.distance : nearest.distance,
                           .lower = inside ? -nearest.upper : nearest.lower,
                           .upper = inside ? -nearest.lower : nearest.upper,
                           .point = nearest.point,
                           .triangle = nearest.triangle,
                           .gradient = {},
                           .normal = {}};
        const kernel::Triangle corners = surface_.corners(found->place);
        out.normal = normal_of(corners);
        if (on_surface)
            out.gradient = mean_normal(point);
        else
            out.gradient = (inside ? -1.0 : 1.0) * away_from(point, nearest, tester, corners, out.normal);
        return out;
    }

  private:
    bool is_inside(const Vec3& point, const std::optional<Known>& known) const {
        if (known && known->clear > 0) {
            const Vec3 step = point - known->point;
            // The step is shorter than the distance of the known point from the surface, so it crosses
            // nothing; the factor exceeds the rounding of the step, whose coordinates have one rounding each.
            if (std::sqrt(kernel::dot(step, step)) * (1 + 0x1p-40) + 0x1p-500 < known->clear)
                return known->inside;
        }
        return query::locate_point(point, placed_, {.rule = options_.rule, .search = options_.search}) ==
               PointLocation::inside;
    }

    // The unit normal in the world of a triangle given in the model's coordinates: the cross product of its
    // mapped edges. Mapping the normal itself would be off by up to 1e-6, because a pose's matrix is a
    // rotation only up to that.
    Vec3 normal_of(const kernel::Triangle& t) const {
        const Vec3 e = unit_or_zero(placed_.pose().apply_to_vector(t[1] - t[0])),
                   f = unit_or_zero(placed_.pose().apply_to_vector(t[2] - t[0]));
        return unit_or_zero(kernel::cross(e, f));
    }

    // The sign of the point's height above the triangle's plane, exactly.
    int side_of(const Vec3& point, const kernel::Triangle& t) const {
        bool doubt = false;
        const int side = kernel::sign_of(height<BoundedDouble>(point, t), doubt);
        return doubt ? height<Exact>(point, t).sign() : side;
    }
    template <typename Number>
    Number height(const Vec3& point, const kernel::Triangle& t) const {
        const auto corner = kernel::image<Number>(placed_.pose(), t);
        return kernel::dot_of(
            kernel::cross_of(kernel::minus(corner[1], corner[0]), kernel::minus(corner[2], corner[0])),
            kernel::minus(kernel::as_given<Number>(point), corner[0]));
    }

    // The direction from the nearest surface point to the point. Above a face it is the face's normal, which
    // has a small error even where the two points nearly coincide.
    Vec3 away_from(const Vec3& point, const Nearest& nearest, const kernel::PointTester& tester,
                   const kernel::Triangle& corners, const Vec3& normal) const {
        const Vec3 apart = point - nearest.point;
        const double size = kernel::largest(point) + kernel::largest(nearest.point);
        if (nearest.distance > 0x1p-20 * size || normal == Vec3{} || tester.feature(corners))
            return unit_or_zero(apart);
        const int side = side_of(point, corners);
        return side == 0 ? unit_or_zero(apart) : side * normal;
    }

    // The mean of the normals around a point of the surface, weighted by the angle of each triangle there.
    Vec3 mean_normal(const Vec3& point) const {
        Vec3 sum;
        const Ball ball{point, 0};
        for (const std::uint32_t triangle : triangles_in(placed_, ball, {.search = options_.search})) {
            const kernel::Triangle t = data_of(placed_).mesh.corners(triangle);
            sum += angle_at(point, t) * normal_of(t);
        }
        return kernel::largest(sum) > 1e-9 ? unit_or_zero(sum) : Vec3{};
    }
    // The angle that a triangle fills around one of its points: all of 2π inside it, π on an edge.
    double angle_at(const Vec3& point, const kernel::Triangle& t) const {
        std::array<Vec3, 3> to;
        double size = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            to[i] = placed_.pose().apply(t[i]) - point;
            size = std::max(size, kernel::largest(to[i]));
        }
        const auto coincides = [&](const Vec3& x) { return kernel::largest(x) <= 1e-9 * size; };
        for (std::size_t i = 0; i < 3; ++i)
            if (coincides(to[i])) return angle_between(to[(i + 1) % 3], to[(i + 2) % 3]);
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double angle = angle_between(to[i], to[(i + 1) % 3]);
            if (angle > std::numbers::pi - 1e-7) return std::numbers::pi;
            sum += angle;
        }
        return sum;
    }
    static double angle_between(const Vec3& a, const Vec3& b) {
        const Vec3 u = unit_or_zero(a), v = unit_or_zero(b);
        const Vec3 across = kernel::cross(u, v);
        return std::atan2(std::sqrt(kernel::dot(across, across)), kernel::dot(u, v));
    }

    Placed placed_;
    query::PlacedSurface surface_;
    SignedDistanceOptions options_;
    bool has_inside_;
};

// Numbers of the points along a Morton curve, so that neighbours in this order are close in space.
std::vector<std::uint32_t> along_curve(std::span<const Vec3> points) {
    Box box = Box::empty();
    for (const Vec3& p : points) box.grow(p);
    const auto cell = [](double x, double lo, double hi) {
        const double share = hi > lo ? (x / 2 - lo / 2) / (hi / 2 - lo / 2) : 0;
        return static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * 1023);
    };
    // Moves bit i to bit 3 i.
    const auto spread = [](std::uint64_t x) {
        x = (x | x << 16) & 0x30000ff;
        x = (x | x << 8) & 0x300f00f;
        x = (x | x << 4) & 0x30c30c3;
        return (x | x << 2) & 0x9249249;
    };
    struct Cell {
        std::uint32_t key, number;
    };
    std::vector<Cell> cells(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const Vec3& p = points[i];
        const std::uint64_t key = spread(cell(p.x, box.lo.x, box.hi.x)) |
                                  spread(cell(p.y, box.lo.y, box.hi.y)) << 1 |
                                  spread(cell(p.z, box.lo.z, box.hi.z)) << 2;
        cells[i] = {static_cast<std::uint32_t>(key), i};
    }
    base::radix_sort(cells, 30, [](const Cell& c) { return std::uint64_t{c.key}; });
    std::vector<std::uint32_t> order(points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = cells[i].number;
    return order;
}

}  // namespace

std::optional<SignedDistance> signed_distance(const Vec3& point, const Placed& model,
                                              const SignedDistanceOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(point), "a point must be finite");
    std::optional<SignedSurface::Known> none;
    return SignedSurface(model, options).at(point, none);
}

std::vector<std::optional<SignedDistance>> signed_distances(const Placed& model, std::span<const Vec3> points,
                                                            InsideRule rule, const BatchOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(std::all_of(points.begin(), points.end(), kernel::finite), "a point must be finite");
    base::expect(points.size() < ~std::uint32_t{0}, "a batch has fewer than 2^32 points");
    const SignedSurface surface(model, {.rule = rule});
    const std::vector<std::uint32_t> order = along_curve(points);
    std::vector<std::optional<SignedDistance>> answers(points.size());
    std::mutex reporting;
    std::size_t done = 0;
    base::with_threads(options.threads, [&] {
        constexpr std::size_t grain = 256;
        base::do_pieces(points.size(), grain, [&](std::size_t begin, std::size_t end) {
            const base::DefaultFloatEnvironment of_this_thread;
            std::optional<SignedSurface::Known> known;
            for (std::size_t i = begin; i < end; ++i) answers[order[i]] = surface.at(points[order[i]], known);
            if (!options.progress) return;
            const std::lock_guard lock(reporting);
            options.progress(done += end - begin);
        });
    });
    return answers;
}

}  // namespace allide
