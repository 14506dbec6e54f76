// All spans of contact of two meshes under a motion of many turns: processor time per span, and a hash of the
// spans. Two bodies of 400, 1,000 and 20,000 triangles pass each other once per turn.
//
//     bench_contact_intervals [TURNS=200]
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/predict.hpp>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace allide;

struct Case {
    GeneratedShape mover;
    std::size_t triangles;
    double turns, clearance;
};

void measure(const char* name, const Case& c) {
    const auto model_of = [&](GeneratedShape shape) {
        return Model::build(generate(shape, {.triangles = c.triangles}).value()).value();
    };
    const Model a = model_of(c.mover), b = model_of(GeneratedShape::sphere);
    const Motion motion =
        Motion::screw(
            {.point = {5, 0, 0}, .axis = {0.01, 0.02, 1}, .angle = degrees(360 * c.turns), .advance = 0.3})
            .from(Pose::translation({0.3, 0.2, 0.1}));
    ContactIntervals found;
    const double seconds = bench::seconds_of([&] {
        found = contact_intervals(a.along(motion), b.at(Pose::translation({10.6, 0.5, 0.2})),
                                  {.clearance = c.clearance});
    });
    std::uint64_t hash = 14695981039346656037u;
    for (const ContactInterval& span : found.intervals)
        for (const double t : {span.t0_lo, span.t0_hi, span.t1_lo, span.t1_hi})
            hash = (hash ^ std::bit_cast<std::uint64_t>(t)) * 1099511628211u;
    std::printf("%-8s %9zu %9g %8zu %9zu %9.3f   %016llx\n", name, a.mesh().triangles().size(), c.clearance,
                found.intervals.size(), found.undecided.size(),
                1e3 * seconds / static_cast<double>(std::max<std::size_t>(found.intervals.size(), 1)),
                static_cast<unsigned long long>(hash));
}

}  // namespace

int main(int argc, char** argv) {
    const double turns = argc > 1 ? std::atof(argv[1]) : 200;
    std::printf("%-8s %9s %9s %8s %9s %9s   %s\n", "mover", "triangles", "clearance", "spans", "undecided",
                "ms/span", "hash");
    for (const std::size_t triangles : {400, 1000, 20'000})
        for (const double clearance : {0.0, 0.01}) {
            const double most = triangles > 1000 ? 4 : turns;
            measure("sphere", {GeneratedShape::sphere, triangles, most, clearance});
            measure("torus", {GeneratedShape::torus, triangles, most, clearance});
        }
    return 0;
}
