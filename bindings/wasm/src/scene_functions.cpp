// The functions about scenes of many objects.
#include "answers.hpp"
#include "objects.hpp"

#include <allide/scene.hpp>

namespace allide::wasm {
namespace {

Scene& scene_of(Arguments& in) {
    return *objects().get<std::shared_ptr<Scene>>(in.index());
}

// JavaScript identifies an object by one number below 2⁵³: generation · 2³² + number.
double number_of(const ObjectId& id) {
    return static_cast<double>(id.generation) * 0x1p32 + static_cast<double>(id.number);
}
ObjectId id_of(Arguments& in) {
    const auto number = static_cast<std::uint64_t>(in.number());
    return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
}
// Reads the id of an object, which must be in the scene.
ObjectId known_id_of(Arguments& in, const Scene& scene) {
    const ObjectId id = id_of(in);
    if (!scene.has(id)) throw PreconditionError("the scene has no such object");
    return id;
}

void scene_make(Arguments&, Results& out) {
    out.number(objects().keep(std::make_shared<Scene>()));
}

// Arguments: scene, true for a body or false for a model, its number, pose, name, group, padding, category,
// mask.
void scene_add(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const bool is_body = in.truth();
    const std::uint32_t number = in.index();
    const Pose pose = in.pose();
    ObjectOptions options;
    options.name = in.text();
    options.group = in.text();
    options.padding = in.number_or(options.padding);
    options.category = static_cast<std::uint32_t>(in.number_or(options.category));
    options.mask = static_cast<std::uint32_t>(in.number_or(options.mask));
    out.number(number_of(is_body ? scene.add(objects().get<ConvexBody>(number), pose, options)
                                 : scene.add(objects().get<Model>(number), pose, options)));
}

void scene_move(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const ObjectId id = known_id_of(in, scene);
    scene.move(id, in.pose());
    out.nothing();
}

void scene_remove(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    scene.remove(known_id_of(in, scene));
    out.nothing();
}

void scene_has(Arguments& in, Results& out) {
    const Scene& scene = scene_of(in);
    out.truth(scene.has(id_of(in)));
}

void scene_objects(Arguments& in, Results& out) {
    const std::vector<ObjectId> ids = scene_of(in).objects();
    std::vector<double> numbers;
    for (const ObjectId& id : ids) numbers.push_back(number_of(id));
    out.tuple(numbers);
}

void scene_name(Arguments& in, Results& out) {
    const Scene& scene = scene_of(in);
    out.text(scene.name(known_id_of(in, scene)));
}

void scene_pose(Arguments& in, Results& out) {
    const Scene& scene = scene_of(in);
    out.pose(scene.pose(known_id_of(in, scene)));
}

void scene_box(Arguments& in, Results& out) {
    const Scene& scene = scene_of(in);
    const Box box = scene.box(known_id_of(in, scene));
    out.object(2);
    out.key("lo").point(box.lo);
    out.key("hi").point(box.hi);
}

void scene_ignore(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const ObjectId a = known_id_of(in, scene);
    scene.ignore(a, known_id_of(in, scene));
    out.nothing();
}

void scene_ignore_groups(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const std::string_view a = in.text();
    scene.ignore(a, in.text());
    out.nothing();
}

void scene_stop_ignoring(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const ObjectId a = known_id_of(in, scene);
    scene.stop_ignoring(a, known_id_of(in, scene));
    out.nothing();
}

void scene_set_clearance(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const std::string_view a = in.text();
    const std::string_view b = in.text();
    scene.set_clearance(a, b, in.number());
    out.nothing();
}

void write_pair(const ObjectId& a, const ObjectId& b, Results& out) {
    out.key("a").number(number_of(a));
    out.key("b").number(number_of(b));
}

void write(const std::vector<ObjectPair>& pairs, Results& out) {
    out.list(pairs.size());
    for (const ObjectPair& pair : pairs) {
        out.object(2);
        write_pair(pair.a, pair.b, out);
    }
}

void scene_candidate_pairs(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    PairOptions options;
    options.clearance = in.number_or(options.clearance);
    const std::vector<CandidatePair> pairs = scene.candidate_pairs(options);
    out.list(pairs.size());
    for (const CandidatePair& pair : pairs) {
        out.object(3);
        write_pair(pair.a, pair.b, out);
        out.key("clearance").number(pair.clearance);
    }
}

void scene_colliding_pairs(Arguments& in, Results& out) {
    write(scene_of(in).colliding_pairs(), out);
}

void scene_contacts(Arguments& in, Results& out) {
    const std::vector<ObjectContacts> all = scene_of(in).contacts();
    out.list(all.size());
    for (const ObjectContacts& one : all) {
        out.object(3);
        write_pair(one.a, one.b, out);
        out.key("pairs").indices(numbers_in(one.pairs));
    }
}

void scene_collisions(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    SceneQueryOptions options;
    options.clearance = in.number_or(options.clearance);
    const Collisions found = scene.collisions(options);
    out.object(2);
    out.key("pairs");
    write(found.pairs, out);
    out.key("undecided");
    write(found.undecided, out);
}

void write(const ObjectDistance& found, Results& out) {
    out.object(9);
    write_pair(found.a, found.b, out);
    out.key("nameA").text(found.name_a);
    out.key("nameB").text(found.name_b);
    out.key("value").number(found.distance.value);
    out.key("lower").number(found.distance.lower);
    out.key("upper").number(found.distance.upper);
    out.key("pointA").point(found.distance.point_a);
    out.key("pointB").point(found.distance.point_b);
}

void scene_min_distance(Arguments& in, Results& out) {
    const MinDistance found = scene_of(in).min_distance();
    found.closest ? write(*found.closest, out) : out.nothing();
}

void scene_distances(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    const SceneDistances found = scene.distances({.within = in.number()});
    out.list(found.list.size());
    for (const ObjectDistance& one : found.list) write(one, out);
}

// Arguments: scene, origin, direction, largest t or nothing.
void scene_first_hit(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    Ray ray;
    ray.origin = in.point();
    ray.direction = in.point();
    ray.max_t = in.number_or(ray.max_t);
    const std::optional<ObjectHit> found = scene.first_hit(ray);
    if (!found) return out.nothing();
    out.object(5);
    out.key("object").number(number_of(found->object));
    out.key("t").number(found->hit.t);
    out.key("point").point(found->hit.point);
    out.key("normal").point(found->hit.normal);
    out.key("element").number(found->hit.element);
}

// Arguments: scene, clearance, touch, true for regions.
void scene_clashes(Arguments& in, Results& out) {
    Scene& scene = scene_of(in);
    ClashOptions options;
    options.clearance = in.number_or(options.clearance);
    options.touch = in.number_or(options.touch);
    options.detail = in.truth() ? ClashDetail::regions : ClashDetail::summary;
    options.progress = report_progress;
    const Clashes found = scene.clashes(options);
    out.list(found.list.size());
    for (const Clash& clash : found.list) {
        out.object(15);
        write_pair(clash.a, clash.b, out);
        write_clash_fields(clash, out);
        out.key("regions").list(clash.regions.size());
        for (const ClashRegion& region : clash.regions) {
            out.object(3);
            out.key("contacts").number(static_cast<double>(region.contacts));
            out.key("point").point(region.point);
            out.key("depth");
            wasm::write(region.depth, out);
        }
    }
}

constexpr NamedFunction functions[] = {
    {"sceneMake", scene_make},
    {"sceneAdd", scene_add},
    {"sceneMove", scene_move},
    {"sceneRemove", scene_remove},
    {"sceneHas", scene_has},
    {"sceneObjects", scene_objects},
    {"sceneName", scene_name},
    {"scenePose", scene_pose},
    {"sceneBox", scene_box},
    {"sceneIgnore", scene_ignore},
    {"sceneIgnoreGroups", scene_ignore_groups},
    {"sceneStopIgnoring", scene_stop_ignoring},
    {"sceneSetClearance", scene_set_clearance},
    {"sceneCandidatePairs", scene_candidate_pairs},
    {"sceneCollidingPairs", scene_colliding_pairs},
    {"sceneContacts", scene_contacts},
    {"sceneCollisions", scene_collisions},
    {"sceneMinDistance", scene_min_distance},
    {"sceneDistances", scene_distances},
    {"sceneFirstHit", scene_first_hit},
    {"sceneClashes", scene_clashes},
};

}  // namespace

std::span<const NamedFunction> scene_functions() {
    return functions;
}

}  // namespace allide::wasm
