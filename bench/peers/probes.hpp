// Ray and nearest-point queries on one mesh, compared with engines made for them.
#pragma once

#include "peers/bodies.hpp"
#include "support/report.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace allide::bench {

// The answer to one query: a triangle, and `value`, which is t for a ray and the distance for a point.
struct Probed {
    std::uint32_t triangle = 0;
    double value = 0;
};

class Prober {
  public:
    virtual ~Prober() = default;
    virtual std::optional<Probed> first_hit(const Ray&) { return std::nullopt; }
    virtual std::optional<Probed> nearest(const Vec3&) { return std::nullopt; }
};

std::unique_ptr<Prober> embree_scene(const Mesh& mesh);
std::unique_ptr<Prober> cgal_closest(const Mesh& mesh);

// Compares rays with Embree and nearest points with CGAL, if they are installed, for the objects of the
// benchmark setting.
void report_probes(Report& report, const Settings& settings, const std::vector<Pairing>& objects);

}  // namespace allide::bench
