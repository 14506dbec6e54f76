// What is in a mesh, part by part: counts, bounds and the faults that files have.
#include "base/float_environment.hpp"
#include "kernel/orientation.hpp"
#include "kernel/vec.hpp"
#include "mesh/positions.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <limits>

namespace allide {
namespace {

using Numbers = std::array<std::uint32_t, 3>;  // the corners' position numbers

class PartInspector {
  public:
    PartInspector(std::span<const Vec3> vertices, std::span<const std::uint32_t> position_of)
        : vertices_(vertices), position_of_(position_of), seen_in_(vertices.size(), no_part) {}

    PartInfo inspect(std::uint32_t part, std::span<const TriangleIndices> triangles) {
        PartInfo info;
        info.triangles = triangles.size();
        corners_.clear();
        edges_.clear();
        for (const TriangleIndices& triangle : triangles) add(part, triangle, info);
        info.duplicate = count_duplicates();
        count_edges(info);
        info.closed = info.triangles > 0 && info.open_edges == 0 && info.nonmanifold_edges == 0;
        return info;
    }

  private:
    static constexpr std::uint32_t no_part = std::numeric_limits<std::uint32_t>::max();

    void add(std::uint32_t part, const TriangleIndices& triangle, PartInfo& info) {
        Numbers corners{};
        for (std::size_t i = 0; i < 3; ++i) {
            corners[i] = position_of_[triangle[i]];
            if (seen_in_[corners[i]] != part) add_position(corners[i], info);
            seen_in_[corners[i]] = part;
        }
        const auto [a, b, c] = corners;
        const bool finite = is_finite(a) && is_finite(b) && is_finite(c);
        const bool degenerate = a == b || b == c || c == a ||
                                (finite && kernel::collinear(vertices_[a], vertices_[b], vertices_[c]));
        info.degenerate += degenerate ? 1 : 0;
        if (finite && !degenerate)
            for (const auto& [from, to] : {std::minmax(a, b), std::minmax(b, c), std::minmax(c, a)})
                edges_.push_back(std::uint64_t{from} << 32 | to);
        std::sort(corners.begin(), corners.end());
        corners_.push_back(corners);
    }
    bool is_finite(std::uint32_t position) const { return kernel::finite(vertices_[position]); }

    void add_position(std::uint32_t position, PartInfo& info) const {
        const Vec3& p = vertices_[position];
        ++info.vertices;
        if (!kernel::finite(p)) {
            ++info.nonfinite;
            return;
        }
        if (!info.bounds) info.bounds = Box{p, p};
        Vec3 &lo = info.bounds->lo, &hi = info.bounds->hi;
        lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
        hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
    }

    std::uint64_t count_duplicates() {
        std::sort(corners_.begin(), corners_.end());
        return static_cast<std::uint64_t>(corners_.end() - std::unique(corners_.begin(), corners_.end()));
    }

    void count_edges(PartInfo& info) {
        std::sort(edges_.begin(), edges_.end());
        for (auto first = edges_.begin(); first != edges_.end();) {
            const auto last = std::find_if(first, edges_.end(), [&](std::uint64_t e) { return e != *first; });
            info.open_edges += last - first == 1 ? 1 : 0;
            info.nonmanifold_edges += last - first > 2 ? 1 : 0;
            first = last;
        }
    }

    std::span<const Vec3> vertices_;
    std::span<const std::uint32_t> position_of_;
    std::vector<std::uint32_t> seen_in_;  // the last part that used a position
    std::vector<Numbers> corners_;        // of each triangle, ascending
    std::vector<std::uint64_t> edges_;
};

// The triangles part by part, each part's in their order; starts[p] is where part p begins.
struct Grouped {
    std::vector<TriangleIndices> triangles;
    std::vector<std::size_t> starts;
};

Grouped group_by_part(const Mesh& mesh) {
    const auto triangles = mesh.triangles();
    const std::size_t parts = mesh.part_names().size();
    Grouped grouped{std::vector<TriangleIndices>(triangles.size()), std::vector<std::size_t>(parts + 1, 0)};
    for (std::uint32_t i = 0; i < triangles.size(); ++i) ++grouped.starts[mesh.part_of(i) + 1];
    for (std::size_t p = 0; p < parts; ++p) grouped.starts[p + 1] += grouped.starts[p];
    std::vector<std::size_t> next(grouped.starts.begin(), grouped.starts.end() - 1);
    for (std::uint32_t i = 0; i < triangles.size(); ++i)
        grouped.triangles[next[mesh.part_of(i)]++] = triangles[i];
    return grouped;
}

}  // namespace

std::vector<PartInfo> inspect(const Mesh& mesh) {
    const base::DefaultFloatEnvironment environment;
    const std::vector<std::uint32_t> position_of = mesh::number_positions(mesh.vertices());
    const Grouped grouped = group_by_part(mesh);
    PartInspector inspector(mesh.vertices(), position_of);
    std::vector<PartInfo> parts;
    for (std::uint32_t p = 0; p < mesh.part_names().size(); ++p) {
        const auto own = std::span(grouped.triangles)
                             .subspan(grouped.starts[p], grouped.starts[p + 1] - grouped.starts[p]);
        parts.push_back(inspector.inspect(p, own));
        parts.back().name = mesh.part_names()[p];
    }
    return parts;
}

}  // namespace allide
