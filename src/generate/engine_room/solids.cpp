#include "generate/engine_room/solids.hpp"

#include "generate/shapes/circle.hpp"

#include <algorithm>
#include <cmath>

namespace allide::mesh::ship {

namespace {

using Index = std::uint32_t;

double on_lattice(double value) {
    return std::floor(value * 128 + 0.5) / 128;
}

Index add(Solid& solid, const Vec3& at) {
    solid.vertices.push_back({on_lattice(at.x), on_lattice(at.y), on_lattice(at.z)});
    return static_cast<Index>(solid.vertices.size() - 1);
}

void add_quad(Solid& solid, Index a, Index b, Index c, Index d) {
    solid.triangles.push_back({a, b, c});
    solid.triangles.push_back({a, c, d});
}

double six_volumes(const Solid& solid) {
    const Vec3& o = solid.vertices.front();
    double total = 0;
    for (const TriangleIndices& t : solid.triangles) {
        const Vec3 &p = solid.vertices[t[0]], &q = solid.vertices[t[1]], &r = solid.vertices[t[2]];
        total += (p.x - o.x) * ((q.y - o.y) * (r.z - o.z) - (q.z - o.z) * (r.y - o.y)) +
                 (p.y - o.y) * ((q.z - o.z) * (r.x - o.x) - (q.x - o.x) * (r.z - o.z)) +
                 (p.z - o.z) * ((q.x - o.x) * (r.y - o.y) - (q.y - o.y) * (r.x - o.x));
    }
    return total;
}

// Makes the triangles counter-clockwise seen from outside. The functions below orient all triangles of a
// solid consistently; if its volume is negative, this flips all of them.
Solid facing_outward(Solid solid) {
    if (six_volumes(solid) < 0)
        for (TriangleIndices& t : solid.triangles) std::swap(t[1], t[2]);
    return solid;
}

// A ring of vertices, or a single vertex if its radius is 0.
struct Ring {
    Index first = 0;
    Index count = 1;
    Index at(Index i) const { return first + i % count; }
};

Ring add_ring(Solid& solid, const Vec3& origin, int axis, ProfilePoint p, unsigned around) {
    Ring ring{static_cast<Index>(solid.vertices.size()), p.radius > 0 ? around : 1};
    for (unsigned i = 0; i < ring.count; ++i) {
        const CirclePoint c = circle_point(i, around);
        Vec3 at = moved(origin, axis, p.along);
        at = moved(at, (axis + 1) % 3, p.radius * c.cos);
        add(solid, moved(at, (axis + 2) % 3, p.radius * c.sin));
    }
    return ring;
}

void join(Solid& solid, const Ring& a, const Ring& b) {
    const Index around = std::max(a.count, b.count);
    if (around == 1) return;
    for (Index i = 0; i < around; ++i) {
        if (a.count == 1)
            solid.triangles.push_back({a.first, b.at(i), b.at(i + 1)});
        else if (b.count == 1)
            solid.triangles.push_back({a.at(i + 1), a.at(i), b.first});
        else
            add_quad(solid, a.at(i), b.at(i), b.at(i + 1), a.at(i + 1));
    }
}

}  // namespace

double component(const Vec3& v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

void set_component(Vec3& v, int axis, double value) {
    (axis == 0 ? v.x : axis == 1 ? v.y : v.z) = value;
}

Vec3 sum(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec3 moved(Vec3 base, int axis, double length) {
    set_component(base, axis, component(base, axis) + length);
    return base;
}

Solid& Solid::operator+=(const Solid& other) {
    const auto shift = static_cast<Index>(vertices.size());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const TriangleIndices& t : other.triangles)
        triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
    return *this;
}

Box bounds_of(const Solid& solid) {
    Box box{solid.vertices.front(), solid.vertices.front()};
    for (const Vec3& v : solid.vertices) box.grow(v);
    return box;
}

Solid block(const Vec3& lo, const Vec3& hi) {
    const PlanePoint polygon[]{{lo.x, lo.y}, {hi.x, lo.y}, {hi.x, hi.y}, {lo.x, hi.y}};
    return prism(z_axis, lo.z, hi.z, polygon);
}

Solid turned(const Vec3& origin, Axis axis, std::span<const ProfilePoint> profile, unsigned around) {
    Solid solid;
    Ring last = add_ring(solid, origin, axis, profile.front(), around);
    for (const ProfilePoint& p : profile.subspan(1)) {
        const Ring next = add_ring(solid, origin, axis, p, around);
        join(solid, last, next);
        last = next;
    }
    return facing_outward(std::move(solid));
}

Solid turned_loop(const Vec3& origin, Axis axis, std::span<const ProfilePoint> loop, unsigned around) {
    Solid solid;
    const Ring first = add_ring(solid, origin, axis, loop.front(), around);
    Ring last = first;
    for (const ProfilePoint& p : loop.subspan(1)) {
        const Ring next = add_ring(solid, origin, axis, p, around);
        join(solid, last, next);
        last = next;
    }
    join(solid, last, first);
    return facing_outward(std::move(solid));
}

Solid rod(const Vec3& from, Axis axis, double length, double radius, unsigned around) {
    const ProfilePoint profile[]{{0, 0}, {0, radius}, {length, radius}, {length, 0}};
    return turned(from, axis, profile, around);
}

Solid collar(const Vec3& from, Axis axis, double length, double inner, double outer, unsigned around) {
    const ProfilePoint loop[]{{0, inner}, {0, outer}, {length, outer}, {length, inner}};
    return turned_loop(from, axis, loop, around);
}

Solid torus(const Vec3& centre, Axis axis, double radius, double thickness, unsigned around,
            unsigned across) {
    Profile loop;
    for (unsigned i = 0; i < across; ++i) {
        const CirclePoint c = circle_point(i, across);
        loop.push_back({thickness * c.sin, radius + thickness * c.cos});
    }
    return turned_loop(centre, axis, loop, around);
}

Solid vessel(const Vec3& from, Axis axis, double length, double radius, double dome, unsigned around,
             unsigned rings) {
    Profile profile{{0, 0}};
    for (unsigned i = 1; i <= rings; ++i) {
        const CirclePoint c = circle_point(i, 4 * rings);
        profile.push_back({dome * (1 - c.cos), radius * c.sin});
    }
    for (unsigned i = rings; i >= 1; --i) {
        const CirclePoint c = circle_point(i, 4 * rings);
        profile.push_back({length - dome * (1 - c.cos), radius * c.sin});
    }
    profile.push_back({length, 0});
    return turned(from, axis, profile, around);
}

Solid elbow(const Vec3& corner, Direction in, Direction out, double bend, double radius, unsigned around,
            unsigned along) {
    const int normal = 3 - in.axis - out.axis;
    const Vec3 centre = moved(moved(corner, in.axis, -bend * in.sign), out.axis, bend * out.sign);
    Solid solid;
    const auto add_section = [&](unsigned step) {
        const CirclePoint turn = circle_point(step, 4 * along);
        const Ring ring{static_cast<Index>(solid.vertices.size()), around};
        for (unsigned i = 0; i < around; ++i) {
            const CirclePoint c = circle_point(i, around);
            const double reach = bend + radius * c.cos;
            Vec3 at = moved(centre, out.axis, -reach * turn.cos * out.sign);
            at = moved(at, in.axis, reach * turn.sin * in.sign);
            add(solid, moved(at, normal, radius * c.sin));
        }
        return ring;
    };
    Ring last{add(solid, moved(corner, in.axis, -bend * in.sign)), 1};
    for (unsigned step = 0; step <= along; ++step) {
        const Ring next = add_section(step);
        join(solid, last, next);
        last = next;
    }
    join(solid, last, {add(solid, moved(corner, out.axis, bend * out.sign)), 1});
    return facing_outward(std::move(solid));
}

Solid prism(Axis axis, double lo, double hi, std::span<const PlanePoint> polygon) {
    Solid solid;
    const auto n = static_cast<Index>(polygon.size());
    for (const double end : {lo, hi})
        for (const PlanePoint& p : polygon) {
            Vec3 at;
            set_component(at, axis, end);
            set_component(at, (axis + 1) % 3, p.u);
            set_component(at, (axis + 2) % 3, p.v);
            add(solid, at);
        }
    for (Index i = 0; i < n; ++i) add_quad(solid, i, (i + 1) % n, n + (i + 1) % n, n + i);
    for (Index i = 1; i + 1 < n; ++i) {
        solid.triangles.push_back({0, i + 1, i});
        solid.triangles.push_back({n, n + i, n + i + 1});
    }
    return facing_outward(std::move(solid));
}

namespace {

// The point where the ray from the centre of a rectangle through a point of the unit circle meets the border
// of the rectangle.
PlanePoint on_rectangle(CirclePoint c, double half_u, double half_v) {
    const double u = std::abs(c.cos), v = std::abs(c.sin);
    const double reach = u * half_v > v * half_u ? half_u / u : half_v / v;
    return {reach * c.cos, reach * c.sin};
}

}  // namespace

// Rays from the centre connect the hole's rim with the rectangle. If that is not a square, diagonal rays miss
// its corners, so the nearest ray of each quarter is moved into the corner.
Solid holed_plate(Axis axis, double lo, double hi, PlanePoint from, PlanePoint to, double hole,
                  unsigned around) {
    const double half_u = (to.u - from.u) / 2, half_v = (to.v - from.v) / 2;
    std::vector<PlanePoint> rim, edge;
    for (unsigned i = 0; i < around; ++i) {
        const CirclePoint c = circle_point(2 * i + 1, 2 * around);
        rim.push_back({hole * c.cos, hole * c.sin});
        edge.push_back(on_rectangle(c, half_u, half_v));
    }
    for (const double su : {1.0, -1.0})
        for (const double sv : {1.0, -1.0}) {
            const auto off = [&](const PlanePoint& p) {
                return std::abs(p.u - su * half_u) + std::abs(p.v - sv * half_v);
            };
            *std::min_element(edge.begin(), edge.end(), [&](const PlanePoint& p, const PlanePoint& q) {
                return off(p) < off(q);
            }) = {su * half_u, sv * half_v};
        }
    Solid solid;
    for (const double end : {lo, hi})
        for (const auto* line : {&rim, &edge})
            for (const PlanePoint& p : *line) {
                Vec3 at;
                set_component(at, axis, end);
                set_component(at, (axis + 1) % 3, from.u + half_u + p.u);
                set_component(at, (axis + 2) % 3, from.v + half_v + p.v);
                add(solid, at);
            }
    const Ring rim_lo{0, around}, edge_lo{around, around}, rim_hi{2 * around, around},
        edge_hi{3 * around, around};
    join(solid, rim_lo, edge_lo);
    join(solid, edge_lo, edge_hi);
    join(solid, edge_hi, rim_hi);
    join(solid, rim_hi, rim_lo);
    return facing_outward(std::move(solid));
}

Solid lofted(std::span<const Vec3> outer_a, std::span<const Vec3> inner_a, std::span<const Vec3> outer_b,
             std::span<const Vec3> inner_b) {
    Solid solid;
    const auto n = static_cast<Index>(outer_a.size());
    for (const auto& line : {outer_a, inner_a, outer_b, inner_b})
        for (const Vec3& v : line) add(solid, v);
    for (Index i = 0; i + 1 < n; ++i) {
        const Index j = i + 1;
        add_quad(solid, i, j, 2 * n + j, 2 * n + i);                  // outside
        add_quad(solid, n + i, 3 * n + i, 3 * n + j, n + j);          // inside
        add_quad(solid, i, n + i, n + j, j);                          // end a
        add_quad(solid, 2 * n + i, 2 * n + j, 3 * n + j, 3 * n + i);  // end b
    }
    const Index l = n - 1;
    add_quad(solid, 0, 2 * n, 3 * n, n);
    add_quad(solid, l, n + l, 3 * n + l, 2 * n + l);
    return facing_outward(std::move(solid));
}

}  // namespace allide::mesh::ship
