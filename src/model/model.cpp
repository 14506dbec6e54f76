#include "base/float_environment.hpp"
#include "kernel/vec.hpp"
#include "model/model_data.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

#include <algorithm>

namespace allide {
namespace {

std::optional<Error> non_finite_corner(const Mesh& mesh) {
    const auto triangles = mesh.triangles();
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        for (const std::uint32_t vertex : triangles[i]) {
            if (kernel::finite(mesh.vertices()[vertex])) continue;
            return Error{.code = ErrorCode::not_finite,
                         .message = "a coordinate is not a finite number",
                         .file = mesh.source(),
                         .vertex = vertex,
                         .triangle = i};
        }
    }
    return std::nullopt;
}

template <typename V>
std::uint64_t deepest_leaf(const tree::Tree<V>& tree) {
    std::vector<std::uint64_t> depth(tree.nodes.size(), 0);
    std::uint64_t deepest = 0;
    // Children come after their parent.
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        deepest = std::max(deepest, depth[i]);
        if (tree.nodes[i].leaf()) continue;
        depth[tree.nodes[i].first] = depth[tree.nodes[i].first + 1] = depth[i] + 1;
    }
    return deepest;
}

template <typename V>
TreeInfo describe(const tree::Tree<V>& tree) {
    TreeInfo info;
    info.nodes = tree.nodes.size();
    info.leaves = static_cast<std::uint64_t>(
        std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const auto& node) { return node.leaf(); }));
    info.depth = deepest_leaf(tree);
    info.bytes = tree.nodes.size() * sizeof(tree::Node<V>) + tree.order.size() * sizeof(std::uint32_t) +
                 tree.triangles.size() * sizeof(kernel::Triangle);
    return info;
}

}  // namespace

Model::Model() : Model(std::make_shared<const detail::ModelData>()) {}
Model::Model(std::shared_ptr<const detail::ModelData> data) : data_(std::move(data)) {}

Result<Model> Model::build(const Mesh& mesh, const BuildOptions& options) {
    const base::DefaultFloatEnvironment environment;
    static_cast<void>(options);  // one volume and one builder so far: every choice names them
    if (auto error = non_finite_corner(mesh)) return *std::move(error);
    return Model(
        std::make_shared<const detail::ModelData>(detail::ModelData{mesh, tree::build_obb_tree(mesh)}));
}

Placed Model::at(const Pose& pose) const& {
    return {*data_, pose};
}

Placed Model::at_rest() const& {
    return {*data_, Pose::identity()};
}

const Mesh& Model::mesh() const {
    return data_->mesh;
}

TreeInfo Model::tree() const {
    return std::visit([](const auto& tree) { return describe(tree); }, data_->tree);
}

Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options) {
    const Result<Mesh> mesh = load_mesh(file);
    if (!mesh) return mesh.error();
    return Model::build(*mesh, options);
}

}  // namespace allide
