// inspect(): counts, bounds and defects of a mesh, part by part.
#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"
#include "mesh/inspect_part.hpp"
#include "mesh/positions.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace allide {
namespace {

using Numbers = std::array<std::uint32_t, 3>;  // position number (see positions.hpp) of each corner

std::uint64_t hash_of(std::uint64_t key) {
    return (key ^ key >> 29) * 0x9e3779b97f4a7c15u;
}

// The triangles of one part in the order of the mesh: all of `all`, or only those with the given numbers.
class PartTriangles {
  public:
    PartTriangles(std::span<const TriangleIndices> all, std::span<const std::uint32_t> numbers)
        : all_(all), numbers_(numbers), size_(numbers.size()) {}
    explicit PartTriangles(std::span<const TriangleIndices> own) : all_(own), size_(own.size()) {}

    std::size_t size() const { return size_; }
    const TriangleIndices& operator[](std::size_t i) const {
        return all_[numbers_.empty() ? i : numbers_[i]];
    }

  private:
    std::span<const TriangleIndices> all_;
    std::span<const std::uint32_t> numbers_;  // empty if all triangles of all_ belong to the part
    std::size_t size_;
};

class PartInspector {
  public:
    PartInspector(std::span<const Vec3> vertices, std::span<const std::uint32_t> position_of)
        : vertices_(vertices), position_of_(position_of), seen_in_(vertices.size(), no_part) {}

    PartInfo inspect(std::uint32_t part, const PartTriangles& triangles) {
        PartInfo info;
        info.triangles = triangles.size();
        has_edges_.assign(triangles.size(), false);
        const base::CancelCheck check_cancelled;
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            check_cancelled();
            has_edges_[i] = add(part, triangles[i], info);
        }
        count_repeats(triangles, info);
        info.closed = info.triangles > 0 && info.open_edges == 0 && info.nonmanifold_edges == 0;
        return info;
    }

  private:
    static constexpr std::uint32_t no_part = std::numeric_limits<std::uint32_t>::max();

    Numbers positions_of(const TriangleIndices& triangle) const {
        return {position_of_[triangle[0]], position_of_[triangle[1]], position_of_[triangle[2]]};
    }

    // Counts the positions and the defects of the triangle. Returns true if the triangle is finite and has
    // area; only then its edges count.
    bool add(std::uint32_t part, const TriangleIndices& triangle, PartInfo& info) {
        const Numbers corners = positions_of(triangle);
        for (const std::uint32_t corner : corners) {
            if (seen_in_[corner] != part) add_position(corner, info);
            seen_in_[corner] = part;
        }
        const auto [a, b, c] = corners;
        const bool finite = is_finite(a) && is_finite(b) && is_finite(c);
        const bool degenerate = a == b || b == c || c == a ||
                                (finite && kernel::collinear(vertices_[a], vertices_[b], vertices_[c]));
        info.degenerate += degenerate ? 1 : 0;
        return finite && !degenerate;
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
        info.bounds->grow(p);
    }

    // Counts duplicate triangles, open edges and non-manifold edges by sorting. To take less memory than the
    // triangles themselves, the triangles and edges of a large part are sorted in up to eight portions,
    // chosen by hash. Repeats that cannot change the counts are dropped early.
    void count_repeats(const PartTriangles& triangles, PartInfo& info) {
        constexpr std::size_t enough = std::size_t{1} << 17;
        const std::uint64_t portions = std::clamp<std::uint64_t>(triangles.size() / enough, 1, 8);
        for (std::uint64_t portion = 0; portion < portions; ++portion) {
            base::CancelCheck()();
            const auto is_here = [&](std::uint64_t hash) { return (hash >> 32) * portions >> 32 == portion; };
            corners_.clear();
            edges_.clear();
            collect(triangles, is_here, info);
            drop_duplicates(info);
            count_edges(info);
        }
    }

    // Collects the triangles and edges whose hash belongs to the current portion.
    template <typename IsHere>
    void collect(const PartTriangles& triangles, const IsHere& is_here, PartInfo& info) {
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            Numbers corners = positions_of(triangles[i]);
            std::sort(corners.begin(), corners.end());
            const auto [a, b, c] = corners;
            const std::uint64_t ab = std::uint64_t{a} << 32 | b;
            if (is_here(hash_of(hash_of(ab) + c))) {
                if (is_full(corners_)) {
                    drop_duplicates(info);
                    grow(corners_);
                }
                corners_.push_back(corners);
            }
            if (!has_edges_[i]) continue;
            for (const std::uint64_t edge : {ab, std::uint64_t{a} << 32 | c, std::uint64_t{b} << 32 | c}) {
                if (!is_here(hash_of(edge))) continue;
                if (is_full(edges_)) {
                    keep_three_of_each_edge();
                    grow(edges_);
                }
                edges_.push_back(edge);
            }
        }
    }
    template <typename Items>
    static bool is_full(const Items& items) {
        constexpr std::size_t many = std::size_t{1} << 14;
        return items.size() >= many && items.size() == items.capacity();
    }
    // Doubles the capacity unless dropping repeats has freed more than half of it. Without this, a list that
    // remains nearly full would be sorted again after every few new entries.
    template <typename Items>
    static void grow(Items& items) {
        if (items.size() > items.capacity() / 2) items.reserve(2 * items.capacity());
    }

    void drop_duplicates(PartInfo& info) {
        std::sort(corners_.begin(), corners_.end());
        const auto rest = std::unique(corners_.begin(), corners_.end());
        info.duplicate += static_cast<std::uint64_t>(corners_.end() - rest);
        corners_.erase(rest, corners_.end());
    }

    // Keeps at most three occurrences of each edge: three make it non-manifold, and more change nothing.
    void keep_three_of_each_edge() {
        std::sort(edges_.begin(), edges_.end());
        auto to = edges_.begin();
        for (const std::uint64_t edge : edges_)
            if (to - edges_.begin() < 3 || *(to - 3) != edge) *to++ = edge;
        edges_.erase(to, edges_.end());
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
    std::vector<std::uint32_t> seen_in_;  // per position: the last part that used it
    std::vector<bool> has_edges_;         // per triangle: true if its edges count
    std::vector<Numbers> corners_;        // triangles of the current portion, each with ascending numbers
    std::vector<std::uint64_t>
        edges_;  // edges of the current portion: two position numbers, the smaller in the upper 32 bits
};

// The triangles of each part. In nearly every file the triangles of a part are consecutive, so a range is
// enough. Otherwise the triangle numbers are sorted by part.
class TrianglesByPart {
  public:
    explicit TrianglesByPart(const Mesh& mesh) : mesh_(mesh) {
        const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
        starts_.assign(mesh.part_names().size() + 1, 0);
        bool ascending = true;
        for (std::uint32_t i = 0; i < count; ++i) {
            ++starts_[mesh.part_of(i)];
            ascending = ascending && (i == 0 || mesh.part_of(i - 1) <= mesh.part_of(i));
        }
        for (std::size_t p = 1; p < starts_.size(); ++p) starts_[p] += starts_[p - 1];
        if (!ascending) numbers_.resize(count);
        // So far starts_[p] is the end of part p's range; each of the part's triangles lowers it by one.
        for (std::uint32_t i = count; i-- > 0;) {
            const std::uint32_t at = --starts_[mesh.part_of(i)];
            if (!ascending) numbers_[at] = i;
        }
    }
    PartTriangles of(std::uint32_t p) const {
        const std::uint32_t first = starts_[p], size = starts_[p + 1] - first;
        if (numbers_.empty()) return PartTriangles(mesh_.triangles().subspan(first, size));
        return {mesh_.triangles(), std::span(numbers_).subspan(first, size)};
    }

  private:
    const Mesh& mesh_;
    std::vector<std::uint32_t> starts_;  // per part: index of its first triangle; then the total number
    std::vector<std::uint32_t>
        numbers_;  // triangle numbers sorted by part; empty if the mesh is in that order already
};

}  // namespace

namespace mesh {

PartInfo inspect_part(std::span<const Vec3> vertices, std::span<const TriangleIndices> triangles) {
    const std::vector<std::uint32_t> position_of = number_positions(vertices);
    return PartInspector(vertices, position_of).inspect(0, PartTriangles(triangles));
}

}  // namespace mesh

void inspect(const Mesh& mesh, const std::function<void(const PartInfo&)>& visit) {
    const base::DefaultFloatEnvironment environment;
    const std::vector<std::uint32_t> position_of = mesh::number_positions(mesh.vertices());
    const TrianglesByPart triangles(mesh);
    PartInspector inspector(mesh.vertices(), position_of);
    std::map<std::uint32_t, std::vector<ColouredTriangles>> coloured;
    for (const ColouredTriangles& run : mesh.coloured_triangles())
        coloured[mesh.part_of(run.first)].push_back(run);
    for (std::uint32_t p = 0; p < mesh.part_names().size(); ++p) {
        PartInfo info = inspector.inspect(p, triangles.of(p));
        info.name = mesh.part_names()[p];
        info.traits = mesh.part_traits(p);
        if (const auto runs = coloured.find(p); runs != coloured.end()) info.coloured = runs->second;
        visit(info);
    }
}

std::vector<PartInfo> inspect(const Mesh& mesh) {
    std::vector<PartInfo> parts;
    parts.reserve(mesh.part_names().size());
    inspect(mesh, [&](const PartInfo& info) { parts.push_back(info); });
    return parts;
}

}  // namespace allide
