// The experiments of paper 003: two convex bodies at random positions in a ball.
#pragma once

#include "experiments.hpp"

#include <allide/extra/double_hierarchy.hpp>
#include <allide/extra/shapes.hpp>

#include <string>
#include <vector>

namespace allide::bench {

struct ConvexPair {
    std::string name;
    GeneratedShape first, second;
};
std::vector<ConvexPair> pairs_of_paper_003();

ConvexBody body_of(GeneratedShape shape);

// B's poses relative to A. Both bodies have random orientations and centres in a ball, whose radius is chosen
// such that the fraction `share` of the poses are collisions.
struct RandomPlaces {
    double radius = 0;
    std::vector<Pose> poses;
};
RandomPlaces random_places(const ConvexBody& a, const ConvexBody& b, double share, std::size_t count);

std::size_t repeats_of_paper_003(Size size);
int rounds_of_paper_003(Size size);

// For each query, its mean time in seconds over the poses: the median over several rounds, in each of which
// the queries alternate.
std::vector<double> mean_times(const std::vector<Pose>& poses, int rounds,
                               const std::vector<std::function<bool(const Pose&)>>& questions);

void bodies_and_boxes(Report& report);
void inner_box_tables(Report& report, const Settings& settings);        // table 2, and trees of depths 0 to 4
void convex_detector_tables(Report& report, const Settings& settings);  // table 3

}  // namespace allide::bench
