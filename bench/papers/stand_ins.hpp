// Bodies that replace those of the papers, which are not public.
#pragma once

#include "experiments.hpp"

#include <allide/mesh.hpp>

#include <string>
#include <vector>

namespace allide::bench {

// A scanned model if its file exists, else a generated body; scaled to the cube of size 2.
struct StandIn {
    std::string for_what;  // the name that the paper gives the body
    std::string what;      // the body used instead, such as "rocker-arm (scan)"
    Mesh mesh;
};

// Replacements for door, lock, car and pipes of paper 000, in this order.
std::vector<StandIn> bodies_of_paper_000(const Settings& settings);
// Replacements for dinosaur and horse of paper 001.
std::vector<StandIn> bodies_of_paper_001(const Settings& settings);

}  // namespace allide::bench
