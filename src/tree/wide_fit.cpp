#include "tree/wide_fit.hpp"

#include "base/tasks.hpp"
#include "kernel/vec.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include <Eigen/Eigenvalues>

namespace allide::tree {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Covers the roundings of a local point, of its place in a frame and of its bytes, 21·2⁻⁵³ together;
// docs/guarantees.md counts them.
constexpr double rounding = 0x1p-48;

// Integrals over triangles: of 1, x, and x xᵀ. Sums of them are those of the union.
struct Moments {
    double weight = 0;
    Eigen::Vector3d first = Eigen::Vector3d::Zero();
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();

    void add(const Moments& other) {
        weight += other.weight;
        first += other.first;
        second += other.second;
    }
    void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
        const Vec3 e = b - a, f = c - a, n = cross(e, f);
        // A little for the edges too, so that triangles without area have a direction.
        const double w = std::sqrt(dot(n, n)) + 0x1p-20 * (dot(e, e) + dot(f, f));
        const Eigen::Vector3d p(a.x, a.y, a.z), q(b.x, b.y, b.z), r(c.x, c.y, c.z), sum = p + q + r;
        weight += w;
        first += w / 3 * sum;
        second +=
            w / 12 * (sum * sum.transpose() + p * p.transpose() + q * q.transpose() + r * r.transpose());
    }
    Eigen::Matrix3d covariance() const {
        const Eigen::Vector3d mean = first / weight;
        return second / weight - mean * mean.transpose();
    }
};

struct Frame {
    std::array<float, 9> axis{1, 0, 0, 0, 1, 0, 0, 0, 1};

    Vec3 row(std::size_t k) const { return {axis[3 * k], axis[3 * k + 1], axis[3 * k + 2]}; }
};

using Axes = std::array<double, 9>;

// The covariance's own directions; the coordinate axes if it has none.
Axes principal_axes(const Moments& moments) {
    const Axes coordinate_axes{1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (!(moments.weight > 0)) return coordinate_axes;
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
    solver.computeDirect(moments.covariance());
    Eigen::Vector3d x = solver.eigenvectors().col(2), y = solver.eigenvectors().col(1);
    x.normalize();
    y = (y - x.dot(y) * x).normalized();
    const Eigen::Vector3d z = x.cross(y);
    const double defect = std::abs(x.dot(y)) + std::abs(x.squaredNorm() - 1) + std::abs(y.squaredNorm() - 1);
    if (!(defect < 0x1p-40)) return coordinate_axes;
    return {x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]};
}

Frame rounded(const Axes& axes) {
    Frame frame;
    for (std::size_t i = 0; i < 9; ++i) frame.axis[i] = static_cast<float>(axes[i]);
    return frame;
}

// Which of several frames has the smallest box: the principal one, the same turned about its last axis, and
// the coordinate axes. Principal directions are arbitrary for a cube and bad for a few long triangles;
// machined parts mostly lie along the coordinate axes. In single precision, which is enough to choose.
class FrameChoice {
  public:
    explicit FrameChoice(const Axes& principal) {
        frames_[0] = rounded(principal);
        for (std::size_t i = 1; i <= turns; ++i) frames_[i] = rounded(turned(principal, i));
        for (std::size_t i = 0; i <= turns; ++i) {
            set_row(2 * i, frames_[i], 0);
            set_row(2 * i + 1, frames_[i], 1);
        }
        set_row(last_axis, frames_[0], 2);
        for (std::size_t k = 0; k < 3; ++k) set_row(last_axis + 1 + k, frames_[turns + 1], k);
    }

    Frame best_for(std::span<const Vec3> points) const {
        constexpr float far = std::numeric_limits<float>::infinity();
        std::array<Four, 4> lo, hi;
        lo.fill(Four{far, far, far, far});
        hi.fill(Four{-far, -far, -far, -far});
        for (const Vec3& p : points) {
            const auto x = static_cast<float>(p.x), y = static_cast<float>(p.y), z = static_cast<float>(p.z);
            for (std::size_t i = 0; i < 4; ++i) {
                const Four along = four(x_, i) * x + four(y_, i) * y + four(z_, i) * z;
                lo[i] = along < lo[i] ? along : lo[i];
                hi[i] = along > hi[i] ? along : hi[i];
            }
        }
        Row size;
        for (std::size_t i = 0; i < 4; ++i) {
            const Four difference = hi[i] - lo[i];
            std::memcpy(&size[4 * i], &difference, sizeof difference);
        }
        std::size_t best = turns + 1;
        float best_area = area(size[last_axis + 1], size[last_axis + 2], size[last_axis + 3]);
        for (std::size_t i = 0; i <= turns; ++i) {
            const float found = area(size[2 * i], size[2 * i + 1], size[last_axis]);
            if (!(found < best_area)) continue;
            best_area = found;
            best = i;
        }
        return frames_[best];
    }

  private:
    static constexpr std::size_t turns = 5;
    static constexpr std::size_t last_axis = 2 * (turns + 1);
    using Four = float __attribute__((vector_size(16)));  // both compilers know such vectors on every machine
    using Row = std::array<float, 16>;

    static Four four(const Row& row, std::size_t i) {
        Four out;
        std::memcpy(&out, &row[4 * i], sizeof out);
        return out;
    }
    static float area(float x, float y, float z) { return x * y + y * z + z * x; }
    static Axes turned(const Axes& axes, std::size_t step) {
        // Cosines of 15°, 30°, … 75°, as decimal numbers: the same frame on every machine.
        constexpr std::array cosine{0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5,
                                    0.25881904510252076};
        const double c = cosine[step - 1], s = cosine[turns - step];
        Axes out = axes;
        for (std::size_t k = 0; k < 3; ++k) {
            out[k] = c * axes[k] + s * axes[3 + k];
            out[3 + k] = c * axes[3 + k] - s * axes[k];
        }
        return out;
    }
    void set_row(std::size_t at, const Frame& frame, std::size_t k) {
        x_[at] = frame.axis[3 * k];
        y_[at] = frame.axis[3 * k + 1];
        z_[at] = frame.axis[3 * k + 2];
    }

    std::array<Frame, turns + 2> frames_;  // the last are the coordinate axes
    Row x_, y_, z_;  // an axis a number: two for each turn, the last axis, the coordinate axes
};

struct Extent {
    std::array<double, 3> lo, hi;

    Extent() {
        lo.fill(std::numeric_limits<double>::infinity());
        hi.fill(-std::numeric_limits<double>::infinity());
    }
    void grow(const Extent& other) {
        for (std::size_t k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], other.lo[k]);
            hi[k] = std::max(hi[k], other.hi[k]);
        }
    }
};

Extent extent_in(const Frame& frame, std::span<const Vec3> points) {
    Extent extent;
    const Vec3 rows[3] = {frame.row(0), frame.row(1), frame.row(2)};
    for (const Vec3& point : points) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double y = dot(rows[k], point);
            extent.lo[k] = std::min(extent.lo[k], y);
            extent.hi[k] = std::max(extent.hi[k], y);
        }
    }
    return extent;
}

float rounded_up(double x) {
    return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity());
}

class Fitter {
  public:
    Fitter(WideTree& tree, const Mesh& mesh, const LocalPoints& points)
        : tree_(tree),
          mesh_(mesh),
          points_(points),
          first_point_(tree.nodes.size()),
          end_point_(tree.nodes.size()),
          moments_(tree.nodes.size()) {}

    void run() {
        gather_points();
        gather_moments();
        base::do_pieces(tree_.nodes.size(), 64, [this](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) fit_node(static_cast<std::uint32_t>(i));
        });
    }

  private:
    // Each leaf's points once, leaf after leaf in tree order: a node's points stand together.
    void gather_points() {
        std::vector<std::uint32_t> leaves;
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i)
            if (tree_.nodes[i].leaf) leaves.push_back(i);
        std::sort(leaves.begin(), leaves.end(), [&](std::uint32_t i, std::uint32_t j) {
            return tree_.nodes[i].first < tree_.nodes[j].first;
        });
        sorted_.reserve(2 * tree_.order.size());
        for (const std::uint32_t leaf : leaves) {
            first_point_[leaf] = static_cast<std::uint32_t>(sorted_.size());
            add_points_of(tree_.nodes[leaf]);
            end_point_[leaf] = static_cast<std::uint32_t>(sorted_.size());
        }
        for (std::uint32_t i = static_cast<std::uint32_t>(tree_.nodes.size()); i-- > 0;) {
            const WideNode& node = tree_.nodes[i];
            if (node.leaf) continue;
            first_point_[i] = first_point_[node.first];
            end_point_[i] = end_point_[node.first + node.count - 1];
        }
    }
    void add_points_of(const WideNode& leaf) {
        std::array<std::uint32_t, 3 * wide_arity> vertices;
        std::size_t count = 0;
        for (std::uint32_t i = leaf.first; i < leaf.first + leaf.count; ++i)
            for (const std::uint32_t vertex : mesh_.triangles()[tree_.order[i]]) {
                if (std::find(vertices.begin(), vertices.begin() + count, vertex) != vertices.begin() + count)
                    continue;
                vertices[count++] = vertex;
                sorted_.push_back(points_.at[vertex]);
            }
    }

    void gather_moments() {
        base::do_pieces(tree_.nodes.size(), 1024, [this](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const WideNode& node = tree_.nodes[i];
                if (!node.leaf) continue;
                for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
                    const auto& [a, b, c] = mesh_.triangles()[tree_.order[t]];
                    moments_[i].add_triangle(points_.at[a], points_.at[b], points_.at[c]);
                }
            }
        });
        for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
            const WideNode& node = tree_.nodes[i];
            if (node.leaf) continue;
            for (std::uint32_t child = node.first; child < node.first + node.count; ++child)
                moments_[i].add(moments_[child]);
        }
    }

    std::span<const Vec3> points_of(std::uint32_t node) const {
        return std::span(sorted_).subspan(first_point_[node], end_point_[node] - first_point_[node]);
    }

    void fit_node(std::uint32_t index) {
        WideNode& node = tree_.nodes[index];
        const Frame frame = FrameChoice(principal_axes(moments_[index])).best_for(points_of(index));
        std::array<Extent, wide_arity> extents;
        for (std::uint32_t i = 0; i < node.count; ++i)
            extents[i] = node.leaf ? triangle_extent(frame, node.first + i)
                                   : extent_in(frame, points_of(node.first + i));
        node.axis = frame.axis;
        place_boxes(node, std::span(extents).first(node.count));
        if (node.leaf) place_corners(node);
    }

    Extent triangle_extent(const Frame& frame, std::uint32_t place) const {
        const auto& [a, b, c] = mesh_.triangles()[tree_.order[place]];
        const std::array<Vec3, 3> corners{points_.at[a], points_.at[b], points_.at[c]};
        return extent_in(frame, corners);
    }

    // Bounds along the axes become bytes, outward.
    void place_boxes(WideNode& node, std::span<const Extent> extents) const {
        Extent all;
        for (const Extent& extent : extents) all.grow(extent);
        Vec3 center;
        for (std::size_t k = 0; k < 3; ++k)
            center = center + 0.5 * (all.lo[k] + all.hi[k]) *
                                  Vec3{node.axis[3 * k], node.axis[3 * k + 1], node.axis[3 * k + 2]};
        node.center = {static_cast<float>(center.x), static_cast<float>(center.y),
                       static_cast<float>(center.z)};
        const Vec3 stored{node.center[0], node.center[1], node.center[2]};
        std::array<double, 3> middle, half;
        for (std::size_t k = 0; k < 3; ++k) {
            middle[k] = dot(Vec3{node.axis[3 * k], node.axis[3 * k + 1], node.axis[3 * k + 2]}, stored);
            half[k] = std::max(middle[k] - all.lo[k], all.hi[k] - middle[k]) + pad_;
        }
        const double thinnest = 0x1p-26 * std::max({half[0], half[1], half[2]});
        for (std::size_t k = 0; k < 3; ++k) {
            node.step[k] = rounded_up(std::max(half[k], thinnest) / 126 * (1 + 0x1p-20));
            node.box[k][0].fill(255);
            node.box[k][1].fill(0);
            for (std::size_t i = 0; i < extents.size(); ++i) {
                const double step = node.step[k];
                node.box[k][0][i] = static_cast<std::uint8_t>(
                    std::floor(box_middle + (extents[i].lo[k] - pad_ - middle[k]) / step));
                node.box[k][1][i] = static_cast<std::uint8_t>(
                    std::ceil(box_middle + (extents[i].hi[k] + pad_ - middle[k]) / step));
            }
        }
    }

    void place_corners(WideNode& leaf) {
        WideCorners& corners = tree_.corners[leaf.corners];
        double squared_edge = 0, squared_reach = 0;
        for (std::uint32_t i = 0; i < wide_arity; ++i) {
            // Places without a triangle repeat the last, whose numbers are harmless.
            const auto& triangle =
                mesh_.triangles()[tree_.order[leaf.first + std::min<std::uint32_t>(i, leaf.count - 1u)]];
            for (std::size_t c = 0; c < 3; ++c) {
                const Vec3& x = points_.at[triangle[c]];
                const Vec3 edge = points_.at[triangle[(c + 1) % 3]] - x;
                const Vec3 local = x - Vec3{leaf.center[0], leaf.center[1], leaf.center[2]};
                squared_edge = std::max(squared_edge, dot(edge, edge));
                squared_reach = std::max(squared_reach, dot(local, local));
                corners.row[3 * c][i] = static_cast<float>(local.x);
                corners.row[3 * c + 1][i] = static_cast<float>(local.y);
                corners.row[3 * c + 2][i] = static_cast<float>(local.z);
            }
        }
        leaf.longest_edge = rounded_up(std::sqrt(squared_edge) * (1 + 0x1p-20));
        leaf.reach = rounded_up(std::sqrt(squared_reach) * (1 + 0x1p-20));
    }

    WideTree& tree_;
    const Mesh& mesh_;
    const LocalPoints& points_;
    std::vector<Vec3> sorted_;                            // the leaves' points
    std::vector<std::uint32_t> first_point_, end_point_;  // by node
    // Beyond a million times the mesh's size an inflated box overlaps all that it can meet.
    double pad_ = rounding + std::min(std::ldexp(tree_.inflation, -tree_.exponent), 0x1p20);
    std::vector<Moments> moments_;  // by node
};

}  // namespace

void fit(WideTree& tree, const Mesh& mesh, const LocalPoints& points) {
    tree.center = points.center;
    tree.exponent = points.exponent;
    tree.norm = points.norm;
    Fitter(tree, mesh, points).run();
}

}  // namespace allide::tree
