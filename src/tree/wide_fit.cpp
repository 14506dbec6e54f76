#include "tree/wide_fit.hpp"

#include "base/tasks.hpp"
#include "kernel/vec.hpp"

#include <algorithm>
#include <cmath>
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

// The covariance's own directions; the coordinate axes if it has none.
Frame principal_frame(const Moments& moments) {
    Frame frame;
    if (!(moments.weight > 0)) return frame;
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
    solver.computeDirect(moments.covariance());
    Eigen::Vector3d x = solver.eigenvectors().col(2), y = solver.eigenvectors().col(1);
    x.normalize();
    y = (y - x.dot(y) * x).normalized();
    const Eigen::Vector3d z = x.cross(y);
    const double defect = std::abs(x.dot(y)) + std::abs(x.squaredNorm() - 1) + std::abs(y.squaredNorm() - 1);
    if (!(defect < 0x1p-40)) return frame;
    for (int k = 0; k < 3; ++k) {
        frame.axis[k] = static_cast<float>(x[k]);
        frame.axis[3 + k] = static_cast<float>(y[k]);
        frame.axis[6 + k] = static_cast<float>(z[k]);
    }
    return frame;
}

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
    double area() const {
        const double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
        return x * y + y * z + z * x;
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
        std::array<Extent, wide_arity> best;
        Frame best_frame;
        double best_area = std::numeric_limits<double>::infinity();
        // Principal directions are arbitrary for a cube and bad for a few long triangles; machined parts
        // mostly lie along the coordinate axes.
        for (const Frame& frame : {principal_frame(moments_[index]), Frame{}}) {
            std::array<Extent, wide_arity> extents;
            Extent all;
            for (std::uint32_t i = 0; i < node.count; ++i) {
                extents[i] = node.leaf ? triangle_extent(frame, node.first + i)
                                       : extent_in(frame, points_of(node.first + i));
                all.grow(extents[i]);
            }
            if (!(all.area() < best_area)) continue;
            best_area = all.area();
            best = extents;
            best_frame = frame;
        }
        node.axis = best_frame.axis;
        place_boxes(node, std::span(best).first(node.count));
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
