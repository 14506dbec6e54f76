// The two records of an object: its summary, stored in its leaf, and its shape (the triangles with the tree
// of the default engine), stored once for all instances. The bytes are the same on every machine, for every
// thread count and instruction set. Decoding arbitrary bytes at worst throws IndexFailure.
#pragma once

#include "index/file/byte_stream.hpp"

#include <allide/mesh.hpp>
#include <allide/model.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace allide::index {

struct Ball {
    Vec3 centre;
    double radius = 0;
};

// The affine map of an instance: three rows of [A|t].
using InstanceMap = std::array<double, 12>;

// Data that a search tests before it reads an object's triangles, in the scene's coordinates.
struct ObjectSummary {
    static constexpr std::size_t most_spheres = 32;
    static constexpr std::size_t most_faces = 100;

    std::string name = {};
    PartTraits traits = {};
    std::uint64_t digest = 0;  // digest of its triangles: digest_of(mesh)
    std::uint64_t triangles = 0;
    // The map of an instance, applied to the shape's vertices with one rounding each; empty: the identity.
    std::optional<InstanceMap> matrix = {};
    Box box = {};  // tight bounding box of the triangles
    // Balls that together contain every point of every triangle for certain. Empty if there are none, because
    // a radius would exceed the range of doubles.
    std::vector<Ball> spheres = {};
    // A closed convex polyhedron of at most `most_faces` triangles, counter-clockwise seen from outside. In
    // exact arithmetic, no vertex of the object is outside of any face. Empty if none was found.
    Mesh polyhedron = {};
    // Volume of the object's convex hull, rounded, for comparison with that of the polyhedron.
    double hull_volume = 0;
};

// Summarises an object from its mesh in the scene's coordinates. Vertices used by triangles must be finite.
ObjectSummary summarised(const Mesh& placed, std::string name, const PartTraits& traits = {},
                         const std::optional<InstanceMap>& matrix = {});
Bytes make_summary(const ObjectSummary& summary);
ObjectSummary read_summary(ByteView bytes);  // throws IndexFailure if the bytes are not exactly one summary
std::optional<InstanceMap> read_summary_matrix(ByteView bytes);  // the summary's matrix only

double volume_of(const Mesh& polyhedron);  // volume of a closed polyhedron, rounded

// Encodes the mesh (vertices and triangles) and its tree. The model must have the default engine.
Bytes make_shape(const Model& model);
// Decodes the model, in the scene's coordinates. The links of the stored tree are checked; its boxes are not,
// since checksums protect them. For an instance, the boxes are refitted to its vertices.
Model read_shape(ByteView shape, const ObjectSummary& summary);
// The corners of all triangles of a shape that make_shape() has encoded, mapped by the matrix if there is
// one.
using TriangleList = std::vector<std::array<Vec3, 3>>;
TriangleList read_shape_triangles(ByteView shape, const std::optional<InstanceMap>& matrix);
// Approximate size of the model in memory, in bytes.
std::uint64_t shape_memory(const Model& model);

}  // namespace allide::index
