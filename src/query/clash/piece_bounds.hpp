// Bounds of the distances from the points of a convex piece of surface to the facets of another surface.
//
// The distance d(x, F) to a convex facet F is a convex function of x, and so is a weighted mean of the
// distances to several facets. The distance to the nearest facet is at most this mean, and the mean is
// largest at a corner of the piece. Weights that make this largest value small give a good upper bound even
// for a piece that lies across a ridge, where two facets are equally near: it need not be divided along the
// ridge.
#pragma once

#include "query/clash/facet_distances.hpp"
#include "query/clash/surface_piece.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// Reuses its memory from piece to piece. Not thread-safe.
class PieceBounds {
  public:
    explicit PieceBounds(const FacetDistances& facets) : facets_(facets) {}

    // Measures a piece. Only its points inside the other part count: `upper` is a known bound of their
    // distances, and `some` contains all facets within `upper` of the piece.
    void measure(const SurfacePiece& piece, std::span<const std::uint32_t> some, double upper);

    // Upper bound on the distance from the surface of every point that counts.
    double upper() const { return upper_; }
    // True if the piece lies on a facet within the facet's error: smaller pieces hardly have better bounds.
    bool lies_on_facet() const { return lies_on_facet_; }
    // The error of the facet that gave the first upper bound, if that facet is not flat; else 0. Pieces
    // smaller than that error hardly have better bounds, but the triangles of the facet give better ones.
    double uneven_by() const { return uneven_by_; }
    // The facets that can be nearest to a point that counts.
    std::span<const std::uint32_t> near() const { return near_; }
    // Lower bounds of the distance from the surface: for a corner of the piece, and for any point of it.
    // Valid only for points that count.
    double lower_at_corner(std::size_t corner) const;
    double lower_at(const Vec3& x) const { return std::min(upper_, gap_to_near(x)); }
    // Lower bound of the distance of a point from the near facets, which include all facets that the piece
    // meets.
    double gap_to_near(const Vec3& x) const;

    // A point of the piece whose distance to the nearest facet is probably large. It lies between `centre`,
    // which is a point of the piece, and the corner whose distances gave the upper bound. At the corner
    // itself, the distance is often 0, because another facet of the other surface touches it.
    Vec3 promising_point(const SurfacePiece& piece, const Vec3& centre);

    // The facet nearest to a point; there must be near facets.
    std::uint32_t nearest_facet(const Vec3& x) const;

    // The place between two corners where the mean of distances that gave the upper bound is largest. Exists
    // only if the mean has more than one facet.
    struct Ridge {
        Vec3 point, from, to;
    };
    const Ridge* ridge() const { return has_ridge_ ? &ridge_ : nullptr; }

  private:
    struct Candidate {
        double gap;  // lower bound of the distance from the piece's bounding box
        std::uint32_t facet;
    };
    static bool is_later(const Candidate& x, const Candidate& y);
    const double* row(std::size_t near) const { return rows_.data() + near * corners_; }
    double error(std::size_t near) const { return facets_.error(near_[near]); }
    void choose_candidates(const SurfacePiece& piece, std::span<const std::uint32_t> some);
    void add_rows(const SurfacePiece& piece);
    void mix(const SurfacePiece& piece);
    void mix_from_mean(const SurfacePiece& piece);
    std::size_t nearest_to_corner(std::size_t corner) const;
    bool mix_in(std::size_t other, std::size_t worst, const SurfacePiece& piece);

    const FacetDistances& facets_;
    std::size_t corners_ = 0;
    double upper_ = 0;
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> near_;
    std::vector<double> rows_;  // distances: a row per near facet, a column per corner of the piece
    std::vector<double> mean_;  // per corner: the current mean of its distances, including error bounds
    std::size_t farthest_corner_ = 0;  // the corner farthest from the best single facet
    bool lies_on_facet_ = false;
    double uneven_by_ = 0;
    std::vector<double> at_centre_;  // per near facet: its distance from the centre
    bool has_ridge_ = false;
    Ridge ridge_ = {};
};

}  // namespace allide::query
