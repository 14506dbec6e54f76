// Bodies that stand for those of the papers, which are not public.
#pragma once

#include "experiments.hpp"

#include <allide/mesh.hpp>

#include <string>
#include <vector>

namespace allide::bench {

// A scan where the folder of models has it, else a generated body; in the cube of size 2.
struct StandIn {
    std::string for_what;  // the paper's name of it
    std::string what;      // "rocker-arm (scan)"
    Mesh mesh;
};

// Door, lock, car and pipes of paper 000, in this order.
std::vector<StandIn> bodies_of_paper_000(const Settings& settings);
// Dinosaur and horse of paper 001.
std::vector<StandIn> bodies_of_paper_001(const Settings& settings);

}  // namespace allide::bench
