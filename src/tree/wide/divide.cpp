#include "tree/wide/divide.hpp"

#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "simd/targets.hpp"
#include "tree/wide/divide_job.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/divide.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "tree/wide/divide_bins-inl.hpp"
#include "tree/wide/divide_boxes-inl.hpp"
#include "tree/wide/divide_sweep-inl.hpp"
// clang-format on

#if HWY_ONCE
namespace allide::tree {
namespace {

constexpr std::uint32_t task_size = 8192;  // groups up to this size are split by one thread
constexpr std::uint32_t deepest_binned =
    48;  // deeper groups are split at the median, so that no tree degenerates into a chain

HWY_EXPORT(set_boxes);
HWY_EXPORT(center_bounds);
HWY_EXPORT(best_split);
HWY_EXPORT(part);
HWY_EXPORT(sweep);

// Memory for two nodes per triangle, although far fewer are used: pages that are never written cost nothing.
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
        const auto count = static_cast<std::uint32_t>(order_.size());
        divide(0, {primitives_, room_, 0, count, 0}, centers_of({primitives_, count}));
        Binary out;
        out.nodes.assign(nodes_, nodes_ + used_);
        out.order = std::move(order_);
        return out;
    }

  private:
    // A range of triangles to split: they are in one of two arrays, and a split may move them to the other.
    struct Task {
        Primitive *primitives, *room;  // the range in either array; the triangles are in `primitives`
        std::uint32_t begin, end;      // range in the final order of triangles
        std::uint32_t depth;

        std::uint32_t count() const { return end - begin; }
        Task part(std::uint32_t from, std::uint32_t to) const {
            return {primitives + from, room + from, begin + from, begin + to, depth + 1};
        }
    };

    CenterBounds centers_of(std::span<const Primitive> primitives) const {
        return HWY_DISPATCH_TABLE(center_bounds)[target_](primitives);
    }

    void divide(std::uint32_t node, const Task& task, const CenterBounds& centers) {
        const base::DefaultFloatEnvironment environment;  // the caller's thread may have another environment
        if (task.count() <= sweep_size && how_ == Divide::surface_area) {
            sweep_few(node, task, centers);
            return;
        }
        nodes_[node] = {.begin = task.begin, .end = task.end};
        if (task.count() <= leaf_size) {
            for (std::uint32_t i = 0; i < task.count(); ++i)
                order_[task.begin + i] = task.primitives[i].number();
            return;
        }
        Task parted = task;
        const Halves halves = part(parted, centers);
        const std::uint32_t child = used_.fetch_add(2, std::memory_order_relaxed);
        nodes_[node].left = child;
        nodes_[node].right = child + 1;
        const auto first = [&] { divide(child, parted.part(0, halves.left), halves.first); };
        const auto second = [&] { divide(child + 1, parted.part(halves.left, task.count()), halves.second); };
        if (task.count() > task_size) {
            base::do_both(first, second);
        } else {
            first();
            second();
        }
    }

    // Splits the task's triangles. If that moves them to the task's other array, exchanges the two arrays.
    Halves part(Task& task, const CenterBounds& centers) const {
        const std::span<Primitive> primitives(task.primitives, task.count());
        if (how_ == Divide::surface_area && task.depth < deepest_binned) {
            const Split split = HWY_DISPATCH_TABLE(best_split)[target_](primitives, centers);
            if (split.axis < 3) {
                const Halves halves = HWY_DISPATCH_TABLE(part)[target_](primitives, task.room, split);
                std::swap(task.primitives, task.room);
                if (halves.left != 0 && halves.left != task.count()) return halves;
            }
        }
        const std::span<Primitive> all(task.primitives, task.count());
        const std::uint32_t left = part_in_the_middle(all, centers);
        return {left, centers_of(all.first(left)), centers_of(all.subspan(left))};
    }

    // Splits at the median along the longest side, rounded up so that the left half fills whole leaves.
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

    // Builds a small subtree down to its leaves, comparing at each node all splits whose first half fills
    // whole leaves.
    void sweep_few(std::uint32_t node, const Task& task, const CenterBounds& centers) {
        FewNodes few;
        HWY_DISPATCH_TABLE(sweep)
        [target_]({task.primitives, task.count()}, centers, few, &order_[task.begin]);
        // The root of the subtree is `node`; its other nodes get consecutive new indices.
        const std::uint32_t offset = used_.fetch_add(few.count - 1, std::memory_order_relaxed) - 1;
        for (std::uint32_t i = 0; i < few.count; ++i) {
            BinaryNode& out = nodes_[i == 0 ? node : offset + i];
            out = few.nodes[i];
            out.begin += task.begin;
            out.end += task.begin;
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
    std::atomic<std::uint32_t> used_ =
        0;  // number of nodes used; node indices depend on the threads' timing, the final tree does not
};

LocalPoint local_point(const LocalUnit& unit, const Vec3& vertex) {
    const Vec3 x = unit.local(vertex);
    return {{static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z), 0}};
}

void set_points(std::span<const Vec3> vertices, const LocalUnit& unit, std::span<LocalPoint> out) {
    base::do_pieces(vertices.size(), 16384, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;
        for (std::size_t i = begin; i < end; ++i) out[i] = local_point(unit, vertices[i]);
    });
}

void set_boxes(std::span<const TriangleIndices> triangles, const DivideSpace& space) {
    const std::size_t target = simd::target_index();
    base::do_pieces(triangles.size(), 16384, [&](std::size_t begin, std::size_t end) {
        const base::DefaultFloatEnvironment environment;
        HWY_DISPATCH_TABLE(set_boxes)
        [target](triangles.subspan(begin, end - begin), space.points.data(),
                 static_cast<std::uint32_t>(begin), space.primitives.data() + begin);
    });
}

}  // namespace

Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how, base::Scratch& memory) {
    if (mesh.triangles().empty()) return {};
    const DivideSpace space(mesh.triangles().size(), mesh.vertices().size(), memory);
    set_points(mesh.vertices(), unit, space.points);
    set_boxes(mesh.triangles(), space);
    return WideDivider(space, how).run();
}

Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how) {
    base::Scratch memory;
    return divide(mesh, unit, how, memory);
}

Binary divide(const Mesh& mesh, std::span<const std::uint32_t> numbers, const LocalUnit& unit, Divide how) {
    if (numbers.empty()) return {};
    // Gives every triangle three corners of its own, so that only the chosen triangles' vertices are copied.
    std::vector<Vec3> corners;
    std::vector<TriangleIndices> triangles;
    corners.reserve(3 * numbers.size());
    triangles.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
        const auto first = static_cast<std::uint32_t>(corners.size());
        triangles.push_back({first, first + 1, first + 2});
        for (const Vec3& corner : mesh.corners(number)) corners.push_back(corner);
    }
    base::Scratch memory;
    const DivideSpace space(numbers.size(), corners.size(), memory);
    set_points(corners, unit, space.points);
    set_boxes(triangles, space);
    Binary out = WideDivider(space, how).run();
    for (std::uint32_t& number : out.order) number = numbers[number];
    return out;
}

}  // namespace allide::tree
#endif
