#include "query/clash/line_cells.hpp"

#include <vector>

namespace allide::query {
namespace {

using kernel::cross_of;
using kernel::dot_of;
using kernel::Exact;

using ExactPlane = NumberPlane<Exact>;

}  // namespace

void LineCells::cut_by(const std::array<Vec3, 3>& corners, const Pose& pose) {
    planes_.emplace_back(kernel::NumberTriangle<Exact>{placed_corner<Exact>(pose, corners[0]),
                                                       placed_corner<Exact>(pose, corners[1]),
                                                       placed_corner<Exact>(pose, corners[2])});
}

LineCells::Found LineCells::locate(const std::array<Vec3, 3>& corners, const Pose& pose) {
    bool is_point = true;
    for (std::size_t k = 0; k < 3; ++k) {
        const ExactVector from = placed_corner<Exact>(pose, corners[k]);
        const ExactVector direction = kernel::minus(placed_corner<Exact>(pose, corners[(k + 1) % 3]), from);
        if (direction[0].sign() == 0 && direction[1].sign() == 0 && direction[2].sign() == 0) continue;
        is_point = false;
        locate_segment({from, direction});
    }
    if (is_point) locate_point(placed_corner<Exact>(pose, corners[0]));
    return found_;
}

// Records a point, or a piece of a line, of the degenerate triangle. It is inside the solid if no point
// around it is outside, outside if none is inside, and on the surface if there are both.
void LineCells::add(bool some_inside, bool some_outside) {
    found_.inside = found_.inside || !some_outside;
    found_.outside = found_.outside || !some_inside;
}

// Faces that meet at a point divide the space around it into regions. Each region has a sector of a face on
// its boundary, and each sector borders on a line in which the face is cut or bounded. So points next to
// these lines represent all regions.
void LineCells::locate_point(const ExactVector& point) {
    bool some_inside = false, some_outside = false;
    const auto note = [&](PointLocation location) {
        some_inside = some_inside || location == PointLocation::inside;
        some_outside = some_outside || location == PointLocation::outside;
    };
    for (const TrianglePlanes<Exact>& triangle : planes_) {
        const ExactVector& normal = triangle.face.normal;
        std::vector<ExactVector> lines;
        for (const TrianglePlanes<Exact>& other : planes_) {
            lines.push_back(cross_of(normal, other.face.normal));
            for (const ExactPlane& edge : other.edges) lines.push_back(cross_of(normal, edge.normal));
        }
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (std::size_t j = i + 1; j < lines.size(); ++j) {
                if (dot_of(normal, cross_of(lines[i], lines[j])).sign() == 0) continue;
                ParityNearPoint near(solid_, {point}, {lines[i], lines[j], normal});
                for (const int one : {1, -1})
                    for (const int two : {2, -2})
                        for (const int off : {3, -3}) {
                            note(near.at({one, two, off}));
                            note(near.at({two, one, off}));
                        }
            }
    }
    if (planes_.empty()) note(ParityNearPoint(solid_, {point}, {}).at({0, 0, 0}));
    add(some_inside, some_outside);
}

void LineCells::locate_segment(const Segment& segment) {
    const ExactVector &from = segment.from, &direction = segment.direction;
    locate_near(segment, {from}, 1);
    locate_near(segment, {{from[0] + direction[0], from[1] + direction[1], from[2] + direction[2]}}, -1);
    const auto cut = [&](const ExactPlane& plane) {
        Exact climb = dot_of(plane.normal, direction), height = plane.offset - dot_of(plane.normal, from);
        if (climb.sign() == 0) return;
        if (climb.sign() < 0) {
            climb = -climb;
            height = -height;
        }
        if (height.sign() <= 0 || (climb - height).sign() <= 0) return;
        RationalPoint place;
        for (std::size_t k = 0; k < 3; ++k) place.numerator[k] = climb * from[k] + height * direction[k];
        place.denominator = climb;
        locate_near(segment, place, 1);
        locate_near(segment, place, -1);
    };
    for (const TrianglePlanes<Exact>& triangle : planes_) {
        cut(triangle.face);
        for (const ExactPlane& edge : triangle.edges) cut(edge);
    }
}

// The faces that contain the line divide the space around it into sectors. Every sector borders on a face. So
// points on both sides of each face, taken on both sides of the line, represent all sectors.
void LineCells::locate_near(const Segment& segment, const RationalPoint& place, int step_along) {
    bool some_inside = false, some_outside = false;
    const auto note = [&](PointLocation location) {
        some_inside = some_inside || location == PointLocation::inside;
        some_outside = some_outside || location == PointLocation::outside;
    };
    for (const TrianglePlanes<Exact>& triangle : planes_) {
        const ExactVector& normal = triangle.face.normal;
        if (dot_of(normal, segment.direction).sign() != 0) continue;
        if ((dot_of(normal, segment.from) - triangle.face.offset).sign() != 0) continue;
        ParityNearPoint near(solid_, place, {segment.direction, cross_of(normal, segment.direction), normal});
        for (const int within : {2, -2})
            for (const int off : {3, -3}) note(near.at({step_along, within, off}));
    }
    if (!some_inside && !some_outside)
        note(ParityNearPoint(solid_, place, {segment.direction}).at({step_along, 0, 0}));
    add(some_inside, some_outside);
}

}  // namespace allide::query
