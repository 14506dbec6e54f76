#include "robots/robots.hpp"

#include "base/random.hpp"
#include "experiments.hpp"
#include "robots/cells.hpp"
#include "support/stopwatch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>
#include <fmt/format.h>

namespace allide::bench {
namespace {

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;
using Configuration = std::vector<double>;

std::shared_ptr<FclModel> fcl_model(const Mesh& mesh) {
    std::vector<fcl::Vector3d> points;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3& x : mesh.vertices()) points.emplace_back(x.x, x.y, x.z);
    for (const TriangleIndices& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
    auto model = std::make_shared<FclModel>();
    model->beginModel();
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

fcl::Transform3d fcl_pose(const Pose& pose) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out(i, j) = pose.matrix()[static_cast<std::size_t>(4 * i + j)];
    return out;
}

// The same arm and cell in FCL. Tests the same pairs as RobotWorld: every link with every part, and links
// that are neither adjacent nor ignored. allide computes the poses of links.
class FclWorld {
  public:
    explicit FclWorld(const RobotWorld& world) : robot_(world.robot()) {
        for (std::size_t i = 0; i < robot_.links().size(); ++i) {
            const Mesh mesh = robot_.link_mesh(i);
            links_.push_back(mesh.triangles().empty() ? nullptr : fcl_model(mesh));
        }
        for (const Obstacle& part : world.obstacles())
            parts_.push_back({fcl_model(part.model.mesh()), fcl_pose(part.pose)});
        for (const SelfCollisionPair& pair : robot_.self_collision_matrix({.samples = 0}).pairs)
            if (pair.status != PairStatus::adjacent && pair.status != PairStatus::ignored)
                pairs_.push_back({pair.a, pair.b});
    }

    bool is_free(const Configuration& q) const {
        std::vector<fcl::Transform3d> poses;
        for (const PlacedLink& link : robot_.at(q)) poses.push_back(fcl_pose(link.pose));
        for (std::size_t i = 0; i < links_.size(); ++i)
            for (const Part& part : parts_)
                if (links_[i] && collide(*links_[i], poses[i], *part.model, part.pose)) return false;
        for (const auto& [a, b] : pairs_)
            if (collide(*links_[a], poses[a], *links_[b], poses[b])) return false;
        return true;
    }
    // True if there is contact at one of the samples, which include both ends.
    bool hits(const Configuration& from, const Configuration& to, int samples) const {
        Configuration q(from.size());
        for (int s = 0; s <= samples; ++s) {
            for (std::size_t k = 0; k < q.size(); ++k) q[k] = from[k] + (to[k] - from[k]) * s / samples;
            if (!is_free(q)) return true;
        }
        return false;
    }

  private:
    struct Part {
        std::shared_ptr<FclModel> model;
        fcl::Transform3d pose;
    };
    static bool collide(const FclModel& a, const fcl::Transform3d& at_a, const FclModel& b,
                        const fcl::Transform3d& at_b) {
        const fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        return fcl::collide(&a, at_a, &b, at_b, request, result) > 0;
    }

    const Robot& robot_;
    std::vector<std::shared_ptr<FclModel>> links_;
    std::vector<Part> parts_;
    std::vector<std::array<std::size_t, 2>> pairs_;
};

Configuration random_configuration(const Robot& robot, base::Random& random) {
    Configuration q;
    for (const RobotJoint& joint : robot.joints())
        q.push_back(joint.limits ? random.between(joint.limits->lower, joint.limits->upper)
                                 : random.between(-3, 3));
    return q;
}
Configuration free_configuration(const RobotWorld& world, base::Random& random) {
    for (;;) {
        Configuration q = random_configuration(world.robot(), random);
        if (world.is_free(q)) return q;
    }
}

// FNV-1a over the answers, so that a faster wrong answer shows.
struct Digest {
    std::uint64_t value = 0xcbf29ce484222325u;
    void add(std::uint64_t x) { value = (value ^ x) * 0x100000001b3u; }
};

// Formats a number for a table. In this file, the name `cell` is used for a robot's surroundings.
std::string as_cell(double value) {
    return bench::cell(value);
}

struct Segment {
    Configuration from, to;
};

constexpr std::array sample_counts{10, 100, 1000};

void compare_segments(Report& report, const RobotWorld& world, const FclWorld& peer, const std::string& cell,
                      int count) {
    base::Random random(3);
    std::vector<Segment> segments;
    for (int i = 0; i < count; ++i)
        segments.push_back({free_configuration(world, random), random_configuration(world.robot(), random)});
    Table table{.name = "segments-" + cell,
                .caption = fmt::format("{} random segments from a free configuration, {}: processor time per "
                                       "segment, and colliding segments in which no contact was seen.",
                                       count, cell),
                .columns = {"method", "ms", "ms, clear", "time over allide's", "contacts missed", "hash"}};
    std::vector<bool> hit;
    std::uint64_t steps = 0;
    int undecided = 0;
    double all = 0, clear = 0;
    Digest digest;
    for (const Segment& s : segments) {
        TrajectoryCheck found;
        const double seconds = seconds_of([&] { found = world.check_trajectory(std::vector{s.from, s.to}); });
        hit.push_back(found.outcome == Outcome::impact);
        undecided += found.outcome == Outcome::undecided ? 1 : 0;
        all += seconds;
        if (found.outcome == Outcome::clear) clear += seconds, steps += found.checks;
        digest.add(static_cast<std::uint64_t>(found.outcome));
    }
    const auto hits = static_cast<int>(std::count(hit.begin(), hit.end(), true));
    const double per = 1e3 / count, per_clear = 1e3 / std::max(count - hits - undecided, 1);
    table.add({"allide, certified", as_cell(all * per), as_cell(clear * per_clear), "1",
               fmt::format("0 of {}", hits), fmt::format("{:016x}", digest.value)});
    for (const int samples : sample_counts) {
        double peer_all = 0, peer_clear = 0;
        int missed = 0, invented = 0;
        Digest answers;
        for (std::size_t i = 0; i < segments.size(); ++i) {
            bool seen = false;
            const double seconds =
                seconds_of([&] { seen = peer.hits(segments[i].from, segments[i].to, samples); });
            peer_all += seconds;
            if (!hit[i]) peer_clear += seconds;
            missed += hit[i] && !seen ? 1 : 0;
            invented += !hit[i] && seen ? 1 : 0;
            answers.add(seen ? 1 : 0);
        }
        table.add({fmt::format("FCL, {} samples", samples), as_cell(peer_all * per),
                   as_cell(peer_clear * per_clear), as_cell(peer_all / all),
                   fmt::format("{} of {}", missed, hits), fmt::format("{:016x}", answers.value)});
        if (samples == 1000)
            report.add_finding(peer_all >= 50 * all,
                               cell + ": at least 50 times as fast as FCL at 1,000 samples",
                               fmt::format("{:.3g} times", peer_all / all));
        if (samples == 100)
            report.add_finding(peer_all >= 5 * all, cell + ": at least 5 times as fast as FCL at 100 samples",
                               fmt::format("{:.3g} times", peer_all / all));
        report.add_finding(invented == 0, cell + ": no contact seen on a path that is certified",
                           fmt::format("{} at {} samples", invented, samples));
    }
    report.add(std::move(table));
    report.add_paragraph(
        fmt::format("{} undecided; {} certified steps in clear segments.", undecided, steps));
}

void compare_configurations(Report& report, const RobotWorld& world, const FclWorld& peer,
                            const std::string& cell, int count) {
    base::Random random(4);
    std::vector<Configuration> all;
    for (int i = 0; i < count; ++i) all.push_back(random_configuration(world.robot(), random));
    int ours = 0, theirs = 0;
    const std::vector<double> seconds = interleaved_medians(3, {[&] {
                                                                    ours = 0;
                                                                    for (const auto& q : all)
                                                                        ours += world.is_free(q);
                                                                },
                                                                [&] {
                                                                    theirs = 0;
                                                                    for (const auto& q : all)
                                                                        theirs += peer.is_free(q);
                                                                }});
    Table table{.name = "configurations-" + cell,
                .caption = fmt::format("{} random configurations, {}.", count, cell),
                .columns = {"engine", "checks per second", "free"}};
    table.add({"allide", as_cell(count / seconds[0]), std::to_string(ours)});
    table.add({"FCL", as_cell(count / seconds[1]), std::to_string(theirs)});
    report.add(std::move(table));
    report.add_finding(count / seconds[0] >= 50'000, cell + ": at least 50,000 checks per second and core",
                       as_cell(count / seconds[0]));
    report.add_finding(seconds[1] >= 2 * seconds[0], cell + ": twice as fast as FCL",
                       fmt::format("{:.3g} times", seconds[1] / seconds[0]));
}

// Measures cost by length of segment: random segments, each shortened to several fractions of its length.
void measure_lengths(Report& report, const RobotWorld& world, const FclWorld& peer, int count) {
    Table table{.name = "lengths",
                .caption = "Segments of several lengths: mean time and certified steps per segment.",
                .columns = {"length (share)", "allide, ms", "steps", "FCL, 100 samples, ms"}};
    for (const double share : {1.0, 0.3, 0.1, 0.03, 0.01}) {
        base::Random random(6);
        double ours = 0, theirs = 0;
        std::uint64_t steps = 0;
        for (int i = 0; i < count; ++i) {
            Segment s{free_configuration(world, random), random_configuration(world.robot(), random)};
            for (std::size_t k = 0; k < s.to.size(); ++k) s.to[k] = s.from[k] + share * (s.to[k] - s.from[k]);
            ours += seconds_of([&] { steps += world.check_trajectory(std::vector{s.from, s.to}).checks; });
            theirs += seconds_of([&] { peer.hits(s.from, s.to, 100); });
        }
        table.add({as_cell(share), as_cell(1e3 * ours / count), as_cell(static_cast<double>(steps) / count),
                   as_cell(1e3 * theirs / count)});
    }
    report.add(std::move(table));
}

// Measures passes and grazes: clear segments are queried with clearances slightly below their smallest
// distance.
void compare_passes(Report& report, const RobotWorld& world, const FclWorld& peer, int wanted) {
    Table table{.name = "passes",
                .caption =
                    "Clear segments, asked for their smallest clearance less a margin: the search "
                    "proves a pass at that margin. FCL samples contacts only.",
                .columns = {"margin", "allide, ms", "clear", "FCL, 1,000 samples, ms", "ratio"}};
    struct Pass {
        Segment segment;
        double clearance;
    };
    base::Random random(7);
    std::vector<Pass> passes;
    for (int i = 0; i < 5 * wanted && std::ssize(passes) < wanted; ++i) {
        const Segment s{free_configuration(world, random), random_configuration(world.robot(), random)};
        const TrajectoryCheck found = world.check_trajectory(
            std::vector{s.from, s.to}, {.detail = TrajectoryDetail::clearance, .clearance_error = 1e-4});
        if (found.outcome == Outcome::clear && *found.clearance_lower > 2e-3 && *found.clearance_t > 0.01 &&
            *found.clearance_t < 0.99)
            passes.push_back({s, *found.clearance_lower});
    }
    const auto count = static_cast<double>(passes.size());
    for (const double margin : {1e-3, 1e-4, 1e-5, 1e-6}) {
        double ours = 0, theirs = 0;
        std::size_t clear = 0;
        for (const auto& [s, clearance] : passes) {
            const TrajectoryOptions near{.clearance = clearance - margin};
            ours += seconds_of([&] {
                clear +=
                    world.check_trajectory(std::vector{s.from, s.to}, near).outcome == Outcome::clear ? 1 : 0;
            });
            theirs += seconds_of([&] { peer.hits(s.from, s.to, 1000); });
        }
        if (passes.empty()) break;
        table.add({as_cell(margin), as_cell(1e3 * ours / count),
                   fmt::format("{} of {}", clear, passes.size()), as_cell(1e3 * theirs / count),
                   as_cell(theirs / ours)});
        report.add_finding(clear == passes.size(), fmt::format("passes at {:g} are certified", margin),
                           fmt::format("{} of {}", clear, passes.size()));
    }
    report.add(std::move(table));
}

void compare_cell(Report& report, const RobotDescription& arm, std::size_t triangles, const std::string& cell,
                  const Settings& settings) {
    const RobotWorld world = RobotWorld::build(Robot::build(arm).value(), bench_cell(triangles)).value();
    const FclWorld peer(world);
    const bool quick = settings.size == Size::quick;
    report.add_section(cell);
    compare_configurations(report, world, peer, cell, quick ? 500 : 5000);
    compare_segments(report, world, peer, cell, quick ? 10 : settings.size == Size::full ? 4000 : 300);
    if (triangles > 10'000) return;
    measure_lengths(report, world, peer, quick ? 5 : 100);
    compare_passes(report, world, peer, quick ? 2 : 20);
}

}  // namespace

void run_robots(Report& report, const Settings& settings) {
    bool found = false;
    const RobotDescription arm = bench_arm(settings.models, found);
    report.add_paragraph(found ? "The arm is the one of robot_kuka_iiwa."
                               : "The arm is generated, since the folder of models has no robot_kuka_iiwa.");
    compare_cell(report, arm, 2'800, "parts", settings);
    compare_cell(report, arm, 100'000, "fine", settings);
}

}  // namespace allide::bench
