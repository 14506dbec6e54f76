// What an index keeps of an object: a summary, which stands in the leaf, and its shape, the triangles with
// the default engine's tree, which is stored once for all instances of it. Both are bytes that are the same
// on every machine, for every run, number of threads and instruction set. Read back, no bytes at all can do
// worse than throw Damage.
#pragma once

#include "index/file/wire.hpp"

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

// What is known of an object without its triangles, in the scene's coordinates.
struct ObjectSummary {
    static constexpr std::size_t most_spheres = 32;
    static constexpr std::size_t most_faces = 100;

    std::string name = {};
    PartTraits traits = {};
    std::uint64_t digest = 0;  // of its triangles: digest_of(mesh)
    std::uint64_t triangles = 0;
    // Of an instance: the shape's vertices are mapped by it, each rounded once. None: they are as they are.
    std::optional<InstanceMap> matrix = {};
    Box box = {};  // around its triangles, tight
    // Every point of every triangle is in one of them, certainly. Empty: none was found, since the object is
    // as large as doubles go.
    std::vector<Ball> spheres = {};
    // A closed convex body of at most `most_faces` triangles that run counter-clockwise seen from outside. No
    // vertex of the object is outside of any face, exactly. Empty: none was found, as above.
    Mesh polyhedron = {};
    double hull_volume = 0;  // of the object's convex hull, rounded: what the polyhedron's is compared with
};

// Of the object's mesh as it stands in the scene. Its vertices are finite where triangles use them.
ObjectSummary summarised(const Mesh& placed, std::string name, const PartTraits& traits = {},
                         const std::optional<InstanceMap>& matrix = {});
Bytes make_summary(const ObjectSummary& summary);
ObjectSummary read_summary(ByteView bytes);  // they hold a summary and nothing else

double volume_of(const Mesh& polyhedron);  // rounded

// The mesh (vertices and triangles) and its tree. The model is one that was built by default.
Bytes make_shape(const Model& model);
// The model where it stands in the scene. Nothing is divided again: links are checked, and boxes are not,
// since checksums tell that they are those that were written; an instance's are fitted to its own vertices.
Model read_shape(ByteView shape, const ObjectSummary& summary);
Mesh read_shape_mesh(ByteView shape, const ObjectSummary& summary);
// In memory, about.
std::uint64_t shape_memory(const Model& model);

}  // namespace allide::index
