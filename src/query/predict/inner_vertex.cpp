#include "query/predict/inner_vertex.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/screw/closing_time.hpp"
#include "mesh/positions.hpp"
#include "mesh/surface.hpp"
#include "query/probe/point_location.hpp"
#include "tree/obb_view.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;
using kernel::dot;

constexpr int most_rounds = 8, most_steps = 16, most_climbs = 64;
constexpr std::size_t most_samples = 256;

tree::ObbView view_of(const detail::ModelData& model) {
    return std::visit([](const auto& tree) { return tree::ObbView(tree); }, model.tree);
}
Vec3 image(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z + m[3], m[4] * x.x + m[5] * x.y + m[6] * x.z + m[7],
            m[8] * x.x + m[9] * x.y + m[10] * x.z + m[11]};
}

}  // namespace

InnerVertices::InnerVertices(const Moving& a, const Placed& b, const kernel::ScrewScene& scene, bool of_a)
    : a_(a), b_(b), scene_(scene), of_a_(of_a), mesh_(of_a ? data_of(a).mesh : data_of(b).mesh) {
    const detail::ModelData &own = of_a ? data_of(a) : data_of(b), &solid = of_a ? data_of(b) : data_of(a);
    norm_ = view_of(own).norm();
    is_solid_closed_ = mesh::survey(solid.mesh).closed;
    if (!is_solid_closed_) return;
    position_of_ = mesh::number_positions(mesh_.vertices());
    const auto count = static_cast<std::uint32_t>(position_of_.size());
    std::vector<std::array<std::uint32_t, 2>> edges;
    edges.reserve(6 * mesh_.triangles().size());
    for (const TriangleIndices& t : mesh_.triangles())
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t p = position_of_[t[i]], q = position_of_[t[(i + 1) % 3]];
            edges.push_back({p, q});
            edges.push_back({q, p});
        }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    first_.assign(count + 1, 0);
    for (const auto& edge : edges) ++first_[edge[0] + 1];
    for (std::uint32_t v = 0; v < count; ++v) first_[v + 1] += first_[v];
    neighbor_.reserve(edges.size());
    for (const auto& edge : edges) neighbor_.push_back(edge[1]);
    // Numbers the shells, the sets of vertices that edges connect.
    constexpr std::uint32_t none = ~std::uint32_t{0};
    shell_.assign(count, none);
    std::vector<std::uint32_t> open;
    for (std::uint32_t v = 0; v < count; ++v) {
        if (shell_[v] != none) continue;
        shell_[v] = v;
        open.push_back(v);
        while (!open.empty()) {
            const std::uint32_t from = open.back();
            open.pop_back();
            for (const std::uint32_t to : neighbors_of(from)) {
                if (shell_[to] != none) continue;
                shell_[to] = v;
                open.push_back(to);
            }
        }
    }
}

InnerVertices::Now InnerVertices::at(double t) const {
    const Placed a = a_.at(t);
    return of_a_ ? Now{a.pose(), b_} : Now{b_.pose(), a};
}

InnerVertices::Gap InnerVertices::gap_of(std::uint32_t vertex, const Now& now) const {
    Gap gap;
    gap.place = image(now.pose, mesh_.vertices()[vertex]);
    const std::optional<Nearest> found = nearest(now.solid, gap.place);
    if (!found) return gap;
    gap.from_surface = gap.place - found->point;
    const auto& m = now.pose.matrix();
    const double far = 2 * norm_ + std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
    gap.lower =
        scene_.in_unit(found->lower - scene_.off_with_rounded_poses() - 0x1p-48 * far) - 2 * scene_.deviation;
    return gap;
}

// Exact at the rounded poses, and so at the true ones too if the vertex's gap is positive.
bool InnerVertices::is_inside(std::uint32_t vertex, const Now& now) const {
    return locate_vertex(mesh_.vertices()[vertex], now.pose, now.solid) == PointLocation::inside;
}

// Seen from the solid, the vertex moves on a helix about the axis.
double InnerVertices::speed_of(std::uint32_t vertex) const {
    const kernel::AxisMap& map = of_a_ ? scene_.map_a : scene_.map_b;
    return kernel::Turning{scene_.angle, scene_.advance}.speed(map.mapped(mesh_.vertices()[vertex]));
}

// Goes from vertex to vertex, away from the nearest point of the surface, as long as the distance grows.
std::uint32_t InnerVertices::deepest_from(std::uint32_t vertex, const Now& now) const {
    Gap gap = gap_of(vertex, now);
    for (int climb = 0; climb < most_climbs; ++climb) {
        std::uint32_t best = vertex;
        double most = 0;
        for (const std::uint32_t next : neighbors_of(vertex)) {
            const double along = dot(gap.from_surface, image(now.pose, mesh_.vertices()[next]) - gap.place);
            if (!(along > most)) continue;
            most = along;
            best = next;
        }
        if (best == vertex) break;
        const Gap other = gap_of(best, now);
        if (!(other.lower > gap.lower)) break;
        vertex = best;
        gap = other;
    }
    return vertex;
}

std::optional<std::uint32_t> InnerVertices::inner_vertex(std::uint32_t triangle, const Now& now) const {
    for (const std::uint32_t corner : mesh_.triangles()[triangle]) {
        const std::uint32_t vertex = position_of_[corner];
        if (!is_inside(vertex, now)) continue;
        const std::uint32_t deepest = deepest_from(vertex, now);
        if (is_inside(deepest, now)) return deepest;
    }
    return {};
}

// Returns the vertex farthest from the solid's centre among a sample of the vertices in the shell of `inner`,
// if it is outside the solid.
std::optional<std::uint32_t> InnerVertices::outer_vertex(std::uint32_t inner, const Now& now) const {
    const tree::ObbView solid = view_of(data_of(now.solid));
    const Vec3 center = image(now.solid.pose(), solid.volume(solid.root()).center);
    std::optional<std::uint32_t> best;
    double most = -1;
    const std::size_t count = mesh_.vertices().size(), every = count / most_samples + 1;
    for (std::size_t i = 0; i < count; i += every) {
        const std::uint32_t vertex = position_of_[i];
        if (shell_[vertex] != shell_[inner]) continue;
        const Vec3 off = image(now.pose, mesh_.vertices()[vertex]) - center;
        if (!(dot(off, off) > most)) continue;
        most = dot(off, off);
        best = vertex;
    }
    if (best && locate_vertex(mesh_.vertices()[*best], now.pose, now.solid) != PointLocation::outside)
        return {};
    return best;
}

// A duration in which the vertex does not reach the solid's surface; 0 if unknown.
double InnerVertices::duration_of(std::uint32_t vertex, const Now& now) const {
    const double gap = gap_of(vertex, now).lower;
    return gap > 0 ? gap / speed_of(vertex) * (1 - 0x1p-40) : 0;
}

double InnerVertices::touch_until(double t, double hi, std::uint32_t triangle) {
    if (!is_solid_closed_ || t >= hi) return t;
    Now now = at(t);
    std::optional<std::uint32_t> inner = inner_vertex(triangle, now);
    for (int round = 0; round < most_rounds && inner; ++round) {
        if (!outer_ || shell_[*outer_] != shell_[*inner] ||
            locate_vertex(mesh_.vertices()[*outer_], now.pose, now.solid) != PointLocation::outside)
            outer_ = outer_vertex(*inner, now);
        if (!outer_) return t;
        double longest = 0, outside_until = t;
        for (int i = 0; i < most_steps && t < hi; ++i) {
            const double duration = duration_of(*inner, now);
            longest = std::max(longest, duration);
            // Stops when the vertex has come close to the surface: another one may be deeper by now.
            if (!(duration > 0.25 * longest)) break;
            double later = std::min(hi, kernel::time_after(t, duration));
            if (later > outside_until) {
                outside_until = kernel::time_after(t, duration_of(*outer_, now));
                later = std::min(later, outside_until);
                if (!(later > t)) break;
            }
            t = later;
            now = at(t);
        }
        if (!(longest > 0) || t >= hi) return t;
        const std::uint32_t next = deepest_from(*inner, now);
        if (next == *inner || !is_inside(next, now)) return t;
        inner = next;
    }
    return t;
}

}  // namespace allide::query
