// Encoding of a shape: the mesh, then the tree of the default engine, one node after the other as in memory.
#include "base/float_environment.hpp"
#include "index/file/axes.hpp"
#include "index/file/object_record.hpp"
#include "io/collect/affine.hpp"
#include "model/build_any_tree.hpp"
#include "model/model_data.hpp"
#include "tree/wide/build.hpp"
#include "tree/wide/validate.hpp"

#include <cmath>

namespace allide::index {
namespace {

using tree::WideCorners;
using tree::WideNode;
using tree::WideTree;

constexpr std::size_t node_bytes = 126, corners_bytes = 288;

void put_node(ByteWriter& out, const WideNode& node) {
    for (const auto& numbers : {std::span<const float>(node.axis), std::span<const float>(node.center),
                                std::span<const float>(node.step)})
        for (const float x : numbers) out.put(x);
    out.put(node.first);
    for (const auto& axis : node.box)
        for (const auto& bounds : axis)
            for (const std::uint8_t bound : bounds) out.put(bound);
    out.put(node.corners);
    out.put(node.longest_edge);
    out.put(node.reach);
    out.put(node.count);
    out.put(static_cast<std::uint8_t>(node.leaf ? 1 : 0));
}

WideNode take_node(ByteReader& in) {
    WideNode node;
    for (float& x : node.axis) x = in.real32();
    for (float& x : node.center) x = in.real32();
    for (float& x : node.step) x = in.real32();
    node.first = in.u32();
    for (auto& axis : node.box)
        for (auto& bounds : axis)
            for (std::uint8_t& bound : bounds) bound = in.u8();
    node.corners = in.u32();
    node.longest_edge = in.real32();
    node.reach = in.real32();
    node.count = in.u8();
    const std::uint8_t leaf = in.u8();
    if (leaf > 1) throw_damaged("expected 0 or 1 as the leaf flag of a tree node");
    node.leaf = leaf == 1;
    return node;
}

void put_tree(ByteWriter& out, const WideTree& tree) {
    out.put(tree.center);
    out.put(static_cast<std::uint32_t>(tree.exponent));
    out.put(tree.norm);
    out.put(static_cast<std::uint32_t>(tree.nodes.size()));
    for (const WideNode& node : tree.nodes) put_node(out, node);
    out.put(static_cast<std::uint32_t>(tree.corners.size()));
    for (const WideCorners& corners : tree.corners)
        for (const auto& row : corners.row)
            for (const float x : row) out.put(x);
    for (const std::uint32_t triangle : tree.order) out.put(triangle);
}

WideTree take_tree(ByteReader& in, const Mesh& mesh) {
    WideTree tree;
    tree.center = in.vec();
    tree.exponent = static_cast<int>(in.u32());
    tree.norm = in.real();
    tree.nodes.reserve(in.count(node_bytes));
    for (std::size_t i = tree.nodes.capacity(); i-- > 0;) tree.nodes.push_back(take_node(in));
    tree.corners.resize(in.count(corners_bytes));
    for (WideCorners& corners : tree.corners)
        for (auto& row : corners.row)
            for (float& x : row) x = in.real32();
    tree.order.resize(mesh.triangles().size());
    for (std::uint32_t& triangle : tree.order) triangle = in.u32();
    if (auto defect = tree::validate_links(tree, mesh))
        throw_damaged("expected a valid tree: " + *std::move(defect));
    return tree;
}

// Decodes the mesh in the shape's own coordinates.
Mesh take_mesh(ByteReader& in, const std::string& name) {
    MeshData data;
    data.vertices.resize(in.count(sizeof(Vec3)));
    for (Vec3& vertex : data.vertices) vertex = in.vec();
    data.triangles.resize(in.count(sizeof(TriangleIndices)));
    for (TriangleIndices& triangle : data.triangles)
        for (std::uint32_t& corner : triangle) corner = in.u32();
    data.part_names = {name};
    data.source = name;
    Result<Mesh> mesh = Mesh::from(std::move(data));
    if (!mesh) throw_damaged("a triangle has a corner that does not exist");
    return *std::move(mesh);
}

Mesh placed_mesh(const Mesh& mesh, const ObjectSummary& summary) {
    MeshData data;
    data.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    data.part_names = {summary.name};
    data.source = summary.name;
    if (summary.traits != PartTraits{}) data.part_traits = {summary.traits};
    if (summary.matrix)
        for (Vec3& vertex : data.vertices) vertex = io::mapped(*summary.matrix, vertex);
    return Mesh::from(std::move(data)).value();
}

void expect_finite(const Mesh& mesh) {
    if (detail::non_finite_corner(mesh)) throw_damaged("expected finite vertices");
}

// Throws if a triangle extends beyond the box in the summary, because searches rely on that box.
void expect_in_box(const Mesh& mesh, const Box& box) {
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t corner : triangle)
            if (!contains_box(box, {mesh.vertices()[corner], mesh.vertices()[corner]}))
                throw_damaged("a triangle lies outside the box of its object");
}

}  // namespace

Bytes make_shape(const Model& model) {
    const Mesh& mesh = model.mesh();
    const WideTree& tree = std::get<WideTree>(detail::ModelAccess::data(model).tree);
    ByteWriter out;
    out.reserve(64 + mesh.vertices().size() * sizeof(Vec3) +
                mesh.triangles().size() * (sizeof(TriangleIndices) + sizeof(std::uint32_t)) +
                tree.nodes.size() * node_bytes + tree.corners.size() * corners_bytes);
    out.put(static_cast<std::uint32_t>(mesh.vertices().size()));
    for (const Vec3& vertex : mesh.vertices()) out.put(vertex);
    out.put(static_cast<std::uint32_t>(mesh.triangles().size()));
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t corner : triangle) out.put(corner);
    put_tree(out, tree);
    return out.take();
}

Model read_shape(ByteView shape, const ObjectSummary& summary) {
    const base::DefaultFloatEnvironment environment;
    ByteReader in(shape);
    Mesh mesh = take_mesh(in, summary.name);
    expect_finite(mesh);
    WideTree tree = take_tree(in, mesh);
    in.expect_end();
    if (summary.matrix || summary.traits != PartTraits{}) mesh = placed_mesh(mesh, summary);
    if (summary.matrix) {
        expect_finite(mesh);
        tree = tree::refit(tree, mesh);
    }
    expect_in_box(mesh, summary.box);
    return detail::ModelAccess::make({std::move(mesh), std::move(tree)});
}

TriangleList read_shape_triangles(ByteView shape, const std::optional<InstanceMap>& matrix) {
    const base::DefaultFloatEnvironment environment;
    ByteReader in(shape);
    std::vector<Vec3> vertices(in.count(sizeof(Vec3)));
    for (Vec3& vertex : vertices) {
        vertex = in.vec();
        if (matrix) vertex = io::mapped(*matrix, vertex);
    }
    TriangleList triangles(in.count(sizeof(TriangleIndices)));
    for (std::array<Vec3, 3>& triangle : triangles)
        for (Vec3& corner : triangle) {
            const std::uint32_t vertex = in.u32();
            if (vertex >= vertices.size()) throw_damaged("a triangle has a corner that does not exist");
            corner = vertices[vertex];
        }
    return triangles;
}

std::uint64_t shape_memory(const Model& model) {
    const Mesh& mesh = model.mesh();
    return 1024 + mesh.vertices().size() * sizeof(Vec3) + mesh.triangles().size() * sizeof(TriangleIndices) +
           model.tree().bytes;
}

}  // namespace allide::index
