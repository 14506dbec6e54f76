#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "scene/boxes.hpp"
#include "scene/interest.hpp"
#include "scene/objects.hpp"

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
    std::function<bool(ObjectId, ObjectId)> filter;
};

Scene::Scene() : state_(std::make_unique<State>()) {}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

ObjectId Scene::add(const Model& model, const Pose& pose, const ObjectOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return state_->objects.add(model, pose, options.name, state_->interest.group(options.group));
}

void Scene::move(ObjectId id, const Pose& pose) {
    const base::DefaultFloatEnvironment environment;
    state_->objects.move(id, pose);
}

void Scene::remove(ObjectId id) {
    state_->objects.remove(id);
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
        if (state_->objects[i].there) ids.push_back(state_->objects.id(i));
    return ids;
}

const char* Scene::name(ObjectId id) const {
    return state_->objects.at(id).name.c_str();
}

const std::string& Scene::group(ObjectId id) const {
    return state_->interest.name(state_->objects.at(id).group);
}

const Model& Scene::model(ObjectId id) const {
    return state_->objects.at(id).model;
}

const Pose& Scene::pose(ObjectId id) const {
    return state_->objects.at(id).pose;
}

Placed Scene::placed(ObjectId id) const {
    const scene::Object& object = state_->objects.at(id);
    return object.model.at(object.pose);
}

Box Scene::box(ObjectId id) const {
    state_->objects.at(id);
    return state_->objects.box(id.number);
}

void Scene::ignore(std::string_view group_a, std::string_view group_b) {
    const std::uint32_t a = state_->interest.group(group_a), b = state_->interest.group(group_b);
    state_->interest.ignore(a, b);
}

void Scene::set_clearance(std::string_view group_a, std::string_view group_b, double clearance) {
    expect_clearance(clearance);
    const std::uint32_t a = state_->interest.group(group_a), b = state_->interest.group(group_b);
    state_->interest.set_clearance(a, b, clearance);
}

void Scene::set_filter(std::function<bool(ObjectId, ObjectId)> filter) {
    state_->filter = std::move(filter);
}

std::vector<CandidatePair> Scene::candidate_pairs(const PairOptions& options) {
    expect_clearance(options.clearance);
    const base::DefaultFloatEnvironment environment;
    const scene::Objects& objects = state_->objects;
    std::vector<CandidatePair> pairs;
    for (std::uint32_t a = 0; a < objects.end(); ++a)
        for (std::uint32_t b = a + 1; b < objects.end(); ++b) {
            if (!objects[a].there || !objects[b].there) continue;
            const auto clearance =
                state_->interest.clearance(objects[a].group, objects[b].group, options.clearance);
            if (!clearance || !scene::within(objects.box(a), objects.box(b), *clearance)) continue;
            if (state_->filter && !state_->filter(objects.id(a), objects.id(b))) continue;
            pairs.push_back({objects.id(a), objects.id(b), *clearance});
        }
    return pairs;
}

}  // namespace allide
