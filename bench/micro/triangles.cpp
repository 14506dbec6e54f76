// The cost of testing a pair of triangles at each stage, and the number of pairs that reach the exact stage.
//
// Pairs that the filters decide are leaf pairs of two tori. Pairs that need the exact stage are coplanar
// faces of boxes at the poses that are common in CAD files: identity, translation, quarter turn.
#include "kernel/triangle/triangle_pair.hpp"
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

using namespace allide;
using kernel::Triangle;

struct Candidates {
    std::string name;
    Pose pose_a, pose_b;
    std::vector<std::pair<Triangle, Triangle>> pairs;
};

// All pairs of triangles whose world-space boxes overlap, as a traversal of any tree would find them.
std::vector<std::pair<Triangle, Triangle>> near_pairs(const Mesh& a, const Pose& pose_a, const Mesh& b,
                                                      const Pose& pose_b, std::size_t most) {
    const auto box_of = [](const Triangle& corners, const Pose& pose) {
        const auto& m = pose.matrix();
        Box box{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
        for (const Vec3& c : corners) {
            const Vec3 w{m[0] * c.x + m[1] * c.y + m[2] * c.z + m[3],
                         m[4] * c.x + m[5] * c.y + m[6] * c.z + m[7],
                         m[8] * c.x + m[9] * c.y + m[10] * c.z + m[11]};
            box.lo = {std::min(box.lo.x, w.x), std::min(box.lo.y, w.y), std::min(box.lo.z, w.z)};
            box.hi = {std::max(box.hi.x, w.x), std::max(box.hi.y, w.y), std::max(box.hi.z, w.z)};
        }
        return box;
    };
    std::vector<std::pair<Triangle, Box>> side_a, side_b;
    for (std::uint32_t i = 0; i < a.triangles().size(); ++i)
        side_a.emplace_back(a.corners(i), box_of(a.corners(i), pose_a));
    for (std::uint32_t i = 0; i < b.triangles().size(); ++i)
        side_b.emplace_back(b.corners(i), box_of(b.corners(i), pose_b));
    std::vector<std::pair<Triangle, Triangle>> pairs;
    for (const auto& [ta, x] : side_a)
        for (const auto& [tb, y] : side_b)
            if (x.lo.x <= y.hi.x && y.lo.x <= x.hi.x && x.lo.y <= y.hi.y && y.lo.y <= x.hi.y &&
                x.lo.z <= y.hi.z && y.lo.z <= x.hi.z && pairs.size() < most)
                pairs.emplace_back(ta, tb);
    return pairs;
}

// Prints the nanoseconds per pair for a run through all stages of the test: the best of several rounds.
void measure(const Candidates& candidates, double& baseline) {
    const kernel::PairTester tester(candidates.pose_a, candidates.pose_b);
    kernel::PairCounters counters;
    std::uint64_t touching = 0;
    double best = 1e300;
    for (int round = 0; round < 15; ++round) {
        kernel::PairBatch batch(tester);
        counters = {};
        touching = 0;
        const auto count = [&touching](std::uint32_t, std::uint32_t) { return ++touching != 0; };
        const double start = bench::now();
        for (const auto& [a, b] : candidates.pairs) {
            batch.add(a, b, 0, 0);
            if (batch.full()) batch.decide(counters, count);
        }
        if (!batch.empty()) batch.decide(counters, count);
        best = std::min(best, bench::now() - start);
    }
    const double nanoseconds = 1e9 * best / static_cast<double>(candidates.pairs.size());
    if (baseline == 0) baseline = nanoseconds;
    std::printf("%-34s %9zu %9llu %9llu %9llu %9.1f %8.1f\n", candidates.name.c_str(),
                candidates.pairs.size(), static_cast<unsigned long long>(touching),
                static_cast<unsigned long long>(counters.double_tests),
                static_cast<unsigned long long>(counters.exact_tests), nanoseconds, nanoseconds / baseline);
}

// Poses at the distances of the benchmark setting, but rotated about an axis without symmetry. The setting's
// own rotations about z keep z coordinates, so that parts of an object and its copy coincide exactly; such
// pairs need exact arithmetic.
std::vector<Pose> general_poses() {
    std::vector<Pose> poses;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 50; ++j)
            poses.push_back(Pose::rotation({0.3, 0.5, 0.8}, degrees(360.0 * (j + 0.5) / 50))
                                .translated({2.2 * (i + 0.5) / 8, 0, 0}));
    return poses;
}

// Prints the number of tested pairs, and how many per 100,000 reach the double-precision and the exact stage.
void count_stages(const std::string& name, const Mesh& mesh, const std::vector<Pose>& poses) {
    const Model model = Model::build(mesh).value();
    QueryStats sum;
    for (const Pose& pose : poses) {
        const QueryStats stats = contacts(model.at_rest(), model.at(pose)).stats;
        sum.triangle_tests += stats.triangle_tests;
        sum.double_tests += stats.double_tests;
        sum.exact_tests += stats.exact_tests;
    }
    const auto share = [&](std::uint64_t part) {
        return 1e5 * static_cast<double>(part) /
               static_cast<double>(std::max<std::uint64_t>(sum.triangle_tests, 1));
    };
    std::printf("%-34s %9zu %11llu %14.2f %14.3f\n", name.c_str(), mesh.triangles().size(),
                static_cast<unsigned long long>(sum.triangle_tests), share(sum.double_tests),
                share(sum.exact_tests));
    std::fflush(stdout);
}

}  // namespace

// Arguments: further mesh files for which the stages are counted.
int main(int count, char** arguments) {
    std::printf("target %s\n%-34s %9s %9s %9s %9s %9s %8s\n", active_target().c_str(), "pairs", "number",
                "touching", "double", "exact", "ns/pair", "x first");
    double baseline = 0;
    const Mesh torus = generate(GeneratedShape::torus, {.triangles = 12544}).value();
    const Pose turned = Pose::rotation({0.3, 0.5, 1}, degrees(40)).translated({0.4, 0.1, 0.05});
    measure({"filtered: tori", {}, turned, near_pairs(torus, {}, torus, turned, 100000)}, baseline);

    const Mesh box = generate(GeneratedShape::box, {.triangles = 1200}).value();
    const Pose shift = Pose::translation({0.125, 0.25, 0.8});
    const Pose fine_shift = Pose::translation({0.1, 0.2, 0.8});
    const Pose quarter = Pose::from_matrix({0, -1, 0, 0.1, 1, 0, 0, 0.2, 0, 0, 1, 0.8}).value();
    const auto faces = [&](const char* name, const Pose& a, const Pose& b) {
        measure({name, a, b, near_pairs(box, a, box, b, 20000)}, baseline);
    };
    faces("faces on faces: equal poses", turned, turned);
    faces("faces on faces: short shift", {}, shift);
    faces("faces on faces: shift by decimals", {}, fine_shift);
    faces("faces on faces: quarter turn", {}, quarter);
    // The translation is a thousand times the size of the faces, so that the bits of a coordinate do not
    // fit into one machine word.
    faces("faces on faces: far from the origin", Pose::translation({1000.1, 2000.2, 0.3}),
          Pose::translation({1000.1, 2000.2, 0.3}).translated({0.125, 0.25, 0}));

    std::printf("\n%-34s %9s %11s %14s %14s\n", "object against itself", "triangles", "pairs",
                "double/100000", "exact/100000");
    const auto count_both = [](const std::string& name, const Mesh& mesh) {
        count_stages(name + ", general axis", mesh, general_poses());
        count_stages(name + ", benchmark setting", mesh, bench::poses_of_setting());
    };
    count_both("torus", torus);
    for (int i = 1; i < count; ++i) {
        const Result<Mesh> mesh = load_mesh(arguments[i]);
        if (!mesh) {
            std::fprintf(stderr, "%s\n", mesh.error().text().c_str());
            return 2;
        }
        count_both(std::filesystem::path(arguments[i]).stem().string(), bench::in_cube_of_two(*mesh));
    }
}
