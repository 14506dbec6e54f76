// Checks and measures the GPU queries: device-resident poses and answers, medians of 5 after a warm-up,
// compared with all cores of the CPU in the same run. Uses nothing but the library, so that it can be built
// where no other packages are.
//   measure_gpu [--quick] [--tune] [--smoke] [--profile] [--brief]
#include "gpu/batches.hpp"
#include "gpu/placed_pair.hpp"

#include <allide/extra/batches.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <numbers>
#include <thread>
#include <vector>

namespace allide::gpu {
namespace {

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Calls work(i) on all cores.
template <typename Work>
void on_all_cores(std::size_t count, const Work& work) {
    constexpr std::size_t grain = 64;
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t)
        threads.emplace_back([&] {
            for (std::size_t first = next.fetch_add(grain); first < count; first = next.fetch_add(grain))
                for (std::size_t i = first; i < std::min(count, first + grain); ++i) work(i);
        });
}

// SplitMix64, as in base::Random, with one stream per pose, so that poses do not depend on the number of
// threads.
class Stream {
  public:
    explicit Stream(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u) {}
    double unit() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    double normal() { return std::sqrt(-2 * std::log(1 - unit())) * std::cos(2 * std::numbers::pi * unit()); }

  private:
    std::uint64_t state_;
};

// Poses with random rotations and positions, uniformly distributed in the shell between two radii.
std::vector<Pose> random_poses(std::size_t count, double inner, double outer) {
    std::vector<Pose> poses(count);
    on_all_cores(count, [&](std::size_t i) {
        Stream random(i + 1);
        const std::array<double, 4> q{random.normal(), random.normal(), random.normal(), random.normal()};
        const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        const Vec3 d = normalized({random.normal(), random.normal(), random.normal()});
        const double cubed = inner * inner * inner,
                     radius = std::cbrt(cubed + (outer * outer * outer - cubed) * random.unit());
        poses[i] =
            Pose::from_quaternion(radius * d, {q[0] / size, q[1] / size, q[2] / size, q[3] / size}).value();
    });
    return poses;
}

double median_of_runs(Machine& machine, const std::function<void()>& run, int runs = 5) {
    run();
    machine.wait();
    std::vector<double> times;
    for (int i = 0; i < runs; ++i) {
        const double start = seconds_now();
        run();
        machine.wait();
        times.push_back(seconds_now() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

struct Setting {
    std::shared_ptr<Workspace> workspace;
    bool quick = false, tune = false;
    bool smoke = false;    // a few poses through every kernel, for memory checkers
    bool profile = false;  // each kernel once, for profilers
    int failures = 0;
};

void count_failures(Setting& setting, std::size_t wrong, const char* what) {
    if (wrong == 0) return;
    std::printf("FAILED: %zu wrong answers: %s\n", wrong, what);
    ++setting.failures;
}

double radius_of(const Model& model) {
    double radius = 0;
    for (const Vec3& v : model.mesh().vertices()) radius = std::max(radius, length(v));
    return radius;
}

Model model_of(GeneratedShape shape, std::uint64_t triangles) {
    return Model::build(generate(shape, {.triangles = triangles}).value()).value();
}
Model opened(const Model& model) {
    const auto vertices = model.mesh().vertices();
    const auto triangles = model.mesh().triangles();
    return Model::build(Mesh::from({.vertices = {vertices.begin(), vertices.end()},
                                    .triangles = {triangles.begin() + 1, triangles.end()}})
                            .value())
        .value();
}

void measure_booleans(Setting& setting, const char* name, const Model& model, std::span<const Pose> poses,
                      std::initializer_list<std::size_t> sizes, std::size_t checked) {
    const auto pair = PlacedPair::make(setting.workspace, model.at_rest(), model);
    Machine& machine = *setting.workspace->machine;
    const PosesView all = pair->upload(poses);
    Buffer<std::uint8_t> answers(machine, poses.size());
    for (const std::size_t count : sizes) {
        if (count > poses.size()) continue;
        PosesView view = all;
        view.count = static_cast<std::uint32_t>(count);
        const double time = median_of_runs(machine, [&] { pair->touch(view, answers.data()); });
        const TouchAnswers found = pair->touch_answers(answers.data(), view.count);
        std::size_t yes = 0, left = 0;
        for (const std::uint8_t answer : found.answers)
            yes += answer == answer_yes, left += answer > answer_yes;
        std::printf("booleans   %-22s %9zu poses %9.4f ms %8.4f G/s   yes %.3f, left %zu, pairs left %zu\n",
                    name, count, 1e3 * time, 1e-9 * static_cast<double>(count) / time,
                    static_cast<double>(yes) / static_cast<double>(count), left, found.undecided.size());
        std::fflush(stdout);
        if (setting.tune && count >= 1'000'000) {
            for (const std::uint32_t steps : {30u, 60u, 200u, 1000u}) {
                pair->tuning().step_limit = steps;
                const double other = median_of_runs(
                    machine, [&] { pair->touch(view, answers.data()); }, 3);
                std::printf("             step limit %4u: %8.4f G/s\n", steps,
                            1e-9 * static_cast<double>(count) / other);
            }
            pair->tuning() = {};
        }
        if (setting.tune && count < 1'000'000) {
            for (const std::uint32_t limit : {0u, 1u << 30}) {
                pair->tuning().warp_per_pose = limit;
                const double other = median_of_runs(machine, [&] { pair->touch(view, answers.data()); });
                std::printf("             %s per pose: %9.4f ms\n", limit == 0 ? "lane" : "warp",
                            1e3 * other);
            }
            pair->tuning() = {};
        }
    }
    checked = std::min(checked, poses.size());
    double cpu = seconds_now();
    std::vector<char> expected(checked);
    on_all_cores(checked,
                 [&](std::size_t i) { expected[i] = collides(model.at_rest(), model.at(poses[i])) ? 1 : 0; });
    cpu = seconds_now() - cpu;
    const std::vector<bool> found = collides_many(setting.workspace, model.at_rest(), model,
                                                  poses.first(checked), {}, {.warp_per_pose = 0});
    const std::vector<bool> by_warps = collides_many(setting.workspace, model.at_rest(), model,
                                                     poses.first(checked), {}, {.warp_per_pose = 1u << 30});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < checked; ++i)
        wrong += found[i] != (expected[i] != 0), wrong += by_warps[i] != (expected[i] != 0);
    std::printf("           CPU, %u cores: %.5f G/s; %zu answers compared, %zu wrong\n",
                std::thread::hardware_concurrency(), 1e-9 * static_cast<double>(checked) / cpu, checked,
                wrong);
    count_failures(setting, wrong, name);
}

void measure_contacts(Setting& setting, const char* name, const Model& model, std::span<const Pose> poses,
                      std::size_t checked) {
    const auto pair = PlacedPair::make(setting.workspace, model.at_rest(), model);
    Machine& machine = *setting.workspace->machine;
    Buffer<std::uint8_t> answers(machine, poses.size());
    const PosesView view = pair->upload(poses);
    std::uint32_t used = 0;
    const double time = median_of_runs(machine, [&] { used = pair->run_contacts(view, answers.data()); });
    std::printf("contacts   %-22s %9zu poses %9.3f ms %8.3f M queries/s %8.3f G contacts/s\n", name,
                poses.size(), 1e3 * time, 1e-6 * static_cast<double>(poses.size()) / time,
                1e-9 * used / time);
    std::fflush(stdout);
    const auto some = poses.first(std::min(checked, poses.size()));
    double cpu = seconds_now();
    std::vector<Contacts> expected(some.size());
    on_all_cores(some.size(),
                 [&](std::size_t i) { expected[i] = contacts(model.at_rest(), model.at(some[i])); });
    cpu = seconds_now() - cpu;
    const auto found = contacts_many(setting.workspace, model.at_rest(), model, some, {}, {});
    std::size_t wrong = 0, total = 0;
    for (std::size_t i = 0; i < some.size(); ++i)
        wrong += found[i].pairs != expected[i].pairs, total += expected[i].size();
    std::printf("           CPU: %.4f M queries/s; %zu answers with %zu contacts compared, %zu wrong\n",
                1e-6 * static_cast<double>(some.size()) / cpu, some.size(), total, wrong);
    count_failures(setting, wrong, name);
}

void measure_distances(Setting& setting, const char* name, const Model& model, std::span<const Pose> poses,
                       std::size_t checked) {
    const auto pair = PlacedPair::make(setting.workspace, model.at_rest(), model);
    Machine& machine = *setting.workspace->machine;
    Buffer<std::uint8_t> answers(machine, poses.size());
    Buffer<DistanceEntry> distances(machine, poses.size());
    const PosesView view = pair->upload(poses);
    const double time =
        median_of_runs(machine, [&] { pair->run_distances(view, answers.data(), distances.data()); });
    std::printf("distances  %-22s %9zu poses %9.3f ms %8.3f M/s\n", name, poses.size(), 1e3 * time,
                1e-6 * static_cast<double>(poses.size()) / time);
    std::fflush(stdout);
    const auto bounds = distances.values(poses.size());
    const auto states = answers.values(poses.size());
    const auto some = poses.first(std::min(checked, poses.size()));
    std::vector<Distance> expected(some.size());
    double cpu = seconds_now();
    on_all_cores(some.size(),
                 [&](std::size_t i) { expected[i] = distance(model.at_rest(), model.at(some[i])); });
    cpu = seconds_now() - cpu;
    double widest = 0;
    std::size_t wrong = 0, left = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        if (states[i] != answer_no) {
            ++left;
            continue;
        }
        wrong += !(bounds[i].lower <= expected[i].lower && expected[i].upper <= bounds[i].upper);
        if (expected[i].value > 0)
            widest = std::max(widest, (bounds[i].upper - bounds[i].lower) / expected[i].value);
    }
    double refined = seconds_now();
    const auto found = distance_many(setting.workspace, model.at_rest(), model, some, {}, {});
    refined = seconds_now() - refined;
    for (std::size_t i = 0; i < some.size(); ++i)
        wrong += !(found[i].lower <= expected[i].upper && expected[i].lower <= found[i].upper &&
                   found[i].upper - found[i].lower <= 1e-12 * found[i].upper);
    std::printf(
        "           CPU: %.4f M/s; with host refinement on one thread %.4f M/s; %zu compared, %zu wrong, %zu "
        "left, widest bounds %.2g\n",
        1e-6 * static_cast<double>(some.size()) / cpu, 1e-6 * static_cast<double>(some.size()) / refined,
        some.size(), wrong, left, widest);
    count_failures(setting, wrong, name);
}

// Checks poses at which pairs of triangles are degenerate, so that exact arithmetic decides.
void check_symmetric(Setting& setting, const Model& model) {
    std::vector<Pose> poses;
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
        for (int turn = 0; turn < 16; ++turn)
            for (const double shift : {0.0, 0.25, 0.5, 1.0, 2.0})
                poses.push_back(Pose::rotation(axis, degrees(22.5 * turn)).translated(shift * axis));
    std::size_t wrong = 0, total = 0;
    const auto touch =
        collides_many(setting.workspace, model.at_rest(), model, poses, {}, {.warp_per_pose = 0});
    CpuShare share;
    const auto found = contacts_many(setting.workspace, model.at_rest(), model, poses, {}, {}, &share);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const Contacts expected = contacts(model.at_rest(), model.at(poses[i]));
        wrong += expected.pairs != found[i].pairs, wrong += touch[i] == expected.empty();
        total += expected.size();
    }
    std::printf("symmetric  %zu poses, %zu contacts, %zu pairs and %zu poses left to the CPU, %zu wrong\n",
                poses.size(), total, share.triangle_pairs, share.poses, wrong);
    count_failures(setting, wrong, "symmetric poses");
}

int run_smoke(Setting& setting) {
    const Model torus = model_of(GeneratedShape::torus, 1000);
    const double size = radius_of(torus);
    const auto poses = random_poses(3000, 0, 1.8143 * size);
    measure_booleans(setting, "torus 1k", torus, poses, {3000}, 3000);
    measure_booleans(setting, "torus 1k, open", opened(torus), poses, {3000}, 3000);
    measure_contacts(setting, "torus 1k", torus, std::span(poses).first(300), 300);
    measure_distances(setting, "torus 1k", torus, random_poses(300, 2.02 * size, 3 * size), 300);
    std::size_t wrong = 0;
    const auto within = distance_within_many(setting.workspace, torus.at_rest(), torus,
                                             std::span(poses).first(300), 0.1, {}, {});
    for (std::size_t i = 0; i < 300; ++i)
        wrong += within[i] != distance_within(torus.at_rest(), torus.at(poses[i]), 0.1).within;
    count_failures(setting, wrong, "distance limits");
    return setting.failures == 0 ? 0 : 1;
}

// Runs each kernel once with its usual load.
int run_profile(Setting& setting) {
    const Model torus = model_of(GeneratedShape::torus, 12544);
    const double size = radius_of(torus);
    const auto pair = PlacedPair::make(setting.workspace, torus.at_rest(), torus);
    Machine& machine = *setting.workspace->machine;
    const auto poses = random_poses(4'000'000, 0, 1.8143 * size);
    PosesView view = pair->upload(poses);
    Buffer<std::uint8_t> answers(machine, poses.size());
    pair->touch(view, answers.data());
    view.count = 200'000;
    pair->run_contacts(view, answers.data());
    const auto apart = random_poses(200'000, 2.02 * size, 3 * size);
    Buffer<DistanceEntry> distances(machine, apart.size());
    pair->run_distances(pair->upload(apart), answers.data(), distances.data());
    machine.wait();
    return 0;
}

// Measures speeds only, to compare variants.
int run_brief(Setting& setting) {
    const Model torus = model_of(GeneratedShape::torus, 12544);
    const double size = radius_of(torus);
    const auto poses = random_poses(4'000'000, 0, 1.8143 * size);
    const std::size_t apart_count = 500'000;
    const auto apart = random_poses(apart_count, 2.02 * size, 3 * size);
    Machine& machine = *setting.workspace->machine;
    Buffer<std::uint8_t> answers(machine, poses.size());
    Buffer<DistanceEntry> distances(machine, apart_count);
    for (const bool open : {false, true}) {
        const Model model = open ? opened(torus) : torus;
        const auto pair = PlacedPair::make(setting.workspace, model.at_rest(), model);
        PosesView view = pair->upload(poses);
        const double time = median_of_runs(machine, [&] { pair->touch(view, answers.data()); });
        std::printf("%s %.4f G/s ", open ? "open" : "closed", 4e-3 / time);
        pair->tuning().step_limit = 150;
        const double other = median_of_runs(machine, [&] { pair->touch(view, answers.data()); });
        std::printf("(limit 150: %.4f) ", 4e-3 / other);
        if (open) continue;
        view.count = 500'000;
        const double contacts = median_of_runs(machine, [&] { pair->run_contacts(view, answers.data()); });
        const PosesView others = pair->upload(apart);
        const double gaps =
            median_of_runs(machine, [&] { pair->run_distances(others, answers.data(), distances.data()); });
        std::printf("contacts %.3f M/s distances %.3f M/s ", 0.5 / contacts, 0.5 / gaps);
    }
    std::printf("\n");
    return 0;
}

int run(Setting& setting) {
    const bool quick = setting.quick;
    const std::size_t most = quick ? 4'000'000 : 16'000'000;
    const Model torus = model_of(GeneratedShape::torus, 12544);
    // 64 % of these poses collide.
    const double reach = 1.8143 * radius_of(torus);
    {
        const auto poses = random_poses(most, 0, reach);
        measure_booleans(setting, "torus 12.5k", torus, poses,
                         {1, 100, 1000, 10'000, 100'000, 1'000'000, 4'000'000, 16'000'000},
                         quick ? 100'000 : 2'000'000);
        measure_booleans(setting, "torus 12.5k, open", opened(torus), poses, {4'000'000, 16'000'000},
                         quick ? 100'000 : 1'000'000);
        const std::span<const Pose> part(poses.data(), 1'000'000);
        measure_contacts(setting, "torus 12.5k", torus, part, quick ? 3'000 : 30'000);
        measure_contacts(setting, "torus 12.5k", torus, part.first(10'000), 1000);
        check_symmetric(setting, torus);
    }
    measure_distances(setting, "torus 12.5k", torus,
                      random_poses(1'000'000, 2.02 * radius_of(torus), 3 * radius_of(torus)),
                      quick ? 3'000 : 30'000);
    for (const auto& [name, shape, triangles, spread] :
         {std::tuple("sphere 97k", GeneratedShape::sphere, 97032u, 2.3),
          std::tuple("noisy torus 74k", GeneratedShape::noisy_torus, 73984u, 1.8143)}) {
        const Model model = model_of(shape, triangles);
        const double size = radius_of(model);
        measure_booleans(setting, name, model, random_poses(4'000'000, 0, spread * size), {4'000'000},
                         quick ? 20'000 : 200'000);
        measure_contacts(setting, name, model, random_poses(100'000, 0, spread * size), 1'000);
        measure_distances(setting, name, model, random_poses(200'000, 2.02 * size, 3 * size), 1'000);
        check_symmetric(setting, model);
    }
    std::printf(setting.failures == 0 ? "all answers are those of the CPU\n" : "FAILED: %d comparisons\n",
                setting.failures);
    return setting.failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace allide::gpu

int main(int count, char** arguments) {
    using namespace allide::gpu;
    Setting setting;
    for (int i = 1; i < count; ++i) {
        setting.quick = setting.quick || std::strcmp(arguments[i], "--quick") == 0;
        setting.smoke = setting.smoke || std::strcmp(arguments[i], "--smoke") == 0;
        setting.profile = setting.profile || std::strcmp(arguments[i], "--profile") == 0;
        setting.tune = setting.tune || std::strcmp(arguments[i], "--tune") == 0;
    }
    auto machine = open_gpu(0, nullptr);
    if (!machine) {
        std::fprintf(stderr, "measure_gpu: %s\n", machine.error().text().c_str());
        return 3;
    }
    setting.workspace = std::make_shared<Workspace>(std::shared_ptr<Machine>(std::move(machine).value()));
    std::printf("%s, %zu bytes free\n", setting.workspace->machine->name().c_str(),
                setting.workspace->machine->free_bytes());
    for (int i = 1; i < count; ++i)
        if (std::strcmp(arguments[i], "--brief") == 0) return run_brief(setting);
    return setting.smoke ? run_smoke(setting) : setting.profile ? run_profile(setting) : run(setting);
}
