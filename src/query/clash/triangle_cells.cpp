#include "query/clash/triangle_cells.hpp"

#include <algorithm>
#include <cstdlib>

namespace allide::query {
namespace {

using kernel::BoundedDouble;
using kernel::cross_of;
using kernel::dot_of;
using kernel::Exact;
using kernel::minus;
using kernel::NumberPoint;
using kernel::NumberTriangle;

template <typename Number>
NumberPoint<Number> sum_of_three(const Number& x, const NumberPoint<Number>& a, const Number& y,
                                 const NumberPoint<Number>& b, const Number& z,
                                 const NumberPoint<Number>& c) {
    NumberPoint<Number> out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = x * a[k] + y * b[k] + z * c[k];
    return out;
}

// The sign of the direction's first coordinate that is not 0: 1 if it counts as upward, −1 if as downward.
int upward(const NumberPoint<Exact>& direction) {
    for (const Exact& x : direction)
        if (x.sign() != 0) return x.sign();
    return 0;
}

// The point in which three planes meet, by Cramer's rule: its coordinates are those of `point` divided by
// `divisor`.
template <typename Number>
struct ThreePlanes {
    ThreePlanes(const NumberPlane<Number>& p, const NumberPlane<Number>& q, const NumberPlane<Number>& r) {
        const auto qr = cross_of(q.normal, r.normal), rp = cross_of(r.normal, p.normal),
                   pq = cross_of(p.normal, q.normal);
        divisor = dot_of(p.normal, qr);
        point = sum_of_three(p.offset, qr, q.offset, rp, r.offset, pq);
    }
    // The height of that point above another plane, times the divisor.
    Number height(const NumberPlane<Number>& plane) const {
        return dot_of(plane.normal, point) - plane.offset * divisor;
    }

    NumberPoint<Number> point;
    Number divisor;
};

}  // namespace

template <typename Number>
TrianglePlanes<Number>::TrianglePlanes(const NumberTriangle<Number>& t) {
    face.normal = cross_of(minus(t[1], t[0]), minus(t[2], t[0]));
    face.offset = dot_of(face.normal, t[0]);
    for (std::size_t k = 0; k < 3; ++k) {
        edges[k].normal = cross_of(face.normal, minus(t[(k + 1) % 3], t[k]));
        edges[k].offset = dot_of(edges[k].normal, t[k]);
    }
}

template struct TrianglePlanes<Exact>;
template struct TrianglePlanes<BoundedDouble>;

template <>
const std::vector<TrianglePlanes<Exact>>& TriangleCells::planes<Exact>() const {
    return exact_;
}
template <>
const std::vector<TrianglePlanes<BoundedDouble>>& TriangleCells::planes<BoundedDouble>() const {
    return rough_;
}

template <typename Number>
const NumberPlane<Number>& TriangleCells::plane(const Line& line) const {
    const TrianglePlanes<Number>& triangle = planes<Number>()[line.triangle];
    return line.plane == 3 ? triangle.face : triangle.edges[line.plane];
}

TriangleCells::TriangleCells(const std::array<Vec3, 3>& corners, const Pose& pose) {
    cut_by(corners, pose);
}

void TriangleCells::cut_by(const std::array<Vec3, 3>& corners, const Pose& pose) {
    const NumberTriangle<Exact> t{placed_corner<Exact>(pose, corners[0]),
                                  placed_corner<Exact>(pose, corners[1]),
                                  placed_corner<Exact>(pose, corners[2])};
    exact_.emplace_back(t);
    rough_.emplace_back(NumberTriangle<BoundedDouble>{placed_corner<BoundedDouble>(pose, corners[0]),
                                                      placed_corner<BoundedDouble>(pose, corners[1]),
                                                      placed_corner<BoundedDouble>(pose, corners[2])});
    const std::size_t triangle = exact_.size() - 1;
    const NumberPlane<Exact>& mine = exact_[0].face;
    bool in_plane = true;
    for (const auto& corner : t) in_plane = in_plane && dot_of(mine.normal, corner) == mine.offset;
    if (in_plane)
        for (std::size_t k = 0; k < 3; ++k) add_line(triangle, k);
    else
        add_line(triangle, 3);
}

void TriangleCells::add_line(std::size_t triangle, std::size_t plane) {
    const Line line{triangle, plane, {triangle}};
    for (Line& other : lines_)
        if (are_same(line, other)) return other.owners.push_back(triangle);
    lines_.push_back(line);
}

bool TriangleCells::are_same(const Line& one, const Line& other) const {
    bool doubt = false;
    const ThreePlanes<BoundedDouble> rough(rough_[0].face, plane<BoundedDouble>(one),
                                           plane<BoundedDouble>(other));
    if (sign_of(rough.divisor, doubt) != 0) return false;
    // Three planes have a common line if and only if the divisor and all numerators are 0.
    const ThreePlanes<Exact> at(exact_[0].face, plane<Exact>(one), plane<Exact>(other));
    return at.divisor.sign() == 0 && at.point[0].sign() == 0 && at.point[1].sign() == 0 &&
           at.point[2].sign() == 0;
}

// False if rounded arithmetic with error bounds already excludes a crossing.
bool TriangleCells::may_cross(const Line& one, const Line& other) const {
    const ThreePlanes<BoundedDouble> at(rough_[0].face, plane<BoundedDouble>(one),
                                        plane<BoundedDouble>(other));
    bool doubt = false;
    const int turn = sign_of(at.divisor, doubt);
    if (turn == 0) return doubt;
    const auto may_hold = [&](std::size_t triangle) {
        for (const NumberPlane<BoundedDouble>& edge : rough_[triangle].edges)
            if (sign_of(at.height(edge), doubt) * turn < 0) return false;
        return true;
    };
    return may_hold(0) && std::any_of(one.owners.begin(), one.owners.end(), may_hold) &&
           std::any_of(other.owners.begin(), other.owners.end(), may_hold);
}

CellCorner TriangleCells::crossing(const Line& one, const Line& other) const {
    CellCorner corner;
    ThreePlanes<Exact> at(exact_[0].face, plane<Exact>(one), plane<Exact>(other));
    const int turn = at.divisor.sign();
    if (turn == 0) return corner;
    const auto holds = [&](std::size_t triangle) {
        for (const NumberPlane<Exact>& edge : exact_[triangle].edges)
            if (at.height(edge).sign() * turn < 0) return false;
        return true;
    };
    if (!std::any_of(one.owners.begin(), one.owners.end(), holds) ||
        !std::any_of(other.owners.begin(), other.owners.end(), holds))
        return corner;
    const NumberPlane<Exact>& face = exact_[0].face;
    corner.steps = {cross_of(face.normal, plane<Exact>(one).normal),
                    cross_of(face.normal, plane<Exact>(other).normal), face.normal};
    std::array<int, 3> height{}, first{}, second{};
    for (std::size_t k = 0; k < 3; ++k) {
        const NumberPlane<Exact>& edge = exact_[0].edges[k];
        height[k] = at.height(edge).sign() * turn;
        first[k] = dot_of(edge.normal, corner.steps[0]).sign();
        second[k] = dot_of(edge.normal, corner.steps[1]).sign();
    }
    const auto is_inside = [&](const ParityNearPoint::Path& path) {
        for (std::size_t k = 0; k < 3; ++k) {
            int sign = height[k];
            for (std::size_t i = 0; i < 2 && sign == 0; ++i)
                sign = (std::abs(path[i]) == 1 ? first[k] : second[k]) * (path[i] > 0 ? 1 : -1);
            if (sign < 0) return false;
        }
        return true;
    };
    const int i = upward(corner.steps[0]), j = 2 * upward(corner.steps[1]);
    for (const ParityNearPoint::Path& path : {ParityNearPoint::Path{i, j, 0}, ParityNearPoint::Path{j, i, 0}})
        if (is_inside(path)) corner.pieces.push_back(path);
    if (turn < 0) {
        at.divisor = -at.divisor;
        for (Exact& x : at.point) x = -x;
    }
    corner.place = {at.point, at.divisor};
    return corner;
}

}  // namespace allide::query
