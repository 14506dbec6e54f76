// A fixed set of queries for comparing instruction counts of two versions of the library (see
// scripts/compare-counts.sh). Only `counted_queries` is measured: models are built before it, and the first
// query of each kind is answered once in advance. Prints a hash of the answers.
//
//     bench_query_counts first|all|distance|predict|clash
#include "support/setting.hpp"

// In older versions of the library, allide/allide.hpp declares these names.
#if __has_include(<allide/extra/shapes.hpp>)
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>
#endif

#include <bit>
#include <cstdio>
#include <functional>
#include <string>

using namespace allide;

namespace {

using Hash = std::uint64_t;

// A number of queries. `run` answers the query with the given index and returns a hash of the answer.
struct Queries {
    std::size_t count = 0;
    std::function<Hash(std::size_t)> run;
};

}  // namespace

// Has C linkage and is not inlined, so that callgrind's --toggle-collect finds it by name.
extern "C" __attribute__((noinline)) Hash counted_queries(const Queries& queries);
Hash counted_queries(const Queries& queries) {
    Hash hash = 0;
    for (std::size_t i = 0; i < queries.count; ++i) hash += queries.run(i);
    return hash;
}

namespace {

Model body_of(GeneratedShape shape, std::uint64_t triangles) {
    return Model::build(bench::in_cube_of_two(generate(shape, {.triangles = triangles}).value())).value();
}

// Every 20th pose of the benchmark setting, from the fourth on.
std::vector<Pose> some_poses() {
    std::vector<Pose> poses;
    const std::vector<Pose> all = bench::poses_of_setting();
    for (std::size_t i = 3; i < all.size(); i += 20) poses.push_back(all[i]);
    return poses;
}

Hash bits(std::size_t query, double value) {
    return bench::mixed(query, std::bit_cast<std::uint64_t>(value), 0);
}

using PairQuery = std::function<Hash(std::size_t, const Placed&, const Placed&)>;

Queries pair_queries(const PairQuery& ask) {
    static const Model torus = body_of(GeneratedShape::torus, 12'544),
                       noisy = body_of(GeneratedShape::noisy_torus, 20'000);
    static const std::vector<Pose> poses = some_poses();
    return {2 * poses.size(), [ask](std::size_t i) {
                const Model& model = i < poses.size() ? torus : noisy;
                return ask(i, model.at_rest(), model.at(poses[i % poses.size()]));
            }};
}

Queries predictions() {
    static const Model torus = body_of(GeneratedShape::torus, 2'000),
                       sphere = body_of(GeneratedShape::sphere, 2'000);
    return {12, [](std::size_t i) {
                const double x = static_cast<double>(i);
                const Motion motion = Motion::screw({.point = {2.2, 0.1 * x, 0},
                                                     .axis = {0.05 * x, 0.1, 1},
                                                     .angle = radians(3.1),
                                                     .advance = 0.2 * x - 1});
                const Pose place = Pose::translation({4.4, 0, 0.3});
                const Prediction p = predict(torus.along(motion), sphere.at(place));
                // Versions may differ in the last digits of `free_until`: only seven decimals are hashed.
                return bench::mixed(i, static_cast<std::uint64_t>(p.outcome),
                                    static_cast<std::uint64_t>(p.free_until * 1e7));
            }};
}

Queries clash_searches() {
    static const Mesh room =
        generate_engine_room({.triangles = 60'000, .seed = 1, .clashes = 20, .clearances = 20}).value().mesh;
    static const auto parts = parts_of(room);
    return {1, [](std::size_t) {
                Scene scene;
                for (const Part& part : parts) scene.add_mesh(part.mesh, Pose::identity()).value();
                Hash hash = 0;
                for (const Clash& c : scene.clashes({.clearance = 5, .threads = 1}))
                    hash += bench::mixed(c.a.number, c.b.number, static_cast<std::uint64_t>(c.kind)) +
                            bits(c.contacts, c.distance);
                return hash;
            }};
}

Queries queries_named(const std::string& name) {
    if (name == "first")
        return pair_queries([](std::size_t i, const Placed& a, const Placed& b) {
            return bench::mixed(i, any_contact(a, b).has_value() ? 1 : 0, 0);
        });
    if (name == "all")
        return pair_queries([](std::size_t i, const Placed& a, const Placed& b) {
            Hash hash = 0;
            for (const Contact& c : contacts(a, b)) hash += bench::mixed(i, c.triangle_a, c.triangle_b);
            return hash;
        });
    if (name == "distance")
        return pair_queries(
            [](std::size_t i, const Placed& a, const Placed& b) { return bits(i, distance(a, b).upper); });
    if (name == "predict") return predictions();
    if (name == "clash") return clash_searches();
    return {};
}

}  // namespace

int main(int count, char** arguments) {
    const std::string name = count == 2 ? arguments[1] : "";
    const Queries queries = queries_named(name);
    if (!queries.run) {
        std::fprintf(stderr, "usage: bench_query_counts first|all|distance|predict|clash\n");
        return 2;
    }
    queries.run(0);
    std::printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(counted_queries(queries)));
}
