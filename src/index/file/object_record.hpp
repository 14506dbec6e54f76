// The records of an object: a summary, stored in the leaf, and a shape, the triangles with the tree of the
// default engine, stored once for all instances. The bytes are the same on every machine and for every run,
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

// The affine map of an instance, row-major [A|t].
using InstanceMap = std::array<double, 12>;

// The properties of an object that searches need before its triangles, in the scene's coordinates.
struct ObjectSummary {
    static constexpr std::size_t most_spheres = 32;
    static constexpr std::size_t most_faces = 100;

    std::string name = {};
    PartTraits traits = {};
    std::uint64_t digest = 0;  // digest of its triangles: digest_of(mesh)
    std::uint64_t triangles = 0;
    // The map of an instance, applied to the shape's vertices with one rounding each; empty: the identity.
    std::optional<InstanceMap> matrix = {};
    Box box = {};  // tight bounding box of its triangles
    // Every point of every triangle certainly lies in one of these balls. Empty if none were found, because a
    // radius exceeds the range of doubles.
    std::vector<Ball> spheres = {};
    // A closed convex body of at most `most_faces` triangles, counter-clockwise seen from outside. No vertex
    // of the object is outside any face, in exact arithmetic. Empty if none was found, as above.
    Mesh polyhedron = {};
    // volume of the object's convex hull, rounded; compared with that of the polyhedron
    double hull_volume = 0;
};

// The summary of an object from its mesh in the scene. Vertices used by triangles must be finite.
ObjectSummary summarised(const Mesh& placed, std::string name, const PartTraits& traits = {},
                         const std::optional<InstanceMap>& matrix = {});
Bytes make_summary(const ObjectSummary& summary);
ObjectSummary read_summary(ByteView bytes);  // throws IndexFailure unless the bytes are exactly one summary

double volume_of(const Mesh& polyhedron);  // rounded

// Encodes the mesh (vertices and triangles) and its tree. The model must have the default engine.
Bytes make_shape(const Model& model);
// The model in the scene's coordinates. The stored tree is used: its links are checked; its boxes are not,
// since checksums guarantee that they are those written. For an instance, boxes are refitted to its vertices.
Model read_shape(ByteView shape, const ObjectSummary& summary);
Mesh read_shape_mesh(ByteView shape, const ObjectSummary& summary);
// The approximate size of the model in memory, in bytes.
std::uint64_t shape_memory(const Model& model);

}  // namespace allide::index
