#include "tree/wide_fit.hpp"

#include "base/tasks.hpp"
#include "simd/targets.hpp"
#include "tree/fit_job.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide_fit.cpp"
// The first of these compiles all that follows once for each instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "tree/fit_boxes-inl.hpp"
#include "tree/fit_frames-inl.hpp"
#include "tree/fit_measure-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

void measure_leaves(FitJob& job, std::size_t begin, std::size_t end) {
    for (std::size_t leaf = begin; leaf < end; ++leaf) measure_leaf(job, leaf);
}

void choose_frame(FitJob& job, std::uint32_t node, const Axes& axes) {
    job.tree.nodes[node].axis =
        FrameChoice(axes).best_for(job, job.plan.first_point(node), job.plan.end_point(node));
}

void extent_of(const FitJob& job, std::uint32_t node, std::uint64_t begin, std::uint64_t end,
               std::size_t child, Extents& out) {
    points_extent(job, job.tree.nodes[node].axis, begin, end, child, out);
}

void place_node(FitJob& job, std::uint32_t index, Extents& extents) {
    WideNode& node = job.tree.nodes[index];
    for (std::size_t i = node.count; i < wide_arity; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            extents.lo[k][i] = extents.lo[k][0];
            extents.hi[k][i] = extents.hi[k][0];
        }
    }
    place_boxes(node, extents, job.pad);
}

void fit_node(FitJob& job, std::uint32_t index) {
    WideNode& node = job.tree.nodes[index];
    Extents extents;
    if (node.leaf) {
        const CornerRows corners(job, node.corners);
        triangle_extents(corners, node.axis, extents);
        place_boxes(node, extents, job.pad);
        place_corners(node, corners, job.tree.corners[node.corners]);
        return;
    }
    for (std::uint32_t i = 0; i < node.count; ++i)
        points_extent(job, node.axis, job.plan.first_point(node.first + i),
                      job.plan.end_point(node.first + i), i, extents);
    place_node(job, index, extents);
}

// Frames of all these nodes, and all else of those that are not large.
void fit_nodes(FitJob& job, std::size_t begin, std::size_t end) {
    PrincipalAxes axes;
    for (std::size_t first = begin; first < end; first += PrincipalAxes::width) {
        const std::size_t count = std::min(PrincipalAxes::width, end - first);
        for (std::size_t i = 0; i < count; ++i) axes.set(i, job.moments[first + i]);
        axes.solve();
        for (std::size_t i = 0; i < count; ++i) {
            const auto node = static_cast<std::uint32_t>(first + i);
            choose_frame(job, node, axes.axes(i));
            if (!job.plan.large(node)) fit_node(job, node);
        }
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::tree {
namespace {

// Covers the roundings of a local point, of its place in a frame and of its bytes, 21·2⁻⁵³ together;
// docs/guarantees.md counts them.
constexpr double rounding = 0x1p-48;

HWY_EXPORT(measure_leaves);
HWY_EXPORT(fit_nodes);
HWY_EXPORT(extent_of);
HWY_EXPORT(place_node);

// The union's moments; no sums about a far point, in which a small spread would drown.
Moments joined(std::span<const Moments> parts) {
    Moments out;
    for (const Moments& part : parts) {
        out.weight += part.weight;
        for (std::size_t k = 0; k < 3; ++k) out.mean[k] += part.weight * part.mean[k];
    }
    if (!(out.weight > 0)) return {};
    for (double& mean : out.mean) mean /= out.weight;
    for (const Moments& part : parts) {
        std::size_t entry = 0;
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t l = k; l < 3; ++l, ++entry)
                out.spread[entry] += part.spread[entry] + part.weight * (part.mean[k] - out.mean[k]) *
                                                              (part.mean[l] - out.mean[l]);
    }
    return out;
}

void join_moments(FitJob& job) {
    for (std::size_t i = job.plan.inner.size(); i-- > 0;) {
        const WideNode& node = job.tree.nodes[job.plan.inner[i]];
        job.moments[job.plan.inner[i]] = joined(std::span(job.moments).subspan(node.first, node.count));
    }
}

void grow(Extents& all, const Extents& part, std::size_t child) {
    for (std::size_t k = 0; k < 3; ++k) {
        all.lo[k][child] = std::min(all.lo[k][child], part.lo[k][child]);
        all.hi[k][child] = std::max(all.hi[k][child], part.hi[k][child]);
    }
}

// The points of a large node are looked at in pieces, by all threads.
void fit_large(FitJob& job, std::uint32_t index, std::size_t target) {
    struct Piece {
        std::size_t child;
        std::uint64_t begin, end;
    };
    constexpr std::uint64_t piece_points = FitPlan::many_points / 4;
    const WideNode& node = job.tree.nodes[index];
    std::vector<Piece> pieces;
    for (std::uint32_t i = 0; i < node.count; ++i) {
        const std::uint64_t last = job.plan.end_point(node.first + i);
        for (std::uint64_t from = job.plan.first_point(node.first + i); from < last;) {
            // No piece is left with fewer points than a vector has.
            const std::uint64_t to = last - from < 2 * piece_points ? last : from + piece_points;
            pieces.push_back({i, from, to});
            from = to;
        }
    }
    std::vector<Extents> found(pieces.size());
    base::do_pieces(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            HWY_DISPATCH_TABLE(extent_of)
            [target](job, index, pieces[i].begin, pieces[i].end, pieces[i].child, found[i]);
    });
    Extents extents;
    for (std::size_t k = 0; k < 3; ++k) {
        extents.lo[k].fill(std::numeric_limits<double>::infinity());
        extents.hi[k].fill(-std::numeric_limits<double>::infinity());
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) grow(extents, found[i], pieces[i].child);
    HWY_DISPATCH_TABLE(place_node)[target](job, index, extents);
}

}  // namespace

// Beyond a million times the mesh's size an inflated box overlaps all that it can meet.
FitJob::FitJob(WideTree& its_tree, const FitPlan& its_plan, std::span<const Vec3> its_vertices,
               const LocalUnit& its_unit)
    : tree(its_tree),
      plan(its_plan),
      vertices(its_vertices),
      unit(its_unit),
      pad(rounding + std::min(std::ldexp(tree.inflation, -unit.exponent), 0x1p20)),
      x(plan.vertex.size()),
      y(plan.vertex.size()),
      z(plan.vertex.size()),
      moments(tree.nodes.size()) {}

void fit(WideTree& tree, const FitPlan& plan, std::span<const Vec3> vertices, const LocalUnit& unit) {
    tree.center = unit.center;
    tree.exponent = unit.exponent;
    tree.norm = unit.norm;
    FitJob job(tree, plan, vertices, unit);
    const std::size_t target = simd::target_index();
    base::do_pieces(plan.leaf_node.size(), 128, [&](std::size_t begin, std::size_t end) {
        HWY_DISPATCH_TABLE(measure_leaves)[target](job, begin, end);
    });
    join_moments(job);
    base::do_pieces(tree.nodes.size(), 128, [&](std::size_t begin, std::size_t end) {
        HWY_DISPATCH_TABLE(fit_nodes)[target](job, begin, end);
    });
    for (const std::uint32_t node : plan.inner)
        if (plan.large(node)) fit_large(job, node, target);
}

}  // namespace allide::tree
#endif
