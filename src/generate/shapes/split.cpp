#include "generate/shapes/split.hpp"

#include "base/cancel.hpp"

#include <queue>
#include <unordered_map>

namespace allide::mesh {

namespace {

class EdgeSplitter {
  public:
    explicit EdgeSplitter(MeshData& surface) : surface_(surface) {
        for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) link(t);
        for (const TriangleIndices& t : surface.triangles)
            for (int i = 0; i < 3; ++i)
                if (t[i] < t[(i + 1) % 3]) enqueue(t[i], t[(i + 1) % 3]);
    }

    void split_longest() {
        const Edge edge = queue_.top();
        queue_.pop();
        split(edge.from, edge.to);
    }

  private:
    struct Edge {
        double squared_length;
        std::uint32_t from, to;
        // Equal lengths are common. Vertex numbers break ties, so that the result is the same on every
        // machine.
        bool operator<(const Edge& other) const {
            if (squared_length != other.squared_length) return squared_length < other.squared_length;
            if (from != other.from) return from > other.from;
            return to > other.to;
        }
    };

    static std::uint64_t key(std::uint32_t from, std::uint32_t to) { return std::uint64_t{from} << 32 | to; }

    void link(std::uint32_t triangle) {
        const TriangleIndices& t = surface_.triangles[triangle];
        for (int i = 0; i < 3; ++i) triangle_at_[key(t[i], t[(i + 1) % 3])] = triangle;
    }

    void enqueue(std::uint32_t from, std::uint32_t to) {
        const Vec3& p = surface_.vertices[from];
        const Vec3& q = surface_.vertices[to];
        const double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
        queue_.push({x * x + y * y + z * z, from, to});
    }

    // The corner of a triangle opposite to its edge that starts at `from`.
    std::uint32_t opposite(std::uint32_t triangle, std::uint32_t from) const {
        const TriangleIndices& t = surface_.triangles[triangle];
        return t[0] == from ? t[2] : t[1] == from ? t[0] : t[1];
    }

    std::uint32_t add_middle(std::uint32_t from, std::uint32_t to) {
        const Vec3 p = surface_.vertices[from];
        const Vec3 q = surface_.vertices[to];
        surface_.vertices.push_back({(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2});
        return static_cast<std::uint32_t>(surface_.vertices.size() - 1);
    }

    // Splits the triangle that has the directed edge from → to into two.
    void split_side(std::uint32_t from, std::uint32_t middle, std::uint32_t to) {
        const std::uint32_t triangle = triangle_at_.at(key(from, to));
        const std::uint32_t apex = opposite(triangle, from);
        triangle_at_.erase(key(from, to));
        surface_.triangles[triangle] = {from, middle, apex};
        link(triangle);
        surface_.triangles.push_back({middle, to, apex});
        link(static_cast<std::uint32_t>(surface_.triangles.size() - 1));
        enqueue(apex, middle);
    }

    void split(std::uint32_t from, std::uint32_t to) {
        const std::uint32_t middle = add_middle(from, to);
        split_side(from, middle, to);
        split_side(to, middle, from);
        enqueue(from, middle);
        enqueue(to, middle);
    }

    MeshData& surface_;
    std::unordered_map<std::uint64_t, std::uint32_t> triangle_at_;  // triangle of each directed edge
    std::priority_queue<Edge> queue_;
};

}  // namespace

bool is_near(std::uint64_t count, std::uint64_t wanted) {
    const std::uint64_t gap = count > wanted ? count - wanted : wanted - count;
    return gap * 20 <= wanted;
}

void split_to(MeshData& surface, std::uint64_t wanted) {
    if (is_near(surface.triangles.size(), wanted)) return;
    EdgeSplitter splitter(surface);
    const base::CancelCheck check_cancelled;
    while (surface.triangles.size() + 2 <= wanted) {
        check_cancelled();
        splitter.split_longest();
    }
}

}  // namespace allide::mesh
