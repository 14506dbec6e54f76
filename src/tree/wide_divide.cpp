#include "tree/wide_divide.hpp"

#include "base/tasks.hpp"
#include "tree/wide_tree.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace allide::tree {
namespace {

constexpr std::uint32_t leaf_size = wide_arity;
constexpr std::uint32_t sweep_size = 96;      // from here on every division is compared
constexpr std::uint32_t task_size = 8192;     // below this a thread goes on alone
constexpr std::uint32_t deepest_binned = 48;  // beyond, divisions are in the middle: no mesh is too skew
constexpr std::size_t bins = 16;

// A corner as four numbers, so that one instruction grows a box. The fourth number belongs to the owner. Both
// compilers know such vectors on every machine.
using Float4 = float __attribute__((vector_size(16)));

struct Bounds {
    static constexpr float far = std::numeric_limits<float>::infinity();
    Float4 lo{far, far, far, 0};
    Float4 hi{-far, -far, -far, 0};

    void grow(const Float4& low, const Float4& high) {
        lo = low < lo ? low : lo;
        hi = high > hi ? high : hi;
    }
    void grow(const Bounds& other) { grow(other.lo, other.hi); }
    // Half the surface; 0 if empty.
    float area() const {
        const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x < 0 ? 0 : x * y + y * z + z * x;
    }
};

struct Primitive {
    Float4 lo, hi;
    std::uint32_t number() const { return std::bit_cast<std::uint32_t>(lo[3]); }
    float twice_center(std::size_t axis) const { return lo[axis] + hi[axis]; }
};

// A number's bits as an integer that is ordered as the number is.
std::uint32_t ordered_bits(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x + 0.0f);  // no −0
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

float leaves_of(std::uint32_t count) {
    return static_cast<float>((count + leaf_size - 1) / leaf_size);
}

// The best of all divisions of a few triangles into whole leaves, down to the leaves.
class Sweep {
  public:
    explicit Sweep(std::span<Primitive> primitives) : primitives_(primitives) {
        const auto count = static_cast<std::uint8_t>(primitives.size());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // Numbers that are ordered as the places are, with the triangle in the lowest byte.
            std::array<std::uint64_t, sweep_size> keys;
            for (std::uint8_t i = 0; i < count; ++i)
                keys[i] = std::uint64_t{ordered_bits(primitives[i].twice_center(axis))} << 8 | i;
            std::sort(keys.begin(), keys.begin() + count);
            for (std::uint8_t i = 0; i < count; ++i) sorted_[axis][i] = static_cast<std::uint8_t>(keys[i]);
        }
    }

    // How many of `count` triangles from `from` on come first; they are then the first on every axis.
    std::uint32_t divide(std::uint32_t from, std::uint32_t count) {
        float best = std::numeric_limits<float>::infinity();
        std::size_t best_axis = 0;
        std::uint32_t best_left = leaf_size;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::uint8_t* const sorted = sorted_[axis].data() + from;
            std::array<float, sweep_size / leaf_size> right_cost{};
            Bounds bounds;
            for (std::uint32_t i = count; i-- > leaf_size;) {
                bounds.grow(primitives_[sorted[i]].lo, primitives_[sorted[i]].hi);
                if (i % leaf_size == 0) right_cost[i / leaf_size] = bounds.area() * leaves_of(count - i);
            }
            bounds = {};
            for (std::uint32_t i = 0; i + leaf_size < count;) {
                for (const std::uint32_t end = i + leaf_size; i < end; ++i)
                    bounds.grow(primitives_[sorted[i]].lo, primitives_[sorted[i]].hi);
                const float cost = bounds.area() * leaves_of(i) + right_cost[i / leaf_size];
                if (!(cost < best)) continue;
                best = cost;
                best_axis = axis;
                best_left = i;
            }
        }
        part(from, count, best_axis, best_left);
        return best_left;
    }

    std::uint8_t at(std::uint32_t place) const { return sorted_[0][place]; }

  private:
    void part(std::uint32_t from, std::uint32_t count, std::size_t axis, std::uint32_t left) {
        std::array<bool, sweep_size> goes_left{};
        for (std::uint32_t i = 0; i < left; ++i) goes_left[sorted_[axis][from + i]] = true;
        for (std::size_t other = 0; other < 3; ++other) {
            if (other == axis) continue;
            std::array<std::uint8_t, sweep_size> rest;
            std::uint8_t* out = sorted_[other].data() + from;
            std::uint32_t kept = 0, moved = 0;
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint8_t primitive = out[i];
                if (goes_left[primitive])
                    out[kept++] = primitive;
                else
                    rest[moved++] = primitive;
            }
            std::copy_n(rest.begin(), moved, out + kept);
        }
    }

    std::span<const Primitive> primitives_;
    std::array<std::array<std::uint8_t, sweep_size>, 3> sorted_;
};

class WideDivider {
  public:
    WideDivider(std::vector<Primitive> primitives, Divide how)
        : primitives_(std::move(primitives)), how_(how), nodes_(2 * primitives_.size()) {}

    Binary run() {
        const auto count = static_cast<std::uint32_t>(primitives_.size());
        used_ = 1;
        divide(0, 0, count, 0);
        Binary out;
        out.nodes = std::move(nodes_);
        out.nodes.resize(used_);
        out.order.reserve(count);
        for (const Primitive& primitive : primitives_) out.order.push_back(primitive.number());
        return out;
    }

  private:
    void divide(std::uint32_t node, std::uint32_t begin, std::uint32_t end, std::uint32_t depth) {
        const std::uint32_t count = end - begin;
        if (count <= sweep_size && how_ == Divide::surface_area) {
            sweep(node, begin, end);
            return;
        }
        nodes_[node].begin = begin;
        nodes_[node].end = end;
        if (count <= leaf_size) return;
        const Bounds centers = center_bounds(begin, end);
        std::uint32_t left = 0;
        if (how_ == Divide::surface_area && depth < deepest_binned) left = part_by_bins(begin, end, centers);
        if (left == 0) left = part_in_the_middle(begin, end, centers);
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

    // Of the triangles' middles, doubled.
    Bounds center_bounds(std::uint32_t begin, std::uint32_t end) const {
        Bounds bounds;
        for (std::uint32_t i = begin; i < end; ++i) {
            const Float4 center = primitives_[i].lo + primitives_[i].hi;
            bounds.grow(center, center);
        }
        return bounds;
    }

    struct Bin {
        Bounds bounds;
        std::uint32_t count = 0;
    };
    // Which bin a triangle falls into, for all three axes.
    struct Bins {
        explicit Bins(const Bounds& centers) : origin(centers.lo) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float extent = centers.hi[axis] - centers.lo[axis];
                scale[axis] = extent > 0 ? std::min(0.9999f * bins / extent, 0x1p100f) : 0;
            }
        }
        std::uint32_t of(const Primitive& primitive, std::size_t axis) const {
            return static_cast<std::uint32_t>((primitive.twice_center(axis) - origin[axis]) * scale[axis]);
        }
        Float4 origin, scale{};
    };

    // Parts the triangles at the best border between bins; 0 if all fall into one bin on every axis.
    std::uint32_t part_by_bins(std::uint32_t begin, std::uint32_t end, const Bounds& centers) {
        const Bins binning(centers);
        std::array<std::array<Bin, bins>, 3> filled;
        for (std::uint32_t i = begin; i < end; ++i) {
            const Primitive& primitive = primitives_[i];
            for (std::size_t axis = 0; axis < 3; ++axis) {
                Bin& bin = filled[axis][binning.of(primitive, axis)];
                bin.bounds.grow(primitive.lo, primitive.hi);
                ++bin.count;
            }
        }
        float best = std::numeric_limits<float>::infinity();
        std::size_t best_axis = 0, best_border = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::array<float, bins> right_cost{};
            Bounds bounds;
            std::uint32_t count = 0;
            for (std::size_t i = bins; i-- > 1;) {
                bounds.grow(filled[axis][i].bounds);
                count += filled[axis][i].count;
                right_cost[i] =
                    count == 0 ? std::numeric_limits<float>::infinity() : bounds.area() * leaves_of(count);
            }
            bounds = {};
            count = 0;
            for (std::size_t i = 1; i < bins; ++i) {
                bounds.grow(filled[axis][i - 1].bounds);
                count += filled[axis][i - 1].count;
                if (count == 0) continue;
                const float cost = bounds.area() * leaves_of(count) + right_cost[i];
                if (!(cost < best)) continue;
                best = cost;
                best_axis = axis;
                best_border = i;
            }
        }
        if (best_border == 0) return 0;
        const auto middle = std::partition(
            primitives_.begin() + begin, primitives_.begin() + end,
            [&](const Primitive& primitive) { return binning.of(primitive, best_axis) < best_border; });
        return static_cast<std::uint32_t>(middle - primitives_.begin()) - begin;
    }

    // Along the longest side, so that the left half fills whole leaves.
    std::uint32_t part_in_the_middle(std::uint32_t begin, std::uint32_t end, const Bounds& centers) {
        std::size_t axis = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (centers.hi[k] - centers.lo[k] > centers.hi[axis] - centers.lo[axis]) axis = k;
        const std::uint32_t left = ((end - begin) / 2 + leaf_size - 1) / leaf_size * leaf_size;
        const auto first = primitives_.begin() + begin;
        std::nth_element(first, first + left, primitives_.begin() + end,
                         [axis](const Primitive& x, const Primitive& y) {
                             const float u = x.twice_center(axis), v = y.twice_center(axis);
                             return u != v ? u < v : x.number() < y.number();
                         });
        return left;
    }

    // The lower part of the tree, on a copy of the few triangles that it has.
    void sweep(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
        std::array<Primitive, sweep_size> copy;
        const std::span<Primitive> few(copy.data(), end - begin);
        std::copy(primitives_.begin() + begin, primitives_.begin() + end, few.begin());
        Sweep sweep(few);
        divide_few(sweep, node, begin, 0, end - begin);
        for (std::uint32_t i = 0; i < few.size(); ++i) primitives_[begin + i] = few[sweep.at(i)];
    }
    void divide_few(Sweep& sweep, std::uint32_t node, std::uint32_t begin, std::uint32_t from,
                    std::uint32_t count) {
        nodes_[node].begin = begin + from;
        nodes_[node].end = begin + from + count;
        if (count <= leaf_size) return;
        const std::uint32_t left = sweep.divide(from, count);
        const std::uint32_t child = used_.fetch_add(2, std::memory_order_relaxed);
        nodes_[node].left = child;
        nodes_[node].right = child + 1;
        divide_few(sweep, child, begin, from, left);
        divide_few(sweep, child + 1, begin, from + left, count - left);
    }

    std::vector<Primitive> primitives_;
    Divide how_;
    std::vector<BinaryNode> nodes_;
    std::atomic<std::uint32_t> used_ = 0;  // their numbers may differ from run to run, nothing else does
};

std::vector<Primitive> primitives_of(const Mesh& mesh, const LocalPoints& points) {
    const auto triangles = mesh.triangles();
    std::vector<Primitive> out(triangles.size());
    base::do_pieces(out.size(), 16384, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Bounds bounds;
            for (const std::uint32_t vertex : triangles[i]) {
                const Vec3& x = points.at[vertex];
                const Float4 corner{static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z),
                                    0};
                bounds.grow(corner, corner);
            }
            out[i] = {bounds.lo, bounds.hi};
            out[i].lo[3] = std::bit_cast<float>(static_cast<std::uint32_t>(i));
            out[i].hi[3] = 0;
        }
    });
    return out;
}

}  // namespace

Binary divide(const Mesh& mesh, const LocalPoints& points, Divide how) {
    if (mesh.triangles().empty()) return {};
    return WideDivider(primitives_of(mesh, points), how).run();
}

}  // namespace allide::tree
