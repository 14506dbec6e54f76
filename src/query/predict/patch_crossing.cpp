#include "query/predict/patch_crossing.hpp"

#include "base/infinity.hpp"
#include "kernel/screw/bounded_gap.hpp"
#include "kernel/triangle/orientation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace allide::query {
namespace {

using kernel::BoundedGap;
using Place = kernel::NumberPoint<double>;
using Places = kernel::NumberTriangle<double>;

// Maximum number of points common to the face and the patch that are examined.
constexpr std::size_t max_common_points = 16;

Place mixed(const Place& x, const Place& y, double share) {
    Place out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = (1 - share) * x[k] + share * y[k];
    return out;
}
Vec3 as_vec(const Place& x) {
    return {x[0], x[1], x[2]};
}

kernel::NumberTriangle<kernel::DoubleDouble> as_fine(const Places& t) {
    kernel::NumberTriangle<kernel::DoubleDouble> out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i][k] = t[i][k];
    return out;
}

// Computed in double; in double-double only if the triangles are very close.
BoundedGap gap_between(const Places& a, const Places& b, double slack) {
    constexpr double close = 0x1p-36;
    const BoundedGap quick = kernel::quick_gap(a, b, slack);
    return quick.lower > close ? quick : kernel::bounded_gap(as_fine(a), as_fine(b), slack, 0);
}

// The boundary of the patch: the edges that belong to an odd number of its triangles.
std::vector<Places> boundary_of(std::span<const PatchTriangle> patch) {
    struct Edge {
        std::array<Vec3, 2> own;
        Places place;
        bool is_boundary = true;
    };
    const auto before = [](const Vec3& x, const Vec3& y) {
        return std::tie(x.x, x.y, x.z) < std::tie(y.x, y.y, y.z);
    };
    std::vector<Edge> edges;
    for (const PatchTriangle& t : patch) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            if (t.own[i] == t.own[next]) continue;
            Edge edge{{t.own[i], t.own[next]}, {t.place[i], t.place[next], t.place[next]}};
            if (before(edge.own[1], edge.own[0])) std::swap(edge.own[0], edge.own[1]);
            const auto same = std::find_if(edges.begin(), edges.end(),
                                           [&](const Edge& other) { return other.own == edge.own; });
            if (same == edges.end())
                edges.push_back(edge);
            else
                same->is_boundary = !same->is_boundary;
        }
    }
    std::vector<Places> boundary;
    for (const Edge& edge : edges)
        if (edge.is_boundary) boundary.push_back(edge.place);
    return boundary;
}

// True if the segment from x to y crosses the triangle; empty if the two are not in general position.
std::optional<bool> crosses(const Vec3& x, const Vec3& y, const Places& t) {
    const Vec3 a = as_vec(t[0]), b = as_vec(t[1]), c = as_vec(t[2]);
    const int from = kernel::orientation(a, b, c, x), to = kernel::orientation(a, b, c, y);
    if (from * to > 0) return false;
    const int ab = kernel::orientation(x, y, a, b), bc = kernel::orientation(x, y, b, c),
              ca = kernel::orientation(x, y, c, a);
    if (std::min({ab, bc, ca}) < 0 && std::max({ab, bc, ca}) > 0) return false;
    if (from * to * ab * bc * ca == 0) return std::nullopt;
    return true;
}

// Moves a point slightly, in a different direction per round, to reach general position.
Place displaced(const Place& x, double by, int round) {
    constexpr std::array<Place, 4> directions{
        {{0.61, -0.37, 0.52}, {-0.43, 0.71, 0.29}, {0.17, 0.53, -0.67}, {-0.59, -0.23, -0.41}}};
    const Place& direction = directions[static_cast<std::size_t>(round) % directions.size()];
    return {x[0] + by * direction[0], x[1] + by * direction[1], x[2] + by * direction[2]};
}

bool crosses_oddly(const Place& x, const Place& y, std::span<const PatchTriangle> patch, double slack) {
    constexpr int max_rounds = 12;
    for (int round = 0; round < max_rounds; ++round) {
        const Vec3 from = as_vec(displaced(x, slack, round)), to = as_vec(displaced(y, slack, round / 4 + 1));
        bool odd = false, general = true;
        for (const PatchTriangle& t : patch) {
            const std::optional<bool> one = crosses(from, to, t.place);
            general = general && one.has_value();
            odd ^= one.value_or(false);
        }
        if (general) return odd;
    }
    return false;
}

// Points that the face and the patch have in common, as far as the precision can resolve.
class CommonPoints {
  public:
    CommonPoints(const Places& face, std::span<const PatchTriangle> patch, double slack)
        : reach_(16 * slack) {
        for (const PatchTriangle& t : patch) {
            for (std::size_t i = 0; i < 3; ++i) {
                const Places edge = edge_of(t.place, i), mine = edge_of(face, i);
                for (std::size_t j = 0; j < 3; ++j) look(edge_of(face, j), edge);
                look(face, {t.place[i], t.place[i], t.place[i]});
                look(face, edge);
                look(mine, t.place);
            }
        }
    }
    const std::vector<Place>& places() const { return places_; }

  private:
    static Places edge_of(const Places& t, std::size_t i) { return {t[i], t[(i + 1) % 3], t[(i + 1) % 3]}; }

    void look(const Places& of_face, const Places& of_patch) {
        if (places_.size() == max_common_points) return;
        const BoundedGap gap = kernel::quick_gap(of_face, of_patch, 0);
        if (std::sqrt(kernel::dot_of(gap.to_b, gap.to_b)) > reach_) return;
        for (const Place& other : places_) {
            const Place off = kernel::minus(other, gap.place);
            if (std::sqrt(kernel::dot_of(off, off)) < 4 * reach_) return;
        }
        places_.push_back(gap.place);
    }

    double reach_;
    std::vector<Place> places_;
};

// Points of the face that do not touch the patch, the farthest first.
struct FreePoint {
    Place place;
    double gap;
};
std::vector<FreePoint> free_points(const Places& face, std::span<const PatchTriangle> patch, double slack) {
    std::vector<Place> all(face.begin(), face.end());
    const CommonPoints found(face, patch, slack);
    const std::vector<Place>& marks = found.places();
    for (std::size_t i = 0; i < marks.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) all.push_back(mixed(marks[i], marks[j], 0.5));
    std::vector<FreePoint> out;
    for (const Place& x : all) {
        double least = base::infinity;
        for (const PatchTriangle& t : patch) {
            if (!(least > 0)) break;
            least = std::min(least, gap_between({x, x, x}, t.place, slack).lower);
        }
        if (least > 0) out.push_back({x, least});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const FreePoint& x, const FreePoint& y) { return x.gap > y.gap; });
    return out;
}

std::optional<Piercing> separated_from(const Place& x, const Place& y, std::span<const PatchTriangle> patch,
                                       const std::vector<Places>& boundary, double slack) {
    Piercing out;
    const auto apart = [&](const Places& of_face, const Places& of_patch) {
        const BoundedGap gap = gap_between(of_face, of_patch, slack);
        if (gap.lower > 0) out.separations.push_back({of_face, of_patch, gap.direction, gap.lower});
        return gap.lower > 0;
    };
    for (const PatchTriangle& t : patch)
        if (!apart({x, x, x}, t.place) || !apart({y, y, y}, t.place)) return {};
    for (const Places& edge : boundary)
        if (!apart({x, y, y}, edge)) return {};
    return out;
}

}  // namespace

double Piercing::lasts(const kernel::Turning& turning, bool face_moves) const {
    double shortest = base::infinity;
    for (const Separation& one : separations) {
        const Place back{-one.direction[0], -one.direction[1], -one.direction[2]};
        shortest = std::min(
            shortest,
            face_moves ? kernel::separation_time(turning, one.direction, one.of_face, one.of_patch, one.gap)
                       : kernel::separation_time(turning, back, one.of_patch, one.of_face, one.gap));
    }
    return shortest;
}

std::optional<Piercing> pierces(const Places& face, std::span<const PatchTriangle> patch, double slack) {
    // Allows for the rounding and the displacement of the segment's ends.
    const double all_slack = 4 * slack;
    const std::vector<FreePoint> free = free_points(face, patch, all_slack);
    if (free.size() < 2) return {};
    const std::vector<Places> boundary = boundary_of(patch);
    constexpr std::size_t max_first = 4;
    for (std::size_t j = 1; j < free.size(); ++j) {
        for (std::size_t i = 0; i < std::min(j, max_first); ++i) {
            const Place &x = free[i].place, &y = free[j].place;
            if (!crosses_oddly(x, y, patch, slack)) continue;
            if (auto found = separated_from(x, y, patch, boundary, all_slack)) return found;
        }
    }
    return {};
}

}  // namespace allide::query
