#include "gpu/mesh_tables.hpp"

#include "base/infinity.hpp"
#include "base/to_float.hpp"
#include "gpu/inside_grid.hpp"
#include "gpu/rounding.hpp"
#include "mesh/positions.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <Eigen/Eigenvalues>

namespace allide::gpu {
namespace {

using Frame = std::array<Vec3, 3>;  // three axes
using Corners = std::array<Vec3, 3>;

constexpr double frame_error =
    16 * 0x1p-24;  // error of a coordinate in a rounded frame, relative to the largest coordinate
constexpr double widest = 127;  // largest half extent of a node, in quanta

struct Extent {
    Vec3 low{base::infinity, base::infinity, base::infinity};
    Vec3 high = -low;

    void add(const Vec3& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
};

double component(const Vec3& v, std::size_t k) {
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}
void put(float* to, const Vec3& v) {
    to[0] = base::to_float(v.x), to[1] = base::to_float(v.y), to[2] = base::to_float(v.z);
}
Vec3 along(const Frame& frame, const Vec3& v) {
    return {dot(frame[0], v), dot(frame[1], v), dot(frame[2], v)};
}
Vec3 rounded(const Vec3& v) {
    return {base::to_float(v.x), base::to_float(v.y), base::to_float(v.z)};
}

class TreeBuilder {
  public:
    TreeBuilder(const std::vector<Corners>& corners, std::vector<std::uint32_t>& order, MeshTables& out)
        : corners_(corners), order_(order), out_(out) {}

    void build() {
        const auto count = static_cast<std::uint32_t>(order_.size());
        out_.nodes.resize(1);
        out_.nodes.reserve(count + 1);
        out_.view.root = count <= 2 ? leaf_bit : 0;
        fill(0, 0, count, 0);
    }

  private:
    // The axes of a node's boxes: the eigenvectors of the covariance of its surface.
    Frame frame_of(std::uint32_t begin, std::uint32_t end) const {
        Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        double total = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            const Corners& c = corners_[order_[i]];
            const double area = length(cross(c[1] - c[0], c[2] - c[0])) + 1e-30;
            const Vec3 m = (c[0] + c[1] + c[2]) / 3.0;
            const Eigen::Vector3d middle(m.x, m.y, m.z);
            Eigen::Matrix3d own = 9 * middle * middle.transpose();
            for (const Vec3& p : c) {
                const Eigen::Vector3d corner(p.x, p.y, p.z);
                own += corner * corner.transpose();
            }
            moments += area / 12 * own;
            sum += area * middle;
            total += area;
        }
        const Eigen::Matrix3d covariance = moments / total - sum * sum.transpose() / (total * total);
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(covariance);
        const Eigen::Matrix3d axes = solver.eigenvectors();
        Frame frame;
        for (int k = 0; k < 3; ++k) frame[static_cast<std::size_t>(k)] = {axes(0, k), axes(1, k), axes(2, k)};
        if (!(std::abs(dot(frame[0], cross(frame[1], frame[2]))) > 0.999)) return world();
        return frame;
    }
    static Frame world() { return {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}; }

    Extent extent_along(const Frame& frame, std::uint32_t begin, std::uint32_t end) const {
        Extent extent;
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Vec3& corner : corners_[order_[i]]) extent.add(along(frame, corner));
        return extent;
    }
    // The cost of a node whose first child has the triangles before `split`: the sizes of both children's
    // boxes in the node's frame.
    double cost(const Frame& frame, std::uint32_t begin, std::uint32_t split, std::uint32_t end) const {
        double sum = 0;
        for (const Extent& part : {extent_along(frame, begin, split), extent_along(frame, split, end)})
            if (part.high.x >= part.low.x) {
                const Vec3 size = part.high - part.low;
                sum += size.x + size.y + size.z;
            }
        return sum;
    }

    // Sorts the triangles along an axis and divides them in two. The first part gets an even number, so that
    // all leaves but the last have two triangles.
    std::uint32_t divide(const Vec3& axis, std::uint32_t begin, std::uint32_t end) {
        const auto position = [&](std::uint32_t t) {
            const Corners& c = corners_[t];
            return dot(axis, c[0] + c[1] + c[2]);
        };
        const std::uint32_t split = begin + (((end - begin) / 2 + 1) & ~1u);
        std::nth_element(order_.begin() + begin, order_.begin() + split, order_.begin() + end,
                         [&](std::uint32_t x, std::uint32_t y) {
                             const double a = position(x), b = position(y);
                             return a != b ? a < b : x < y;
                         });
        return split;
    }
    // Divides the triangles along one axis of the world or of their own frame: the one that gives the
    // smallest boxes.
    std::uint32_t divide_best(const Frame& own, std::uint32_t begin, std::uint32_t end) {
        // Trying all axes takes long for large nodes, and gains little there.
        constexpr std::uint32_t many = 1u << 17;
        const Frame frames[2] = {world(), own};
        double least = base::infinity;
        Vec3 best = own[0];
        for (const Frame& frame : frames) {
            const Extent whole = extent_along(frame, begin, end);
            const Vec3 size = whole.high - whole.low;
            const double longest = std::max({size.x, size.y, size.z});
            for (std::size_t k = 0; k < 3; ++k) {
                if (end - begin > many && component(size, k) < longest) continue;
                const std::uint32_t split = divide(frame[k], begin, end);
                const double now =
                    std::min(cost(frames[0], begin, split, end), cost(frames[1], begin, split, end));
                if (now < least) least = now, best = frame[k];
            }
        }
        return divide(best, begin, end);
    }
    // The frame with the smallest boxes for both children: the world's, the node's own, or one fitted to
    // either child.
    Frame best_frame(const Frame& own, std::uint32_t begin, std::uint32_t split, std::uint32_t end) const {
        Frame best = world();
        double least = cost(best, begin, split, end);
        const auto consider = [&](const Frame& frame) {
            const double now = cost(frame, begin, split, end);
            if (now < least) least = now, best = frame;
        };
        consider(own);
        if (split < end) {
            consider(frame_of(begin, split));
            consider(frame_of(split, end));
        }
        return best;
    }

    void fill(std::size_t place, std::uint32_t begin, std::uint32_t end, std::uint32_t depth) {
        out_.depth = std::max(out_.depth, depth);
        const std::uint32_t count = end - begin;
        const bool leaf = count <= 2;
        const Frame own = frame_of(begin, end);
        const std::uint32_t split = leaf ? end : divide_best(own, begin, end);
        Frame frame = best_frame(own, begin, split, end);
        for (Vec3& axis : frame) axis = rounded(axis);
        const Extent whole = extent_along(frame, begin, end);
        const Vec3 m = (whole.low + whole.high) / 2.0;
        const Vec3 centre = rounded(m.x * frame[0] + m.y * frame[1] + m.z * frame[2]);

        const Extent parts[2] = {shifted(frame, centre, begin, split), shifted(frame, centre, split, end)};
        const Extent both = shifted(frame, centre, begin, end);
        double largest = 0;
        for (std::size_t k = 0; k < 3; ++k)
            largest = std::max({largest, component(both.high, k), -component(both.low, k)});
        const double margin = frame_error * largest + 0x1p-60;
        int exponent = largest > 0 ? std::ilogb((largest + margin) / widest) + 1 : lowest_exponent;
        exponent = std::max(exponent, lowest_exponent);
        Node node{};
        for (std::size_t k = 0; k < 3; ++k) {
            node.frame[k] = base::to_float(frame[k].x);
            node.frame[3 + k] = base::to_float(frame[k].y);
            node.frame[6 + k] = base::to_float(frame[k].z);
        }
        put(node.centre, centre);
        node.link = static_cast<std::uint32_t>(exponent - lowest_exponent) << exponent_shift;
        for (std::size_t i = 0; i < (leaf ? 1 : 2); ++i) store_box(node, i, parts[i], margin, exponent);
        if (leaf) {
            node.link |= begin | (count - 1) << flag_shift;
            out_.nodes[place] = node;
            return;
        }
        const std::size_t first = out_.nodes.size();
        node.link |= static_cast<std::uint32_t>(first) | (split - begin <= 2 ? 1u : 0u) << flag_shift |
                     (end - split <= 2 ? 1u : 0u) << (flag_shift + 1);
        out_.nodes.resize(first + 2);
        out_.nodes[place] = node;
        fill(first, begin, split, depth + 1);
        fill(first + 1, split, end, depth + 1);
    }

    Extent shifted(const Frame& frame, const Vec3& centre, std::uint32_t begin, std::uint32_t end) const {
        Extent extent;
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Vec3& corner : corners_[order_[i]]) extent.add(along(frame, corner - centre));
        return extent;
    }

    static void store_box(Node& node, std::size_t child, const Extent& extent, double margin, int exponent) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double low = std::floor(std::ldexp(component(extent.low, k) - margin, -exponent));
            const double high = std::ceil(std::ldexp(component(extent.high, k) + margin, -exponent));
            const double middle = std::floor((low + high) / 2), half = std::max(high - middle, middle - low);
            store_byte(node, 6 * child + k, static_cast<std::uint32_t>(middle + 128));
            store_byte(node, 6 * child + 3 + k, static_cast<std::uint32_t>(half));
        }
    }
    static void store_byte(Node& node, std::size_t place, std::uint32_t value) {
        node.boxes[place / 4] |= value << 8 * (place % 4);
    }

    const std::vector<Corners>& corners_;
    std::vector<std::uint32_t>& order_;
    MeshTables& out_;
};

Vec3 centre_of(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles) {
    Box box = Box::empty();
    for (const TriangleIndices& t : triangles)
        for (const std::uint32_t v : t) box.grow(vertices[v]);
    return box.center();
}

// Chooses points of the surface, each as far from those before it as possible.
std::vector<Probe> probes_of(const std::vector<Vec3>& points) {
    std::vector<Probe> probes(probe_count);
    std::vector<double> gaps(points.size(), base::infinity);
    std::size_t next = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (dot(points[i], points[i]) > dot(points[next], points[next])) next = i;
    for (Probe& probe : probes) {
        const Vec3 chosen = points[next];
        put(probe.at, chosen);
        for (std::size_t j = 0; j < points.size(); ++j) {
            const Vec3 d = points[j] - chosen;
            gaps[j] = std::min(gaps[j], dot(d, d));
            if (gaps[j] > gaps[next]) next = j;
        }
    }
    return probes;
}

// Numbers the vertices that triangles use; vertices at equal positions share a number.
struct UsedVertices {
    std::vector<std::uint32_t> number;  // per vertex of the mesh
    std::vector<Vec3> positions;
};
UsedVertices used_vertices(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles) {
    constexpr std::uint32_t unknown = 0xffffffff;
    const std::vector<std::uint32_t> position_of = mesh::number_positions(vertices);
    UsedVertices used{std::vector<std::uint32_t>(vertices.size(), unknown), {}};
    for (const TriangleIndices& t : triangles) {
        for (const std::uint32_t v : t) {
            const std::uint32_t p = position_of[v];
            if (used.number[p] == unknown) {
                used.number[p] = static_cast<std::uint32_t>(used.positions.size());
                used.positions.push_back(vertices[p]);
            }
            used.number[v] = used.number[p];
        }
    }
    return used;
}

}  // namespace

std::size_t MeshTables::bytes() const {
    return nodes.size() * sizeof(Node) + triangles.size() * sizeof(TriangleRecord) +
           numbers.size() * sizeof(std::uint32_t) + vertices.size() * sizeof(double);
}

std::optional<int> size_exponent(const Model& model) {
    const auto vertices = model.mesh().vertices();
    const auto triangles = model.mesh().triangles();
    if (triangles.empty() || triangles.size() > most_triangles) return std::nullopt;
    const Vec3 centre = centre_of(vertices, triangles);
    double largest = 0;
    for (const TriangleIndices& t : triangles)
        for (const std::uint32_t v : t) largest = std::max(largest, length(vertices[v] - centre));
    if (!(largest > 0x1p-900) || !(largest < 0x1p900)) return std::nullopt;
    return std::ilogb(largest) + 1;
}

MeshTables build_tables(const Model& model, int exponent) {
    const auto vertices = model.mesh().vertices();
    const auto triangles = model.mesh().triangles();
    MeshTables tables{};
    const Vec3 centre = centre_of(vertices, triangles);
    const auto scaled = [&](const Vec3& v) {
        const Vec3 d = v - centre;
        return Vec3{std::ldexp(d.x, -exponent), std::ldexp(d.y, -exponent), std::ldexp(d.z, -exponent)};
    };
    std::vector<Corners> corners(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (std::size_t i = 0; i < 3; ++i) corners[t][i] = scaled(vertices[triangles[t][i]]);
    std::vector<std::uint32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    TreeBuilder(corners, order, tables).build();

    const UsedVertices used = used_vertices(vertices, triangles);
    double radius = 0;
    Extent box;
    tables.triangles.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Corners& c = corners[order[i]];
        TriangleRecord& record = tables.triangles[i];
        put(record.corner, c[0]);
        put(record.edge_1, c[1] - c[0]);
        put(record.edge_2, c[2] - c[0]);
        for (std::size_t k = 0; k < 3; ++k) {
            record.vertices[k] = used.number[triangles[order[i]][k]];
            radius = std::max(radius, length(c[k]));
            box.add(c[k]);
        }
    }
    tables.numbers = order;
    const std::size_t others = sizeof(Node) + sizeof(TriangleRecord) + sizeof(std::uint32_t);
    if (used.positions.size() * sizeof(Vec3) <= order.size() * (most_bytes_per_triangle - others))
        for (const Vec3& p : used.positions) tables.vertices.insert(tables.vertices.end(), {p.x, p.y, p.z});
    std::vector<Vec3> points;
    for (const Vec3& p : used.positions) points.push_back(scaled(p));
    tables.probes = probes_of(points);

    tables.view.radius = rounded_up(radius * (1 + 0x1p-20));
    tables.view.centre[0] = centre.x, tables.view.centre[1] = centre.y, tables.view.centre[2] = centre.z;
    for (std::size_t k = 0; k < 3; ++k) {
        tables.view.box_low[k] = -rounded_up(-component(box.low, k));
        tables.view.box_high[k] = rounded_up(component(box.high, k));
    }
    const mesh::Surface& surface = data_of(model).surface();
    tables.closed = surface.closed;
    tables.connected = surface.shells.size() == 1;
    if (tables.closed) tables.grid_words = build_grid(model, exponent, corners, tables.view);
    return tables;
}

namespace {

// True if the box of a node's child contains a triangle.
bool box_contains(const Node& node, std::size_t child, const Corners& triangle) {
    const int exponent = static_cast<int>(node.link >> exponent_shift & 63) + lowest_exponent;
    const auto byte = [&](std::size_t place) {
        return static_cast<double>(node.boxes[place / 4] >> 8 * (place % 4) & 255);
    };
    // Inverts the matrix instead of transposing it, because the frame is only nearly orthonormal.
    Eigen::Matrix3d frame;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) frame(i, j) = node.frame[3 * i + j];
    const Eigen::Matrix3d inverse = frame.inverse();
    for (const Vec3& corner : triangle) {
        const Eigen::Vector3d y =
            inverse *
            Eigen::Vector3d(corner.x - node.centre[0], corner.y - node.centre[1], corner.z - node.centre[2]);
        for (std::size_t k = 0; k < 3; ++k) {
            const double middle = std::ldexp(byte(6 * child + k) - 128, exponent),
                         half = std::ldexp(byte(6 * child + 3 + k), exponent);
            if (!(std::abs(y[static_cast<int>(k)] - middle) <= half)) return false;
        }
    }
    return true;
}

class TreeCheck {
  public:
    TreeCheck(const MeshTables& tables, const std::vector<Corners>& corners)
        : tables_(tables), corners_(corners) {}

    // Checks the subtree of a node. Returns the range of its triangles, or nothing if a box or a link is
    // wrong.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> check(std::uint32_t reference) const {
        const Node& node = tables_.nodes[reference & index_mask];
        const std::uint32_t index = node.link & index_mask;
        if ((reference & leaf_bit) != 0) {
            const std::uint32_t end = index + 1 + (node.link >> flag_shift & 1);
            return in_box(node, 0, index, end) ? std::optional(std::pair(index, end)) : std::nullopt;
        }
        const auto child = [&](std::uint32_t i) {
            return check((index + i) | (node.link >> (flag_shift + i) & 1) << 31);
        };
        const auto first = child(0), second = child(1);
        if (!first || !second || first->second != second->first) return std::nullopt;
        if (!in_box(node, 0, first->first, first->second) || !in_box(node, 1, second->first, second->second))
            return std::nullopt;
        return std::pair(first->first, second->second);
    }

  private:
    bool in_box(const Node& node, std::size_t child, std::uint32_t begin, std::uint32_t end) const {
        for (std::uint32_t i = begin; i < end; ++i)
            if (!box_contains(node, child, corners_[tables_.numbers[i]])) return false;
        return true;
    }
    const MeshTables& tables_;
    const std::vector<Corners>& corners_;
};

}  // namespace

bool valid(const MeshTables& tables, const Model& model, int exponent) {
    const auto triangles = model.mesh().triangles();
    const auto vertices = model.mesh().vertices();
    const double* c = tables.view.centre;
    std::vector<Corners> corners(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 d = vertices[triangles[t][i]] - Vec3{c[0], c[1], c[2]};
            corners[t][i] = {std::ldexp(d.x, -exponent), std::ldexp(d.y, -exponent),
                             std::ldexp(d.z, -exponent)};
        }
    }
    std::vector<std::uint32_t> numbers = tables.numbers;
    std::sort(numbers.begin(), numbers.end());
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] != i) return false;
    const auto all = TreeCheck(tables, corners).check(tables.view.root);
    return numbers.size() == triangles.size() && all && all->first == 0 && all->second == triangles.size();
}

}  // namespace allide::gpu
