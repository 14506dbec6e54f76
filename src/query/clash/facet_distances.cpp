#include "query/clash/facet_distances.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

double squared(const Vec3& x) {
    return dot(x, x);
}

// A lower bound of the distance between two boxes.
double lower_gap(const Box& a, const Box& b) {
    const auto gap = [](double low_a, double high_a, double low_b, double high_b) {
        return std::max({low_a - high_b, low_b - high_a, 0.0});
    };
    const Vec3 apart{gap(a.lo.x, a.hi.x, b.lo.x, b.hi.x), gap(a.lo.y, a.hi.y, b.lo.y, b.hi.y),
                     gap(a.lo.z, a.hi.z, b.lo.z, b.hi.z)};
    return std::sqrt(squared(apart)) * (1 - 0x1p-48);
}
bool comes_within(const Box& box, const Box& region, double reach) {
    const auto apart = [&](double low, double high, double from, double to) {
        return low > to + reach || high < from - reach;
    };
    return !apart(box.lo.x, box.hi.x, region.lo.x, region.hi.x) &&
           !apart(box.lo.y, box.hi.y, region.lo.y, region.hi.y) &&
           !apart(box.lo.z, box.hi.z, region.lo.z, region.hi.z);
}

// The plane through three corners of a convex polygon: the first one, the one farthest from it, and the one
// farthest from the line through these two. With these, even a flat polygon that is slender deviates from the
// plane by rounding errors only.
struct FacetPlane {
    Vec3 normal = {};  // of length 1, or zero
    double length = 0, width = 0;
    double deviation = 0;  // the largest distance of a corner from the plane
};

FacetPlane plane_of(std::span<const Vec3> corners) {
    FacetPlane out;
    Vec3 along{0, 0, 0}, side{0, 0, 0}, turning{0, 0, 0};
    for (const Vec3& x : corners)
        if (const double d = length(x - corners[0]); d > out.length) {
            out.length = d;
            along = x - corners[0];
        }
    if (!(out.length > 0)) return out;
    along = (1 / out.length) * along;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const Vec3 x = corners[i] - corners[0], off = x - dot(x, along) * along;
        if (const double d = length(off); d > out.width) {
            out.width = d;
            side = off - dot(off, along) * along;
        }
        if (i > 1) turning = turning + cross(corners[i - 1] - corners[0], x);
    }
    if (!(out.width > 0)) return out;
    const Vec3 normal = cross(along, side);
    out.normal = ((dot(normal, turning) < 0 ? -1 : 1) / length(normal)) * normal;
    for (const Vec3& x : corners)
        out.deviation = std::max(out.deviation, std::abs(dot(out.normal, x - corners[0])));
    return out;
}

constexpr std::uint32_t few_facets = 24;
constexpr std::uint32_t leaf_size = 6;

}  // namespace

FacetDistances::FacetDistances(const SolidSurface& surface, const Placed& placed, const OverlapFrame& frame,
                               const Box& region, double reach, double flatness)
    : rounding_(frame.error()) {
    const Mesh& mesh = surface.model().mesh();
    const Pose& pose = placed.pose();
    const bool at_rest = pose == Pose::identity();
    const ConvexFacets& all = surface.facets();
    std::vector<Vec3> corners;
    const auto place = [&](std::span<const std::uint32_t> vertices) {
        corners.clear();
        Box box = Box::empty();
        for (const std::uint32_t v : vertices) {
            corners.push_back(frame.vertex(pose, at_rest, mesh.vertices()[v]));
            box.grow(corners.back());
        }
        return comes_within(box, region, reach);
    };
    for (const ConvexFacets::Facet& facet : all.facets()) {
        if (!place(all.corners(facet))) continue;
        const double deviation = frame.from_world_length(facet.deviation);
        if (deviation > flatness) {
            for (const std::uint32_t t : all.triangles(facet))
                if (place(mesh.triangles()[t])) add(corners, 0, frame.error());
        } else {
            add(corners, deviation, frame.error());
        }
    }
    order_.resize(facets_.size());
    std::iota(order_.begin(), order_.end(), 0u);
    if (facets_.size() > few_facets) build(0, static_cast<std::uint32_t>(facets_.size()));
}

void FacetDistances::add(std::span<const Vec3> corners, double deviation, double rounding) {
    Facet facet{.normal = {},
                .box = Box::empty(),
                .error = deviation + 2 * rounding,
                .first = static_cast<std::uint32_t>(edges_.size()),
                .corners = static_cast<std::uint32_t>(corners.size())};
    for (const Vec3& x : corners) facet.box.grow(x);
    const FacetPlane plane = plane_of(corners);
    // A facet as narrow as the rounding of its corners has no normal, so only distances to its edges are
    // computed; its interior points are within its width of them.
    const bool has_normal = plane.width > 4 * rounding;
    if (has_normal) facet.normal = plane.normal;
    facet.error += 0x1p-48 * plane.length + (has_normal ? plane.deviation : 2 * plane.width);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 along = corners[(i + 1) % corners.size()] - corners[i];
        const double length = squared(along);
        edges_.push_back({corners[i], along, cross(facet.normal, along), length > 0 ? 1 / length : 0});
    }
    facets_.push_back(facet);
}

std::uint32_t FacetDistances::build(std::uint32_t begin, std::uint32_t end) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    Box box = Box::empty(), centres = Box::empty();
    double largest_error = 0;
    const auto centre = [&](std::uint32_t f) { return 0.5 * (facets_[f].box.lo + facets_[f].box.hi); };
    for (std::uint32_t i = begin; i < end; ++i) {
        box.grow(facets_[order_[i]].box.lo);
        box.grow(facets_[order_[i]].box.hi);
        centres.grow(centre(order_[i]));
        largest_error = std::max(largest_error, facets_[order_[i]].error);
    }
    nodes_[number] = {box, begin, end - begin, 0, largest_error};
    if (end - begin <= leaf_size) return number;
    const Vec3 size = centres.hi - centres.lo;
    const auto key = [&](std::uint32_t f) {
        const Vec3 c = centre(f);
        return size.x >= size.y && size.x >= size.z ? c.x : size.y >= size.z ? c.y : c.z;
    };
    const std::uint32_t middle = (begin + end) / 2;
    std::nth_element(
        order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
        [&](std::uint32_t f, std::uint32_t g) { return std::pair(key(f), f) < std::pair(key(g), g); });
    build(begin, middle);
    const std::uint32_t second = build(middle, end);
    nodes_[number].second_child = second;
    return number;
}

double FacetDistances::distance(std::uint32_t number, const Vec3& x, double enough) const {
    const Facet& facet = facets_[number];
    const Edge* edge = edges_.data() + facet.first;
    const double height = dot(facet.normal, x - edge->from);
    if (std::abs(height) > enough) return std::abs(height);
    double least = base::infinity;
    const bool has_normal = facet.normal != Vec3{0, 0, 0};
    bool within = has_normal;
    for (std::uint32_t i = 0; i < facet.corners; ++i, ++edge) {
        const Vec3 off = x - edge->from;
        if (has_normal && dot(edge->inward, off) >= 0) continue;
        within = false;
        const double t = dot(off, edge->along) * edge->inverse;
        const double here = squared(off - std::clamp(t, 0.0, 1.0) * edge->along);
        // Beyond the interior of a side of a convex facet, no other point of the facet is nearer.
        if (has_normal && t > 0 && t < 1) return std::sqrt(here);
        least = std::min(least, here);
    }
    return within ? std::abs(height) : std::sqrt(least);
}

bool FacetDistances::plane_is_beyond(std::uint32_t number, const SurfacePiece& piece, double limit) const {
    const Facet& facet = facets_[number];
    if (facet.normal == Vec3{0, 0, 0}) return false;
    const Vec3& from = edges_[facet.first].from;
    double low = base::infinity, high = -base::infinity, farthest = 0;
    for (const Vec3& x : piece) {
        const Vec3 off = x - from;
        const double height = dot(facet.normal, off);
        low = std::min(low, height);
        high = std::max(high, height);
        farthest = std::max(farthest, kernel::norm_1(off));
    }
    return std::max(low, -high) > limit + facet.error + 0x1p-48 * farthest;
}

double FacetDistances::gap_to_box(std::uint32_t facet, const Box& box) const {
    return lower_gap(facets_[facet].box, box) - facets_[facet].error;
}

std::optional<FacetDistances::Plane> FacetDistances::plane_through_side(std::uint32_t number,
                                                                        const SurfacePiece& piece) const {
    const Facet& facet = facets_[number];
    std::optional<Plane> best;
    double most = 0;
    for (std::uint32_t i = facet.first; i < facet.first + facet.corners; ++i) {
        const Edge& edge = edges_[i];
        const double length = std::sqrt(squared(edge.inward));
        if (!(length > 0)) continue;
        const Vec3 along = (1 / length) * edge.inward;
        double low = 0, high = 0;
        for (const Vec3& x : piece) {
            const double h = dot(along, x - edge.from);
            low = std::max(low, -h);
            high = std::max(high, h);
        }
        if (std::min(low, high) <= std::max(most, 0x1p-10 * std::max(low, high))) continue;
        most = std::min(low, high);
        best = Plane{along, dot(along, edge.from)};
    }
    return best;
}

std::uint32_t FacetDistances::nearest(const Vec3& x) const {
    double least = base::infinity;
    std::uint32_t best = order_[0];
    const auto try_all = [&](std::span<const std::uint32_t> some) {
        for (const std::uint32_t f : some)
            if (const double d = distance(f, x, least); d < least) {
                least = d;
                best = f;
            }
    };
    if (nodes_.empty()) {
        try_all(order_);
        return best;
    }
    const Box point{x, x};
    struct Step {
        double gap;
        std::uint32_t node;
    };
    std::array<Step, 64> stack;  // twice the depth of the tree, which halves its facets at each node
    std::size_t size = 0;
    stack[size++] = {0, 0};
    while (size > 0) {
        const Step step = stack[--size];
        if (step.gap >= least) continue;
        const Node& node = nodes_[step.node];
        if (node.second_child == 0) {
            try_all(std::span(order_).subspan(node.first, node.count));
            continue;
        }
        const Step one{lower_gap(nodes_[step.node + 1].box, point), step.node + 1},
            other{lower_gap(nodes_[node.second_child].box, point), node.second_child};
        stack[size++] = one.gap < other.gap ? other : one;
        stack[size++] = one.gap < other.gap ? one : other;
    }
    return best;
}

std::vector<std::uint32_t> FacetDistances::within(const Box& box, double reach) const {
    std::vector<std::uint32_t> out, stack{0};
    if (nodes_.empty()) return order_;
    while (!stack.empty()) {
        const std::uint32_t number = stack.back();
        const Node& node = nodes_[number];
        stack.pop_back();
        if (lower_gap(node.box, box) - node.largest_error > reach) continue;
        if (node.second_child == 0) {
            for (std::uint32_t i = node.first; i < node.first + node.count; ++i) out.push_back(order_[i]);
            continue;
        }
        stack.push_back(node.second_child);
        stack.push_back(number + 1);
    }
    return out;
}

}  // namespace allide::query
