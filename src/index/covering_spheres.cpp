// Triangles are cut into pieces small beside the object, the pieces are divided in space, the group with the
// largest sphere first, and each group gets the sphere around the middle of its box. A large plate of two
// triangles so has spheres of the size of its parts.
//
// Why all is covered: a piece is cut at the rounded middle of an edge. A point of the exact piece has weights
// of its corners; the point of the rounded piece with the same weights is no farther from it than the corner
// from the exact middle. So after n cuts a point of the triangle is within n roundings of a rounded piece,
// and that piece is in a sphere, since its corners are.
#include "index/covering_spheres.hpp"

#include "kernel/vec.hpp"
#include "tree/local_unit.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace allide::index {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr std::size_t most_cuts = 512;
constexpr double piece_share = 1.0 / 24;  // a piece's longest edge beside the diagonal of the object

struct Piece {
    std::array<Vec3, 3> corners;
};

double length_between(const Vec3& a, const Vec3& b) {
    const Vec3 d = a - b;
    return std::hypot(d.x, d.y, d.z);
}

Vec3 middle_of(const Vec3& a, const Vec3& b) {
    return 0.5 * a + 0.5 * b;
}

Box box_of(const Piece& piece) {
    Box box{piece.corners[0], piece.corners[0]};
    for (const Vec3& corner : piece.corners) tree::grow(box, corner);
    return box;
}

// The longest edge of a piece, by which those that are cut next are known.
struct LongEdge {
    double length;
    std::size_t piece, from;  // from that corner to the next
    friend bool operator<(const LongEdge& a, const LongEdge& b) {
        return a.length != b.length ? a.length < b.length : a.piece > b.piece;
    }
};

LongEdge longest_edge(const std::vector<Piece>& pieces, std::size_t number) {
    LongEdge longest{-1, number, 0};
    const auto& corners = pieces[number].corners;
    for (std::size_t i = 0; i < 3; ++i) {
        const double length = length_between(corners[i], corners[(i + 1) % 3]);
        if (length > longest.length) longest = {length, number, i};
    }
    return longest;
}

std::vector<Piece> pieces_of(const Mesh& mesh, double diagonal) {
    std::vector<Piece> pieces;
    pieces.reserve(mesh.triangles().size() + most_cuts);
    const double most = piece_share * diagonal;
    std::priority_queue<LongEdge> waiting;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        pieces.push_back({mesh.corners(i)});
        if (const LongEdge edge = longest_edge(pieces, i); edge.length > most) waiting.push(edge);
    }
    for (std::size_t cuts = 0; cuts < most_cuts && !waiting.empty(); ++cuts) {
        const LongEdge edge = waiting.top();
        waiting.pop();
        Piece& one = pieces[edge.piece];
        Piece other = one;
        const std::size_t to = (edge.from + 1) % 3;
        one.corners[to] = other.corners[edge.from] = middle_of(one.corners[edge.from], one.corners[to]);
        pieces.push_back(other);
        for (const std::size_t piece : {edge.piece, pieces.size() - 1})
            if (const LongEdge next = longest_edge(pieces, piece); next.length > most) waiting.push(next);
    }
    return pieces;
}

// Pieces first … end of the order, and the sphere around them.
struct Group {
    std::size_t first = 0, end = 0;
    Ball ball = {};
};

class SphereCover {
  public:
    SphereCover(std::vector<Piece> pieces, double rounding)
        : pieces_(std::move(pieces)), rounding_(rounding) {
        order_.resize(pieces_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint32_t>(i);
    }

    // The groups of the smallest of 1, 2, 4 … spheres from which on twice as many gain little.
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

    // Beside the largest radius, lest cubes of small lengths vanish.
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

    // Across the middle of the longest axis of the pieces' own middles; by halves where that parts nothing.
    std::size_t divided(const Group& group) {
        Box middles{centre_of(order_[group.first]), centre_of(order_[group.first])};
        for (std::size_t i = group.first; i < group.end; ++i) tree::grow(middles, centre_of(order_[i]));
        const Vec3 extent = middles.hi - middles.lo;
        const auto along = [&](const Vec3& v) {
            return extent.x >= extent.y && extent.x >= extent.z ? v.x : extent.y >= extent.z ? v.y : v.z;
        };
        const double at = 0.5 * along(middles.lo) + 0.5 * along(middles.hi);
        const auto begin = order_.begin() + static_cast<std::ptrdiff_t>(group.first),
                   end = order_.begin() + static_cast<std::ptrdiff_t>(group.end);
        const auto cut =
            std::partition(begin, end, [&](std::uint32_t i) { return along(centre_of(i)) <= at; });
        const auto place = cut == begin || cut == end ? begin + (end - begin) / 2 : cut;
        return static_cast<std::size_t>(place - order_.begin());
    }

    Vec3 centre_of(std::uint32_t piece) const {
        const Box box = box_of(pieces_[piece]);
        return middle_of(box.lo, box.hi);
    }

    Group fitted(std::size_t first, std::size_t end) {
        Box box = box_of(pieces_[order_[first]]);
        for (std::size_t i = first; i < end; ++i)
            for (const Vec3& corner : pieces_[order_[i]].corners) tree::grow(box, corner);
        Group group{first, end, {middle_of(box.lo, box.hi), 0}};
        for (std::size_t i = first; i < end; ++i)
            for (const Vec3& corner : pieces_[order_[i]].corners)
                group.ball.radius = std::max(group.ball.radius, length_between(group.ball.centre, corner));
        // A difference is off by 2⁻⁵³ of itself; hypot by a few roundings more. The sum is one more.
        group.ball.radius = group.ball.radius * (1 + 32 * 0x1p-53) + rounding_;
        unit_ = std::max(unit_, group.ball.radius);
        return group;
    }

    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> order_;
    double rounding_, unit_ = 0;
};

}  // namespace

std::vector<Ball> covering_spheres(const Mesh& mesh) {
    if (mesh.triangles().empty()) return {};
    Box box{mesh.corners(0)[0], mesh.corners(0)[0]};
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
        for (const Vec3& corner : mesh.corners(i)) tree::grow(box, corner);
    const double diagonal = length_between(box.lo, box.hi);
    // A middle has three coordinates, each rounded by 2⁻⁵³ of the largest at most, or, among subnormals, in
    // three steps of half the least number: below 2·2⁻⁵³ of the largest, and 3·2⁻¹⁰⁷⁴. No piece is cut more
    // often than there are cuts.
    const double largest = std::max(kernel::largest(box.lo), kernel::largest(box.hi));
    const double rounding = most_cuts * (2 * 0x1p-53 * largest + 0x1p-1072);
    if (!std::isfinite(diagonal) || !std::isfinite(4 * largest)) return {};
    std::vector<Ball> balls;
    for (const Group& group : SphereCover(pieces_of(mesh, diagonal), rounding).best())
        balls.push_back(group.ball);
    return balls;
}

}  // namespace allide::index
