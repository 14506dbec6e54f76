// The pieces into which triangles that meet it cut a triangle. Each has corners where two lines of the cut
// cross, so that points next to all such corners stand for all pieces; exact.
#pragma once

#include "query/clash/solid_parity.hpp"

#include <array>
#include <vector>

namespace allide::query {

template <typename Number>
struct NumberPlane {
    kernel::NumberPoint<Number> normal;
    Number offset;  // normal · x of its points
};

// A triangle's plane, and the planes across it through its edges, which look inward.
template <typename Number>
struct TrianglePlanes {
    explicit TrianglePlanes(const kernel::NumberTriangle<Number>& t);

    NumberPlane<Number> face;
    std::array<NumberPlane<Number>, 3> edges;
};

struct CellCorner {
    RationalPoint place;
    std::array<ExactVector, 3> steps;  // along one line, along another, off the plane
    // Pieces of the triangle there, each beside the line of the path's first step. The third step is left 0.
    // Only those of which no point is lower, in a direction of no importance: every piece has such a corner.
    std::vector<ParityNear::Path> pieces;
};

class TriangleCells {
  public:
    // A triangle with area.
    TriangleCells(const std::array<Vec3, 3>& corners, const Pose& pose);

    // One more triangle with area that has a segment or more in common with it.
    void cut_by(const std::array<Vec3, 3>& corners, const Pose& pose);
    // Each corner where two lines cross in the triangle and in those that they come from. Ends with false as
    // soon as `visit` does.
    template <typename Visit>
    bool for_each_corner(Visit visit) const {
        for (std::size_t i = 0; i < lines_.size(); ++i)
            for (std::size_t j = i + 1; j < lines_.size(); ++j) {
                if (!may_cross(lines_[i], lines_[j])) continue;
                const CellCorner corner = crossing(lines_[i], lines_[j]);
                if (!corner.pieces.empty() && !visit(corner)) return false;
            }
        return true;
    }

  private:
    // A plane that cuts along a line: the face of another triangle, or of one in the same plane an edge.
    struct Line {
        std::size_t triangle;
        std::size_t plane;                // 0 to 2: the edges, 3: the face
        std::vector<std::size_t> owners;  // the triangles that it bounds or is cut by, on one line each
    };

    template <typename Number>
    const NumberPlane<Number>& plane(const Line& line) const;
    template <typename Number>
    const std::vector<TrianglePlanes<Number>>& planes() const;
    void add_line(std::size_t triangle, std::size_t plane);
    bool are_same(const Line& one, const Line& other) const;
    bool may_cross(const Line& one, const Line& other) const;
    CellCorner crossing(const Line& one, const Line& other) const;

    // The first is the one that is cut.
    std::vector<TrianglePlanes<kernel::Exact>> exact_;
    std::vector<TrianglePlanes<kernel::Certain>> rough_;
    std::vector<Line> lines_;
};

}  // namespace allide::query
