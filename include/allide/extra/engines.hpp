// The engines that Model::build can choose from: the bounding volume of the tree, how k-DOPs are realigned,
// and how the tree is divided. Every choice gives the same answers; they differ in speed and memory. The
// default is the fastest; the others are those of the papers, and of comparisons.
#pragma once

#include <allide/result.hpp>

#include <span>
#include <string_view>

namespace ALLIDE_EXPORT allide {

// The bounding volume of a tree's nodes. A k-DOP is the intersection of k half-spaces with fixed unit
// normals, in antiparallel pairs.
enum class Volume {
    automatic,  // "default": the fastest, oriented boxes in a tree of its own kind
    aabb,       // boxes along the model's coordinate axes
    obb,        // oriented boxes (Gottschalk, Lin, Manocha 1996)
    sphere,
    kdop6,   // normals of the faces of a cube
    kdop8,   // of an octahedron
    kdop12,  // of a dodecahedron
    kdop14,  // of a cube and an octahedron
    kdop18,  // of a cube and a rhombic dodecahedron
    kdop26,  // of all three: cube, octahedron and rhombic dodecahedron
    kdop50,  // these 26, and those along (2, 1, 1) with all signs and permutations
};

// How a k-DOP of one model is enclosed in a k-DOP along the other model's directions.
enum class Realign {
    automatic,       // "default": zachmann
    zachmann,        // three planes per direction, chosen once per query from the unit k-DOP (Zachmann 1998)
    zachmann_multi,  // the smallest of several such bounds
    vertices,        // all vertices of the k-DOP
    major_axes,      // three slabs only: the coordinate axes, if the volume has them
    occupancy,       // rings of directions in which there are points (Fünfzig, Fellner 2003), corrected
    hill_climb,      // the convex hull of the points themselves
};

// How a set of triangles is divided into two.
enum class Builder {
    automatic,  // "default": zachmann for k-DOPs, mean for the other volumes
    zachmann,   // starts from two distant triangles and adds each other one to the side that grows less
    midpoint,   // at the middle of the volume's longest direction
    mean,       // at the mean of the triangles' centres along the volume's longest direction
    median,     // at their median
    sah,  // where the expected number of box tests is smallest (surface area heuristic), 16 bins per axis
};

// Data that a leaf of a k-DOP tree stores in addition to its triangle.
enum class LeafVolumes {
    stored,  // its k-DOP
    none,    // nothing, which halves the memory: the triangle is tested against the other model's k-DOPs
};

// Which nodes store their convex hull for Realign::hill_climb. The others are realigned by zachmann.
enum class HullNodes {
    all,
    root,
};

// Data that a model stores about its interior, for queries about solids.
enum class InnerVolumes {
    none,
    boxes,  // boxes inside a closed mesh, which prove at once that two solids interpenetrate deeply
};

// All values, their names as on the command line ("kdop14", "zachmann_multi"), and values by name; an unknown
// name gives an Error.
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
