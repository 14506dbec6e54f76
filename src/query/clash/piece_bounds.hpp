// Bounds of the distances from the points of a convex piece of surface to the facets of another surface.
//
// The distance d(x, F) to a convex facet is a convex function of x, and so is a mean of several such
// distances. The least distance is at most the mean, and the mean is largest at a corner of the piece.
// Weights that make that largest value small bound a ridge between facets without dividing the piece across
// it.
#pragma once

#include "query/clash/facet_distances.hpp"
#include "query/clash/surface_piece.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// Scratch memory for one search at a time.
class PieceBounds {
  public:
    explicit PieceBounds(const FacetDistances& facets) : facets_(facets) {}

    // Measures a piece. `upper` bounds the distances from those of its points that are wanted; `some` has all
    // facets within it of the piece.
    void measure(const SurfacePiece& piece, std::span<const std::uint32_t> some, double upper);

    // No wanted point of the piece is farther from the surface.
    double upper() const { return upper_; }
    // The facets that can be nearest to a wanted point.
    std::span<const std::uint32_t> near() const { return near_; }
    // A bound of the distance from a wanted point of the piece from below.
    double lower_at_corner(std::size_t corner) const;
    double lower_at(const Vec3& x) const { return std::min(upper_, gap_to_near(x)); }
    // The same for the near facets only: all facets that the piece can meet.
    double gap_to_near(const Vec3& x) const;

    // A point between the corner that gave the upper bound and `centre`, a point of the piece, at which the
    // least distance is probably large. At the corner itself it is often 0: there another facet begins.
    Vec3 promising_point(const SurfacePiece& piece, const Vec3& centre);

    // The facet nearest to a point; there must be near facets.
    std::uint32_t nearest_facet(const Vec3& x) const;

    // Where the mean of distances that gave the upper bound is largest: between two corners, if there is more
    // than one facet in the mean.
    struct Ridge {
        Vec3 point, from, to;
    };
    const Ridge* ridge() const { return has_ridge_ ? &ridge_ : nullptr; }

  private:
    struct Candidate {
        double gap;  // between bounding boxes, at most
        std::uint32_t facet;
    };
    const double* row(std::size_t near) const { return rows_.data() + near * corners_; }
    double error(std::size_t near) const { return facets_.error(near_[near]); }
    void choose_candidates(const SurfacePiece& piece, std::span<const std::uint32_t> some);
    void add_rows(const SurfacePiece& piece);
    void mix(const SurfacePiece& piece);
    std::size_t nearest_to_corner(std::size_t corner) const;
    bool mix_in(std::size_t other, std::size_t worst, const SurfacePiece& piece);

    const FacetDistances& facets_;
    std::size_t corners_ = 0;
    double upper_ = 0;
    std::vector<Candidate> candidates_;
    std::vector<std::uint32_t> near_;
    std::vector<double> rows_;         // by near facet and corner: the distance
    std::vector<double> mean_;         // by corner, with errors
    std::size_t farthest_corner_ = 0;  // from the best single facet
    std::vector<double> at_centre_;    // by near facet: the distance
    bool has_ridge_ = false;
    Ridge ridge_ = {};
};

}  // namespace allide::query
