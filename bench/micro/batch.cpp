// Scaling of collides_many from one thread to all cores: median wall times over rounds in which the two
// settings alternate. The last column is the median number of cores that the process could really use.
#include "support/stopwatch.hpp"

#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <string>

namespace {

using namespace allide;

double process_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void scale(const std::string& name, const Mesh& mesh) {
    const Model model = Model::build(mesh).value();
    std::vector<Pose> poses;
    for (int i = 0; i < 20; ++i)
        for (const Pose& pose : bench::poses_of_setting()) poses.push_back(pose);
    std::vector<double> one, all, cores;
    std::size_t touching = 0;
    const auto ask = [&](unsigned threads) {
        const auto answers = collides_many(model.at_rest(), model, poses, {.threads = threads});
        touching = static_cast<std::size_t>(std::count(answers.begin(), answers.end(), true));
    };
    for (int round = 0; round < 15; ++round) {
        const double start = bench::now();
        ask(1);
        const double middle = bench::now(), busy = process_seconds();
        ask(0);
        const double end = bench::now();
        one.push_back(middle - start);
        all.push_back(end - middle);
        cores.push_back((process_seconds() - busy) / (end - middle));
    }
    const auto count = static_cast<double>(poses.size());
    std::printf("%-14s %9zu %9zu %12.2f %12.2f %8.2f %8.2f\n", name.c_str(), mesh.triangles().size(),
                touching, 1e6 * bench::median(one) / count, 1e6 * bench::median(all) / count,
                bench::median(one) / bench::median(all), bench::median(cores));
}

}  // namespace

int main() {
    std::printf("%-14s %9s %9s %12s %12s %8s %8s\n", "body", "triangles", "touching", "1: us/query",
                "all: us/query", "scale", "cores");
    scale("torus", bench::in_cube_of_two(generate(GeneratedShape::torus, {.triangles = 73'984}).value()));
    scale("noisy torus",
          bench::in_cube_of_two(generate(GeneratedShape::noisy_torus, {.triangles = 73'984}).value()));
}
