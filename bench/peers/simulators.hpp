// Queries for simulators and planners: signed distances of points compared with CGAL, the time of contact
// manifolds relative to listing contacts, and the time of loading saved models relative to building them.
#pragma once

#include "peers/bodies.hpp"
#include "support/report.hpp"

#include <memory>
#include <vector>

namespace allide::bench {

// An engine that answers with a signed distance, negative inside.
class SignedPeer {
  public:
    virtual ~SignedPeer() = default;
    virtual double signed_distance(const Vec3& point) = 0;
};
std::unique_ptr<SignedPeer> cgal_side(const Mesh& mesh);

void report_simulators(Report& report, const Settings& settings, const std::vector<Pairing>& objects);

}  // namespace allide::bench
