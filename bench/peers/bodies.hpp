// The bodies and poses of the comparison: the benchmark setting, and spheres that nearly touch.
#pragma once

#include "experiments.hpp"

#include <allide/allide.hpp>

#include <string>
#include <vector>

namespace allide::bench {

enum class Question { first_contact, next_contact, all_contacts, distance };

struct Scenario {
    std::string name;
    Question question;
    std::vector<Pose> poses;     // of B
    std::size_t run_length = 1;  // so many poses follow each other in small steps, then the next run begins
};

// Two bodies, and what is asked about them.
struct Pairing {
    std::string object;
    Mesh a, b;
    std::vector<Scenario> scenarios;
    bool apart = false;          // each outside of the other, and convex
    bool of_the_setting = true;  // its construction and its memory count
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

// The setting's objects; scans where the models are there, and `missing` says which are not.
std::vector<Pairing> objects_of_setting(const Settings& settings, std::vector<std::string>& missing);
// 1e-1, 1e-2, 1e-3 between the radii.
std::vector<Pairing> concentric_spheres(const Settings& settings);
// 1e-1 … 1e-4 between two equal spheres side by side.
std::vector<Pairing> point_gaps(const Settings& settings);
// A torus of so many triangles, all contacts only.
Pairing torus_of(std::uint64_t triangles);

}  // namespace allide::bench
