// What an index keeps of an object: a summary, which stands in the leaf, and the geometry, which is stored
// once for all instances of it. Both are bytes that are the same on every machine, for every run, number of
// threads and instruction set. Read back, no bytes at all can do worse than give an Error.
#pragma once

#include "volume/sphere.hpp"

#include <allide/mesh.hpp>
#include <allide/model.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allide::index {

// A closed convex body of triangles that run counter-clockwise seen from outside, around all of an object,
// exactly: no vertex of the object is outside of any face. At most `most_faces` of them.
struct BoundingPolyhedron {
    static constexpr std::size_t most_faces = 100;
    std::vector<Vec3> vertices = {};
    std::vector<TriangleIndices> faces = {};
};

// What is known of an object without its triangles, in the scene's coordinates.
struct ObjectSummary {
    static constexpr std::size_t most_spheres = 32;
    std::string name = {};
    PartTraits traits = {};
    std::uint64_t digest = 0;  // of its triangles: digest_of(mesh)
    std::uint32_t triangles = 0;
    Box box = {};
    // Every point of every triangle is in one of them, certainly.
    std::vector<volume::Sphere> spheres = {};
    BoundingPolyhedron polyhedron = {};
    double hull_volume = 0;  // of its convex hull, rounded: what the polyhedron's is compared with
};

// An Error if a vertex is not finite, or so large that a sphere around it is no sphere of doubles.
Result<ObjectSummary> summarised(const Mesh& mesh, std::string name, const PartTraits& traits = {});
std::vector<std::byte> summary_bytes(const ObjectSummary& summary);
// The summary takes all of the bytes.
Result<ObjectSummary> summary_from(std::span<const std::byte> bytes);

double volume_of(const BoundingPolyhedron& polyhedron);  // rounded

// The mesh (vertices and triangles) and the default engine's tree. Only of models built by default.
std::vector<std::byte> geometry_bytes(const Model& model);
// Nothing is built again, links are checked, boxes are not: those who read a file compare checksums.
// `name` becomes the name of the mesh's one part.
Result<Model> model_from(std::span<const std::byte> bytes, const std::string& name = {});

// An instance: vertices as Assembly::flattened maps them, the tree's boxes fitted to them anew. The
// identity gives a copy that shares everything.
using InstanceMap = std::array<double, 12>;  // row-major [A|t]
Result<Model> instance_of(const Model& shared, const InstanceMap& map);

}  // namespace allide::index
