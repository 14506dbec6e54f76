// The depth of one part's surface in another part that is convex. A point's depth is its least distance to
// the planes of the convex part: a concave function, whose largest value on the surface is searched. No cuts
// along contacts and no tests of points are needed.
//
// The part of a facet that is deeper than some level is found by clipping the facet at all planes, moved
// inward by the level. If nothing remains, the facet is nowhere deeper. Otherwise, the centre of what remains
// is a deeper point, from which the level rises.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/convex_solid.hpp"
#include "query/clash/depth_record.hpp"
#include "query/clash/triangle_regions.hpp"

#include <vector>

namespace allide::query {

class ConvexDepthSearch {
  public:
    // `common` is a box outside of which the parts do not overlap; only the surface inside it is searched.
    ConvexDepthSearch(const ClashPart& inner, const ConvexInFrame& outer, const OverlapFrame& frame,
                      const Box& common, TriangleRegions& regions)
        : inner_(inner), outer_(outer), frame_(frame), common_(common), regions_(regions) {}

    // Raises the bounds in the record. Afterwards they are final for all of the surface.
    void run(DepthRecord& record);

  private:
    // A facet of the inner part or one of its triangles.
    struct Piece {
        double upper;  // upper bound of its depth
        std::uint32_t first, corners, regions;
    };
    void collect();
    void add(std::span<const std::uint32_t> vertices, std::uint32_t regions);
    double bound_of(std::span<const Vec3> corners) const;
    void search(const Piece& piece, DepthRecord& record);
    bool clip(double level);
    Vec3 centre_of_clipped();
    Vec3 nearest_in_clipped(const Vec3& centre, const Vec3& point) const;
    void raise(const Vec3& point, const DepthRecord::Regions& regions, DepthRecord& record);

    const ClashPart& inner_;
    const ConvexInFrame& outer_;
    const OverlapFrame& frame_;
    const Box common_;
    TriangleRegions& regions_;
    std::vector<Vec3> corners_;  // the corners of all pieces
    std::vector<Piece> pieces_;
    double deepest_ = 0;                   // outer_depth() of the deepest point found
    std::vector<double> deepest_of_;       // the same for each region
    std::vector<Vec3> clipped_, scratch_;  // polygons
    double area_ = 0;                      // the area of the clipped polygon
    double size_ = 0;                      // the largest coordinate of the pieces
    double rounding_ = 0;                  // error of the clipped polygon's corners
};

}  // namespace allide::query
