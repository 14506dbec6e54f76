// Curves in which a plane cuts a mesh. Vertices in the plane count as lying beyond it, so every triangle is
// either cut through two of its edges or not at all: the topology is that of a slice just before the plane.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/number/number_vectors.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"
#include "mesh/positions.hpp"
#include "model/model_data.hpp"
#include "query/collide/parallel_batch.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace allide {
namespace {

using kernel::BoundedDouble;
using kernel::Exact;

// The height of x above the plane: normal · (R x + t) − offset, for a pose of rotation R and translation t.
template <typename Number>
Number height_above(const HalfSpace& plane, const Pose& pose, const Vec3& x) {
    return kernel::dot_of(kernel::as_given<Number>(plane.normal), kernel::image<Number>(pose, x)) -
           Number(plane.offset);
}

// A crossed edge by its two vertices (in compact numbers): the one before the plane, and the one beyond it.
using CrossedEdge = std::pair<std::uint32_t, std::uint32_t>;

// The part of the curve in one triangle.
struct Cut {
    CrossedEdge from, to;
    std::uint32_t triangle = 0;
};

class Slicer {
  public:
    Slicer(const Placed& model, const HalfSpace& plane, const SliceOptions& options)
        : mesh_(data_of(model).mesh), pose_(model.pose()), plane_(plane), side_(options.side) {
        const std::array both{plane, HalfSpace{-plane.normal, -plane.offset}};
        triangles_ = triangles_in(model, std::span<const HalfSpace>(both), {.search = options.search});
    }

    Slice run() {
        number_vertices();
        Slice out;
        for (const std::uint32_t triangle : triangles_) {
            if (lies_in_plane(triangle)) out.coplanar.push_back(triangle);
            cut(triangle);
        }
        join(out);
        return out;
    }

  private:
    struct SlicedVertex {
        Vec3 local;
        int side = 0;  // the exact sign of the height above the plane
    };

    // Gives the vertices of the triangles that meet the plane compact numbers, equal for equal positions.
    void number_vertices() {
        std::vector<std::uint32_t> used;
        for (const std::uint32_t triangle : triangles_)
            for (const std::uint32_t vertex : mesh_.triangles()[triangle]) used.push_back(vertex);
        std::sort(used.begin(), used.end());
        used.erase(std::unique(used.begin(), used.end()), used.end());
        std::vector<Vec3> positions;
        for (const std::uint32_t vertex : used) positions.push_back(mesh_.vertices()[vertex]);
        const std::vector<std::uint32_t> first = mesh::number_positions(positions);
        for (const Vec3& position : positions) vertices_.push_back({position, side_of(position)});
        for (const std::uint32_t triangle : triangles_) {
            std::array<std::uint32_t, 3> corner{};
            for (std::size_t i = 0; i < 3; ++i)
                corner[i] = first[static_cast<std::size_t>(
                    std::lower_bound(used.begin(), used.end(), mesh_.triangles()[triangle][i]) -
                    used.begin())];
            corners_.push_back(corner);
        }
    }

    int side_of(const Vec3& x) const {
        bool doubt = false;
        const int side = kernel::sign_of(height_above<BoundedDouble>(plane_, pose_, x), doubt);
        return doubt ? height_above<Exact>(plane_, pose_, x).sign() : side;
    }

    const std::array<std::uint32_t, 3>& corners(std::uint32_t triangle) const {
        return corners_[static_cast<std::size_t>(
            std::lower_bound(triangles_.begin(), triangles_.end(), triangle) - triangles_.begin())];
    }
    bool lies_in_plane(std::uint32_t triangle) const {
        const auto& corner = corners(triangle);
        return std::all_of(corner.begin(), corner.end(),
                           [this](std::uint32_t i) { return vertices_[i].side == 0; });
    }
    // True for vertices on the side from which the slice approaches the plane.
    bool is_before(std::uint32_t vertex) const {
        return vertices_[vertex].side == (side_ == SliceSide::below ? -1 : 1);
    }

    void cut(std::uint32_t triangle) {
        const auto& corner = corners(triangle);
        std::array<CrossedEdge, 2> crossed;
        std::size_t count = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t p = corner[i], q = corner[(i + 1) % 3];
            if (is_before(p) == is_before(q)) continue;
            crossed[count++] = is_before(p) ? CrossedEdge{p, q} : CrossedEdge{q, p};
        }
        if (count != 2) return;
        const auto [a, b, c] = mesh_.corners(triangle);
        if (kernel::collinear(a, b, c)) return;
        cuts_.push_back({crossed[0], crossed[1], triangle});
    }

    // Joins the cuts to curves: open ones start at edges that an odd number of triangles share.
    void join(Slice& out) {
        struct Arm {
            CrossedEdge edge;
            std::uint32_t cut;
        };
        std::vector<Arm> arms;
        for (std::uint32_t i = 0; i < cuts_.size(); ++i) {
            arms.push_back({cuts_[i].from, i});
            arms.push_back({cuts_[i].to, i});
        }
        std::sort(arms.begin(), arms.end(), [](const Arm& x, const Arm& y) {
            return std::pair(x.edge, x.cut) < std::pair(y.edge, y.cut);
        });
        std::vector<bool> used(cuts_.size(), false);
        const auto first_arm = [&](const CrossedEdge& edge) {
            return std::lower_bound(arms.begin(), arms.end(), edge,
                                    [](const Arm& arm, const CrossedEdge& e) { return arm.edge < e; });
        };
        const auto free_arm = [&](const CrossedEdge& edge) -> const Arm* {
            for (auto arm = first_arm(edge); arm != arms.end() && arm->edge == edge; ++arm)
                if (!used[arm->cut]) return &*arm;
            return nullptr;
        };
        const auto walk = [&](const Arm& start) {
            std::vector<CrossedEdge> edges{start.edge};
            std::vector<std::uint32_t> through;
            for (const Arm* arm = &start; arm != nullptr; arm = free_arm(edges.back())) {
                used[arm->cut] = true;
                const Cut& cut = cuts_[arm->cut];
                edges.push_back(cut.from == arm->edge ? cut.to : cut.from);
                through.push_back(cut.triangle);
            }
            out.curves.push_back(curve(edges, through));
        };
        for (auto arm = arms.begin(); arm != arms.end();) {
            const auto end = std::find_if(arm, arms.end(), [&](const Arm& x) { return x.edge != arm->edge; });
            if ((end - arm) % 2 != 0)
                if (const Arm* start = free_arm(arm->edge)) walk(*start);
            arm = end;
        }
        for (const Arm& arm : arms)
            if (!used[arm.cut]) walk(arm);
    }

    // Where the slice crosses an edge: at its second vertex, the one beyond, if that lies in the plane; else
    // between both.
    CrossedEdge place_of(const CrossedEdge& edge) const {
        return vertices_[edge.second].side == 0 ? CrossedEdge{edge.second, edge.second} : edge;
    }

    SliceCurve curve(const std::vector<CrossedEdge>& edges, const std::vector<std::uint32_t>& through) const {
        SliceCurve out{.closed = edges.front() == edges.back() && edges.size() > 2};
        std::vector<CrossedEdge> places{place_of(edges.front())};
        for (std::size_t i = 1; i < edges.size(); ++i) {
            const CrossedEdge next = place_of(edges[i]);
            if (next == places.back()) continue;
            places.push_back(next);
            out.triangles.push_back(through[i - 1]);
        }
        // The walk of a closed curve ends where it began, so its last place repeats the first.
        if (out.closed && places.size() > 1) places.pop_back();
        for (const CrossedEdge& place : places) out.points.push_back(point_at(place));
        return out;
    }

    Vec3 point_at(const CrossedEdge& place) const {
        if (place.first == place.second) return pose_.apply(vertices_[place.first].local);
        const Vec3 &a = vertices_[place.first].local, &b = vertices_[place.second].local;
        const double share = share_of(a, b);
        return (1 - share) * pose_.apply(a) + share * pose_.apply(b);
    }
    // The share of the edge from a to b that lies before the plane, with an error of at most 1e-14.
    double share_of(const Vec3& a, const Vec3& b) const {
        const BoundedDouble ha = height_above<BoundedDouble>(plane_, pose_, a),
                            hb = height_above<BoundedDouble>(plane_, pose_, b);
        const double whole = std::abs(ha.value) + std::abs(hb.value);
        if ((ha.error + hb.error) * 0x1p47 < whole && whole > 0x1p-900 && std::isfinite(whole))
            return std::abs(ha.value) / whole;
        const Exact ea = height_above<Exact>(plane_, pose_, a), eb = height_above<Exact>(plane_, pose_, b);
        return kernel::quotient(ea, ea - eb);
    }

    const Mesh& mesh_;
    Pose pose_;
    HalfSpace plane_;
    SliceSide side_;
    std::vector<std::uint32_t> triangles_;               // those that meet the plane, ascending
    std::vector<std::array<std::uint32_t, 3>> corners_;  // per entry of triangles_
    std::vector<SlicedVertex> vertices_;
    std::vector<Cut> cuts_;
};

}  // namespace

Slice slice(const Placed& model, const HalfSpace& half_space, const SliceOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(half_space.normal) && std::isfinite(half_space.offset),
                 "the plane of a slice must be finite");
    base::expect(half_space.normal != Vec3{}, "the normal of a slice must not be 0");
    return Slicer(model, half_space, options).run();
}

std::vector<Slice> slices(const Placed& model, std::span<const HalfSpace> planes, SliceSide side,
                          const BatchOptions& options) {
    return query::answer_in_parallel<Slice>(
        planes.size(), options, [&](std::size_t i) { return slice(model, planes[i], {.side = side}); });
}

}  // namespace allide
