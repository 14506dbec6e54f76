// The bodies and poses of the comparison: the benchmark setting, and spheres that nearly touch.
#pragma once

#include "experiments.hpp"

#include <allide/allide.hpp>

#include <string>
#include <vector>

namespace allide::bench {

enum class QueryKind { first_contact, next_contact, all_contacts, distance };

struct Scenario {
    std::string name;
    QueryKind kind;
    std::vector<Pose> poses;     // poses of B; A is at rest
    std::size_t run_length = 1;  // poses per run; the poses of a run differ by small steps
};

// Two bodies and the queries about them.
struct Pairing {
    std::string object;
    Mesh a, b;
    std::vector<Scenario> scenarios;
    bool apart = false;          // true if the bodies are convex and neither contains the other
    bool of_the_setting = true;  // true if build times and memory are reported for these bodies too
};

namespace scenario {
inline const std::string all = "all contacts";
inline const std::string first = "first contact, cold";
inline const std::string next = "first contact, 0.18° steps";
inline const std::string concentric = "concentric spheres";
inline const std::string point_gap = "point gaps";
inline const std::string far = "distance, separated";
inline const std::string far_concentric = "distance, concentric spheres";
inline const std::string far_point_gap = "distance, point gaps";
}  // namespace scenario

// The objects of the benchmark setting, generated and scanned; `missing` lists scans that cannot be read.
std::vector<Pairing> objects_of_setting(const Settings& settings, std::vector<std::string>& missing);
// Concentric spheres whose radii differ by 1e-1, 1e-2, 1e-3.
std::vector<Pairing> concentric_spheres(const Settings& settings);
// Two equal spheres next to each other with gaps of 1e-1 … 1e-4.
std::vector<Pairing> point_gaps(const Settings& settings);
// A torus with this number of triangles, for listing all contacts only.
Pairing torus_of(std::uint64_t triangles);

}  // namespace allide::bench
