// Builds SplitTrees. A SplitTree divides the overlap of two children's boxes into cells and states for each
// cell which of the children have surface in it.
//
// The paper (see mktree.hpp) assumes that every line along the axis of division meets the objects of the left
// child before those of the right one. Here, a cell in which no plane separates the left objects from the
// right ones is divided again, up to a depth; remaining cells are labelled `both`. So no surface is lost
// where the assumption fails, as for interlocking objects.
#pragma once

#include "index/build/clipped_obstacles.hpp"
#include "index/file/segment.hpp"

#include <vector>

namespace allide::index {

// Limits on the triangles from which one SplitTree is built. Objects beyond them are represented by their
// boxes. The limits influence the bytes of an index and therefore must not depend on the available memory.
inline constexpr std::uint64_t most_triangles_read = 1u << 16, most_obstacles = 1u << 14;

inline constexpr unsigned deepest_split = 6;  // such a tree has at most 2⁷ − 1 = most_split_cells cells

// Builds a SplitTree from obstacles that are added one by one.
class SplitTreeBuilder {
  public:
    // `size` is the largest magnitude of a coordinate of the overlap and of all obstacles.
    SplitTreeBuilder(const Box& overlap, double size);
    void add(const Obstacle& obstacle);
    // number of obstacles that may have a point in the overlap
    std::size_t obstacles() const { return obstacles_.size(); }
    // Every point of an obstacle in the closed overlap lies in a closed cell that is labelled with the
    // obstacle's side or `both`. Returns no cells if the overlap is empty.
    SplitTree build();

  private:
    struct Cell {
        Box box = {};
        std::vector<ClippedObstacle> obstacles = {};
    };
    std::uint16_t add_cell(const Cell& cell, unsigned depth);
    std::uint16_t add_half(const Cell& cell, const SplitPlane& plane, bool low, unsigned depth);
    void join(std::uint16_t number, const SplitPlane& plane, std::uint16_t low, std::uint16_t high);

    Box overlap_;
    ClippedPolygons polygons_;
    std::vector<ClippedObstacle> obstacles_;
    SplitTree tree_;
};
SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles);

// Adds a node to the counts of its tree.
void count_node(const Node& node, TreeCounts& counts);
// The depth of the deepest cell; 0 for a single cell.
unsigned depth_of(const SplitTree& tree);
// True if some cell is labelled `both`.
bool is_ambiguous(const SplitTree& tree);

}  // namespace allide::index
