#include "convex/simplex.hpp"

#include <limits>
#include <utility>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

// The nearest point of a face, an edge or a corner, by the numbers of its corners.
struct Feature {
    std::array<std::size_t, 3> corner{};
    std::array<double, 3> weight{};
    std::size_t size = 0;
    Vec3 point, away;
    double squared = std::numeric_limits<double>::infinity();
};

Feature at_corner(const Simplex& s, std::size_t i) {
    const Vec3& p = s.corner[i].w;
    return {{i}, {1}, 1, p, -1 * p, dot(p, p)};
}

// t of the way from i to j.
Feature on_edge(const Simplex& s, std::size_t i, std::size_t j, double t) {
    const Vec3 &p = s.corner[i].w, &q = s.corner[j].w;
    const Vec3 point = p + t * (q - p);
    return {{i, j}, {1 - t, t}, 2, point, -1 * point, dot(point, point)};
}

Feature nearest_of_edge(const Simplex& s, std::size_t i, std::size_t j) {
    const Vec3 &p = s.corner[i].w, &q = s.corner[j].w;
    const Vec3 e = q - p;
    const double along = -dot(p, e), square = dot(e, e);
    if (!(along > 0)) return at_corner(s, i);
    if (along >= square) return at_corner(s, j);
    return on_edge(s, i, j, along / square);
}

const Feature& nearer(const Feature& a, const Feature& b) {
    return b.squared < a.squared ? b : a;
}

// By the regions of the triangle's plane; where it has no area by its edges.
Feature nearest_of_face(const Simplex& s, std::size_t i, std::size_t j, std::size_t k) {
    const Vec3 &p = s.corner[i].w, &q = s.corner[j].w, &r = s.corner[k].w;
    const Vec3 n = cross(q - p, r - p);
    const double square = dot(n, n);
    const double wp = dot(cross(q, r), n), wq = dot(cross(r, p), n), wr = dot(cross(p, q), n);
    if (square > 0 && wp > 0 && wq > 0 && wr > 0) {
        const double sum = wp + wq + wr, height = dot(p, n);
        const Vec3 point = (height / square) * n;
        // The normal is a better direction than the point, which may be all rounding near the origin.
        return {{i, j, k}, {wp / sum, wq / sum, wr / sum}, 3,
                point,     (height > 0 ? -1 : 1) * n,      dot(point, point)};
    }
    Feature best;
    if (!(wp > 0)) best = nearer(best, nearest_of_edge(s, j, k));
    if (!(wq > 0)) best = nearer(best, nearest_of_edge(s, k, i));
    if (!(wr > 0)) best = nearer(best, nearest_of_edge(s, i, j));
    if (best.size == 0)
        best = nearer(nearer(nearest_of_edge(s, i, j), nearest_of_edge(s, j, k)), nearest_of_edge(s, k, i));
    return best;
}

Feature nearest_of_tetrahedron(const Simplex& s, bool& inside) {
    const std::array<double, 4> volume =
        volumes_about_origin({s.corner[0].w, s.corner[1].w, s.corner[2].w, s.corner[3].w});
    const double whole = volume[0] + volume[1] + volume[2] + volume[3];
    static constexpr std::size_t face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    Feature best;
    for (std::size_t i = 0; i < 4; ++i)
        if (!(volume[i] * whole > 0))
            best = nearer(best, nearest_of_face(s, face[i][0], face[i][1], face[i][2]));
    inside = best.size == 0;
    return best;
}

}  // namespace

std::array<double, 4> volumes_about_origin(const std::array<Vec3, 4>& corner) {
    const auto& [p, q, r, s] = corner;
    const Vec3 pq = cross(p, q), rs = cross(r, s);
    return {dot(rs, q), -dot(rs, p), dot(pq, s), -dot(pq, r)};
}

NearestOfSimplex reduce(Simplex& simplex) {
    Feature nearest;
    bool inside = false;
    if (simplex.size == 1) nearest = at_corner(simplex, 0);
    if (simplex.size == 2) nearest = nearest_of_edge(simplex, 0, 1);
    if (simplex.size == 3) nearest = nearest_of_face(simplex, 0, 1, 2);
    if (simplex.size == 4) nearest = nearest_of_tetrahedron(simplex, inside);
    if (inside) return {true, {}, {}};
    // Corners are kept in ascending order, so that none is overwritten before it is moved.
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
    return {false, nearest.point, nearest.away};
}

}  // namespace allide::convex
