#include "predict_deform.hpp"

#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"

#include <allide/extra/deform.hpp>
#include <allide/io.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace allide::cli {

namespace {

Mesh mesh_in(const std::string& file, const LoadOptions& load) {
    Mesh mesh = value_or_refuse(load_mesh(file, load), file);
    if (mesh.triangles().empty()) throw Refusal(fmt::format("{}: the file has no triangles", file));
    return mesh;
}

// Throws a Refusal unless both states of a mesh have the same number of vertices and the same triangles.
void expect_same_triangles(const Mesh& start, const std::string& start_file, const Mesh& end,
                           const std::string& end_file) {
    const auto counts = [&](const char* what, std::size_t expected, std::size_t found) {
        if (expected != found)
            throw Refusal(fmt::format("{}: expected {} {} as in {}, found {}", end_file, expected, what,
                                      start_file, found));
    };
    counts("vertices", start.vertices().size(), end.vertices().size());
    counts("triangles", start.triangles().size(), end.triangles().size());
    const auto [a, b] =
        std::mismatch(start.triangles().begin(), start.triangles().end(), end.triangles().begin());
    if (a == start.triangles().end()) return;
    throw Refusal(fmt::format("{}: triangle {}: expected vertices {} {} {} as in {}, found {} {} {}",
                              end_file, a - start.triangles().begin(), (*a)[0], (*a)[1], (*a)[2], start_file,
                              (*b)[0], (*b)[1], (*b)[2]));
}

// A mesh whose vertices move from their positions in one file to those in another.
struct DeformingFiles {
    DeformableModel model;
    Mesh end;

    DeformingFiles(const std::string& start_file, const std::string& end_file, const LoadOptions& load)
        : model(value_or_refuse(DeformableModel::build(mesh_in(start_file, load)), start_file)),
          end(mesh_in(end_file, load)) {
        expect_same_triangles(model.mesh(), start_file, end, end_file);
    }
    Deforming motion(const std::string& end_file) const {
        return value_or_refuse(deforming(model, end.vertices()), end_file);
    }
};

}  // namespace

PredictAnswer predict_deforming(const std::vector<std::string>& files, const LoadOptions& load,
                                const PredictOptions& options) {
    PredictAnswer answer{
        .pose_a = Pose::identity(), .pose_b = Pose::identity(), .clearance = options.clearance};
    const DeformingFiles a(files[0], files[1], load);
    if (files.size() == 2) {
        const Timed clock;
        answer.prediction = predict(a.motion(files[1]), options);
        answer.seconds = clock.seconds();
        return answer;
    }
    const DeformingFiles b(files[2], files[3], load);
    const Timed clock;
    answer.prediction = predict(a.motion(files[1]), b.motion(files[3]), options);
    answer.seconds = clock.seconds();
    return answer;
}

}  // namespace allide::cli
