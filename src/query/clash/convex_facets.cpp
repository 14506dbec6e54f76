#include "query/clash/convex_facets.hpp"

#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace allide::query {

using kernel::cross;
using kernel::dot;
using kernel::operator-;

// Grows one facet after the other. A facet starts as a triangle that belongs to none yet; neighbours across
// edges of exactly two triangles are added as long as the polygon stays flat and convex within the tolerance.
class FacetMerger {
  public:
    FacetMerger(const SolidSurface& surface, ConvexFacets& out)
        : surface_(surface), mesh_(surface.model().mesh()), out_(out), unit_(0) {
        double largest = 0;
        for (const Vec3& x : mesh_.vertices()) largest = std::max(largest, kernel::largest(x));
        if (largest > 0) unit_ = kernel::PowerOfTwo(-std::ilogb(largest));
        exponent_ = largest > 0 ? std::ilogb(largest) : 0;
    }

    void run() {
        const auto count = static_cast<std::uint32_t>(mesh_.triangles().size());
        done_.assign(count, false);
        for (std::uint32_t t = 0; t < count; ++t)
            if (surface_.bounding(t) == t && !done_[t]) grow_from(t);
    }

  private:
    // In the unit of `unit_`, the largest coordinate is between 1 and 2. If a file rounded its coordinates to
    // single precision, points of a plane deviate from it by a few 2⁻²⁴ of that unit.
    static constexpr double tolerance = 0x1p-21;
    static constexpr std::size_t most_corners = 40;

    Vec3 at(std::uint32_t vertex) const {
        const Vec3& x = mesh_.vertices()[vertex];
        return {unit_(x.x), unit_(x.y), unit_(x.z)};
    }

    void grow_from(std::uint32_t seed) {
        const TriangleIndices& triangle = mesh_.triangles()[seed];
        loop_.assign(triangle.begin(), triangle.end());
        const Vec3 p = at(loop_[0]);
        const Vec3 across = cross(at(loop_[1]) - p, at(loop_[2]) - p);
        const double length = std::sqrt(dot(across, across));
        ConvexFacets::Facet facet{.first_corner = static_cast<std::uint32_t>(out_.corners_.size()),
                                  .first_triangle = static_cast<std::uint32_t>(out_.triangles_.size())};
        owners_.assign(3, seed);
        done_[seed] = true;
        out_.triangles_.push_back(seed);
        deviation_ = 0;
        // The normal of a needle is too inaccurate to be used.
        if (length > 1e-6) {
            normal_ = {across.x / length, across.y / length, across.z / length};
            for (std::size_t i = 0; i < loop_.size() && loop_.size() < most_corners;)
                i = try_edge(i) ? 0 : i + 1;
        }
        out_.corners_.insert(out_.corners_.end(), loop_.begin(), loop_.end());
        facet.corners = static_cast<std::uint32_t>(loop_.size());
        facet.triangles = static_cast<std::uint32_t>(out_.triangles_.size()) - facet.first_triangle;
        facet.deviation = std::ldexp(deviation_, exponent_);
        out_.facets_.push_back(facet);
    }
    // Adds the neighbour across the edge from corner i to the next, if the polygon stays flat and convex.
    bool try_edge(std::size_t i) {
        const std::size_t n = loop_.size(), j = (i + 1) % n;
        const std::uint32_t mine = owners_[i];
        const auto neighbour = neighbour_at(mine, loop_[i], loop_[j]);
        if (neighbour.triangle == SolidSurface::none || done_[neighbour.triangle]) return false;
        const Vec3 before = at(loop_[(i + n - 1) % n]), u = at(loop_[i]), v = at(loop_[j]),
                   after = at(loop_[(j + 1) % n]), w = at(neighbour.corner);
        const double height = std::abs(dot(normal_, w - at(loop_[0])));
        if (height > tolerance) return false;
        if (!(dot(normal_, cross(w - u, v - w)) > 0)) return false;
        const double bend = std::max(reflex(before, u, w), reflex(w, v, after));
        if (bend > tolerance) return false;
        deviation_ = std::max(deviation_, 2 * height) + bend;
        if (deviation_ > 4 * tolerance) return false;
        loop_.insert(loop_.begin() + static_cast<std::ptrdiff_t>(i) + 1, neighbour.corner);
        owners_[i] = neighbour.triangle;
        owners_.insert(owners_.begin() + static_cast<std::ptrdiff_t>(i) + 1, neighbour.triangle);
        done_[neighbour.triangle] = true;
        out_.triangles_.push_back(neighbour.triangle);
        return true;
    }
    // By how much the corner q between p and r is reflex: its distance from the line pr, or 0 if the corner
    // is convex.
    double reflex(const Vec3& p, const Vec3& q, const Vec3& r) const {
        const double turn = dot(normal_, cross(q - p, r - q));
        if (turn >= 0) return 0;
        const Vec3 chord = r - p;
        const double length = std::sqrt(dot(chord, chord));
        return length > 0 ? -turn / length : 1;
    }

    struct Neighbour {
        std::uint32_t triangle = SolidSurface::none, corner = 0;
    };
    // The second triangle at an edge of exactly two triangles, and its corner that is not on the edge.
    Neighbour neighbour_at(std::uint32_t triangle, std::uint32_t from, std::uint32_t to) const {
        std::size_t a = 3, b = 3;
        for (std::size_t k = 0; k < 3; ++k) {
            if (mesh_.triangles()[triangle][k] == from) a = k;
            if (mesh_.triangles()[triangle][k] == to) b = k;
        }
        if (a == 3 || b == 3 || a == b) {
            a = b = 3;  // the ends may be duplicates of the triangle's vertices: compare positions
            for (std::size_t k = 0; k < 3; ++k) {
                if (mesh_.vertices()[mesh_.triangles()[triangle][k]] == mesh_.vertices()[from]) a = k;
                if (mesh_.vertices()[mesh_.triangles()[triangle][k]] == mesh_.vertices()[to]) b = k;
            }
            if (a == 3 || b == 3 || a == b) return {};
        }
        const std::uint32_t pa = surface_.position(triangle, a), pb = surface_.position(triangle, b);
        const auto other = surface_.other_triangle_at_edge(triangle, a, b);
        if (other == SolidSurface::none) return {};
        for (std::size_t k = 0; k < 3; ++k)
            if (surface_.position(other, k) != pa && surface_.position(other, k) != pb)
                return {other, mesh_.triangles()[other][k]};
        return {};
    }

    const SolidSurface& surface_;
    const Mesh& mesh_;
    ConvexFacets& out_;
    kernel::PowerOfTwo unit_;
    int exponent_ = 0;
    std::vector<bool> done_;
    std::vector<std::uint32_t> loop_;    // corners of the growing facet
    std::vector<std::uint32_t> owners_;  // per corner: the facet's triangle at the edge to the next corner
    Vec3 normal_ = {};
    double deviation_ = 0;
};

ConvexFacets::ConvexFacets(const SolidSurface& surface) {
    FacetMerger(surface, *this).run();
}

const ConvexFacets& SolidSurface::facets() const {
    std::call_once(facets_once_, [this] { facets_ = std::make_shared<const ConvexFacets>(*this); });
    return *facets_;
}

}  // namespace allide::query
