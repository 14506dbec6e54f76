// Finds a proof that two resting models are separated: sets of triangles are cut in half until a
// direction separates them.
#pragma once

#include "query/explain/proven_gap.hpp"

#include <allide/extra/explain.hpp>

#include <deque>
#include <vector>

namespace allide::query {

class SeparationSearch {
  public:
    // Every triangle of A must be disjoint from every triangle of B, and at least `bound` away from it.
    SeparationSearch(const WorldPoints& a, const WorldPoints& b, double bound);

    SeparationProof run();

  private:
    void prove(TriangleSet a, TriangleSet b);
    bool end_branch(TriangleSet a, TriangleSet b);
    bool try_direction(TriangleSet a, TriangleSet b, const Vec3& direction);
    bool try_exact(TriangleSet a, TriangleSet b, const ExactPosition& direction);
    bool try_axes(TriangleSet a, TriangleSet b);
    void use_exact_direction_of(std::uint32_t triangle_a, std::uint32_t triangle_b);
    void gather(const WorldPoints& points, TriangleSet set, std::vector<Vec3>& into) const;

    const WorldPoints& a_;
    const WorldPoints& b_;
    ProvenGap gap_;
    int exponent_ = 0;  // binary exponent of the largest coordinate, by which coordinates are scaled for GJK
    std::vector<Vec3> points_a_, points_b_;
    std::deque<ExactPosition> recent_;  // exact directions that were used, the most recent first
    SeparationProof proof_;
};

}  // namespace allide::query
