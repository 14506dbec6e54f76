// Deformable models: the speed of a refit, the loss of tree quality as the vertices move, and the gain from
// the rebuild that the library suggests.
//
// For each kind of motion and each step, prints the expected cost of queries relative to that after the last
// build; the time to find all contacts with a body at rest, relative to a newly built tree; and this ratio
// after rebuild_worst().
#include "base/random.hpp"
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

namespace {

using namespace allide;

// The mesh without shared vertices, so that its triangles can move independently.
Mesh in_pieces(const Mesh& mesh) {
    MeshData data;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        for (const Vec3& corner : mesh.corners(i)) data.vertices.push_back(corner);
        data.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh::from(std::move(data)).value();
}

// The position at a time from 0 to 1 of vertex `i`, which is at x at time 0.
using Movement = std::function<Vec3(std::uint32_t i, const Vec3& x, double time)>;

Vec3 bent(std::uint32_t, const Vec3& x, double time) {
    const double turn = 1e-9 + 3 * time, radius = 1 / turn + x.y, angle = x.x * turn;
    return {radius * std::sin(angle), radius * std::cos(angle) - 1 / turn, x.z};
}
Vec3 twisted(std::uint32_t, const Vec3& x, double time) {
    const double angle = 6 * time * x.z;
    return {x.x * std::cos(angle) - x.y * std::sin(angle), x.x * std::sin(angle) + x.y * std::cos(angle),
            x.z};
}
Vec3 waving(std::uint32_t, const Vec3& x, double time) {
    return {x.x, x.y, x.z + 0.3 * time * std::sin(9 * x.x + 5 * x.y)};
}
Vec3 random_arm(std::uint64_t seed) {
    base::Random random(seed);
    return {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
}
Vec3 crumpled(std::uint32_t i, const Vec3& x, double time) {
    const Vec3 arm = random_arm(i);
    const double size = 0.1 * time;
    return {x.x + size * arm.x, x.y + size * arm.y, x.z + size * arm.z};
}
// Each triangle moves away from the centre at its own speed, and a little in a random direction.
Vec3 exploding(std::uint32_t i, const Vec3& x, double time) {
    const double speed = 1 + time * (1 + random_arm(i / 3).x);
    const Vec3 arm = random_arm(i / 3 + 1'000'000'000);
    return {speed * x.x + 0.2 * time * arm.x, speed * x.y + 0.2 * time * arm.y,
            speed * x.z + 0.2 * time * arm.z};
}
// Triangles move in random directions and are reflected at the walls of a box.
Vec3 mixing(std::uint32_t i, const Vec3& x, double time) {
    const Vec3 arm = random_arm(i / 3);
    const auto within = [](double place) {
        const double folded = std::abs(std::remainder(place + 1, 4.0)) - 1;
        return folded;
    };
    return {within(x.x + time * arm.x), within(x.y + time * arm.y), within(x.z + time * arm.z)};
}
// Every second group of 32 triangles moves as in mixing(), but slower, where x > 0; all others rest.
Vec3 half_mixing(std::uint32_t i, const Vec3& x, double time) {
    const bool moves = i / 3 % 64 < 32 && x.x > 0;
    return moves ? mixing(i, x, 0.3 * time) : x;
}

std::vector<Vec3> moved(const Mesh& rest, const Movement& movement, double time) {
    std::vector<Vec3> out;
    for (std::uint32_t i = 0; i < rest.vertices().size(); ++i)
        out.push_back(movement(i, rest.vertices()[i], time));
    return out;
}

std::vector<Pose> some_poses() {
    std::vector<Pose> poses;
    for (int i = 0; i < 12; ++i)
        poses.push_back(Pose::rotation({0.3, 0.5, 0.8}, degrees(30.0 * i)).translated({0.15 * i, 0.05, 0.1}));
    return poses;
}

// The median time to find all contacts with x divided by that with y, and whether the contacts are the same.
struct TimeRatio {
    double ratio = 0;
    bool same = false;
};
TimeRatio compare_times(const Placed& x, const Placed& y, const Model& other) {
    const std::vector<Pose> poses = some_poses();
    const auto ask = [&](const Placed& side, std::uint64_t& hash) {
        return [&] {
            hash = 0;
            for (std::size_t i = 0; i < poses.size(); ++i)
                for (const Contact& c : contacts(side, other.at(poses[i])))
                    hash += bench::mixed(i, c.triangle_a, c.triangle_b);
        };
    };
    std::uint64_t hash_x = 1, hash_y = 2;
    const auto times = bench::interleaved_medians(7, {ask(x, hash_x), ask(y, hash_y)});
    return {times[0] / times[1], hash_x == hash_y};
}

void measure_aging(const std::string& name, const Mesh& rest, const Movement& movement, const Model& other) {
    DeformableModel model = DeformableModel::build(rest).value();
    for (const double time : {0.05, 0.1, 0.2, 0.4, 0.7, 1.0}) {
        const TreeAge before = model.move_vertices(moved(rest, movement, time)).value();
        const Model fresh = Model::build(model.mesh()).value();
        const TimeRatio aged = compare_times(model.at_rest(), fresh.at_rest(), other);
        DeformableModel renewed = DeformableModel::build(rest).value();
        (void)renewed.move_vertices(model.mesh().vertices());
        const double share =
            static_cast<double>(renewed.rebuild_worst()) / static_cast<double>(rest.triangles().size());
        const TimeRatio after = compare_times(renewed.at_rest(), fresh.at_rest(), other);
        std::printf("%-24s %5.2f %9.3f %8s %10.2f %10.2f %10.2f %8s\n", name.c_str(), time, before.cost,
                    before.rebuild_suggested ? "yes" : "no", aged.ratio, 100 * share, after.ratio,
                    aged.same && after.same ? "same" : "DIFFER");
        std::fflush(stdout);
    }
}

double process_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void speed(const std::string& name, const Mesh& rest) {
    DeformableModel model = DeformableModel::build(rest).value();
    const std::vector<Vec3> one = moved(rest, waving, 0.1), two = moved(rest, waving, 0.2);
    const auto millions = [&](double seconds) {
        return 1e-6 * static_cast<double>(rest.triangles().size()) / seconds;
    };
    for (const unsigned threads : {1u, 0u}) {
        std::vector<double> wall, busy;
        for (int round = 0; round < 15; ++round) {
            const double start = bench::now(), start_busy = process_seconds();
            (void)model.move_vertices(round % 2 == 0 ? one : two, {.threads = threads});
            wall.push_back(bench::now() - start);
            busy.push_back(process_seconds() - start_busy);
        }
        std::sort(wall.begin(), wall.end());
        std::printf("%-24s %9zu %8s %10.1f %10.1f %12.1f\n", name.c_str(), rest.triangles().size(),
                    threads == 1 ? "1" : "all", millions(bench::median(wall)), millions(wall.front()),
                    1e3 / millions(bench::median(busy)));
    }
}

}  // namespace

int main() {
    std::printf("target %s\n%-24s %9s %8s %10s %10s %12s\n", active_target().c_str(), "refit", "triangles",
                "threads", "Mtri/s", "best", "CPU ns/tri");
    for (const std::uint32_t count : {20'000u, 200'000u, 1'000'000u}) {
        speed("torus", generate(GeneratedShape::torus, {.triangles = count}).value());
        speed("noisy torus", generate(GeneratedShape::noisy_torus, {.triangles = count}).value());
    }
    std::printf("\n%-24s %5s %9s %8s %10s %10s %10s\n", "ageing", "time", "cost", "rebuild?", "x fresh",
                "% divided", "x fresh");
    const Mesh torus = bench::in_cube_of_two(generate(GeneratedShape::torus, {.triangles = 73'984}).value());
    const Mesh noisy =
        bench::in_cube_of_two(generate(GeneratedShape::noisy_torus, {.triangles = 73'984}).value());
    const Mesh pieces =
        in_pieces(bench::in_cube_of_two(generate(GeneratedShape::sphere, {.triangles = 40'000}).value()));
    const Mesh soup =
        in_pieces(bench::in_cube_of_two(generate(GeneratedShape::soup, {.triangles = 40'000}).value()));
    const Model other = Model::build(torus).value();
    measure_aging("torus, bending", torus, bent, other);
    measure_aging("torus, twisting", torus, twisted, other);
    measure_aging("noisy torus, waving", noisy, waving, other);
    measure_aging("torus, crumpling", torus, crumpled, other);
    measure_aging("sphere, exploding", pieces, exploding, other);
    measure_aging("soup, mixing", soup, mixing, other);
    measure_aging("sphere, mixing", pieces, mixing, other);
    measure_aging("sphere, half mixing", pieces, half_mixing, other);
}
