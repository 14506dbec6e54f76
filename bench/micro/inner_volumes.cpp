// Speed-up of overlap_solid by inner boxes: times queries with and without them at random poses at which
// closed meshes overlap.
//
//     bench_inner_volumes scan.obj …
#include "base/random.hpp"
#include "support/stopwatch.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cmath>
#include <cstdio>
#include <string>

namespace {

using namespace allide;

// Random poses of a copy of the mesh such that the two centres are `share` times the mesh's diagonal apart.
std::vector<Pose> poses_at(const Mesh& mesh, double share, base::Random& random) {
    Vec3 lo = mesh.vertices()[0], hi = lo;
    for (const Vec3& v : mesh.vertices()) {
        lo = {std::min(lo.x, v.x), std::min(lo.y, v.y), std::min(lo.z, v.z)};
        hi = {std::max(hi.x, v.x), std::max(hi.y, v.y), std::max(hi.z, v.z)};
    }
    const double diagonal = std::hypot(hi.x - lo.x, hi.y - lo.y, hi.z - lo.z);
    const Vec3 middle{(lo.x + hi.x) / 2, (lo.y + hi.y) / 2, (lo.z + hi.z) / 2};
    std::vector<Pose> poses;
    while (poses.size() < 200) {
        std::array<double, 4> q{};
        Vec3 offset{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        double square = 0;
        for (double& part : q) {
            part = random.between(-1, 1);
            square += part * part;
        }
        const double length = std::hypot(offset.x, offset.y, offset.z);
        if (square > 1 || square < 0.01 || length > 1 || length < 0.1) continue;
        for (double& part : q) part /= std::sqrt(square);
        // Choose the translation such that the rotated copy's centre is at the chosen position.
        const auto m = Pose::from_quaternion({}, q).value().matrix();
        const double by = share * diagonal / length;
        poses.push_back(
            Pose::from_quaternion(
                {middle.x + by * offset.x - (m[0] * middle.x + m[1] * middle.y + m[2] * middle.z),
                 middle.y + by * offset.y - (m[4] * middle.x + m[5] * middle.y + m[6] * middle.z),
                 middle.z + by * offset.z - (m[8] * middle.x + m[9] * middle.y + m[10] * middle.z)},
                q)
                .value());
    }
    return poses;
}

void compare(const std::string& name, const Mesh& mesh) {
    Model plain, boxed;
    const double plain_build = bench::seconds_of([&] { plain = Model::build(mesh).value(); });
    const double boxed_build = bench::seconds_of(
        [&] { boxed = Model::build(mesh, {.inner_volumes = InnerVolumes::boxes}).value(); });
    std::printf("%s: %zu triangles, %zu inner boxes, built in %.0f ms, without them in %.0f ms\n",
                name.c_str(), mesh.triangles().size(), boxed.inner_boxes().size(), 1e3 * boxed_build,
                1e3 * plain_build);
    base::Random random(7);
    for (const double share : {0.0, 0.05, 0.1, 0.2, 0.3, 0.5}) {
        const std::vector<Pose> poses = poses_at(mesh, share, random);
        const auto count = [&](const Model& model) {
            std::size_t yes = 0;
            for (const Pose& pose : poses)
                yes += overlap_solid(model.at_rest(), model.at(pose)) == SolidOverlap::yes ? 1 : 0;
            return yes;
        };
        std::size_t with = 0, without = 0;
        const std::vector<double> seconds =
            bench::interleaved_medians(9, {[&] { with = count(boxed); }, [&] { without = count(plain); }});
        const double share_of_one = 1e6 / static_cast<double>(poses.size());
        std::printf(
            "  middles %.2f diagonals apart: %3zu of %zu overlap (%s), %.2f µs with, %.2f µs without, %.1f "
            "times\n",
            share, with, poses.size(), with == without ? "both say so" : "THEY DIFFER",
            share_of_one * seconds[0], share_of_one * seconds[1], seconds[1] / seconds[0]);
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count == 1) {
        compare("sphere", generate(GeneratedShape::sphere, {.triangles = 50'000}).value());
        compare("torus", generate(GeneratedShape::torus, {.triangles = 50'000}).value());
    }
    for (int i = 1; i < count; ++i) {
        const auto mesh = load_mesh(arguments[i]);
        if (!mesh) {
            std::fprintf(stderr, "%s\n", mesh.error().message.c_str());
            return 2;
        }
        compare(arguments[i], *mesh);
    }
}
