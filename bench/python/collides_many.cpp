// The C++ side of bench_python.py: collides_many for a million poses, and a model of a million triangles.
//
//     g++ -std=c++20 -O2 -Iinclude bench/python/collides_many.cpp build/release/liballide.a -lhwy -lz -lfmt
//     -ltbb -o collides_many
//     ./collides_many [POSES [ROUNDS]]      builds the model only if ROUNDS is not given
//
// Prints processor time, so that other programs on the machine matter little.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

double processor_time() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Uniform numbers from -3 to 3, the same in every run.
double next_number(std::uint64_t& state) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) * 0x1p-53 * 6 - 3;
}

}  // namespace

int main(int count, char** words) {
    using namespace allide;
    const std::size_t size = count > 1 ? static_cast<std::size_t>(std::atol(words[1])) : 1'000'000;
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 2000}).value()).value();
    const int rounds = count > 2 ? std::atoi(words[2]) : 5;
    std::uint64_t state = 1;
    std::vector<std::array<double, 16>> matrices;
    for (std::size_t i = 0; i < size; ++i) {
        const double x = next_number(state), y = next_number(state), z = next_number(state);
        matrices.push_back({1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1});
    }
    for (int round = 0; round < rounds; ++round) {
        double start = processor_time();
        std::vector<Pose> poses;
        poses.reserve(size);
        for (const auto& matrix : matrices) poses.push_back(Pose::from_matrix_4x4(matrix).value());
        std::printf("poses of matrices %.4f us/pose, ",
                    1e6 * (processor_time() - start) / static_cast<double>(size));
        start = processor_time();
        const std::vector<bool> hits = collides_many(torus.at_rest(), torus, poses, {.threads = 1});
        const double seconds = processor_time() - start;
        std::size_t colliding = 0;
        for (const bool hit : hits) colliding += hit;
        std::printf("collides_many %.4f us/pose, %zu colliding\n", 1e6 * seconds / static_cast<double>(size),
                    colliding);
    }
    if (count > 2) return 0;
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 1'000'000}).value();
    for (int round = 0; round < 3; ++round) {
        const double start = processor_time();
        const Model model = Model::build(mesh).value();
        std::printf("model of %zu triangles %.3f s\n", model.mesh().triangles().size(),
                    processor_time() - start);
    }
}
