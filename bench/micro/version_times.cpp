// Processor times of a fixed set of questions, for comparing two versions of the library, each linked into a
// program of its own (scripts/compare-versions.py). The program reads one line per round, "question body",
// answers all queries of that question, and prints their mean time and 99th percentile in nanoseconds, and a
// hash of the answers. So two programs can take turns, round by round. The line "list" prints all questions.
//
//     bench_version_times [FOLDER of scans]
#include "support/setting.hpp"

// In version 0.1, allide/allide.hpp declares the generated shapes, under another name.
#if __has_include(<allide/extra/shapes.hpp>)
#include <allide/extra/shapes.hpp>
#else
namespace allide {
using GeneratedShape = Shape;
}
#endif

#include <bit>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace allide;

namespace {

using Hash = std::uint64_t;

// Processor time of this thread: other programs on the machine add nothing to it.
double nanoseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

Hash bits(std::size_t query, double value) {
    return bench::mixed(query, std::bit_cast<std::uint64_t>(value), 0);
}

struct Body {
    Mesh mesh;
    std::optional<Model> model = {};
    const Model& built() {
        if (!model) model = Model::build(mesh).value();
        return *model;
    }
};

// A question about a pair of bodies: `run` answers the query with the given index and returns a hash of the
// answer.
struct Question {
    std::size_t count = 0;
    std::function<Hash(std::size_t)> run;
};

class Questions {
  public:
    explicit Questions(const std::string& scans) {
        const auto generated = [&](const std::string& name, GeneratedShape shape, std::uint64_t triangles) {
            add(name, bench::in_cube_of_two(generate(shape, {.triangles = triangles}).value()));
        };
        generated("torus-12k", GeneratedShape::torus, 12'544);
        generated("torus-74k", GeneratedShape::torus, 73'984);
        generated("sphere-23k", GeneratedShape::sphere, 22'952);
        generated("sphere-97k", GeneratedShape::sphere, 97'032);
        generated("noisy-torus-74k", GeneratedShape::noisy_torus, 73'984);
        for (const auto& [name, file] :
             {std::pair("rocker-arm", "rocker-arm.obj"), std::pair("armadillo", "armadillo.obj"),
              std::pair("dragon", "dragon_vrip_res2.ply")}) {
            if (scans.empty()) break;
            const auto mesh = load_mesh(scans + "/" + file);
            if (mesh) add(name, bench::in_cube_of_two(*mesh));
        }
        names_.push_back("triangle");
        MeshData one{.vertices = {{-1, -1, 0}, {1, -1, 0.1}, {0, 1, -0.2}}, .triangles = {{0, 1, 2}}};
        bodies_["triangle"].mesh = Mesh::from(std::move(one)).value();
    }

    void list() const {
        for (const std::string& name : names_)
            for (const char* const question : {"distance", "first", "steps", "all", "build"})
                if (name != "triangle" || question != std::string("build"))
                    std::printf("%s %s\n", question, name.c_str());
        for (const char* const gap : {"1e-1", "1e-2", "1e-3"})
            std::printf("distance-concentric %s\nfirst-concentric %s\n", gap, gap);
        for (const char* const gap : {"1e-1", "1e-2", "1e-3", "1e-4"})
            std::printf("distance-point %s\n", gap);
        std::printf("far torus-12k\n");
    }

    Question named(const std::string& question, const std::string& name) {
        if (question == "distance-concentric" || question == "first-concentric") {
            const double gap = std::stod(name);
            Body &outer = sphere(1 + gap), &inner = sphere(1);
            return {10, [&outer, &inner, is_distance = question[0] == 'd'](std::size_t i) {
                        const Placed a = outer.built().at_rest();
                        const Pose turn = general_turn(i);
                        const Placed b = inner.built().at(turn);
                        return is_distance ? bits(i, distance(a, b).upper)
                                           : bench::mixed(i, any_contact(a, b) ? 1 : 0, 0);
                    }};
        }
        if (question == "distance-point") {
            const double gap = std::stod(name);
            Body& body = sphere(1);
            return {50, [&body, gap](std::size_t i) {
                        const Vec3 along{1, 0.7, 0.4};
                        const double s = (2 + gap) / std::sqrt(1 + 0.49 + 0.16);
                        const Pose pose = general_turn(i).translated({s * along.x, s * along.y, s * along.z});
                        return bits(i, distance(body.built().at_rest(), body.built().at(pose)).upper);
                    }};
        }
        const auto found = bodies_.find(name);
        if (found == bodies_.end()) return {};
        Body& body = found->second;
        static const std::vector<Pose> poses = bench::poses_of_setting();
        if (question == "build")
            return {1, [&body](std::size_t) {
                        const Model model = Model::build(body.mesh).value();
                        return static_cast<Hash>(model.mesh().triangles().size());
                    }};
        if (question == "far")
            return {poses.size(), [&body](std::size_t i) {
                        const Pose pose = poses[i].translated({5, 0, 0});
                        return bench::mixed(
                            i, any_contact(body.built().at_rest(), body.built().at(pose)) ? 1 : 0, 0);
                    }};
        if (question == "distance") {
            std::vector<Pose> apart;
            for (const Pose& pose : poses)
                if (!collides(body.built().at_rest(), body.built().at(pose))) apart.push_back(pose);
            return {apart.size(), [&body, apart](std::size_t i) {
                        return bits(i, distance(body.built().at_rest(), body.built().at(apart[i])).upper);
                    }};
        }
        if (question == "first")
            return {poses.size(), [&body](std::size_t i) {
                        const auto contact = any_contact(body.built().at_rest(), body.built().at(poses[i]));
                        return bench::mixed(i, contact ? 1 : 0, 0);
                    }};
        if (question == "steps") {
            const auto cache = std::make_shared<QueryCache>();
            return {400, [&body, cache](std::size_t i) {
                        const double place = 2.2 * (static_cast<double>(i / 50) + 0.5) / 8;
                        const Pose pose =
                            Pose::rotation({0, 0, 1}, degrees(0.18 * static_cast<double>(i % 50)))
                                .translated({place, 0, 0});
                        const bool touch = collides(body.built().at_rest(), body.built().at(pose), *cache);
                        return bench::mixed(i, touch ? 1 : 0, 0);
                    }};
        }
        if (question == "all")
            return {poses.size() / 5, [&body](std::size_t i) {
                        Hash hash = 0;
                        for (const Contact& c :
                             contacts(body.built().at_rest(), body.built().at(poses[5 * i + 2])))
                            hash += bench::mixed(i, c.triangle_a, c.triangle_b);
                        return hash;
                    }};
        return {};
    }

  private:
    // Rotations about an axis that is not an axis of symmetry, so corresponding faces are never parallel.
    static Pose general_turn(std::size_t i) {
        return Pose::rotation({1, 0.7, 0.4}, degrees(7.3 * static_cast<double>(i + 1)));
    }
    void add(const std::string& name, const Mesh& mesh) {
        names_.push_back(name);
        bodies_[name].mesh = mesh;
    }
    Body& sphere(double radius) {
        Body& body = bodies_["sphere of radius " + std::to_string(radius)];
        if (!body.model) {
            const Mesh unit =
                bench::in_cube_of_two(generate(GeneratedShape::sphere, {.triangles = 20'000}).value());
            MeshData data{.vertices = {unit.vertices().begin(), unit.vertices().end()},
                          .triangles = {unit.triangles().begin(), unit.triangles().end()}};
            for (Vec3& v : data.vertices) v = {radius * v.x, radius * v.y, radius * v.z};
            body.model = Model::build(Mesh::from(std::move(data)).value()).value();
        }
        return body;
    }

    std::vector<std::string> names_;
    std::map<std::string, Body> bodies_;
};

}  // namespace

int main(int count, char** arguments) {
    Questions questions(count > 1 ? arguments[1] : "");
    for (std::string question, body; std::cin >> question;) {
        if (question == "list") {
            questions.list();
        } else {
            std::cin >> body;
            const Question asked = questions.named(question, body);
            if (!asked.run) {
                std::fprintf(stderr, "unknown question: %s %s\n", question.c_str(), body.c_str());
                return 2;
            }
            Hash hash = 0;
            asked.run(0);
            std::vector<double> times(asked.count);
            double sum = 0;
            for (std::size_t i = 0; i < asked.count; ++i) {
                const double start = nanoseconds();
                hash += asked.run(i);
                times[i] = nanoseconds() - start;
                sum += times[i];
            }
            std::sort(times.begin(), times.end());
            std::printf("%.1f %.1f %016llx\n", sum / static_cast<double>(asked.count),
                        times[times.size() - 1 - times.size() / 100], static_cast<unsigned long long>(hash));
        }
        std::printf("end\n");
        std::fflush(stdout);
    }
}
