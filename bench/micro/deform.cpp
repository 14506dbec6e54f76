// Times the queries of allide/extra/deform.hpp. Run by scripts/bench_deform.py, which writes the input files
// and runs other libraries on the same data: `bench_deform steps FILE ROUNDS` and `bench_deform queries FILE
// TOLERANCE ANSWERS`. Prints one line of JSON. Times are processor times of the whole process, in seconds.
#include <allide/extra/deform.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace allide;

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

template <typename T>
std::vector<T> read_array(std::ifstream& in, std::size_t count) {
    std::vector<T> values(count);
    in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(T)));
    if (!in) {
        std::fprintf(stderr, "the file ends too early\n");
        std::exit(2);
    }
    return values;
}

// Reads the vertices of a mesh at t = 0 and t = 1, and times the search for its first contact with itself.
int time_steps(std::ifstream& in, int rounds) {
    const auto counts = read_array<std::int64_t>(in, 2);
    const auto start = read_array<Vec3>(in, static_cast<std::size_t>(counts[0])),
               end = read_array<Vec3>(in, static_cast<std::size_t>(counts[0]));
    MeshData data{.vertices = start,
                  .triangles = read_array<TriangleIndices>(in, static_cast<std::size_t>(counts[1]))};
    const DeformableModel model = DeformableModel::build(Mesh::from(std::move(data)).value()).value();
    std::vector<double> boxes, search, whole;
    std::optional<FeatureImpact> first;
    for (int round = 0; round < rounds; ++round) {
        const double t0 = processor_seconds();
        const Deforming step = deforming(model, start, end).value();
        const double t1 = processor_seconds();
        first = earliest_impact(step);
        const double t2 = processor_seconds();
        boxes.push_back(t1 - t0);
        search.push_back(t2 - t1);
        whole.push_back(t2 - t0);
    }
    std::printf(
        "{\"boxes\": %.6g, \"search\": %.6g, \"step\": %.6g, \"t_lo\": %.17g, "
        "\"t_hi\": %.17g}\n",
        median(boxes), median(search), median(whole), first ? first->t_lo : 1.0, first ? first->t_hi : 1.0);
    return 0;
}

// Reads FeatureMotions, first for vertices and faces, then for pairs of edges, and times first_contacts.
int time_queries(std::ifstream& in, double tolerance, const char* out) {
    const auto counts = read_array<std::int64_t>(in, 2);
    std::vector<double> seconds[2];
    std::size_t contacts[2] = {};
    std::ofstream answers(out, std::ios::binary);
    for (int kind = 0; kind < 2; ++kind) {
        const auto motions = read_array<FeatureMotion>(in, static_cast<std::size_t>(counts[kind]));
        const Features features = kind == 0 ? Features::vertex_face : Features::edge_edge;
        std::vector<FeatureContact> found;
        for (int round = 0; round < 25; ++round) {
            const double from = processor_seconds();
            found = first_contacts(features, motions, {.tolerance = tolerance});
            seconds[kind].push_back(processor_seconds() - from);
        }
        for (const FeatureContact& contact : found) {
            contacts[kind] += contact.outcome == Outcome::impact ? 1 : 0;
            const double t = contact.outcome == Outcome::impact ? contact.t_lo : 2;
            answers.write(reinterpret_cast<const char*>(&t), sizeof t);
        }
    }
    std::printf("{\"vf\": %.6g, \"ee\": %.6g, \"vf_contacts\": %zu, \"ee_contacts\": %zu}\n",
                median(seconds[0]), median(seconds[1]), contacts[0], contacts[1]);
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 4) {
        std::fprintf(stderr, "usage: bench_deform steps FILE ROUNDS | queries FILE TOLERANCE ANSWERS\n");
        return 2;
    }
    std::ifstream in(arguments[2], std::ios::binary);
    if (std::string(arguments[1]) == "steps") return time_steps(in, std::atoi(arguments[3]));
    return time_queries(in, std::atof(arguments[3]), count > 4 ? arguments[4] : "/dev/null");
}
