#include "robot/box_tree.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Bounds the rounding errors of axes and centres, relative to the coordinates.
constexpr double containment_rounding = 0x1p-47;

// Larger groups of triangles are halved along the longest side of their box; smaller ones are split by the
// surface area heuristic.
constexpr std::size_t most_sorted = 4096;

using Axes = std::array<Vec3, 3>;

// The extents of a set of points along three axes.
struct Extent {
    std::array<double, 3> lo{base::infinity, base::infinity, base::infinity},
        hi{-base::infinity, -base::infinity, -base::infinity};

    void grow(const Axes& axes, const Vec3& x) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double at = kernel::dot(axes[k], x);
            lo[k] = std::min(lo[k], at);
            hi[k] = std::max(hi[k], at);
        }
    }
    double surface() const {
        const double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x * y + y * z + z * x;
    }
};

// Returns a unit vector perpendicular to the unit vector a.
Vec3 any_across(const Vec3& a) {
    const double x = std::abs(a.x), y = std::abs(a.y), z = std::abs(a.z);
    const Vec3 least = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return normalized(kernel::cross(a, least));
}

class TreeBuilder {
  public:
    explicit TreeBuilder(BoxTree& tree) : tree_(tree) {
        for (std::uint32_t i = 0; i < tree.corners.size(); ++i) {
            const auto& t = tree.corners[i];
            order_.push_back({i, (1.0 / 3) * (t[0] + t[1] + t[2])});
        }
    }

    void build() {
        if (order_.empty()) return;
        tree_.nodes.reserve(2 * order_.size());
        tree_.nodes.emplace_back();
        divide(0, 0, order_.size());
    }

  private:
    struct Item {
        std::uint32_t triangle;
        Vec3 middle;
    };

    struct Along {
        Vec3 axis;
        bool operator()(const Item& x, const Item& y) const {
            const double a = kernel::dot(axis, x.middle), b = kernel::dot(axis, y.middle);
            return a != b ? a < b : x.triangle < y.triangle;
        }
    };

    void divide(std::size_t node, std::size_t first, std::size_t last) {
        points_.clear();
        for (std::size_t i = first; i < last; ++i)
            for (const Vec3& x : tree_.corners[order_[i].triangle]) points_.push_back(x);
        bound(tree_.nodes[node]);
        if (last - first == 1) {
            tree_.nodes[node].triangle = order_[first].triangle;
            return;
        }
        const std::size_t half = split(tree_.nodes[node], first, last);
        const auto children = static_cast<std::uint32_t>(tree_.nodes.size());
        tree_.nodes[node].children = children;
        tree_.nodes.resize(tree_.nodes.size() + 2);
        divide(children, first, half);
        divide(children + 1, half, last);
    }

    // Sorts the triangles of a node so that those before the returned index belong to the first child.
    std::size_t split(const BoxTree::Node& node, std::size_t first, std::size_t last) {
        const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
        const std::size_t count = last - first;
        std::size_t axis = 0, left = count / 2;
        if (count <= most_sorted) {
            double least = base::infinity;
            for (std::size_t k = 0; k < 3; ++k) {
                sort_along(node.axis[k], first, last);
                const std::size_t best = best_split(node, first, last, least);
                if (best > 0) left = best, axis = k;
            }
            if (axis != 2) sort_along(node.axis[axis], first, last);
            return first + left;
        }
        for (std::size_t k = 1; k < 3; ++k)
            if (node.half[k] > node.half[axis]) axis = k;
        std::nth_element(at(first), at(first + left), at(last), Along{node.axis[axis]});
        return first + left;
    }
    void sort_along(const Vec3& axis, std::size_t first, std::size_t last) {
        std::sort(order_.begin() + static_cast<std::ptrdiff_t>(first),
                  order_.begin() + static_cast<std::ptrdiff_t>(last), Along{axis});
    }
    // Returns the number of triangles of the first child for which the sum of the children's costs (surface
    // of the box times number of triangles) is smallest, or 0 if no sum is below `least`. Updates `least`.
    std::size_t best_split(const BoxTree::Node& node, std::size_t first, std::size_t last, double& least) {
        const std::size_t count = last - first;
        surfaces_.resize(count);
        Extent grown;
        for (std::size_t i = count; i-- > 1;) {
            grow(grown, node.axis, order_[first + i].triangle);
            surfaces_[i] = grown.surface() * static_cast<double>(count - i);
        }
        grown = {};
        std::size_t best = 0;
        for (std::size_t i = 1; i < count; ++i) {
            grow(grown, node.axis, order_[first + i - 1].triangle);
            const double cost = grown.surface() * static_cast<double>(i) + surfaces_[i];
            if (cost < least) least = cost, best = i;
        }
        return best;
    }
    void grow(Extent& extent, const Axes& axes, std::uint32_t triangle) const {
        for (const Vec3& x : tree_.corners[triangle]) extent.grow(axes, x);
    }

    Extent extent(const Axes& axes) const {
        Extent out;
        for (const Vec3& x : points_) out.grow(axes, x);
        return out;
    }

    // The first axis joins two points that are far apart. The second points to the point that is farthest
    // from the first axis.
    Axes long_axes() const {
        const auto farthest = [&](const Vec3& from) {
            Vec3 best = from;
            double most = 0;
            for (const Vec3& x : points_) {
                const double far = kernel::dot(x - from, x - from);
                if (far > most) most = far, best = x;
            }
            return best;
        };
        const Vec3 end = farthest(points_[0]), other = farthest(end), along = other - end;
        if (!(kernel::largest(along) > 0)) return Axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        const Vec3 first = normalized(along);
        Vec3 across;
        double most = 0;
        for (const Vec3& x : points_) {
            const Vec3 arm = x - end, off = arm - kernel::dot(first, arm) * first;
            const double far = kernel::dot(off, off);
            if (far > most) most = far, across = off;
        }
        if (!(most > 0x1p-80 * kernel::dot(along, along))) across = any_across(first);
        const Vec3 third = normalized(kernel::cross(first, across));
        return {first, kernel::cross(third, first), third};
    }

    void bound(BoxTree::Node& node) const {
        const Axes along_coordinates{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        Extent found = extent(along_coordinates);
        if (found.surface() > 0) {
            const Axes axes = long_axes();
            const Extent tighter = extent(axes);
            if (tighter.surface() < 0.9 * found.surface()) {
                node.axis = axes;
                found = tighter;
            }
        }
        node.center = {};
        for (std::size_t k = 0; k < 3; ++k)
            node.center = node.center + (0.5 * found.lo[k] + 0.5 * found.hi[k]) * node.axis[k];
        // The half sizes are measured again about the rounded centre.
        double size = 0;
        for (const Vec3& x : points_) {
            const Vec3 arm = x - node.center;
            size = std::max(size, kernel::norm_1(arm));
            for (std::size_t k = 0; k < 3; ++k)
                node.half[k] = std::max(node.half[k], std::abs(kernel::dot(node.axis[k], arm)));
        }
        const double rounding = containment_rounding * (size + kernel::norm_1(node.center));
        for (double& half : node.half) half += rounding;
        node.radius = length_up({node.half[0], node.half[1], node.half[2]});
    }

    BoxTree& tree_;
    std::vector<Item> order_;
    std::vector<Vec3> points_;      // the corners of the current node
    std::vector<double> surfaces_;  // scratch
};

template <typename Map>
BoxTree mapped_tree(const Mesh& mesh, const Map& map) {
    BoxTree tree;
    const std::size_t count = mesh.triangles().size();
    tree.corners.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        tree.corners[i] = mesh.corners(static_cast<std::uint32_t>(i));
        for (Vec3& x : tree.corners[i]) {
            x = map(x);
            tree.largest = std::max(tree.largest, kernel::largest(x));
        }
    }
    TreeBuilder(tree).build();
    return tree;
}

}  // namespace

BoxTree box_tree(const Mesh& mesh) {
    return mapped_tree(mesh, [](const Vec3& x) { return x; });
}

BoxTree box_tree(const Mesh& mesh, const Pose& pose) {
    if (pose == Pose::identity()) return box_tree(mesh);
    double norm = 0;
    BoxTree tree = mapped_tree(mesh, [&](const Vec3& x) {
        norm = std::max(norm, kernel::norm_1(x));
        return pose.apply(x);
    });
    tree.error = 0x1p-49 * (norm + kernel::norm_1(pose.position()));
    return tree;
}

}  // namespace allide::robot
