#include "peers/motion_cases.hpp"

#include "base/random.hpp"
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr double nearly_half_turn = 3.1;  // radians; FCL and Bullet always take the shorter rotation

Vec3 random_vector(base::Random& random, double size) {
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

Mesh moved_by(const Mesh& mesh, const Vec3& shift) {
    MeshData data{.vertices = {mesh.vertices().begin(), mesh.vertices().end()},
                  .triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
    for (Vec3& v : data.vertices) v = {v.x + shift.x, v.y + shift.y, v.z + shift.z};
    return Mesh::from(std::move(data)).value();
}

// The true time of impact: computed by allide at its smallest tolerance, with a certified bracket.
std::optional<double> truth_of(const Model& a, const Model& b, const Screw& screw) {
    const Prediction p = predict(a.along(Motion::screw(screw)), b.at_rest(), {.tolerance = 1e-13});
    if (p.outcome == Outcome::clear) return std::nullopt;
    return p.impact->t_hi;
}

// Draws random screws until `each` hit and `each` miss. Adds no case if the bodies touch at the start.
void add_cases(MotionGroup& group, const Mesh& a, const Mesh& b, int each, base::Random& random) {
    const Model moving = Model::build(a).value(), resting = Model::build(b).value();
    int hits = 0, misses = 0;
    for (int tries = 0; tries < 200 * each && (hits < each || misses < each); ++tries) {
        MotionCase one{a,
                       b,
                       {random_vector(random, 2), random_vector(random, 1),
                        radians(random.between(0.5, nearly_half_turn)), random.between(-3, 3)}};
        if (group.axis_through_a) {
            one.screw.point = {};
            one.screw.advance = random.between(2, 5);
        }
        if (collides(moving.at_rest(), resting.at_rest())) return;
        one.truth = truth_of(moving, resting, one.screw);
        int& kind = one.truth ? hits : misses;
        if (kind == each) continue;
        ++kind;
        group.cases.push_back(std::move(one));
    }
}

MotionGroup small_bodies(const char* name, GeneratedShape shape, bool axis_through_a, int each) {
    base::Random random(42);
    const Mesh body = in_cube_of_two(generate(shape, {.triangles = 100}).value());
    MotionGroup group{name, body.triangles().size(), axis_through_a, {}};
    // A's centre is at the origin, since Bullet needs the axis to go through it.
    add_cases(group, body, moved_by(body, {2.5, 1, 0.5}), each, random);
    return group;
}

// A makes nearly a half turn about an axis at distance 2.2 from its centre; B is in its way.
MotionGroup large_bodies(const std::string& name, const Mesh& one, const Mesh& other) {
    const Mesh a = in_cube_of_two(one), b = moved_by(in_cube_of_two(other), {4.4, 0, 0.8});
    MotionGroup group{name, std::max(a.triangles().size(), b.triangles().size()), false, {}};
    const Model moving = Model::build(a).value(), resting = Model::build(b).value();
    for (const Vec3& axis : {Vec3{0, 0, 1}, Vec3{0.3, 0, 1}, Vec3{0, 0.3, 1}, Vec3{-0.2, 0.2, 1}})
        for (const double advance : {0.4, 1.6, 2.6}) {
            const Screw screw{{2.2, 0, 0}, axis, radians(nearly_half_turn), advance};
            group.cases.push_back({a, b, screw, truth_of(moving, resting, screw)});
        }
    return group;
}

}  // namespace

std::vector<MotionGroup> motion_groups(const Settings& settings, std::vector<std::string>& missing) {
    const int each = settings.size == Size::quick ? 3 : (settings.size == Size::full ? 100 : 25);
    std::vector<MotionGroup> groups;
    groups.push_back(small_bodies("spheres", GeneratedShape::sphere, false, each));
    groups.push_back(small_bodies("tori", GeneratedShape::torus, false, each));
    groups.push_back(
        small_bodies("spheres rotating about their own centre", GeneratedShape::sphere, true, each));
    if (settings.size == Size::quick) return groups;
    const auto scan = [&](const char* file) { return load_mesh(settings.models / "scans" / file); };
    const auto armadillo = scan("armadillo.obj"), bunny = scan("stanford-bunny.obj");
    if (armadillo && bunny) {
        groups.push_back(large_bodies("armadillo and bunny", *armadillo, *bunny));
    } else {
        missing.push_back("armadillo and bunny");
        const Mesh torus = generate(GeneratedShape::noisy_torus, {.triangles = 73'984}).value();
        groups.push_back(large_bodies("noisy tori", torus, torus));
    }
    return groups;
}

}  // namespace allide::bench
