// Triangles are cut into pieces that are small relative to the object. The pieces are divided into groups,
// always splitting the group with the largest sphere, and each group gets a sphere around the centre of its
// box. In this way even a large plate of two triangles gets small spheres.
//
// Proof that every point is covered: a piece is cut at the rounded midpoint of an edge. A point of the exact
// piece is a convex combination of its corners; the point of the rounded piece with the same weights is no
// farther from it than the rounded midpoint is from the exact one. So after n cuts every point of the
// triangle is within n rounding errors of a rounded piece, which lies in a sphere because its corners do.
#include "index/build/covering_spheres.hpp"

#include "index/build/mesh_box.hpp"
#include "kernel/pose/vec.hpp"
#include "tree/wide/local_unit.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace allide::index {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr std::size_t most_cuts = 1024;
constexpr double piece_share = 1.0 / 24;  // longest edge of a piece, relative to the object's diagonal

// Computes squared lengths in a unit that is a power of two near the object's size: they cannot overflow, and
// underflow only if they are negligible.
class SquareLengths {
  public:
    explicit SquareLengths(double diagonal)
        : exponent_(diagonal > 0 ? std::clamp(std::ilogb(diagonal), -1000, 1000) : 0),
          scale_(std::ldexp(1.0, -exponent_)) {}
    double between(const Vec3& a, const Vec3& b) const {
        const Vec3 d = scale_ * (a - b);
        return kernel::dot(d, d);
    }
    double length_of(double square) const { return std::ldexp(std::sqrt(square), exponent_); }

  private:
    int exponent_;
    double scale_;
};

struct Piece {
    std::array<Vec3, 3> corners;
};

Vec3 middle_of(const Vec3& a, const Vec3& b) {
    return 0.5 * a + 0.5 * b;
}

Vec3 box_middle_of(const Piece& piece) {
    Box box{piece.corners[0], piece.corners[0]};
    for (const Vec3& corner : piece.corners) box.grow(corner);
    return middle_of(box.lo, box.hi);
}

// The longest edge of a piece, as an entry of a priority queue: the piece with the longest edge is cut next.
struct LongEdge {
    double square;
    std::size_t piece, from;  // the edge runs from corner `from` to the next corner
    friend bool operator<(const LongEdge& a, const LongEdge& b) {
        return a.square != b.square ? a.square < b.square : a.piece > b.piece;
    }
};

LongEdge longest_edge(const std::vector<Piece>& pieces, std::size_t number, const SquareLengths& squares) {
    LongEdge longest{-1, number, 0};
    const auto& corners = pieces[number].corners;
    for (std::size_t i = 0; i < 3; ++i) {
        const double square = squares.between(corners[i], corners[(i + 1) % 3]);
        if (square > longest.square) longest = {square, number, i};
    }
    return longest;
}

std::vector<Piece> pieces_of(const Mesh& mesh, const Box& box, const SquareLengths& squares) {
    std::vector<Piece> pieces;
    pieces.reserve(mesh.triangles().size() + most_cuts);
    const double most = piece_share * piece_share * squares.between(box.lo, box.hi);
    std::priority_queue<LongEdge> waiting;
    const auto consider = [&](std::size_t piece) {
        const LongEdge edge = longest_edge(pieces, piece, squares);
        if (edge.square > most) waiting.push(edge);
    };
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        pieces.push_back({mesh.corners(i)});
        consider(i);
    }
    for (std::size_t cuts = 0; cuts < most_cuts && !waiting.empty(); ++cuts) {
        const LongEdge edge = waiting.top();
        waiting.pop();
        Piece& one = pieces[edge.piece];
        Piece other = one;
        const std::size_t to = (edge.from + 1) % 3;
        one.corners[to] = other.corners[edge.from] = middle_of(one.corners[edge.from], one.corners[to]);
        pieces.push_back(other);
        consider(edge.piece);
        consider(pieces.size() - 1);
    }
    return pieces;
}

// A group of pieces, order_[first] … order_[end − 1], and a sphere that contains them.
struct Group {
    std::size_t first = 0, end = 0;
    Ball ball = {};
};

class SphereCover {
  public:
    SphereCover(std::vector<Piece> pieces, const SquareLengths& squares, double rounding)
        : pieces_(std::move(pieces)), squares_(squares), rounding_(rounding) {
        order_.reserve(pieces_.size());
        middles_.reserve(pieces_.size());
        for (const Piece& piece : pieces_) {
            order_.push_back(static_cast<std::uint32_t>(order_.size()));
            middles_.push_back(box_middle_of(piece));
        }
    }

    // Tries 1, 2, 4, … spheres. More are chosen if they reduce the total volume by at least a fifth.
    std::vector<Group> best() {
        std::vector<Group> groups{fitted(0, order_.size())}, chosen = groups;
        double content = content_of(chosen);
        for (std::size_t count = 2; count <= ObjectSummary::most_spheres; count *= 2) {
            while (groups.size() < count && divide_largest(groups)) {
            }
            if (content_of(groups) > worth_it * content) continue;
            chosen = groups;
            content = content_of(chosen);
        }
        return chosen;
    }

  private:
    static constexpr double worth_it = 0.8;

    // The sum of the volumes up to a factor, in units of the largest radius so that cubes do not underflow.
    double content_of(const std::vector<Group>& groups) const {
        double sum = 0;
        for (const Group& group : groups) {
            const double share = unit_ > 0 ? group.ball.radius / unit_ : 0;
            sum += share * share * share;
        }
        return sum;
    }

    bool divide_largest(std::vector<Group>& groups) {
        std::size_t largest = groups.size();
        for (std::size_t i = 0; i < groups.size(); ++i)
            if (groups[i].end - groups[i].first > 1 &&
                (largest == groups.size() || groups[i].ball.radius > groups[largest].ball.radius))
                largest = i;
        if (largest == groups.size()) return false;
        const Group group = groups[largest];
        const std::size_t middle = divided(group);
        groups[largest] = fitted(group.first, middle);
        groups.push_back(fitted(middle, group.end));
        return true;
    }

    // Splits the group at the middle of the longest axis of its pieces' centres, or into equal halves if that
    // leaves one side empty.
    std::size_t divided(const Group& group) {
        Box middles{middle_at(order_[group.first]), middle_at(order_[group.first])};
        for (std::size_t i = group.first; i < group.end; ++i) middles.grow(middle_at(order_[i]));
        const Vec3 extent = middles.hi - middles.lo;
        const auto along = [&](const Vec3& v) {
            return extent.x >= extent.y && extent.x >= extent.z ? v.x : extent.y >= extent.z ? v.y : v.z;
        };
        const double at = 0.5 * along(middles.lo) + 0.5 * along(middles.hi);
        const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(group.first),
                   end = order_.begin() + static_cast<std::ptrdiff_t>(group.end);
        const auto cut =
            std::partition(begin, end, [&](std::uint32_t i) { return along(middle_at(i)) <= at; });
        const auto place = cut == begin || cut == end ? begin + (end - begin) / 2 : cut;
        return static_cast<std::size_t>(place - order_.begin());
    }

    const Vec3& middle_at(std::uint32_t piece) const { return middles_[piece]; }

    Group fitted(std::size_t first, std::size_t end) {
        Box box{middle_at(order_[first]), middle_at(order_[first])};
        for (std::size_t i = first; i < end; ++i)
            for (const Vec3& corner : pieces_[order_[i]].corners) box.grow(corner);
        Group group{first, end, {middle_of(box.lo, box.hi), 0}};
        double square = 0;
        for (std::size_t i = first; i < end; ++i)
            for (const Vec3& corner : pieces_[order_[i]].corners)
                square = std::max(square, squares_.between(group.ball.centre, corner));
        // Differences, squares, sums and the square root each have a relative error of 2⁻⁵³. Terms that
        // underflow are far below rounding_, which is at least 2⁻⁴⁴ of the object's size.
        group.ball.radius = squares_.length_of(square) * (1 + 32 * 0x1p-53) + rounding_;
        unit_ = std::max(unit_, group.ball.radius);
        return group;
    }

    std::vector<Piece> pieces_;
    SquareLengths squares_;
    std::vector<std::uint32_t> order_;
    std::vector<Vec3> middles_;  // centre of each piece's bounding box
    double rounding_, unit_ = 0;
};

}  // namespace

std::vector<Ball> covering_spheres(const Mesh& mesh) {
    if (mesh.triangles().empty()) return {};
    const Box box = mesh_box(mesh);
    const Vec3 extent = box.hi - box.lo;
    const double diagonal = std::hypot(extent.x, extent.y, extent.z);
    // Rounding error of a midpoint: each of its three coordinates is rounded by at most 2⁻⁵³ of the largest
    // one or, among subnormals, three times by half the smallest number. The total is less than 2·2⁻⁵³ of the
    // largest coordinate plus 3·2⁻¹⁰⁷⁴. No piece is cut more than most_cuts times.
    const double largest = std::max(kernel::largest(box.lo), kernel::largest(box.hi));
    const double rounding = most_cuts * (2 * 0x1p-53 * largest + 0x1p-1072);
    if (!std::isfinite(diagonal) || !std::isfinite(4 * largest)) return {};
    std::vector<Ball> balls;
    const SquareLengths squares(diagonal);
    for (const Group& group : SphereCover(pieces_of(mesh, box, squares), squares, rounding).best())
        balls.push_back(group.ball);
    return balls;
}

}  // namespace allide::index
