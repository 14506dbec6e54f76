// Which engine answers: the volume of the tree, how its k-DOPs are realigned, how it is divided. Every choice
// gives the same answers; they differ in speed and memory.
#pragma once

#include <allide/result.hpp>

#include <span>
#include <string_view>

namespace allide {

// The bounding volume of the tree. A k-DOP is bounded by k planes with fixed unit normals, in antiparallel
// pairs.
enum class Volume {
    automatic,  // "default": the fastest that is built in
    aabb,       // boxes along the model's coordinate axes
    obb,        // oriented boxes (Gottschalk, Lin, Manocha 1996)
    sphere,
    kdop6,   // normals of a cube
    kdop8,   // of an octahedron
    kdop12,  // of a dodecahedron
    kdop14,  // of a cube and an octahedron
    kdop18,  // of a cube and a rhombic dodecahedron
    kdop26,  // of all three
    kdop50,  // and those along (2, 1, 1), its signs and its orders
};

// How a k-DOP of one model is put into a k-DOP along the other model's directions.
enum class Realign {
    automatic,       // "default": zachmann
    zachmann,        // three planes a direction, taken once a query from the unit k-DOP (Zachmann 1998)
    zachmann_multi,  // the least of several such bounds
    vertices,        // all corners of the k-DOP
    major_axes,      // three slabs only: the coordinate axes, where the volume has them
    occupancy,       // rings of directions in which there are points (Fünfzig, Fellner 2003), corrected
    hill_climb,      // the convex hull of the points themselves
};

// How a group of triangles is divided into two.
enum class Builder {
    automatic,  // "default": zachmann for k-DOPs, mean for the others
    zachmann,   // from two far triangles on, each other one to the side that grows less
    midpoint,   // at the middle of the volume's longest direction
    mean,       // at the mean of the triangles' centres along the volume's longest direction
    median,     // at the median of the same
    sah,        // where the expected number of box tests is least, among 16 bins an axis
};

// What a leaf of a k-DOP tree keeps beside its triangle.
enum class LeafVolumes {
    stored,
    none,  // half the memory: the triangle itself is tested against the other model's k-DOPs
};

// Which nodes keep their convex hull for Realign::hill_climb; the others are realigned by zachmann.
enum class HullNodes {
    all,
    root,
};

// What a model keeps of its inside, for questions about solids.
enum class InnerVolumes {
    none,
    boxes,  // of a closed mesh: boxes inside of it, which show at once that two solids are deep in each other
};

std::span<const Volume> all_volumes();
std::string_view name_of(Volume volume);
Result<Volume> volume_from_name(std::string_view name);
bool is_kdop(Volume volume);

std::span<const Realign> all_realigns();
std::string_view name_of(Realign realign);
Result<Realign> realign_from_name(std::string_view name);

std::span<const Builder> all_builders();
std::string_view name_of(Builder builder);
Result<Builder> builder_from_name(std::string_view name);

}  // namespace allide
