// The engines that Model::build can choose from: the bounding volume of the tree, how k-DOPs are realigned,
// and how the tree is divided. Every choice gives the same answers; they differ in speed and memory. The
// default is the fastest; the others are published methods, for comparison.
#pragma once

#include <allide/result.hpp>

#include <span>
#include <string_view>

namespace ALLIDE_EXPORT allide {

// The bounding volume of a tree's nodes. A k-DOP is the intersection of k half-spaces with fixed unit
// normals, in antiparallel pairs.
enum class Volume {
    // Named "default": the fastest engine, a wide tree of oriented boxes.
    automatic,
    // Boxes along the model's coordinate axes.
    aabb,
    // Oriented boxes (Gottschalk, Lin, Manocha 1996).
    obb,
    // Bounding spheres.
    sphere,
    // A k-DOP with the face normals of a cube.
    kdop6,
    // A k-DOP with the face normals of an octahedron.
    kdop8,
    // A k-DOP with the face normals of a dodecahedron.
    kdop12,
    // A k-DOP with the face normals of a cube and an octahedron.
    kdop14,
    // A k-DOP with the face normals of a cube and a rhombic dodecahedron.
    kdop18,
    // A k-DOP with the face normals of a cube, an octahedron and a rhombic dodecahedron.
    kdop26,
    // The normals of kdop26, and those along (2, 1, 1) with all signs and permutations.
    kdop50,
};

// How a k-DOP of one model is enclosed in a k-DOP along the other model's directions.
enum class Realign {
    // Named "default": the same as zachmann.
    automatic,
    // Bounds the extent in each direction by three planes, chosen once per query (Zachmann 1998).
    zachmann,
    // The smallest of several bounds like that of zachmann, each from another choice of three planes.
    zachmann_multi,
    // The exact extent in each direction: the maximum over all vertices of the k-DOP.
    vertices,
    // Uses three slabs of the k-DOP only: those of the coordinate axes if it has them.
    major_axes,
    // Looks up tables that record, for each direction, in which rings around it (ranges of the angle from it)
    // the points lie (Fünfzig, Fellner 2003, corrected).
    occupancy,
    // The convex hull of the points themselves, searched by hill climbing.
    hill_climb,
};

// How a set of triangles is divided into two.
enum class Builder {
    // Named "default": zachmann for k-DOPs, mean for the other volumes.
    automatic,
    // Starts from two distant triangles and adds each further triangle to the side that grows less.
    zachmann,
    // Splits at the midpoint of the volume's longest direction.
    midpoint,
    // Splits at the mean of the triangles' centres along the volume's longest direction.
    mean,
    // Splits at the median of the triangles' centres along the volume's longest direction.
    median,
    // Splits where the expected number of box tests is smallest (surface area heuristic), with 16 bins per
    // axis.
    sah,
};

// Data that a leaf of a k-DOP tree stores in addition to its triangle.
enum class LeafVolumes {
    // The leaf stores its k-DOP.
    stored,
    // The leaf stores nothing, which halves the memory. Its triangle is tested against the other model's
    // k-DOPs.
    none,
};

// Which nodes store their convex hull for Realign::hill_climb. The others are realigned by zachmann.
enum class HullNodes {
    // Every node stores its hull.
    all,
    // Only the root stores its hull.
    root,
};

// Data that a model stores about its interior, for queries about solids.
enum class InnerVolumes {
    // No data about the interior.
    none,
    // Boxes inside a closed mesh. They prove at once that two solids interpenetrate deeply.
    boxes,
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
