#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "kernel/pose/vec.hpp"
#include "model/build_any_tree.hpp"
#include "model/describe.hpp"
#include "tree/wide/cost.hpp"
#include "tree/wide/divide.hpp"
#include "tree/wide/fit.hpp"
#include "tree/wide/links.hpp"

#include <allide/model.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace allide {
namespace {

// From here on a rebuild is suggested; docs/performance.md has the measurement behind it.
constexpr double cost_too_high = 2.5;
// From here on a part is rebuilt alone.
constexpr double part_too_high = 1.6;

std::optional<Error> refusal(const BuildOptions& options) {
    const auto bad = [](const char* message) {
        return Error{.code = ErrorCode::bad_argument, .message = message};
    };
    if (options.volume != Volume::automatic) return bad("only the default volume follows moving vertices");
    if (options.builder != Builder::automatic && options.builder != Builder::sah &&
        options.builder != Builder::median)
        return bad("moving vertices go with the builders automatic, sah and median");
    return std::nullopt;
}

// Those that some triangle uses, in ascending order.
std::vector<std::uint32_t> used_vertices(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size(), false);
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) used[vertex] = true;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < used.size(); ++i)
        if (used[i]) numbers.push_back(i);
    return numbers;
}

// Whether nobody else holds what a pointer does, and what others did with it is over.
template <typename T>
bool held_by(const std::shared_ptr<T>& pointer, long holders) {
    if (pointer.use_count() != holders) return false;
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

}  // namespace

struct DeformableModel::State {
    std::shared_ptr<MeshData> vertices_and_triangles;
    std::shared_ptr<detail::ModelData> data;
    tree::Divide how = tree::Divide::surface_area;
    std::vector<std::uint32_t> used;  // the numbers of the vertices that triangles use
    std::optional<tree::FitPlan> plan;
    tree::FitSpace space;
    tree::LocalUnit unit;
    std::vector<float> costs_when_divided;  // by node
    double cost_when_divided = 0;

    tree::WideTree& tree() { return std::get<tree::WideTree>(data->tree); }
    const Mesh& mesh() const { return data->mesh; }

    TreeAge age() const {
        const double now = tree::expected_cost(space);
        if (!(cost_when_divided > 0)) return {.cost = 1, .rebuild_suggested = now > 0};
        return {.cost = now / cost_when_divided,
                .rebuild_suggested = now > cost_too_high * cost_when_divided};
    }

    // Nothing that a snapshot or a copy of the mesh sees is written to.
    void make_own(bool mesh_too) {
        if (!held_by(data, 1)) data = std::make_shared<detail::ModelData>(*data);
        if (!mesh_too) return;
        // Vertices that move may close a surface or open it.
        data->lazy_surface = std::make_shared<detail::LazySurface>();
        data->solid_surface = {};
        data->number = {};
        // The model's mesh holds it too.
        if (held_by(vertices_and_triangles, 2)) return;
        vertices_and_triangles = std::make_shared<MeshData>(*vertices_and_triangles);
        data->mesh = Mesh(std::shared_ptr<const MeshData>(vertices_and_triangles));
    }

    void fit() { tree::fit(tree(), *plan, mesh().vertices(), unit, space); }

    void divide_all() {
        make_own(false);
        const double inflation = tree().inflation;
        tree() = tree::widened(tree::divide(mesh(), unit, how));
        tree().inflation = inflation;
        plan.emplace(tree(), mesh().triangles());
        fit();
        costs_when_divided = tree::costs_by_node(tree(), space);
        cost_when_divided = tree::expected_cost(space);
    }

    std::size_t divide_worst() {
        const std::vector<float> now = tree::costs_by_node(tree(), space);
        std::vector<tree::Renewed> parts;
        std::size_t triangles = 0;
        for (const std::uint32_t node : nodes_gone_bad(tree(), costs_when_divided, now, part_too_high)) {
            parts.push_back({node, tree::divide(mesh(), numbers_below(node), unit, how)});
            triangles += parts.back().binary.order.size();
        }
        if (parts.empty()) return 0;
        make_own(false);
        auto [grafted, origin] = tree::grafted(tree(), parts);
        tree() = std::move(grafted);
        plan.emplace(tree(), mesh().triangles());
        fit();
        take_costs(origin);
        return triangles;
    }

  private:
    std::span<const std::uint32_t> numbers_below(std::uint32_t node) {
        const auto leaf = [&](std::uint32_t i) -> const tree::WideNode& {
            return tree().nodes[plan->leaf_node[i]];
        };
        const tree::WideNode &first = leaf(plan->first_leaf[node]), &last = leaf(plan->end_leaf[node] - 1);
        return std::span(tree().order).subspan(first.first, last.first + last.count - first.first);
    }
    // Parts that are new cost what they cost now, the others what they did when they were.
    void take_costs(const std::vector<std::uint32_t>& origin) {
        std::vector<float> costs = tree::costs_by_node(tree(), space);
        for (std::size_t i = 0; i < origin.size(); ++i)
            if (origin[i] != tree::Grafted::none) costs[i] = costs_when_divided[origin[i]];
        costs_when_divided = std::move(costs);
        cost_when_divided = std::min(cost_when_divided, tree::expected_cost(space));
    }
};

DeformableModel::DeformableModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeformableModel::DeformableModel(DeformableModel&&) noexcept = default;
DeformableModel& DeformableModel::operator=(DeformableModel&&) noexcept = default;
DeformableModel::~DeformableModel() = default;

Result<DeformableModel> DeformableModel::build(const Mesh& mesh, const BuildOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (auto error = refusal(options)) return *std::move(error);
    if (auto error = detail::refusal(mesh, options)) return *std::move(error);
    if (auto error = detail::non_finite_corner(mesh)) return *std::move(error);
    auto state = std::make_unique<State>();
    state->vertices_and_triangles = std::make_shared<MeshData>(*mesh.data_);
    state->data = std::make_shared<detail::ModelData>(
        detail::ModelData{Mesh(std::shared_ptr<const MeshData>(state->vertices_and_triangles)), {}});
    state->how = options.builder == Builder::median ? tree::Divide::median : tree::Divide::surface_area;
    state->used = used_vertices(mesh);
    state->unit = tree::LocalUnit(mesh);
    state->tree().inflation = options.inflation;
    state->divide_all();
    return DeformableModel(std::move(state));
}

namespace {

struct Survey {
    Box bounds;
    std::uint32_t not_finite = ~0u;  // the first vertex that is not
};

Survey survey(std::span<const Vec3> positions, std::span<const std::uint32_t> used) {
    Survey all;
    if (used.empty()) return all;
    all.bounds = {positions[used[0]], positions[used[0]]};
    std::mutex joining;  // in any order: minima and maxima do not mind
    base::do_pieces(used.size(), 1u << 15, [&](std::size_t begin, std::size_t end) {
        Survey part{{positions[used[begin]], positions[used[begin]]}};
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3& x = positions[used[i]];
            tree::grow(part.bounds, x);
            if (!kernel::finite(x)) part.not_finite = std::min(part.not_finite, used[i]);
        }
        const std::lock_guard lock(joining);
        tree::grow(all.bounds, part.bounds.lo);
        tree::grow(all.bounds, part.bounds.hi);
        all.not_finite = std::min(all.not_finite, part.not_finite);
    });
    return all;
}

}  // namespace

Result<TreeAge> DeformableModel::move_vertices(std::span<const Vec3> positions, const RefitOptions& options) {
    const base::DefaultFloatEnvironment environment;
    State& state = *state_;
    if (positions.size() != state.mesh().vertices().size())
        return Error{.code = ErrorCode::bad_argument,
                     .message = "the mesh has " + std::to_string(state.mesh().vertices().size()) +
                                " vertices, not " + std::to_string(positions.size()),
                     .file = state.mesh().source()};
    std::optional<Error> error;
    base::with_threads(options.threads, [&] {
        const Survey found = survey(positions, state.used);
        if (found.not_finite != ~0u) {
            error = Error{.code = ErrorCode::not_finite,
                          .message = "a coordinate is not a finite number",
                          .file = state.mesh().source(),
                          .vertex = found.not_finite};
            return;
        }
        state.make_own(true);
        Vec3* const to = state.vertices_and_triangles->vertices.data();
        base::do_pieces(positions.size(), 1u << 15, [&](std::size_t begin, std::size_t end) {
            std::copy(positions.begin() + begin, positions.begin() + end, to + begin);
        });
        state.unit = tree::LocalUnit(found.bounds);
        state.fit();
    });
    if (error) return *std::move(error);
    return state.age();
}

TreeAge DeformableModel::age() const {
    return state_->age();
}

void DeformableModel::rebuild() {
    const base::DefaultFloatEnvironment environment;
    state_->divide_all();
}

std::size_t DeformableModel::rebuild_worst() {
    const base::DefaultFloatEnvironment environment;
    return state_->divide_worst();
}

Placed DeformableModel::at(const Pose& pose) const& {
    return {*state_->data, pose};
}

Placed DeformableModel::at_rest() const& {
    return {*state_->data, Pose::identity()};
}

const Mesh& DeformableModel::mesh() const {
    return state_->mesh();
}

TreeInfo DeformableModel::tree() const {
    return detail::describe(state_->data->tree);
}

Model DeformableModel::snapshot() const {
    return Model(state_->data);
}

}  // namespace allide
