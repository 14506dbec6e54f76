// Mass properties of bodies offset by a ball, as integrals over their surfaces: for a function f of degree k,
// ∫ f dV = ∮ f(y) (y · n) dS / (k + 3) over the surface points y with their outward normals n.
#include "convex/body/polytope.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr std::size_t nodes = 24;

// Nodes and weights of the Gauss–Legendre rule on [0, 1], by Newton's method on the Legendre polynomial.
struct GaussRule {
    std::array<double, nodes> at{}, weight{};
    GaussRule() {
        constexpr auto n = static_cast<double>(nodes);
        for (std::size_t i = 0; i < nodes; ++i) {
            double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5)), slope = 1;
            for (int step = 0; step < 8; ++step) {
                double p = 1, before = 0;
                for (std::size_t k = 1; k <= nodes; ++k) {
                    const auto d = static_cast<double>(k);
                    before = std::exchange(p, ((2 * d - 1) * x * p - (d - 1) * before) / d);
                }
                slope = n * (x * p - before) / (x * x - 1);
                x -= p / slope;
            }
            at[i] = (1 - x) / 2;
            weight[i] = 1 / ((1 - x * x) * slope * slope);
        }
    }
};
const GaussRule& gauss() {
    static const GaussRule rule;
    return rule;
}

Vec3 unit(const Vec3& v) {
    return (1 / std::sqrt(dot(v, v))) * v;
}
// Some unit vector perpendicular to v.
Vec3 across(const Vec3& v) {
    const Vec3 least = std::abs(v.x) < std::abs(v.y)
                           ? (std::abs(v.x) < std::abs(v.z) ? Vec3{1, 0, 0} : Vec3{0, 0, 1})
                           : (std::abs(v.y) < std::abs(v.z) ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
    return unit(cross(v, least));
}

class SurfaceIntegrals {
  public:
    // Adds a surface element of the given area, with an outward normal of length 1.
    void add(const Vec3& y, const Vec3& n, double area) {
        const double flux = dot(y, n) * area;
        const std::array<double, 3> c{y.x, y.y, y.z};
        volume_ += flux / 3;
        for (std::size_t i = 0; i < 3; ++i) {
            first_[i] += c[i] * flux / 4;
            for (std::size_t j = 0; j < 3; ++j) second_[3 * i + j] += c[i] * c[j] * flux / 5;
        }
    }
    MassProperties mass_about(const Vec3& origin) const {
        if (!(volume_ > 0)) return {.volume = 0, .centroid = origin, .inertia = {}};
        MassProperties mass{.volume = volume_, .centroid = {}, .inertia = {}};
        std::array<double, 3> off{};
        for (std::size_t i = 0; i < 3; ++i) off[i] = first_[i] / volume_;
        mass.centroid = {origin.x + off[0], origin.y + off[1], origin.z + off[2]};
        std::array<double, 9> central{};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                central[3 * i + j] = second_[3 * i + j] - volume_ * off[i] * off[j];
        const double trace = central[0] + central[4] + central[8];
        for (std::size_t i = 0; i < 9; ++i) mass.inertia[i] = (i % 4 == 0 ? trace : 0) - central[i];
        return mass;
    }

  private:
    double volume_ = 0;
    std::array<double, 3> first_{};
    std::array<double, 9> second_{};
};

// Adds a flat triangle by a product of two Gauss rules, which is exact for the polynomials integrated here.
void add_triangle(SurfaceIntegrals& sum, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& n) {
    const Vec3 e = b - a, f = c - a, normal = cross(e, f);
    const double twice = std::sqrt(dot(normal, normal));
    const GaussRule& rule = gauss();
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t j = 0; j < nodes; ++j) {
            const double u = rule.at[i], v = rule.at[j] * (1 - u);
            sum.add(a + u * e + v * f, n, twice * (1 - u) * rule.weight[i] * rule.weight[j]);
        }
}

// Adds the part of a sphere's surface that lies in the directions a, b, c and between them, seen from
// `center`. The spherical triangle must not exceed a quarter of the sphere.
void add_cap(SurfaceIntegrals& sum, const Vec3& center, double r, const Vec3& a, const Vec3& b,
             const Vec3& c) {
    const Vec3 e = b - a, f = c - a;
    const double height = std::abs(dot(a, cross(e, f)));
    const GaussRule& rule = gauss();
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t j = 0; j < nodes; ++j) {
            const double u = rule.at[i], v = rule.at[j] * (1 - u);
            const Vec3 flat = a + u * e + v * f;
            const double size = std::sqrt(dot(flat, flat));
            // A plane element dA at the point p of the triangle is seen under the solid angle dA·h / |p|³.
            const double angle = height / (size * size * size) * (1 - u) * rule.weight[i] * rule.weight[j];
            const Vec3 n = (1 / size) * flat;
            sum.add(center + r * n, n, r * r * angle);
        }
}

// Adds the part of a cylinder that rounds the straight edge from p to q. Its normals turn about the edge,
// from m by `angle` towards w.
void add_edge(SurfaceIntegrals& sum, const Vec3& p, const Vec3& q, double r, const Vec3& m, const Vec3& w,
              double angle) {
    const Vec3 edge = q - p;
    const double length = std::sqrt(dot(edge, edge));
    const GaussRule& rule = gauss();
    for (std::size_t i = 0; i < nodes; ++i) {
        const double phi = angle * rule.at[i];
        const Vec3 n = std::cos(phi) * m + std::sin(phi) * w;
        for (std::size_t j = 0; j < nodes; ++j)
            sum.add(p + rule.at[j] * edge + r * n, n, r * angle * length * rule.weight[i] * rule.weight[j]);
    }
}

// Divides the arc of directions from `from` to `to` by way of `middle` into pieces of at most 45 degrees and
// calls visit(u, v) with the ends of each. `middle` distinguishes the two arcs between opposite directions.
template <typename Visit>
void along_arc(const Vec3& from, const Vec3& to, const Vec3& middle, const Visit& visit) {
    const Vec3 half = dot(from, to) < -0.999 ? middle : unit(from + to);
    const std::array<Vec3, 5> at{from, unit(from + half), half, unit(half + to), to};
    for (std::size_t i = 0; i < 4; ++i) visit(at[i], at[i + 1]);
}

// An edge of a polytope, or of the border of a flat one, with the arc of its outward normals.
struct RoundedEdge {
    std::uint32_t p = 0, q = 0;
    Vec3 from, to, middle;  // unit normals; `middle` is halfway
};

MassProperties mass_of_edges_and_faces(
    const detail::BodyData& body, const std::vector<RoundedEdge>& edges,
    const std::vector<std::pair<std::vector<std::uint32_t>, Vec3>>& faces) {
    SurfaceIntegrals sum;
    const double r = body.radius;
    const auto vertex = [&](std::uint32_t i) { return body.vertices[i] - body.middle; };
    for (const auto& [corners, n] : faces)
        for (std::size_t k = 2; k < corners.size(); ++k)
            add_triangle(sum, vertex(corners[0]) + r * n, vertex(corners[k - 1]) + r * n,
                         vertex(corners[k]) + r * n, n);
    std::vector<Vec3> mean(body.vertices.size());
    for (const RoundedEdge& edge : edges) {
        for (const std::uint32_t end : {edge.p, edge.q}) mean[end] += edge.from + edge.middle + edge.to;
        const Vec3 across_edge = edge.middle - dot(edge.middle, edge.from) * edge.from;
        const double sine = std::sqrt(dot(across_edge, across_edge));
        if (!(sine > 0)) continue;
        const double angle = 2 * std::atan2(sine, dot(edge.middle, edge.from));
        add_edge(sum, vertex(edge.p), vertex(edge.q), r, edge.from, (1 / sine) * across_edge, angle);
    }
    for (const RoundedEdge& edge : edges)
        for (const std::uint32_t end : {edge.p, edge.q})
            along_arc(edge.from, edge.to, edge.middle, [&](const Vec3& u, const Vec3& v) {
                add_cap(sum, vertex(end), r, unit(mean[end]), u, v);
            });
    return sum.mass_about(body.middle);
}

MassProperties mass_of_rounded_solid(const detail::BodyData& body) {
    std::vector<RoundedEdge> edges;
    std::vector<std::pair<std::vector<std::uint32_t>, Vec3>> faces;
    for (std::size_t i = 0; i < body.faces.size(); ++i)
        faces.emplace_back(body.faces[i].corners, body.planes[i].normal);
    for (const BodyEdge& edge : body.edges) {
        const Vec3 &m = body.planes[edge.faces[0]].normal, &n = body.planes[edge.faces[1]].normal;
        edges.push_back({edge.corners[0], edge.corners[1], m, n, unit(m + n)});
    }
    return mass_of_edges_and_faces(body, edges, faces);
}

MassProperties mass_of_rounded_polygon(const detail::BodyData& body) {
    const auto& v = body.vertices;
    Vec3 normal;
    for (std::size_t i = 1; i < v.size(); ++i)
        for (std::size_t j = i + 1; j < v.size(); ++j) {
            const Vec3 n = cross(v[i] - v[0], v[j] - v[0]);
            if (dot(n, n) > dot(normal, normal)) normal = n;
        }
    normal = unit(normal);
    const Vec3 x = across(normal), y = cross(normal, x);
    std::vector<std::uint32_t> order(v.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto angle_of = [&](std::uint32_t i) {
        const Vec3 arm = v[i] - body.middle;
        return std::atan2(dot(arm, y), dot(arm, x));
    };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return angle_of(i) < angle_of(j); });
    std::vector<RoundedEdge> edges;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t p = order[i], q = order[(i + 1) % order.size()];
        edges.push_back({p, q, normal, -normal, unit(cross(v[q] - v[p], normal))});
    }
    return mass_of_edges_and_faces(body, edges, {{order, normal}, {order, -normal}});
}

// A body of revolution about z, given by its profile curve: line segments, and circular arcs of radius r.
class Revolution {
  public:
    void line(double x0, double z0, double x1, double z1) {
        for (std::size_t i = 0; i < nodes; ++i) {
            const double s = gauss().at[i];
            add(x0 + s * (x1 - x0), z0 + s * (z1 - z0), (z1 - z0) * gauss().weight[i]);
        }
    }
    void arc(double x, double z, double r, double from, double to) {
        for (std::size_t i = 0; i < nodes; ++i) {
            const double angle = from + gauss().at[i] * (to - from);
            add(x + r * std::cos(angle), z + r * std::sin(angle),
                r * std::cos(angle) * (to - from) * gauss().weight[i]);
        }
    }
    MassProperties mass() const {
        const double height = first_ / volume_, across = around_ / 2 + second_ - first_ * height;
        return {.volume = volume_,
                .centroid = {0, 0, height},
                .inertia = {across, 0, 0, 0, across, 0, 0, 0, around_}};
    }

  private:
    // Adds a disc of radius x and thickness dz.
    void add(double x, double z, double dz) {
        const double area = std::numbers::pi * x * x;
        volume_ += area * dz;
        first_ += area * z * dz;
        second_ += area * z * z * dz;
        around_ += area * x * x / 2 * dz;
    }
    double volume_ = 0, first_ = 0, second_ = 0, around_ = 0;
};

MassProperties mass_of_rounded_ellipsoid(const detail::BodyData& body) {
    // The surface at distance r is parametrised by the points s of the unit sphere: x = D s, with the
    // semi-axes D, is a point of the ellipsoid. The area there grows by the factor 1 + 2 H r + K r², with the
    // ellipsoid's mean curvature H and Gaussian curvature K.
    const double most = kernel::largest(body.extent);
    const auto axis = [&](double a) { return std::max(a, 1e-4 * most); };
    const double a = axis(body.extent.x), b = axis(body.extent.y), c = axis(body.extent.z), r = body.radius;
    SurfaceIntegrals sum;
    constexpr int pieces = 16, around = 256;
    for (int piece = 0; piece < pieces; ++piece) {
        for (std::size_t i = 0; i < nodes; ++i) {
            const double polar = std::numbers::pi * (piece + gauss().at[i]) / pieces;
            const double weight = std::numbers::pi / pieces * gauss().weight[i] * std::sin(polar) * 2 *
                                  std::numbers::pi / around;
            for (int k = 0; k < around; ++k) {
                const double turn = 2 * std::numbers::pi * k / around;
                const Vec3 s{std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn),
                             std::cos(polar)};
                const Vec3 x{a * s.x, b * s.y, c * s.z}, m{s.x / a, s.y / b, s.z / c};
                const double w = std::sqrt(dot(m, m)), product = a * b * c;
                const double gaussian = 1 / (product * product * w * w * w * w);
                const double mean = (a * a + b * b + c * c - dot(x, x)) / (2 * product * product * w * w * w);
                const Vec3 n = (1 / w) * m;
                sum.add(x + r * n, n, product * w * (1 + 2 * mean * r + gaussian * r * r) * weight);
            }
        }
    }
    return sum.mass_about({});
}

MassProperties mass_of_segment(const detail::BodyData& body) {
    const Vec3 along = body.vertices.back() - body.vertices.front();
    const double length = std::sqrt(dot(along, along)), r = body.radius, pi = std::numbers::pi;
    const double tube = pi * r * r * length, ball = 4 * pi / 3 * r * r * r;
    const double across = tube * (length * length / 12 + r * r / 4) +
                          ball * (2 * r * r / 5 + length * length / 4 + 3 * length * r / 8);
    const double around = tube * r * r / 2 + ball * 2 * r * r / 5;
    const Vec3 u = length > 0 ? (1 / length) * along : Vec3{0, 0, 1};
    const std::array<double, 3> d{u.x, u.y, u.z};
    MassProperties mass{.volume = tube + ball,
                        .centroid = 0.5 * (body.vertices.front() + body.vertices.back()),
                        .inertia = {}};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            mass.inertia[3 * i + j] = (i == j ? across : 0) + (around - across) * d[i] * d[j];
    return mass;
}

}  // namespace

MassProperties mass_of_rounded(const detail::BodyData& body) {
    const double r = body.radius, wide = body.extent.x, high = body.extent.z;
    constexpr double quarter = std::numbers::pi / 2;
    Revolution turned;
    switch (body.kind) {
        case BodyKind::cylinder:
            turned.arc(wide, -high, r, -quarter, 0);
            turned.line(wide + r, -high, wide + r, high);
            turned.arc(wide, high, r, 0, quarter);
            return turned.mass();
        case BodyKind::cone: {
            const double slope = std::atan2(wide, 2 * high);
            turned.arc(wide, -high, r, -quarter, slope);
            turned.line(wide + r * std::cos(slope), -high + r * std::sin(slope), r * std::cos(slope),
                        high + r * std::sin(slope));
            turned.arc(0, high, r, slope, quarter);
            return turned.mass();
        }
        case BodyKind::ellipsoid:
            return mass_of_rounded_ellipsoid(body);
        default:
            if (body.vertices.size() <= 2) return mass_of_segment(body);
            return body.dimension == 2 ? mass_of_rounded_polygon(body) : mass_of_rounded_solid(body);
    }
}

}  // namespace allide::convex
