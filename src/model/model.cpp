#include "base/float_environment.hpp"
#include "model/build_any_tree.hpp"
#include "model/describe.hpp"
#include "model/model_data.hpp"
#include "model/saved_model.hpp"
#include "tree/binary/statistics.hpp"
#include "tree/wide/statistics.hpp"

#include <allide/io.hpp>
#include <allide/model.hpp>

namespace allide {

Model::Model() : Model(std::make_shared<const detail::ModelData>()) {}
Model::Model(std::shared_ptr<const detail::ModelData> data) : data_(std::move(data)) {}

namespace {

// The contents of a moved-from model.
std::shared_ptr<const detail::ModelData> empty_data() {
    static const auto data = std::make_shared<const detail::ModelData>();
    return data;
}

}  // namespace

Model::Model(Model&& other) noexcept : data_(std::exchange(other.data_, empty_data())) {}
Model& Model::operator=(Model&& other) noexcept {
    data_ = std::exchange(other.data_, empty_data());
    return *this;
}

Result<Model> Model::build(const Mesh& mesh, const BuildOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (auto error = detail::refusal(mesh, options)) return *std::move(error);
    if (auto error = detail::non_finite_corner(mesh)) return *std::move(error);
    auto data =
        std::make_shared<detail::ModelData>(detail::ModelData{mesh, detail::build_any_tree(mesh, options)});
    if (options.inner_volumes == InnerVolumes::boxes) data->inner = detail::find_inner_boxes(mesh);
    return Model(std::move(data));
}

Placed Model::at(const Pose& pose) const& {
    return {*data_, pose};
}

Placed Model::at_rest() const& {
    // Copies a constant. A pose that is written number by number and then read in larger pieces stalls the
    // CPU, because store forwarding fails. That would take a fifth of the time of a query about distant
    // bodies.
    static constexpr Pose identity;
    return {*data_, identity};
}

const Mesh& Model::mesh() const {
    return data_->mesh;
}

std::span<const Box> Model::inner_boxes() const {
    return data_->inner.boxes;
}

TreeInfo Model::tree() const {
    return detail::describe(data_->tree);
}

TreeQuality Model::tree_quality() const {
    const base::DefaultFloatEnvironment environment;
    const tree::Contents sums =
        std::visit([](const auto& tree) { return tree::contents(tree); }, data_->tree);
    return {.total_volume = sums.total, .sibling_overlap = sums.common};
}

namespace {

bool is_default(const BuildOptions& options) {
    const BuildOptions usual;
    return options.volume == usual.volume && options.builder == usual.builder &&
           options.realign == usual.realign && options.leaf_volumes == usual.leaf_volumes &&
           options.hulls == usual.hulls && options.inflation == usual.inflation &&
           options.inner_volumes == usual.inner_volumes;
}

}  // namespace

Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options) {
    return load_model(file, options, LoadOptions{});
}

Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options,
                         const LoadOptions& load) {
    if (is_default(options) && detail::is_saved_model(file)) return load_saved_model(file);
    const Result<Mesh> mesh = load_mesh(file, load);
    if (!mesh) return mesh.error();
    return Model::build(*mesh, options);
}

}  // namespace allide
