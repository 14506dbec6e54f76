// Cuts a triangle by other triangles into pieces. Every piece has a corner where two cutting lines cross, so
// it suffices to examine points next to these corners. Exact.
#pragma once

#include "query/clash/solid_parity.hpp"

#include <array>
#include <vector>

namespace allide::query {

template <typename Number>
struct NumberPlane {
    kernel::NumberPoint<Number> normal;
    Number offset;  // normal · x for the points of the plane
};

// A triangle's plane, and the planes through its edges at right angles to it, whose normals point inward.
template <typename Number>
struct TrianglePlanes {
    explicit TrianglePlanes(const kernel::NumberTriangle<Number>& t);

    NumberPlane<Number> face;
    std::array<NumberPlane<Number>, 3> edges;
};

struct CellCorner {
    RationalPoint place;
    std::array<ExactVector, 3> steps;  // along one line, along the other, off the triangle's plane
    // The pieces of the triangle that have this corner. Each is given by a path that leads into it, first
    // along one of the two lines and then away from it; the third step is 0. A piece is listed only at its
    // lowest corner in a fixed direction, so that it is visited once.
    std::vector<ParityNearPoint::Path> pieces;
};

class TriangleCells {
  public:
    // The triangle to be cut, which has area.
    TriangleCells(const std::array<Vec3, 3>& corners, const Pose& pose);

    // Cuts by another triangle with area that shares a segment or more with it.
    void cut_by(const std::array<Vec3, 3>& corners, const Pose& pose);
    // Visits each corner that lists pieces. A corner is a point where two lines cross, if it lies in the
    // triangle that is cut and, for each of the two lines, in a triangle that the line comes from, borders
    // included. Returns false as soon as `visit` does.
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
    // A line along which the triangle is cut, represented by a plane through it: the plane of another
    // triangle or, if the other is coplanar, the plane at right angles through one of its edges.
    struct Line {
        std::size_t triangle;
        std::size_t plane;                // 0 to 2: the plane through an edge, 3: that of the face
        std::vector<std::size_t> owners;  // all triangles that cut along this line
    };

    template <typename Number>
    const NumberPlane<Number>& plane(const Line& line) const;
    template <typename Number>
    const std::vector<TrianglePlanes<Number>>& planes() const;
    void add_line(std::size_t triangle, std::size_t plane);
    bool are_same(const Line& one, const Line& other) const;
    bool may_cross(const Line& one, const Line& other) const;
    CellCorner crossing(const Line& one, const Line& other) const;

    // The first entry is the triangle that is cut.
    std::vector<TrianglePlanes<kernel::Exact>> exact_;
    std::vector<TrianglePlanes<kernel::BoundedDouble>> rough_;
    std::vector<Line> lines_;
};

}  // namespace allide::query
