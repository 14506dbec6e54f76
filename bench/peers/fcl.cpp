// First contact and all contacts beside Debian's FCL, in the benchmark setting, interleaved in one run.
#include "support/setting.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

#include <fcl/fcl.h>

namespace {

using namespace allide;
using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

std::shared_ptr<FclModel> fcl_model(const Mesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
    for (const auto& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
    auto model = std::make_shared<FclModel>();
    model->beginModel();
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
}

fcl::Transform3d fcl_pose(const Pose& pose) {
    const auto& m = pose.matrix();
    fcl::Transform3d result = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) result(i, j) = m[static_cast<std::size_t>(4 * i + j)];
    return result;
}

struct Run {
    double seconds = 0;
    std::uint64_t hash = 0;
};

// Seconds for all poses once. Short queries are repeated, so that a round outlasts the machine's hiccups.
template <typename Query>
Run timed(const std::vector<Pose>& poses, int repeats, Query&& query) {
    Run run;
    const double start = bench::now();
    for (int k = 0; k < repeats; ++k) {
        run.hash = 0;
        for (std::size_t i = 0; i < poses.size(); ++i) run.hash += query(i, poses[i]);
    }
    run.seconds = (bench::now() - start) / repeats;
    return run;
}

// Where the answers differ, ours are those of exact arithmetic (tests/kernel, tests/kernel_cgal).
template <typename Ask>
void compare_sets(const char* object, const Model& model, const std::vector<Pose>& poses, Ask&& ask_fcl) {
    std::size_t total = 0, missed = 0, invented = 0;
    for (const Pose& pose : poses) {
        fcl::CollisionResultd result;
        ask_fcl(pose, 1u << 30, result);
        std::set<Contact> theirs;
        for (std::size_t k = 0; k < result.numContacts(); ++k)
            theirs.insert({static_cast<std::uint32_t>(result.getContact(k).b1),
                           static_cast<std::uint32_t>(result.getContact(k).b2)});
        const Contacts ours = contacts(model.at_rest(), model.at(pose));
        std::size_t common = 0;
        for (const Contact& c : ours) common += theirs.count(c);
        total += ours.size();
        missed += ours.size() - common;
        invented += theirs.size() - common;
    }
    std::printf("%-22s contacts %zu; fcl misses %zu and reports %zu that are none\n", object, total, missed,
                invented);
}

void compare(const char* object, const Mesh& mesh, int rounds) {
    const double t0 = bench::now();
    const Model model = Model::build(mesh).value();
    const double t1 = bench::now();
    const auto peer = fcl_model(mesh);
    const double t2 = bench::now();
    const std::vector<Pose> poses = bench::poses_of_setting();
    const auto ask_fcl = [&](const Pose& pose, std::size_t limit, fcl::CollisionResultd& result) {
        const fcl::CollisionRequestd request(limit, false);
        fcl::collide(peer.get(), fcl::Transform3d::Identity(), peer.get(), fcl_pose(pose), request, result);
    };
    const auto first_ours = [&](std::size_t i, const Pose& pose) {
        return collides(model.at_rest(), model.at(pose)) ? bench::mixed(i, 0, 0) : 0;
    };
    const auto first_fcl = [&](std::size_t i, const Pose& pose) {
        fcl::CollisionResultd result;
        ask_fcl(pose, 1, result);
        return result.isCollision() ? bench::mixed(i, 0, 0) : 0;
    };
    const auto all_ours = [&](std::size_t i, const Pose& pose) {
        std::uint64_t hash = 0;
        for (const Contact& c : contacts(model.at_rest(), model.at(pose)))
            hash += bench::mixed(i, c.triangle_a, c.triangle_b);
        return hash;
    };
    const auto all_fcl = [&](std::size_t i, const Pose& pose) {
        fcl::CollisionResultd result;
        ask_fcl(pose, 1u << 30, result);
        std::uint64_t hash = 0;
        for (std::size_t k = 0; k < result.numContacts(); ++k)
            hash += bench::mixed(i, static_cast<std::uint64_t>(result.getContact(k).b1),
                                 static_cast<std::uint64_t>(result.getContact(k).b2));
        return hash;
    };
    const auto report = [&](const char* query, int repeats, auto&& ours, auto&& theirs) {
        std::vector<double> ratios, our_times, their_times;
        Run a, b;
        for (int round = 0; round < rounds; ++round) {
            b = timed(poses, repeats, theirs);
            a = timed(poses, repeats, ours);
            ratios.push_back(b.seconds / a.seconds);
            our_times.push_back(a.seconds);
            their_times.push_back(b.seconds);
        }
        const double per_query = 1e6 / static_cast<double>(poses.size());
        std::printf("%-22s %8zu  %-14s %10.2f %10.2f %8.2f %8.2f  %016llx %016llx %s\n", object,
                    mesh.triangles().size(), query, bench::median(our_times) * per_query,
                    bench::median(their_times) * per_query, bench::median(ratios), ratios.front(),
                    static_cast<unsigned long long>(a.hash), static_cast<unsigned long long>(b.hash),
                    a.hash == b.hash ? "equal" : "DIFFER");
        std::fflush(stdout);
    };
    report("first contact", 20, first_ours, first_fcl);
    report("all contacts", 1, all_ours, all_fcl);
    compare_sets(object, model, poses, ask_fcl);
    std::printf("%-22s %8zu  %-14s %8.1f ms %7.1f ms %8.2f\n", object, mesh.triangles().size(),
                "construction", 1e3 * (t1 - t0), 1e3 * (t2 - t1), (t2 - t1) / (t1 - t0));
}

}  // namespace

// Arguments: --rounds N, then mesh files to add to the generated tori.
int main(int count, char** arguments) {
    int rounds = 5;
    std::vector<const char*> files;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "--rounds") == 0 && i + 1 < count)
            rounds = std::max(1, std::atoi(arguments[++i]));
        else
            files.push_back(arguments[i]);
    }
    std::printf("target %s; microseconds a query; ratio = FCL / allide, median and first of %d rounds\n",
                active_target().c_str(), rounds);
    std::printf("%-22s %8s  %-14s %10s %10s %8s %8s  %-16s %-16s\n", "object", "triangles", "query", "allide",
                "fcl", "ratio", "first", "answer allide", "answer fcl");
    compare("torus", generate(Shape::torus, {.triangles = 12544}).value(), rounds);
    for (const char* file : files) {
        const Result<Mesh> mesh = load_mesh(file);
        if (!mesh) {
            std::fprintf(stderr, "%s\n", mesh.error().text().c_str());
            return 2;
        }
        compare(std::filesystem::path(file).stem().c_str(), bench::in_cube_of_two(*mesh), rounds);
    }
}
