#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "kernel/pose/vec.hpp"
#include "mesh/mesh_data.hpp"
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

// A rebuild is suggested if the cost exceeds this multiple of that after the last build
// (docs/performance.md).
constexpr double cost_too_high = 2.5;
// rebuild_worst() rebuilds a subtree if its cost exceeds this multiple of its cost after the last build.
constexpr double part_too_high = 1.6;

std::optional<Error> refusal(const BuildOptions& options) {
    const auto bad = [](const char* message) {
        return Error{.code = ErrorCode::bad_argument, .message = message};
    };
    if (options.volume != Volume::automatic) return bad("moving vertices require the default volume");
    if (options.builder != Builder::automatic && options.builder != Builder::sah &&
        options.builder != Builder::median)
        return bad("moving vertices require the builder automatic, sah or median");
    return std::nullopt;
}

// The numbers of the vertices that some triangle uses, ascending.
std::vector<std::uint32_t> used_vertices(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size(), false);
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) used[vertex] = true;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < used.size(); ++i)
        if (used[i]) numbers.push_back(i);
    return numbers;
}

// True if the object has exactly `holders` owners. The acquire fence orders everything that former owners did
// with the object before what follows.
template <typename T>
bool held_by(const std::shared_ptr<T>& pointer, long holders) {
    if (pointer.use_count() != holders) return false;
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

}  // namespace

struct DeformableModel::State {
    std::shared_ptr<detail::SharedMesh> vertices_and_triangles;
    std::shared_ptr<detail::ModelData> data;
    tree::Divide how = tree::Divide::surface_area;
    std::vector<std::uint32_t> used;  // numbers of the vertices that triangles use
    std::optional<tree::FitPlan> plan;
    tree::FitSpace space;
    tree::LocalUnit unit;
    std::vector<float> costs_when_divided;  // costs_by_node() when the tree was last divided
    double cost_when_divided = 0;

    tree::WideTree& tree() { return std::get<tree::WideTree>(data->tree); }
    const Mesh& mesh() const { return data->mesh; }

    TreeAge age() const {
        const double now = tree::expected_cost(space);
        if (!(cost_when_divided > 0)) return {.cost = 1, .rebuild_suggested = now > 0};
        return {.cost = now / cost_when_divided,
                .rebuild_suggested = now > cost_too_high * cost_when_divided};
    }

    // Makes this model the only owner of its data and, if `mesh_too`, of its vertices. Shared data is copied
    // first, because snapshots and copies of the mesh must not see the changes that follow.
    void make_own(bool mesh_too) {
        if (!held_by(data, 1)) data = std::make_shared<detail::ModelData>(*data);
        if (!mesh_too) return;
        // The cached facts about the surface are discarded, since moving vertices may close or open it.
        data->lazy_surface = std::make_shared<detail::LazySurface>();
        data->solid_surface = {};
        data->number = {};
        // If nobody else shares them, the vertices have two owners: this state and the model's mesh.
        if (held_by(vertices_and_triangles, 2)) return;
        vertices_and_triangles = std::make_shared<detail::SharedMesh>(vertices_and_triangles->copied());
        data->mesh = detail::MeshAccess::make(vertices_and_triangles);
    }

    // Refits the tree to the present vertices.
    void fit() { tree::fit(tree(), *plan, mesh().vertices(), unit, space); }

    // Builds the whole tree.
    void divide_all() {
        make_own(false);
        const double inflation = tree().inflation;
        tree() = tree::widened(tree::divide(mesh(), unit, how));
        data->feature_owners = {};
        tree().inflation = inflation;
        plan.emplace(tree(), mesh().triangles());
        fit();
        costs_when_divided = tree::costs_by_node(tree(), space);
        cost_when_divided = tree::expected_cost(space);
    }

    // Rebuilds the subtrees that have become inefficient; returns the number of triangles in them.
    std::size_t divide_worst() {
        const std::vector<float> now = tree::costs_by_node(tree(), space);
        std::vector<tree::SubtreeReplacement> parts;
        std::size_t triangles = 0;
        for (const std::uint32_t node : nodes_gone_bad(tree(), costs_when_divided, now, part_too_high)) {
            parts.push_back({node, tree::divide(mesh(), numbers_below(node), unit, how)});
            triangles += parts.back().binary.order.size();
        }
        if (parts.empty()) return 0;
        make_own(false);
        auto [replaced, origin] = tree::replace_subtrees(tree(), parts);
        tree() = std::move(replaced);
        data->feature_owners = {};
        plan.emplace(tree(), mesh().triangles());
        fit();
        take_costs(origin);
        return triangles;
    }

  private:
    // The numbers of the triangles in the subtree of a node.
    std::span<const std::uint32_t> numbers_below(std::uint32_t node) {
        const auto leaf = [&](std::uint32_t i) -> const tree::WideNode& {
            return tree().nodes[plan->leaf_node[i]];
        };
        const tree::WideNode &first = leaf(plan->first_leaf[node]), &last = leaf(plan->end_leaf[node] - 1);
        return std::span(tree().order).subspan(first.first, last.first + last.count - first.first);
    }
    // Sets costs_when_divided: the present costs for rebuilt subtrees, the former ones for all other nodes.
    void take_costs(const std::vector<std::uint32_t>& origin) {
        std::vector<float> costs = tree::costs_by_node(tree(), space);
        for (std::size_t i = 0; i < origin.size(); ++i)
            if (origin[i] != tree::ReplacedSubtrees::none) costs[i] = costs_when_divided[origin[i]];
        costs_when_divided = std::move(costs);
        cost_when_divided = std::min(cost_when_divided, tree::expected_cost(space));
    }
};

DeformableModel::DeformableModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeformableModel::DeformableModel(DeformableModel&&) noexcept = default;
DeformableModel& DeformableModel::operator=(DeformableModel&&) noexcept = default;
DeformableModel::~DeformableModel() = default;

const DeformableModel::State& DeformableModel::state() const {
    if (state_ != nullptr) return *state_;
    static const DeformableModel empty = build(Mesh()).value();
    return *empty.state_;
}

DeformableModel::State& DeformableModel::state() {
    if (state_ == nullptr) *this = build(Mesh()).value();
    return *state_;
}

Result<DeformableModel> DeformableModel::build(const Mesh& mesh, const BuildOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (auto error = refusal(options)) return *std::move(error);
    if (auto error = detail::refusal(mesh, options)) return *std::move(error);
    if (auto error = detail::non_finite_corner(mesh)) return *std::move(error);
    auto state = std::make_unique<State>();
    state->vertices_and_triangles =
        std::make_shared<detail::SharedMesh>(detail::MeshAccess::data(mesh).copied());
    state->data = std::make_shared<detail::ModelData>(
        detail::ModelData{detail::MeshAccess::make(state->vertices_and_triangles), {}});
    state->how = options.builder == Builder::median ? tree::Divide::median : tree::Divide::surface_area;
    state->used = used_vertices(mesh);
    state->unit = tree::LocalUnit(mesh);
    state->tree().inflation = options.inflation;
    state->divide_all();
    return DeformableModel(std::move(state));
}

namespace {

// The bounding box of the vertices that triangles use.
struct UsedBounds {
    Box bounds;
    std::uint32_t not_finite = ~0u;  // number of the first used vertex that is not finite; ~0u: none
};

UsedBounds bounds_of_used(std::span<const Vec3> positions, std::span<const std::uint32_t> used) {
    UsedBounds all;
    if (used.empty()) return all;
    all.bounds = {positions[used[0]], positions[used[0]]};
    std::mutex joining;  // minima and maxima do not depend on the order in which the pieces are joined
    base::do_pieces(used.size(), 1u << 15, [&](std::size_t begin, std::size_t end) {
        UsedBounds part{{positions[used[begin]], positions[used[begin]]}};
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3& x = positions[used[i]];
            part.bounds.grow(x);
            if (!kernel::finite(x)) part.not_finite = std::min(part.not_finite, used[i]);
        }
        const std::lock_guard lock(joining);
        all.bounds.grow(part.bounds.lo);
        all.bounds.grow(part.bounds.hi);
        all.not_finite = std::min(all.not_finite, part.not_finite);
    });
    return all;
}

}  // namespace

Result<TreeAge> DeformableModel::move_vertices(std::span<const Vec3> positions, const RefitOptions& options) {
    const base::DefaultFloatEnvironment environment;
    State& state = this->state();
    if (positions.size() != state.mesh().vertices().size())
        return Error{.code = ErrorCode::bad_argument,
                     .message = "the mesh has " + std::to_string(state.mesh().vertices().size()) +
                                " vertices, not " + std::to_string(positions.size()),
                     .file = state.mesh().source()};
    std::optional<Error> error;
    base::with_threads(options.threads, [&] {
        const UsedBounds found = bounds_of_used(positions, state.used);
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
    return state().age();
}

void DeformableModel::rebuild() {
    const base::DefaultFloatEnvironment environment;
    state().divide_all();
}

std::size_t DeformableModel::rebuild_worst() {
    const base::DefaultFloatEnvironment environment;
    return state().divide_worst();
}

Placed DeformableModel::at(const Pose& pose) const& {
    return {*state().data, pose};
}

Placed DeformableModel::at_rest() const& {
    return {*state().data, Pose::identity()};
}

const Mesh& DeformableModel::mesh() const {
    return state().mesh();
}

TreeInfo DeformableModel::tree() const {
    return detail::describe(state().data->tree);
}

Model DeformableModel::snapshot() const {
    return Model(state().data);
}

}  // namespace allide
