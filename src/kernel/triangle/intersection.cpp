#include "kernel/triangle/intersection.hpp"

#include "kernel/triangle/rounded_point.hpp"

namespace allide::kernel {
namespace {

template <std::size_t N, std::size_t Count>
std::pair<ExactTriangle<N>, ExactTriangle<N>> triangles_of(const std::array<ExactPoint<N>, Count>& points) {
    return {{points[0], points[1], points[2]}, {points[3], points[4], points[5]}};
}

GeneralPoint as_direction(const Vec3& vector, const Vec3& and_this = {}) {
    GeneralPoint out;
    const std::array<double, 3> numbers{vector.x, vector.y, vector.z},
        more{and_this.x, and_this.y, and_this.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const Dyadic number = dyadic(numbers[k]), other = dyadic(more[k]);
        out[k].set(0, number.mantissa, number.exponent);
        out[k].set(1, other.mantissa, other.exponent);
    }
    return out;
}

}  // namespace

TriangleIntersection IntersectionFinder::intersection(const std::array<Vec3, 3>& a,
                                                      const std::array<Vec3, 3>& b) const {
    const auto found = [](const auto& points, const Exponents& low) {
        const auto [p, q] = triangles_of(points);
        const ExactIntersection exact(p, q);
        TriangleIntersection out;
        out.has_area = exact.has_area();
        out.corners.reserve(exact.corners().size());
        for (const auto& corner : exact.corners())
            out.corners.push_back(
                {rounded_point(*corner.from, *corner.to, corner.fraction, low), corner.a, corner.b});
        return out;
    };
    if (map_a_.permutes_axes() && map_b_.permutes_axes()) {
        std::array<ExactPoint<1>, 6> points;
        Exponents low;
        if (to_single_words(map_a_, a, map_b_, b, points, low)) return found(points, low);
        return with_exact_points(
            std::array{map_a_.permuted_image(a[0]), map_a_.permuted_image(a[1]), map_a_.permuted_image(a[2]),
                       map_b_.permuted_image(b[0]), map_b_.permuted_image(b[1]), map_b_.permuted_image(b[2])},
            found);
    }
    return with_exact_points(std::array{map_a_.image(a[0]), map_a_.image(a[1]), map_a_.image(a[2]),
                                        map_b_.image(b[0]), map_b_.image(b[1]), map_b_.image(b[2])},
                             found);
}

std::optional<Bracket> IntersectionFinder::last_touch(const std::array<Vec3, 3>& a,
                                                      const std::array<Vec3, 3>& b,
                                                      const Vec3& direction) const {
    const std::array sums{map_a_.image(a[0]), map_a_.image(a[1]), map_a_.image(a[2]),     map_b_.image(b[0]),
                          map_b_.image(b[1]), map_b_.image(b[2]), as_direction(direction)};
    return with_exact_points(sums, [](const auto& points, const Exponents&) {
        const auto [p, q] = triangles_of(points);
        return ExactShift(p, q, points[6]).largest();
    });
}

std::optional<ShiftRange> IntersectionFinder::touching_shifts(const std::array<Vec3, 3>& a,
                                                              const std::array<Vec3, 3>& b,
                                                              const Vec3& direction,
                                                              const Vec3& and_this) const {
    const std::array sums{map_a_.image(a[0]),
                          map_a_.image(a[1]),
                          map_a_.image(a[2]),
                          map_b_.image(b[0]),
                          map_b_.image(b[1]),
                          map_b_.image(b[2]),
                          as_direction(direction, and_this)};
    return with_exact_points(sums, [](const auto& points, const Exponents&) {
        const auto [p, q] = triangles_of(points);
        return ExactShift(p, q, points[6]).range();
    });
}

}  // namespace allide::kernel
