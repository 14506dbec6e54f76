#include "tree/wide/fit.hpp"

#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/tasks.hpp"
#include "simd/targets.hpp"
#include "tree/wide/fit_job.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/fit.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "tree/wide/fit_boxes-inl.hpp"
#include "tree/wide/fit_frames-inl.hpp"
#include "tree/wide/fit_measure-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::tree {
namespace HWY_NAMESPACE {

float area_of(const WideNode& node) {
    const auto& [x, y, z] = node.step;
    return x * y + y * z + z * x;
}

// Chooses the node's frame. Returns a lower bound of the node's extent along every axis of that frame.
float choose_frame(FitJob& job, std::uint32_t node, const Axes& axes) {
    FrameChoice choice(axes);
    choice.look_at(job, job.plan.first_point(node), job.plan.end_point(node));
    job.tree.nodes[node].axis = choice.frame();
    return choice.thickness();
}

// Processes several leaves at a time, so that their principal axes are computed together, as vectors.
void fit_leaves(FitJob& job, std::size_t begin, std::size_t end) {
    constexpr std::size_t width = PrincipalAxes::width;
    PrincipalAxes axes;
    std::array<CornerRows, width> corners;
    for (std::size_t first = begin; first < end; first += width) {
        const std::size_t count = std::min(width, end - first);
        for (std::size_t i = 0; i < count; ++i) {
            place_points(job, first + i);
            corners[i].load(job, first + i);
            const std::uint32_t node = job.plan.leaf_node[first + i];
            const Moments moments = moments_of(corners[i], job.tree.nodes[node].count);
            axes.set(i, moments);
            job.moments[node] = moments;
        }
        axes.solve();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t node = job.plan.leaf_node[first + i];
            WideNode& leaf = job.tree.nodes[node];
            choose_frame(job, node, axes.axes(i));
            Extents extents;
            triangle_extents(corners[i], leaf.axis, extents);
            place_boxes(leaf, extents, job.pad);
            place_corners(leaf, corners[i], job.tree.corners[leaf.corners]);
            job.area[node] = area_of(leaf);
        }
    }
}

void extent_of(const FitJob& job, std::uint32_t node, std::uint64_t begin, std::uint64_t end,
               std::size_t child, Extents& out) {
    points_extent(job, node, begin, end, child, out);
}

void place_node(FitJob& job, std::uint32_t index, Extents& extents) {
    WideNode& node = job.tree.nodes[index];
    for (std::size_t i = node.count; i < wide_arity; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            extents.lo[k][i] = extents.lo[k][0];
            extents.hi[k][i] = extents.hi[k][0];
        }
    }
    place_boxes(node, extents, job.pad_of(index));
    job.area[index] = area_of(node);
}

// Chooses the frames of the inner nodes `begin` to `end`, and computes the boxes of those that are not large.
void fit_inner(FitJob& job, std::size_t begin, std::size_t end) {
    PrincipalAxes axes;
    for (std::size_t first = begin; first < end; first += PrincipalAxes::width) {
        const std::size_t count = std::min(PrincipalAxes::width, end - first);
        for (std::size_t i = 0; i < count; ++i) axes.set(i, job.moments[job.plan.inner[first + i]]);
        axes.solve();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t index = job.plan.inner[first + i];
            const WideNode& node = job.tree.nodes[index];
            job.thickness[index] = choose_frame(job, index, axes.axes(i));
            if (job.plan.large(index)) continue;
            Extents extents;
            for (std::uint32_t child = 0; child < node.count; ++child)
                points_extent(job, index, job.plan.first_point(node.first + child),
                              job.plan.end_point(node.first + child), child, extents);
            place_node(job, index, extents);
        }
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::tree
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::tree {
namespace {

// 2⁻⁴⁸ = 32·2⁻⁵³ covers the rounding errors of a point's local coordinates, of its coordinates in a frame and
// of the box bytes. They are 22·2⁻⁵³ in total, as counted in docs/guarantees.md.
constexpr double rounding = 0x1p-48;

HWY_EXPORT(farthest_square);
HWY_EXPORT(fit_leaves);
HWY_EXPORT(fit_inner);
HWY_EXPORT(extent_of);
HWY_EXPORT(place_node);

// Moments of a union relative to its own mean: sums about a distant point would lose a small spread.
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

void join_moments(FitJob& job, std::uint32_t index) {
    const WideNode& node = job.tree.nodes[index];
    job.moments[index] = joined(job.moments.subspan(node.first, node.count));
}

// Inner nodes that have only leaves as children, as most do, are joined in parallel, the others afterwards.
void join_moments(FitJob& job) {
    const std::vector<std::uint32_t>& inner = job.plan.inner;
    const auto has_leaves_only = [&](std::uint32_t node) {
        return job.plan.end_leaf[node] - job.plan.first_leaf[node] == job.tree.nodes[node].count;
    };
    base::do_pieces(inner.size(), 512, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (has_leaves_only(inner[i])) join_moments(job, inner[i]);
    });
    for (std::size_t i = inner.size(); i-- > 0;)
        if (!has_leaves_only(inner[i])) join_moments(job, inner[i]);
}

void grow(Extents& all, const Extents& part, std::size_t child) {
    for (std::size_t k = 0; k < 3; ++k) {
        all.lo[k][child] = std::min(all.lo[k][child], part.lo[k][child]);
        all.hi[k][child] = std::max(all.hi[k][child], part.hi[k][child]);
    }
}

// Computes the boxes of a large node: its points are divided into pieces that all threads share.
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
            // The last piece is extended, so that no piece has fewer points than a vector has lanes.
            const std::uint64_t to = last - from < 2 * piece_points ? last : from + piece_points;
            pieces.push_back({i, from, to});
            from = to;
        }
    }
    std::vector<Extents> found(pieces.size());
    base::do_pieces(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;  // the caller's thread may have another environment
        for (std::size_t i = begin; i < end; ++i) HWY_DISPATCH_TABLE(extent_of)
        [target](job, index, pieces[i].begin, pieces[i].end, pieces[i].child, found[i]);
    });
    Extents extents;
    for (std::size_t k = 0; k < 3; ++k) {
        extents.lo[k].fill(base::infinity);
        extents.hi[k].fill(-base::infinity);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) grow(extents, found[i], pieces[i].child);
    HWY_DISPATCH_TABLE(place_node)[target](job, index, extents);
}

}  // namespace

void FitSpace::make_room(std::size_t points, std::size_t nodes) {
    using base::Scratch;
    memory.reset(3 * (Scratch::bytes_of<double>(points) + Scratch::bytes_of<float>(points)) +
                 Scratch::bytes_of<Moments>(nodes) + 2 * Scratch::bytes_of<float>(nodes));
    for (auto& row : at) row = memory.take<double>(points);
    for (auto& row : rounded) row = memory.take<float>(points);
    moments = memory.take<Moments>(nodes);
    area = memory.take<float>(nodes);
    thickness = memory.take<float>(nodes);
}

void fit(WideTree& tree, const FitPlan& plan, std::span<const Vec3> vertices, const LocalUnit& unit,
         FitSpace& space) {
    tree.center = unit.center;
    tree.exponent = unit.exponent;
    tree.norm = unit.norm;
    space.make_room(plan.vertex.size(), tree.nodes.size());
    // The inflation is limited to about a million times the mesh's size, so that box coordinates stay in the
    // range of floats. Any inflation from 0 on gives valid boxes.
    const double inflation = std::min(std::ldexp(tree.inflation, -unit.exponent), 0x1p20);
    FitJob job{.tree = tree,
               .plan = plan,
               .vertices = vertices,
               .unit = unit,
               .pad = rounding + inflation,
               .at = {space.at[0].data(), space.at[1].data(), space.at[2].data()},
               .rounded = {space.rounded[0].data(), space.rounded[1].data(), space.rounded[2].data()},
               .moments = space.moments,
               .area = space.area,
               .thickness = space.thickness};
    const std::size_t target = simd::target_index();
    float farthest = 0;
    std::mutex joining;  // the maximum does not depend on the order of the threads
    base::do_pieces(plan.leaf_node.size(), 128, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;  // the caller's thread may have another environment
        HWY_DISPATCH_TABLE(fit_leaves)[target](job, begin, end);
        const float square =
            HWY_DISPATCH_TABLE(farthest_square)[target](job, plan.first[begin], plan.first[end]);
        const std::lock_guard lock(joining);
        farthest = std::max(farthest, square);
    });
    // In single precision, the square root of a sum of squares of rounded numbers has a relative error of
    // less than 4·2⁻²⁴.
    tree.reach = std::sqrt(double{farthest}) * (1 + 0x1p-21) + rounding;
    join_moments(job);
    base::do_pieces(plan.inner.size(), 32, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;
        HWY_DISPATCH_TABLE(fit_inner)[target](job, begin, end);
    });
    for (const std::uint32_t node : plan.inner)
        if (plan.large(node)) fit_large(job, node, target);
}

}  // namespace allide::tree
#endif
