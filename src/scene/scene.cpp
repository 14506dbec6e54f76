#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "model/build_any_tree.hpp"
#include "scene/brute_force.hpp"
#include "scene/contacts_of_objects.hpp"
#include "scene/pair_tracker.hpp"
#include "scene/touching.hpp"

#include <allide/scene.hpp>

#include <cmath>
#include <utility>

namespace allide {
namespace {

void expect_clearance(double clearance) {
    base::expect(clearance >= 0 && std::isfinite(clearance), "a clearance must be finite and not negative");
}

}  // namespace

struct Scene::State {
    scene::Objects objects;
    scene::Interest interest;
    scene::PairFilter filter;
    scene::PairTracker tracker;

    scene::PairTracker::Question question(double clearance, unsigned threads) const {
        return {objects, interest, filter, clearance, threads};
    }
};

Scene::Scene() : state_(std::make_unique<State>()) {}
// The moved-from scene gets a new state and so is an empty scene.
Scene::Scene(Scene&& other) noexcept : state_(std::exchange(other.state_, std::make_unique<State>())) {}
Scene& Scene::operator=(Scene&& other) noexcept {
    state_ = std::exchange(other.state_, std::make_unique<State>());
    return *this;
}
Scene::~Scene() = default;

ObjectId Scene::add(const Model& model, const Pose& pose, const ObjectOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const ObjectId id = state_->objects.add(model, pose, options.name, state_->interest.group(options.group));
    state_->tracker.replaced(id.number);
    return id;
}

Result<ObjectId> Scene::add_mesh(const Mesh& mesh, const Pose& pose, const ObjectOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (auto error = detail::refusal(mesh, {})) return *std::move(error);
    if (auto error = detail::non_finite_corner(mesh)) return *std::move(error);
    const ObjectId id = state_->objects.add(mesh, pose, options.name, state_->interest.group(options.group));
    state_->tracker.replaced(id.number);
    return id;
}

void Scene::move(ObjectId id, const Pose& pose) {
    const base::DefaultFloatEnvironment environment;
    state_->objects.move(id, pose);
    state_->tracker.moved(id.number);
}

void Scene::remove(ObjectId id) {
    state_->objects.remove(id);
    state_->tracker.replaced(id.number);
}

bool Scene::has(ObjectId id) const {
    return state_->objects.has(id);
}

std::size_t Scene::size() const {
    return state_->objects.size();
}

std::vector<ObjectId> Scene::objects() const {
    std::vector<ObjectId> ids;
    for (std::uint32_t i = 0; i < state_->objects.end(); ++i)
        if (state_->objects.there(i)) ids.push_back(state_->objects.id(i));
    return ids;
}

const char* Scene::name(ObjectId id) const {
    return state_->objects.at(id).name.c_str();
}

const std::string& Scene::group(ObjectId id) const {
    state_->objects.at(id);
    return state_->interest.name(state_->objects.group(id.number));
}

const Model& Scene::model(ObjectId id) const {
    return state_->objects.at(id).model->get();
}

const Mesh& Scene::mesh(ObjectId id) const {
    return state_->objects.at(id).model->mesh();
}

const Pose& Scene::pose(ObjectId id) const {
    return state_->objects.at(id).pose;
}

Placed Scene::placed(ObjectId id) const {
    const scene::Object& object = state_->objects.at(id);
    return object.model->get().at(object.pose);
}

Box Scene::box(ObjectId id) const {
    state_->objects.at(id);
    return state_->objects.box(id.number);
}

void Scene::ignore(std::string_view group_a, std::string_view group_b) {
    const std::uint32_t a = state_->interest.group(group_a), b = state_->interest.group(group_b);
    state_->interest.ignore(a, b);
    state_->tracker.forget();
}

void Scene::set_clearance(std::string_view group_a, std::string_view group_b, double clearance) {
    expect_clearance(clearance);
    const std::uint32_t a = state_->interest.group(group_a), b = state_->interest.group(group_b);
    state_->interest.set_clearance(a, b, clearance);
    state_->tracker.forget();
}

void Scene::set_filter(std::function<bool(ObjectId, ObjectId)> filter) {
    state_->filter = std::move(filter);
    state_->tracker.forget();
}

std::vector<CandidatePair> Scene::candidate_pairs(const PairOptions& options) {
    expect_clearance(options.clearance);
    const base::DefaultFloatEnvironment environment;
    const auto question = state_->question(options.clearance, options.threads);
    if (options.search == Search::brute_force) return scene::all_candidates(question);
    state_->tracker.update(question);
    std::vector<CandidatePair> pairs;
    for (const scene::TrackedPair& pair : state_->tracker.pairs())
        if (pair.near)
            pairs.push_back({state_->objects.id(pair.a), state_->objects.id(pair.b), pair.clearance});
    return pairs;
}

// Queries again only the pairs with a changed object, each with its cache.
std::vector<ObjectPair> Scene::colliding_pairs(const CollidingOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (options.search == Search::brute_force)
        return scene::all_colliding(state_->question(0, options.threads));
    // Reuses the last update's clearance: the pairs within it include all pairs that touch.
    const double clearance = state_->tracker.clearance().value_or(0);
    state_->tracker.update(state_->question(clearance, options.threads));
    return scene::touching_pairs(state_->tracker, state_->objects, options.threads);
}

std::vector<ObjectContacts> Scene::contacts(const CollidingOptions& options) {
    const base::DefaultFloatEnvironment environment;
    // The clearance is reused, as in colliding_pairs().
    const double clearance = state_->tracker.clearance().value_or(0);
    const std::vector<CandidatePair> pairs =
        candidate_pairs({.clearance = clearance, .threads = options.threads, .search = options.search});
    return scene::contacts_of(state_->objects, pairs, options);
}

}  // namespace allide
