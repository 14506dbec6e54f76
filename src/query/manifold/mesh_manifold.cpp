// Contact manifolds of two meshes: regions of connected contacts, in double with error bounds.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/joined_sets.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "query/manifold/manifold_points.hpp"

#include <allide/manifold.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace allide {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

using Corners = std::array<Vec3, 3>;

constexpr std::uint32_t nothing = ~0u;

// The triangles of one mesh that have contacts, numbered in the order in which they are added: corners in the
// world relative to an origin near the contacts, and normals.
class TouchedTriangles {
  public:
    TouchedTriangles(const Placed& placed, const Vec3& origin)
        : vertices_(data_of(placed).mesh.vertices()),
          indices_(data_of(placed).mesh.triangles()),
          pose_(placed.pose()),
          origin_(origin) {}

    // Makes room for `count` triangles.
    void reserve(std::size_t count) { triangles_.reserve(count); }
    // Makes room for `count` calls of add().
    void reserve_numbers(std::size_t count) { slot_.assign(std::bit_ceil(2 * count + 2), {nothing, 0}); }

    // Adds a triangle unless it has been added before, and returns its number among the touched ones.
    std::uint32_t add(std::uint32_t triangle) {
        std::size_t at = hashed(triangle) & (slot_.size() - 1);
        while (slot_[at].first != nothing) {
            if (slot_[at].first == triangle) return slot_[at].second;
            at = (at + 1) & (slot_.size() - 1);
        }
        slot_[at] = {triangle, static_cast<std::uint32_t>(triangles_.size())};
        return add_new(triangle);
    }
    // Adds a triangle that has not been added before.
    std::uint32_t add_new(std::uint32_t triangle) {
        const auto number = static_cast<std::uint32_t>(triangles_.size());
        Touched& touched = triangles_.emplace_back();
        touched.vertex = indices_[triangle];
        for (std::size_t i = 0; i < 3; ++i) {
            touched.corner[i] = pose_.apply(vertices_[touched.vertex[i]]) - origin_;
            touched.reach = std::max(touched.reach, kernel::norm_1(touched.corner[i]));
        }
        touched.cross = cross(touched.corner[1] - touched.corner[0], touched.corner[2] - touched.corner[0]);
        touched.squared = dot(touched.cross, touched.cross);
        return number;
    }
    // The vertices of triangles that are added soon are fetched from memory in two steps.
    void fetch_indices(std::uint32_t triangle) const { __builtin_prefetch(&indices_[triangle]); }
    void fetch_vertices(std::uint32_t triangle) const {
        for (const std::uint32_t vertex : indices_[triangle]) __builtin_prefetch(&vertices_[vertex]);
    }

    struct Touched {
        Corners corner;
        Vec3 cross;          // twice the area times the unit normal
        double squared = 0;  // of the length of `cross`
        double reach = 0;    // the largest sum of the magnitudes of a corner's coordinates
        TriangleIndices vertex{};
    };
    const Touched& operator[](std::uint32_t number) const { return triangles_[number]; }

    // True if two of the triangles have a corner in common. Corners are compared by their positions in the
    // mesh.
    bool share_corner(std::uint32_t i, std::uint32_t j) const {
        const TriangleIndices &v = triangles_[i].vertex, &w = triangles_[j].vertex;
        bool same_vertex = false;
        for (const std::uint32_t p : v)
            for (const std::uint32_t q : w) same_vertex |= p == q;
        if (same_vertex) return true;
        for (const std::uint32_t p : v)
            for (const std::uint32_t q : w)
                if (vertices_[p] == vertices_[q]) return true;
        return false;
    }
    const Vec3& position(std::uint32_t number, std::size_t corner) const {
        return vertices_[triangles_[number].vertex[corner]];
    }

  private:
    static std::size_t hashed(std::uint64_t x) {
        x *= 0x9e3779b97f4a7c15u;
        return x ^ (x >> 29);
    }

    std::span<const Vec3> vertices_;
    std::span<const TriangleIndices> indices_;
    Pose pose_;
    Vec3 origin_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> slot_;
    std::vector<Touched> triangles_;
};

// A contact, given by the numbers of its triangles among the touched ones.
struct Pair {
    std::uint32_t a = 0, b = 0;
};

// Joins contacts of one triangle if their other triangles, which are numbered in `others`, share a corner.
template <typename Other>
void join_neighbours(std::span<const std::uint32_t> group, const TouchedTriangles& others, const Other& other,
                     base::JoinedSets& regions) {
    constexpr std::size_t few = 12;
    if (group.size() <= few) {
        for (std::size_t i = 1; i < group.size(); ++i)
            for (std::size_t j = i; j-- > 0;)
                if (regions.of(group[i]) != regions.of(group[j]) &&
                    others.share_corner(other(group[i]), other(group[j])))
                    regions.join(group[i], group[j]);
        return;
    }
    // In a large group, equal positions are found by sorting.
    std::vector<std::pair<std::array<double, 3>, std::uint32_t>> corners;
    for (const std::uint32_t contact : group)
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& p = others.position(other(contact), k);
            corners.push_back({{p.x, p.y, p.z}, contact});
        }
    std::ranges::sort(corners);
    for (std::size_t i = 1; i < corners.size(); ++i)
        if (corners[i].first == corners[i - 1].first) regions.join(corners[i].second, corners[i - 1].second);
}

// The common segment of two triangles, in the direction `along` = n_a × n_b of the intersection line of their
// planes, which are not nearly parallel. Nothing if rounding hides the segment.
struct Crossing {
    Vec3 from, to;
};
std::optional<Crossing> crossing_of(const TouchedTriangles::Touched& a, const TouchedTriangles::Touched& b,
                                    const Vec3& along) {
    // The points in which edges of a and of b cross the plane of the other triangle, two of each, and their
    // coordinates along the line. Points are chosen by index, since branches on comparisons of such numbers
    // are hard to predict.
    std::array<Vec3, 4> point;
    std::array<double, 4> at;
    const auto cross_plane = [&](const Corners& t, const Vec3& n, const Vec3& on, std::size_t place) {
        std::array<double, 3> height;
        unsigned below = 0;
        for (unsigned i = 0; i < 3; ++i) {
            height[i] = dot(n, t[i] - on);
            below |= static_cast<unsigned>(height[i] < 0) << i;
        }
        if (below == 0 || below == 7) return false;
        // The edges that cross the plane, in ascending order: those of the corner that is alone on its side.
        static constexpr std::array<std::array<std::uint8_t, 2>, 8> edges{
            {{0, 0}, {0, 2}, {0, 1}, {1, 2}, {1, 2}, {0, 1}, {0, 2}, {0, 0}}};
        static constexpr std::array<std::uint8_t, 3> next{1, 2, 0};
        for (std::size_t k = 0; k < 2; ++k) {
            const std::size_t i = edges[below][k], j = next[i];
            const double share = height[i] / (height[i] - height[j]);
            point[place + k] = t[i] + share * (t[j] - t[i]);
            at[place + k] = dot(along, point[place + k]);
        }
        return true;
    };
    if (!cross_plane(a.corner, b.cross, b.corner[0], 0) || !cross_plane(b.corner, a.cross, a.corner[0], 2))
        return std::nullopt;
    const auto either = [](bool second, std::size_t i, std::size_t j) {
        return i + static_cast<std::size_t>(second) * (j - i);
    };
    const std::size_t low_a = either(at[1] < at[0], 0, 1), high_a = either(at[1] > at[0], 0, 1);
    const std::size_t low_b = either(at[3] < at[2], 2, 3), high_b = either(at[3] > at[2], 2, 3);
    const std::size_t low = either(at[low_a] >= at[low_b], low_b, low_a),
                      high = either(at[high_a] <= at[high_b], high_b, high_a);
    if (!(at[low] <= at[high]) || !std::isfinite(at[low]) || !std::isfinite(at[high])) return std::nullopt;
    return Crossing{point[low], point[high]};
}

struct Plane2 {
    query::TangentPlane plane;
    Vec3 normal;
    std::array<double, 3> of(const Vec3& p) const {
        return {dot(p, plane.u), dot(p, plane.v), dot(p, normal)};
    }
};

// How far a triangle must be translated along the normal until it leaves another one, with the points that
// separate last.
struct PairSeparation {
    double shift = -base::infinity;
    Vec3 on_a, on_b;
    std::uint64_t feature = 0;
    // Factors by which steep triangles and nearly parallel edges enlarge rounding errors: `of_shift` that of
    // the shift above, `condition` the largest of all candidates. It is infinite if a candidate could not be
    // computed.
    double of_shift = 1, condition = 1;
};

class TriangleSeparation {
  public:
    explicit TriangleSeparation(const Vec3& normal) : frame_{query::TangentPlane(normal), normal} {}

    // The largest height of b above a over all points of the plane that both cover. It is attained at a
    // corner of one or where two edges cross.
    PairSeparation of(const TouchedTriangles::Touched& of_a, const TouchedTriangles::Touched& of_b) const {
        const Corners &a = of_a.corner, &b = of_b.corner;
        std::array<std::array<double, 3>, 3> p, q;
        for (std::size_t i = 0; i < 3; ++i) {
            p[i] = frame_.of(a[i]);
            q[i] = frame_.of(b[i]);
        }
        PairSeparation best;
        corners_over(p, q, a, of_b.cross, true, best);
        corners_over(q, p, b, of_a.cross, false, best);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) edges_cross(p, q, a, b, i, j, best);
        return best;
    }
    const Vec3& normal() const { return frame_.normal; }

  private:
    using Flat = std::array<double, 3>;
    static constexpr double slack = 1e-12;         // tolerance for shares beyond [0, 1]
    static constexpr double most_condition = 1e6;  // if the factor is larger, heights are not interpolated
    static double turn(const Flat& a, const Flat& b, const Flat& c) {
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    // Tries the corners of one triangle that lie opposite the other triangle, whose normal is `other`.
    void corners_over(const std::array<Flat, 3>& p, const std::array<Flat, 3>& q, const Corners& corner,
                      const Vec3& other, bool is_a, PairSeparation& best) const {
        const double area = turn(q[0], q[1], q[2]);
        const double steepness = std::sqrt(dot(other, other)) / std::abs(area);
        if (!(steepness < most_condition)) {
            best.condition = base::infinity;
            return;
        }
        best.condition = std::max(best.condition, steepness);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const double u = turn(q[1], q[2], p[i]) / area, v = turn(q[2], q[0], p[i]) / area, w = 1 - u - v;
            if (!(u >= -slack && v >= -slack && w >= -slack)) continue;
            const double height = u * q[0][2] + v * q[1][2] + w * q[2][2];
            const double shift = is_a ? height - p[i][2] : p[i][2] - height;
            if (!(shift > best.shift)) continue;
            const Vec3 opposite = corner[i] + (height - p[i][2]) * frame_.normal;
            best.shift = shift;
            best.of_shift = steepness;
            best.on_a = is_a ? corner[i] : opposite;
            best.on_b = is_a ? opposite : corner[i];
            best.feature = (is_a ? 0u : 4u) + i;
        }
    }
    void edges_cross(const std::array<Flat, 3>& p, const std::array<Flat, 3>& q, const Corners& a,
                     const Corners& b, std::size_t i, std::size_t j, PairSeparation& best) const {
        const Flat &p0 = p[i], &p1 = p[(i + 1) % 3], &q0 = q[j], &q1 = q[(j + 1) % 3];
        // The heights at the crossing are between those of the ends, whatever the rounding of the crossing.
        if (std::max(q0[2], q1[2]) - std::min(p0[2], p1[2]) <= best.shift) return;
        const double px = p1[0] - p0[0], py = p1[1] - p0[1], qx = q1[0] - q0[0], qy = q1[1] - q0[1];
        if ((px == 0 && py == 0) || (qx == 0 && qy == 0)) return;
        const double sine = px * qy - py * qx;
        const double lengths = std::sqrt((px * px + py * py) * (qx * qx + qy * qy));
        if (lengths == 0) {  // underflow
            best.condition = base::infinity;
            return;
        }
        const double parallel = lengths / std::abs(sine);
        if (!(parallel < most_condition)) {
            // Nearly parallel edges do not cross: their ends decide. If the edges coincide, nothing can be
            // computed.
            if (std::abs(turn(p0, p1, q0)) <= 1e-6 * lengths) best.condition = base::infinity;
            return;
        }
        const double s = ((q0[0] - p0[0]) * qy - (q0[1] - p0[1]) * qx) / sine,
                     t = ((q0[0] - p0[0]) * py - (q0[1] - p0[1]) * px) / sine;
        if (!(s >= -slack && s <= 1 + slack && t >= -slack && t <= 1 + slack)) return;
        best.condition = std::max(best.condition, parallel);
        const double ha = p0[2] + s * (p1[2] - p0[2]), hb = q0[2] + t * (q1[2] - q0[2]);
        if (!(hb - ha > best.shift)) return;
        best.shift = hb - ha;
        best.of_shift = parallel;
        best.on_a = a[i] + s * (a[(i + 1) % 3] - a[i]);
        best.on_b = b[j] + t * (b[(j + 1) % 3] - b[j]);
        best.feature = 8 + 3 * i + j;
    }

    Plane2 frame_;
};

class MeshManifolds {
  public:
    MeshManifolds(const Placed& a, const Placed& b, std::span<const Contact> contacts,
                  const ManifoldOptions& options)
        : model_a_(a),
          model_b_(b),
          contacts_(contacts),
          options_(options),
          origin_(a.pose().apply(data_of(a).mesh.corners(contacts[0].triangle_a)[0])),
          a_(a, origin_),
          b_(b, origin_),
          regions_(contacts.size()) {}

    std::vector<ContactManifold> run() {
        collect();
        join();
        const Members grouped = members();
        std::vector<ContactManifold> out;
        out.reserve(grouped.begin.size() - 1);
        for (std::size_t i = 1; i < grouped.begin.size(); ++i)
            out.push_back(
                manifold_of(std::span(grouped.contacts)
                                .subspan(grouped.begin[i - 1], grouped.begin[i] - grouped.begin[i - 1])));
        return out;
    }

  private:
    void collect() {
        constexpr std::size_t ahead = 12;
        const std::size_t count = contacts_.size();
        a_.reserve(count);
        b_.reserve(count);
        b_.reserve_numbers(count);
        pairs_.reserve(count);
        std::uint32_t last = nothing, number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (i + 2 * ahead < count) {
                a_.fetch_indices(contacts_[i + 2 * ahead].triangle_a);
                b_.fetch_indices(contacts_[i + 2 * ahead].triangle_b);
                a_.fetch_vertices(contacts_[i + ahead].triangle_a);
                b_.fetch_vertices(contacts_[i + ahead].triangle_b);
            }
            // Contacts are sorted by their triangles of a.
            if (contacts_[i].triangle_a != last) number = a_.add_new(last = contacts_[i].triangle_a);
            pairs_.push_back({number, b_.add(contacts_[i].triangle_b)});
        }
    }

    void join() {
        const auto count = static_cast<std::uint32_t>(pairs_.size());
        std::vector<std::uint32_t> order(count);
        for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
        const auto join_groups = [&](const auto& own, const TouchedTriangles& others, const auto& other) {
            for (std::uint32_t first = 0, i = 1; i <= count; ++i)
                if (i == count || own(order[i]) != own(order[first])) {
                    if (i - first > 1)
                        join_neighbours(std::span(order).subspan(first, i - first), others, other, regions_);
                    first = i;
                }
        };
        const auto of_a = [this](std::uint32_t contact) { return pairs_[contact].a; };
        const auto of_b = [this](std::uint32_t contact) { return pairs_[contact].b; };
        join_groups(of_a, b_, of_b);
        // A counting sort groups the contacts by their triangle of b.
        std::vector<std::uint32_t> begin(count + 1, 0);
        for (const Pair& p : pairs_) ++begin[p.b + 1];
        for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
        for (std::uint32_t i = 0; i < count; ++i) order[begin[pairs_[i].b]++] = i;
        join_groups(of_b, a_, of_a);
    }

    // The contacts grouped by region, in ascending order of the regions' first contacts.
    struct Members {
        std::vector<std::uint32_t> contacts;
        std::vector<std::uint32_t> begin;  // per region: its first place in `contacts`; then their number
    };
    Members members() {
        const auto count = static_cast<std::uint32_t>(pairs_.size());
        Members out{.contacts = std::vector<std::uint32_t>(count), .begin = {0}};
        std::vector<std::uint32_t> region(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t first = regions_.of(i);  // the smallest contact of the region, so not after i
            if (first == i) {
                region[i] = static_cast<std::uint32_t>(out.begin.size() - 1);
                out.begin.push_back(0);
            } else {
                region[i] = region[first];
            }
            ++out.begin[region[i] + 1];
        }
        for (std::size_t i = 1; i < out.begin.size(); ++i) out.begin[i] += out.begin[i - 1];
        std::vector<std::uint32_t> next(out.begin.begin(), out.begin.end() - 1);
        for (std::uint32_t i = 0; i < count; ++i) out.contacts[next[region[i]]++] = i;
        return out;
    }

    // The normal is the vector area enclosed by the region's curve of contact, plus the mean area of each
    // pair of parallel triangles that face each other. If both are 0, it is the mean of the triangles'
    // normals. Lists the pairs of flush triangles in `flush_`.
    Vec3 normal_of(std::span<const std::uint32_t> region) {
        const double flush_sine = std::max(std::sin(options_.flush), 1e-8);
        Vec3 enclosed, flush;
        Vec3 lo{base::infinity, base::infinity, base::infinity}, hi = -1 * lo;
        double length = 0;
        flush_.clear();
        for (const std::uint32_t i : region) {
            const auto &a = a_[pairs_[i].a], &b = b_[pairs_[i].b];
            const auto grow = [&](const Vec3& p) {
                lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
                hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
            };
            const Vec3 along = cross(a.cross, b.cross);
            const double sine = dot(along, along), areas = a.squared * b.squared;
            const bool nearly_parallel = !(sine > 1e-16 * areas);
            if (!nearly_parallel) {
                if (const auto crossing = crossing_of(a, b, along)) {
                    enclosed += 0.5 * cross(crossing->from, crossing->to);
                    const Vec3 step = crossing->to - crossing->from;
                    length += std::sqrt(dot(step, step));
                    grow(crossing->from);
                    grow(crossing->to);
                }
            } else if (dot(a.cross, b.cross) < 0) {
                flush += 0.25 * (b.cross - a.cross);
            }
            if (sine <= flush_sine * flush_sine * areas && dot(a.cross, b.cross) < 0) flush_.push_back(i);
        }
        const Vec3 sum = flush - enclosed;
        const Vec3 size = length > 0 ? hi - lo : Vec3{};
        const double scale = std::max(1e-6 * length * length, 1e-12 * dot(size, size));
        if (std::sqrt(dot(sum, sum)) > scale) return query::unit_or_zero(sum);
        Vec3 mean;
        for (const std::uint32_t i : region)
            mean += query::unit_or_zero(b_[pairs_[i].b].cross) - query::unit_or_zero(a_[pairs_[i].a].cross);
        if (dot(mean, mean) > 1e-12) return query::unit_or_zero(mean);
        const Vec3 other = query::unit_or_zero(b_[pairs_[region[0]].b].cross);
        return other == Vec3{} ? Vec3{0, 0, 1} : other;
    }

    // The part of b's triangle that a's triangle covers, seen along b's normal: counter-clockwise, on b.
    // Empty if its area is 0 up to rounding.
    std::vector<Vec3> patch_of(const Pair& pair) const {
        const auto &a = a_[pair.a], &b = b_[pair.b];
        if (!(b.squared > 0)) return {};
        std::vector<Vec3> patch, next;
        for (const std::size_t i : {2u, 1u, 0u}) {  // a faces b: reversed, it is counter-clockwise for b
            const Vec3& p = a.corner[i];
            patch.push_back(p - (dot(b.cross, p - b.corner[0]) / b.squared) * b.cross);
        }
        for (std::size_t k = 0; k < 3 && !patch.empty(); ++k) {
            const Vec3 &from = b.corner[k], inward = cross(b.cross, b.corner[(k + 1) % 3] - from);
            next.clear();
            for (std::size_t i = 0; i < patch.size(); ++i) {
                const Vec3 &p = patch[i], &q = patch[(i + 1) % patch.size()];
                const double sp = dot(inward, p - from), sq = dot(inward, q - from);
                if (sp >= 0) next.push_back(p);
                if ((sp < 0) != (sq < 0)) next.push_back(p + (sp / (sp - sq)) * (q - p));
            }
            patch.swap(next);
        }
        Vec3 area;
        for (std::size_t i = 2; i < patch.size(); ++i)
            area += cross(patch[i - 1] - patch[0], patch[i] - patch[0]);
        if (!(dot(area, area) > 1e-24 * std::min(a.squared, b.squared))) return {};
        for (Vec3& p : patch) p = p + origin_;
        return patch;
    }

    // A point of contact i, relative to the origin. complete() adds the origin and sets triangles and
    // weights, since few points are kept; triangle_a is i until then.
    ManifoldPoint point_of(std::uint32_t i, const PairSeparation& separation, const Vec3& normal) const {
        ManifoldPoint p;
        p.point_a = separation.on_a;
        p.point_b = separation.on_b;
        p.depth = dot(separation.on_b - separation.on_a, normal);
        p.triangle_a = i;
        // Identifies the point: a corner of a or b by its vertex, whichever triangle it is opposite to, and a
        // crossing by its two edges. The same point therefore has the same number in the next step of a
        // simulation.
        const std::uint64_t kind = separation.feature;
        const auto vertex = [](const Placed& m, std::uint32_t triangle, std::uint64_t corner) {
            return std::uint64_t{data_of(m).mesh.triangles()[triangle][corner]};
        };
        if (kind < 4)
            p.feature = vertex(model_a_, contacts_[i].triangle_a, kind) << 31;
        else if (kind < 8)
            p.feature = std::uint64_t{1} << 62 | vertex(model_b_, contacts_[i].triangle_b, kind - 4);
        else
            p.feature = std::uint64_t{2} << 62 |
                        (std::uint64_t{contacts_[i].triangle_a} * 3 + (kind - 8) / 3) % 0x7fffffff << 31 |
                        (std::uint64_t{contacts_[i].triangle_b} * 3 + (kind - 8) % 3) % 0x7fffffff;
        return p;
    }

    void complete(ManifoldPoint& p) const {
        const std::uint32_t i = p.triangle_a;
        p.triangle_a = contacts_[i].triangle_a;
        p.triangle_b = contacts_[i].triangle_b;
        p.barycentric_a = weights_in(a_[pairs_[i].a], p.point_a);
        p.barycentric_b = weights_in(b_[pairs_[i].b], p.point_b);
        p.point_a = p.point_a + origin_;
        p.point_b = p.point_b + origin_;
    }

    static std::array<double, 3> weights_in(const TouchedTriangles::Touched& t, const Vec3& point) {
        const double whole = dot(t.cross, t.cross);
        if (!(whole > 0)) return {1, 0, 0};
        const auto weight = [&](std::size_t i) {
            const Vec3 &p = t.corner[(i + 1) % 3], &q = t.corner[(i + 2) % 3];
            return dot(t.cross, cross(q - p, point - p)) / whole;
        };
        const double u = std::clamp(weight(0), 0.0, 1.0), v = std::clamp(weight(1), 0.0, 1 - u);
        return {u, v, 1 - u - v};
    }

    ContactManifold manifold_of(std::span<const std::uint32_t> region) {
        ContactManifold out{.normal = normal_of(region), .contacts = region.size()};
        const TriangleSeparation separation(out.normal);
        // Bounds the depth of each pair by the heights of its corners, and examines the pairs with the
        // largest bounds first. A pair whose bound is not above the depth found so far is skipped.
        double largest = 0;
        std::vector<std::pair<double, std::uint32_t>>& bound = bound_;
        bound.clear();
        for (const std::uint32_t i : region) {
            const auto &a = a_[pairs_[i].a], &b = b_[pairs_[i].b];
            double low = base::infinity, high = -base::infinity;
            for (const Vec3& p : a.corner) low = std::min(low, dot(out.normal, p));
            for (const Vec3& p : b.corner) high = std::max(high, dot(out.normal, p));
            largest = std::max({largest, a.reach, b.reach});
            bound.emplace_back(high - low, i);
        }
        // Corners are mapped with an error of at most 8 units in the last place of the coordinates, which is
        // 2⁻⁴⁹ of them. The bound leaves a reserve.
        const double error = 0x1p-46 * (largest + kernel::norm_1(origin_));
        const std::size_t wanted = std::min<std::size_t>(bound.size(), 32);
        std::partial_sort(bound.begin(), bound.begin() + static_cast<std::ptrdiff_t>(wanted), bound.end(),
                          std::greater<>());
        double lower = 0, upper = 0;
        out.points.reserve(wanted);
        for (std::size_t k = 0; k < bound.size(); ++k) {
            const auto [most, i] = bound[k];
            if (k >= wanted && most <= upper) continue;
            const PairSeparation found = separation.of(a_[pairs_[i].a], b_[pairs_[i].b]);
            // The error of an interpolated height grows with the steepness of the triangle. If a shift cannot
            // be computed, the heights of the corners bound it.
            const double of_heights = 8e-12 * largest;
            if (found.shift > -base::infinity && k < wanted)
                add_point(out.points, point_of(i, found, out.normal));
            lower = std::max(lower, found.shift - of_heights * found.of_shift - error);
            upper = std::max(upper, std::min(most, found.shift > -base::infinity
                                                       ? found.shift + of_heights * found.condition
                                                       : base::infinity));
        }
        out.depth_upper = upper + error;
        out.depth_lower = std::min(lower, out.depth_upper);
        if (!out.points.empty()) query::keep_best(out.points, options_.points, out.normal);
        for (ManifoldPoint& p : out.points) complete(p);
        for (const std::uint32_t i : flush_)
            if (auto patch = patch_of(pairs_[i]); !patch.empty()) out.patches.push_back(std::move(patch));
        return out;
    }

    // Adds the point unless it is there already: adjacent triangles share their deepest corners.
    static void add_point(std::vector<ManifoldPoint>& points, const ManifoldPoint& p) {
        const auto same = std::find_if(points.begin(), points.end(),
                                       [&](const ManifoldPoint& q) { return q.feature == p.feature; });
        if (same == points.end())
            points.push_back(p);
        else if (p.depth > same->depth)
            *same = p;
    }

    Placed model_a_, model_b_;
    std::span<const Contact> contacts_;
    ManifoldOptions options_;
    Vec3 origin_;
    TouchedTriangles a_, b_;
    base::JoinedSets regions_;
    std::vector<Pair> pairs_;
    // Scratch for one region: its pairs of flush triangles, and bounds of the depths of its pairs.
    std::vector<std::uint32_t> flush_;
    std::vector<std::pair<double, std::uint32_t>> bound_;
};

}  // namespace

std::vector<ContactManifold> contact_manifolds(const Placed& a, const Placed& b,
                                               const ManifoldOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(options.points >= 1, "a manifold has at least one point");
    base::expect(options.flush >= 0 && options.flush <= 0.1,
                 "the angle of flush faces must be from 0 to 0.1 radians");
    const Contacts found = contacts(a, b);
    if (found.empty()) return {};
    std::vector<ContactManifold> manifolds = MeshManifolds(a, b, found.pairs, options).run();
    if (options.depth == ManifoldDepth::surfaces)
        for (ContactManifold& manifold : manifolds) {
            const Separation whole = separation_along(a, b, manifold.normal);
            manifold.depth_lower = std::max(manifold.depth_lower, whole.lower);
            manifold.depth_upper = std::max(manifold.depth_upper, whole.upper);
        }
    return manifolds;
}

}  // namespace allide
