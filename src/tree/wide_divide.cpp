#include "tree/wide_divide.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "simd/targets.hpp"
#include "tree/divide_job.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide_divide.cpp"
// The first of these compiles all that follows once for each instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "tree/divide_bins-inl.hpp"
#include "tree/divide_sweep-inl.hpp"
// clang-format on

#if HWY_ONCE
namespace allide::tree {
namespace {

constexpr std::uint32_t task_size = 8192;     // below this a thread goes on alone
constexpr std::uint32_t deepest_binned = 48;  // beyond, divisions are in the middle: no mesh is too skew

HWY_EXPORT(center_bounds);
HWY_EXPORT(best_split);
HWY_EXPORT(part);
HWY_EXPORT(sweep);

struct LocalPoint {
    float x, y, z;
};

// Nodes are as many as two a triangle, of which few are used: memory that is not written costs nothing.
struct DivideSpace {
    DivideSpace(std::size_t triangles, std::size_t vertices, base::Scratch& memory) {
        using base::Scratch;
        memory.reset(2 * Scratch::bytes_of<Primitive>(triangles) +
                     Scratch::bytes_of<BinaryNode>(2 * triangles) + Scratch::bytes_of<LocalPoint>(vertices));
        points = memory.take<LocalPoint>(vertices);
        primitives = memory.take<Primitive>(triangles);
        room = memory.take<Primitive>(triangles);
        nodes = memory.take<BinaryNode>(2 * triangles);
    }
    std::span<LocalPoint> points;
    std::span<Primitive> primitives, room;
    std::span<BinaryNode> nodes;
};

class WideDivider {
  public:
    WideDivider(const DivideSpace& space, Divide how)
        : primitives_(space.primitives.data()),
          room_(space.room.data()),
          how_(how),
          target_(simd::target_index()),
          nodes_(space.nodes.data()),
          order_(space.primitives.size()) {}

    Binary run() {
        used_ = 1;
        divide(0, 0, static_cast<std::uint32_t>(order_.size()), 0);
        Binary out;
        out.nodes.assign(nodes_, nodes_ + used_);
        out.order = std::move(order_);
        return out;
    }

  private:
    void divide(std::uint32_t node, std::uint32_t begin, std::uint32_t end, std::uint32_t depth) {
        const base::DefaultFloatEnvironment environment;  // a thread of the caller's may have another
        const std::uint32_t count = end - begin;
        if (count <= sweep_size && how_ == Divide::surface_area) {
            sweep_few(node, begin, end);
            return;
        }
        nodes_[node] = {.begin = begin, .end = end};
        if (count <= leaf_size) {
            for (std::uint32_t i = begin; i < end; ++i) order_[i] = primitives_[i].number();
            return;
        }
        const std::span<Primitive> primitives(primitives_ + begin, count);
        const CenterBounds centers = HWY_DISPATCH_TABLE(center_bounds)[target_](primitives);
        std::uint32_t left = 0;
        if (how_ == Divide::surface_area && depth < deepest_binned) {
            const Split split = HWY_DISPATCH_TABLE(best_split)[target_](primitives, centers);
            if (split.axis < 3) left = HWY_DISPATCH_TABLE(part)[target_](primitives, room_ + begin, split);
        }
        if (left == 0 || left == count) left = part_in_the_middle(primitives, centers);
        const std::uint32_t child = used_.fetch_add(2, std::memory_order_relaxed);
        nodes_[node].left = child;
        nodes_[node].right = child + 1;
        const auto first = [&] { divide(child, begin, begin + left, depth + 1); };
        const auto second = [&] { divide(child + 1, begin + left, end, depth + 1); };
        if (count > task_size) {
            base::do_both(first, second);
        } else {
            first();
            second();
        }
    }

    // Along the longest side, so that the left half fills whole leaves.
    static std::uint32_t part_in_the_middle(std::span<Primitive> primitives, const CenterBounds& centers) {
        std::size_t axis = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (centers.hi[k] - centers.lo[k] > centers.hi[axis] - centers.lo[axis]) axis = k;
        const std::size_t left = (primitives.size() / 2 + leaf_size - 1) / leaf_size * leaf_size;
        std::nth_element(primitives.begin(), primitives.begin() + left, primitives.end(),
                         [axis](const Primitive& x, const Primitive& y) {
                             const float u = x.twice_center(axis), v = y.twice_center(axis);
                             return u != v ? u < v : x.number() < y.number();
                         });
        return static_cast<std::uint32_t>(left);
    }

    // The lower part of the tree.
    void sweep_few(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
        FewNodes few;
        HWY_DISPATCH_TABLE(sweep)[target_]({primitives_ + begin, end - begin}, few, &order_[begin]);
        // Its root has a place already, the others follow each other.
        const std::uint32_t offset = used_.fetch_add(few.count - 1, std::memory_order_relaxed) - 1;
        for (std::uint32_t i = 0; i < few.count; ++i) {
            BinaryNode& out = nodes_[i == 0 ? node : offset + i];
            out = few.nodes[i];
            out.begin += begin;
            out.end += begin;
            if (out.leaf()) continue;
            out.left += offset;
            out.right += offset;
        }
    }

    Primitive* primitives_;
    Primitive* room_;
    Divide how_;
    std::size_t target_;
    BinaryNode* nodes_;
    std::vector<std::uint32_t> order_;
    std::atomic<std::uint32_t> used_ = 0;  // their numbers may differ from run to run, nothing else does
};

LocalPoint local_point(const LocalUnit& unit, const Vec3& vertex) {
    const Vec3 x = unit.local(vertex);
    return {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)};
}

// point_of(i) is where vertex i of the mesh is.
template <typename PointOf>
Primitive primitive_of(const TriangleIndices& triangle, std::uint32_t number, const PointOf& point_of) {
    const LocalPoint p = point_of(triangle[0]), q = point_of(triangle[1]), r = point_of(triangle[2]);
    const auto low = [](float x, float y, float z) { return std::min(x, std::min(y, z)); };
    const auto high = [](float x, float y, float z) { return std::max(x, std::max(y, z)); };
    return {.lo = {low(p.x, q.x, r.x), low(p.y, q.y, r.y), low(p.z, q.z, r.z)},
            .tag = Primitive::tag_of(number),
            .negative_hi = {-high(p.x, q.x, r.x), -high(p.y, q.y, r.y), -high(p.z, q.z, r.z)},
            .nothing = 0};
}

// Of triangles whose numbers number_of(0), number_of(1) … tells.
template <typename NumberOf, typename PointOf>
Binary divide(const Mesh& mesh, const DivideSpace& space, Divide how, const NumberOf& number_of,
              const PointOf& point_of) {
    if (space.primitives.empty()) return {};
    const std::span<const TriangleIndices> triangles = mesh.triangles();
    base::do_pieces(space.primitives.size(), 16384, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;
        for (std::size_t i = begin; i < end; ++i)
            space.primitives[i] = primitive_of(triangles[number_of(i)], number_of(i), point_of);
    });
    return WideDivider(space, how).run();
}

}  // namespace

Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how, base::Scratch& memory) {
    const std::span<const Vec3> vertices = mesh.vertices();
    const DivideSpace space(mesh.triangles().size(), vertices.size(), memory);
    base::do_pieces(vertices.size(), 16384, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;
        for (std::size_t i = begin; i < end; ++i) space.points[i] = local_point(unit, vertices[i]);
    });
    return divide(
        mesh, space, how, [](std::size_t i) { return static_cast<std::uint32_t>(i); },
        [&](std::uint32_t vertex) { return space.points[vertex]; });
}

Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how) {
    base::Scratch memory;
    return divide(mesh, unit, how, memory);
}

Binary divide(const Mesh& mesh, std::span<const std::uint32_t> numbers, const LocalUnit& unit, Divide how) {
    const std::span<const Vec3> vertices = mesh.vertices();
    base::Scratch memory;
    return divide(
        mesh, DivideSpace(numbers.size(), 0, memory), how, [&](std::size_t i) { return numbers[i]; },
        [&](std::uint32_t vertex) { return local_point(unit, vertices[vertex]); });
}

}  // namespace allide::tree
#endif
