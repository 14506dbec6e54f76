#include "convex/gjk/simplex.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

// A face, edge or corner of the simplex by the indices of its corners, and its point nearest to the origin.
struct Feature {
    std::array<std::uint8_t, 3> corner{};
    std::uint8_t size = 0;
    double squared = base::infinity;
    std::array<double, 3> weight{};
    Vec3 normal;  // normal of a face; `height` is dot(normal, p) for the points p of the face
    double height = 0;
    double size_squared = 0;  // squared length of the longer of a face's two edges at its first corner
};

// Each of these functions replaces `best` by the given feature of the simplex if that is nearer to the
// origin.
void consider_corner(const Simplex& s, std::uint8_t i, Feature& best) {
    const Vec3& p = s.corner[i].w;
    const double squared = dot(p, p);
    if (!(squared < best.squared)) return;
    best.corner[0] = i;
    best.size = 1;
    best.squared = squared;
    best.weight[0] = 1;
}

void consider_edge(const Simplex& s, std::uint8_t i, std::uint8_t j, Feature& best) {
    const Vec3 &p = s.corner[i].w, &q = s.corner[j].w;
    const Vec3 e = q - p;
    const double along = -dot(p, e), square = dot(e, e);
    if (!(along > 0)) return consider_corner(s, i, best);
    if (along >= square) return consider_corner(s, j, best);
    const double t = along / square;
    const Vec3 point = p + t * e;
    const double squared = dot(point, point);
    if (!(squared < best.squared)) return;
    best.corner[0] = i;
    best.corner[1] = j;
    best.size = 2;
    best.squared = squared;
    best.weight[0] = 1 - t;
    best.weight[1] = t;
}

// Tests in which Voronoi region of the triangle the origin lies; without area, the edges are tested.
void consider_face(const Simplex& s, std::uint8_t i, std::uint8_t j, std::uint8_t k, Feature& best) {
    const Vec3 &p = s.corner[i].w, &q = s.corner[j].w, &r = s.corner[k].w;
    // Uses the edges at p, because products of the corners themselves would suffer cancellation in a small
    // triangle far from the origin.
    const Vec3 u = q - p, v = r - p, n = cross(u, v);
    const double square = dot(n, n);
    const double wq = dot(cross(v, p), n), wr = dot(cross(p, u), n), wp = square - wq - wr;
    const bool between = wp > 0 && wq > 0 && wr > 0;
    if (!between || !(square > 0)) {
        if (between || !(wp > 0)) consider_edge(s, j, k, best);
        if (between || !(wq > 0)) consider_edge(s, k, i, best);
        if (between || !(wr > 0)) consider_edge(s, i, j, best);
        return;
    }
    const double height = dot(p, n), squared = height * (height / square);
    if (!(squared < best.squared)) return;
    best.corner = {i, j, k};
    best.size = 3;
    best.squared = squared;
    best.weight = {wp, wq, wr};
    best.normal = n;
    best.height = height;
    best.size_squared = std::max(dot(u, u), dot(v, v));
}

// Tests the faces that the origin is beyond. Returns true if there are none: the origin is inside.
bool consider_tetrahedron(const Simplex& s, Feature& best) {
    const std::array<double, 4> volume =
        volumes_about_origin({s.corner[0].w, s.corner[1].w, s.corner[2].w, s.corner[3].w});
    const double total = volume[0] + volume[1] + volume[2] + volume[3];
    static constexpr std::uint8_t face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    bool inside = true;
    for (std::size_t i = 0; i < 4; ++i) {
        if (volume[i] * total > 0) continue;
        inside = false;
        consider_face(s, face[i][0], face[i][1], face[i][2], best);
    }
    return inside;
}

// Moves the feature's corners to the front in ascending order, so that none is overwritten too early.
void keep_corners(Simplex& simplex, Feature& nearest) {
    for (std::size_t i = 1; i < nearest.size; ++i)
        for (std::size_t k = i; k > 0 && nearest.corner[k] < nearest.corner[k - 1]; --k) {
            std::swap(nearest.corner[k], nearest.corner[k - 1]);
            std::swap(nearest.weight[k], nearest.weight[k - 1]);
        }
    simplex.size = nearest.size;
    for (std::size_t i = 0; i < nearest.size; ++i) {
        if (nearest.corner[i] != i) simplex.corner[i] = simplex.corner[nearest.corner[i]];
        simplex.weight[i] = nearest.weight[i];
    }
}

}  // namespace

std::array<double, 4> volumes_about_origin(const std::array<Vec3, 4>& corner) {
    const auto& [p, q, r, s] = corner;
    const Vec3 pq = cross(p, q), rs = cross(r, s);
    return {dot(rs, q), -dot(rs, p), dot(pq, s), -dot(pq, r)};
}

namespace {

NearestOfSimplex keep(Simplex& simplex, Feature& nearest);

}  // namespace

NearestOfSimplex reduce_to_surface(Simplex& simplex) {
    Feature nearest;
    consider_face(simplex, 1, 2, 3, nearest);
    consider_face(simplex, 0, 2, 3, nearest);
    consider_face(simplex, 0, 1, 3, nearest);
    consider_face(simplex, 0, 1, 2, nearest);
    return keep(simplex, nearest);
}

NearestOfSimplex reduce(Simplex& simplex) {
    Feature nearest;
    bool inside = false;
    if (simplex.size == 1) consider_corner(simplex, 0, nearest);
    if (simplex.size == 2) consider_edge(simplex, 0, 1, nearest);
    if (simplex.size == 3) consider_face(simplex, 0, 1, 2, nearest);
    if (simplex.size == 4) inside = consider_tetrahedron(simplex, nearest);
    if (inside) return {true, 0, {}};
    return keep(simplex, nearest);
}

namespace {

NearestOfSimplex keep(Simplex& simplex, Feature& nearest) {
    if (nearest.size == 3) {
        const double share = 1 / (nearest.weight[0] + nearest.weight[1] + nearest.weight[2]);
        for (double& weight : nearest.weight) weight *= share;
    }
    keep_corners(simplex, nearest);
    // A face's normal is a better search direction than its nearest point, which close to the origin is
    // mostly rounding error. The exception is a small face far from the origin, whose normal is inaccurate.
    const bool small = nearest.size_squared < 1e-4 * nearest.squared;
    if (nearest.size == 3 && !small)
        return {false, nearest.squared, (nearest.height > 0 ? -1 : 1) * nearest.normal};
    Vec3 point = simplex.corner[0].w;
    if (nearest.size > 1) {
        const Vec3 first = point;
        for (std::size_t i = 1; i < nearest.size; ++i)
            point = point + simplex.weight[i] * (simplex.corner[i].w - first);
    }
    return {false, nearest.squared, -1 * point};
}

}  // namespace

bool weigh_tetrahedron(Simplex& simplex) {
    const auto& c = simplex.corner;
    std::array<double, 4> volume = volumes_about_origin({c[0].w, c[1].w, c[2].w, c[3].w});
    const double sign = volume[0] + volume[1] + volume[2] + volume[3] < 0 ? -1 : 1;
    double total = 0;
    for (double& part : volume) {
        part = std::max(sign * part, 0.0);
        total += part;
    }
    if (!(total > 0)) return false;
    for (std::size_t i = 0; i < 4; ++i) simplex.weight[i] = volume[i] / total;
    simplex.size = 4;
    return true;
}

// Each volume is a triple product of three points w of A − B. If each coordinate has an error of at most e,
// the volume has an error of at most 18 e |w|² + 30 u |w|³. Here e ≤ 8 u · scale and |w| ≤ scale. Together
// this is at most 174 u · scale · |w|², rounded up to 200.
bool certainly_inside(const BodyPair& pair, const std::array<Vec3, 4>& corner) {
    double size = 0;
    for (const Vec3& w : corner) size = std::max(size, kernel::largest(w));
    const double bound = 200 * 0x1p-53 * pair.scale() * size * size;
    const std::array<double, 4> volume = volumes_about_origin(corner);
    const double low = std::min(std::min(volume[0], volume[1]), std::min(volume[2], volume[3]));
    const double high = std::max(std::max(volume[0], volume[1]), std::max(volume[2], volume[3]));
    return low > bound || high < -bound;
}

}  // namespace allide::convex
