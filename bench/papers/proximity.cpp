#include "papers/proximity.hpp"

#include "support/stopwatch.hpp"

#include <cmath>

namespace allide::bench {
namespace {

ProximityPoint ask(double gap, const Placed& a, const Placed& b) {
    const Contacts found = contacts(a, b);
    const double seconds = interleaved_medians(3, {[&] { keep(contacts(a, b).size()); }}).front();
    return {gap, found.stats, seconds, found.size()};
}

// A translation of this length in a general direction. Along x, the root volumes alone would prove the
// spheres disjoint.
Vec3 aside(double distance) {
    const Vec3 along{1, 0.7, 0.4};
    const double scale = distance / std::sqrt(along.x * along.x + along.y * along.y + along.z * along.z);
    return {scale * along.x, scale * along.y, scale * along.z};
}

}  // namespace

std::vector<double> gaps(int decades, int per_decade) {
    std::vector<double> all;
    for (int k = 0; k <= decades * per_decade; ++k)
        all.push_back(std::pow(10, -static_cast<double>(k) / per_decade));
    return all;
}

std::vector<ProximityPoint> parallel_proximity(const Mesh& inner, const Mesh& outer, const Engine& engine,
                                               const std::vector<double>& gaps, const Pose& turn) {
    const Model inside = Model::build(inner, engine.options).value();
    std::vector<ProximityPoint> points;
    for (const double gap : gaps) {
        const Model outside = Model::build(scaled(outer, 1 + gap), engine.options).value();
        points.push_back(ask(gap, inside.at(turn), outside.at_rest()));
    }
    return points;
}

std::vector<ProximityPoint> point_proximity(const Mesh& sphere, const Engine& engine,
                                            const std::vector<double>& gaps) {
    const Model model = Model::build(sphere, engine.options).value();
    std::vector<ProximityPoint> points;
    for (const double gap : gaps)
        points.push_back(ask(gap, model.at_rest(), model.at(Pose::translation(aside(2 + gap)))));
    return points;
}

}  // namespace allide::bench
