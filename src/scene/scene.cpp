#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "model/build_any_tree.hpp"
#include "scene/brute_force.hpp"
#include "scene/contacts_of_objects.hpp"
#include "scene/scene_state.hpp"
#include "scene/touching.hpp"

#include <allide/scene.hpp>

#include <cmath>
#include <utility>

namespace allide {
namespace {

void expect_clearance(double clearance) {
    base::expect(clearance >= 0 && std::isfinite(clearance), "a clearance must be finite and not negative");
}

void expect_mesh(const Scene& scene, ObjectId id) {
    base::expect(scene.is_mesh(id), "the object is no mesh and has no model");
}

}  // namespace

Scene::Scene() : state_(std::make_unique<State>()) {}
// The moved-from scene gets a new state and so is an empty scene.
Scene::Scene(Scene&& other) noexcept : state_(std::exchange(other.state_, std::make_unique<State>())) {}
Scene& Scene::operator=(Scene&& other) noexcept {
    state_ = std::exchange(other.state_, std::make_unique<State>());
    return *this;
}
Scene::~Scene() = default;

ObjectId Scene::add(const Model& model, const Pose& pose, const ObjectOptions& options) {
    scene::expect_padding(options.padding);
    const base::DefaultFloatEnvironment environment;
    const ObjectId id = state_->objects.add(model, pose, options.name, state_->interest.group(options.group));
    state_->enter(id, options);
    return id;
}

Result<ObjectId> Scene::add_mesh(const Mesh& mesh, const Pose& pose, const ObjectOptions& options) {
    scene::expect_padding(options.padding);
    const base::DefaultFloatEnvironment environment;
    if (auto error = detail::refusal(mesh, {})) return *std::move(error);
    if (auto error = detail::non_finite_corner(mesh)) return *std::move(error);
    const ObjectId id = state_->objects.add(mesh, pose, options.name, state_->interest.group(options.group));
    state_->enter(id, options);
    return id;
}

ObjectId Scene::add(const Shape& shape, const Pose& pose, const ObjectOptions& options) {
    scene::expect_padding(options.padding);
    const base::DefaultFloatEnvironment environment;
    const ObjectId id = state_->objects.add(shape, pose, options.name, state_->interest.group(options.group));
    state_->enter(id, options);
    return id;
}

void Scene::move(ObjectId id, const Pose& pose) {
    const base::DefaultFloatEnvironment environment;
    state_->objects.move(id, pose);
    state_->tracker.moved(id.number);
}

void Scene::remove(ObjectId id) {
    state_->objects.remove(id);
    state_->ignored.remove_all(id.number);
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

bool Scene::is_mesh(ObjectId id) const {
    return state_->objects.at(id).model != nullptr;
}

const Model& Scene::model(ObjectId id) const {
    expect_mesh(*this, id);
    return state_->objects.at(id).model->get();
}

const Mesh& Scene::mesh(ObjectId id) const {
    expect_mesh(*this, id);
    return state_->objects.at(id).model->mesh();
}

Shape Scene::shape(ObjectId id) const {
    const scene::Object& object = state_->objects.at(id);
    return object.shape ? detail::ShapeAccess::from(object.shape) : Shape(object.model->get());
}

PlacedShape Scene::placed_shape(ObjectId id) const {
    state_->objects.at(id);
    return state_->objects.shape(id.number);
}

double Scene::padding(ObjectId id) const {
    state_->objects.at(id);
    return state_->objects.padding(id.number);
}

void Scene::set_padding(ObjectId id, double padding) {
    scene::expect_padding(padding);
    const base::DefaultFloatEnvironment environment;
    state_->objects.set_padding(id, padding);
    // Cached verdicts hold for the old padding.
    state_->tracker.replaced(id.number);
}

void Scene::set_masks(ObjectId id, std::uint32_t category, std::uint32_t mask) {
    state_->objects.set_masks(id, category, mask);
    state_->tracker.forget();
}

void Scene::ignore(ObjectId a, ObjectId b) {
    state_->objects.at(a);
    state_->objects.at(b);
    base::expect(a != b, "ignore: an object is never tested against itself");
    state_->ignored.add(a.number, b.number);
    state_->tracker.forget();
}

void Scene::stop_ignoring(ObjectId a, ObjectId b) {
    state_->objects.at(a);
    state_->objects.at(b);
    state_->ignored.remove(a.number, b.number);
    state_->tracker.forget();
}

const Pose& Scene::pose(ObjectId id) const {
    return state_->objects.at(id).pose;
}

Placed Scene::placed(ObjectId id) const {
    expect_mesh(*this, id);
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
