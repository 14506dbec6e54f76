#include "base/float_environment.hpp"
#include "kernel/vec.hpp"
#include "model/build_any_tree.hpp"
#include "model/model_data.hpp"
#include "tree/statistics.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

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

template <typename T>
TreeInfo describe(const T& tree) {
    TreeInfo info;
    info.leaves = tree.order.size();
    info.nodes = tree.inner.size() + tree.order.size();
    info.leaves_at_depth = tree::leaves_at_depth(tree);
    info.depth = info.leaves_at_depth.empty() ? 0 : info.leaves_at_depth.size() - 1;
    info.volume_bytes = tree::volume_bytes(tree);
    info.realign_bytes = tree::realign_bytes(tree);
    info.triangle_bytes = tree::triangle_bytes(tree);
    info.bytes = info.volume_bytes + info.realign_bytes + info.triangle_bytes;
    return info;
}

}  // namespace

Model::Model() : Model(std::make_shared<const detail::ModelData>()) {}
Model::Model(std::shared_ptr<const detail::ModelData> data) : data_(std::move(data)) {}

Result<Model> Model::build(const Mesh& mesh, const BuildOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (auto error = detail::refusal(mesh, options)) return *std::move(error);
    if (auto error = non_finite_corner(mesh)) return *std::move(error);
    return Model(std::make_shared<const detail::ModelData>(
        detail::ModelData{mesh, detail::build_any_tree(mesh, options)}));
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

TreeQuality Model::tree_quality() const {
    const base::DefaultFloatEnvironment environment;
    const tree::Contents sums =
        std::visit([](const auto& tree) { return tree::contents(tree); }, data_->tree);
    return {.total_volume = sums.total, .sibling_overlap = sums.common};
}

Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options) {
    const Result<Mesh> mesh = load_mesh(file);
    if (!mesh) return mesh.error();
    return Model::build(*mesh, options);
}

}  // namespace allide
