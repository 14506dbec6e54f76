// Support point of a body with few vertices without branches, which would often be mispredicted. The low bits
// of each vertex's height are replaced by its index, so that the maximum of the heights also identifies its
// vertex. Ties are resolved to the same vertex on every machine.
#pragma once

#include <allide/geometry.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::convex {

constexpr std::size_t few_corners = 64;

// 128-bit vectors, which every x86-64 and ARM processor supports. All supported compilers know the attribute
// vector_size.
using TwoDoubles __attribute__((vector_size(16))) = double;
using TwoWords __attribute__((vector_size(16))) = std::int64_t;

inline TwoDoubles two_at(const double* from) {
    return TwoDoubles{from[0], from[1]};
}

// The vertices of a body in pairs, padded to an even count with the first vertex. Empty if the body has more
// than `few_corners` vertices.
struct FewCorners {
    std::vector<double> pairs = {};  // six doubles per pair of vertices: both x, both y, both z
    std::vector<Vec3> corners = {};  // the same vertices one by one, including the padding
    std::int64_t numbers = 2;        // power of two above all embedded indices; at least the vertex count
    // Error bound of a height with an embedded index, in units of 2⁻⁵³ · |d|₁ · BodyPair::scale().
    double error_units = 0;

    bool available() const { return !pairs.empty(); }
};

inline FewCorners in_simd_layout(std::span<const Vec3> corners) {
    FewCorners few;
    if (corners.size() > few_corners) return few;
    for (std::size_t i = 0; i < corners.size(); i += 2) {
        const Vec3 &p = corners[i], &q = corners[i + 1 < corners.size() ? i + 1 : 0];
        few.corners.insert(few.corners.end(), {p, q});
        few.pairs.insert(few.pairs.end(), {p.x, q.x, p.y, q.y, p.z, q.z});
    }
    while (few.numbers < static_cast<std::int64_t>(corners.size())) few.numbers *= 2;
    few.error_units = 10 + 2.25 * static_cast<double>(few.numbers);
    return few;
}

struct SupportCorner {
    double height = 0;  // rounded; the embedded index adds a relative error below 2⁻⁵² · FewCorners::numbers
    std::size_t corner = 0;  // vertex index; the vertex count denotes the padding, a copy of vertex 0
};

// Always inlined: every search step calls it twice, and a call would cost as much as searching a cube.
[[gnu::always_inline]] inline SupportCorner support_of_few(const FewCorners& few, const Vec3& d) {
    const std::int64_t last_bits = few.numbers - 1;
    TwoWords number{0, 1};
    const auto height_at = [&](const double* two) {
        const TwoDoubles height = d.x * two_at(two) + d.y * two_at(two + 2) + d.z * two_at(two + 4);
        return std::bit_cast<TwoDoubles>((std::bit_cast<TwoWords>(height) & ~last_bits) | number);
    };
    const double *two = few.pairs.data(), *const end = two + few.pairs.size();
    TwoDoubles most = height_at(two);
    for (two += 6; two != end; two += 6) {
        number += 2;
        const TwoDoubles height = height_at(two);
        most = height > most ? height : most;
    }
    const double height = most[1] > most[0] ? most[1] : most[0];
    return {height, static_cast<std::size_t>(std::bit_cast<std::int64_t>(height) & last_bits)};
}

// Rounded support height, without an embedded index and without the support point.
inline double height_of_few(const FewCorners& few, const Vec3& d) {
    const double *two = few.pairs.data(), *const end = two + few.pairs.size();
    const auto height_at = [&](const double* at) {
        return d.x * two_at(at) + d.y * two_at(at + 2) + d.z * two_at(at + 4);
    };
    TwoDoubles most = height_at(two);
    for (two += 6; two != end; two += 6) {
        const TwoDoubles height = height_at(two);
        most = height > most ? height : most;
    }
    return most[1] > most[0] ? most[1] : most[0];
}

}  // namespace allide::convex
