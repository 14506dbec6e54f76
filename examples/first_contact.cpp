// Slides a ball towards a ring and prints where the two touch first. With two file names as arguments, it
// uses those meshes instead.
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>

using namespace allide;

namespace {

void report(double x, const FirstContact& answer) {
    if (!answer.witness) {
        std::printf("x = %5.2f: free\n", x);
        return;
    }
    const auto& [contact, point] = *answer.witness;
    std::printf(
        "x = %5.2f: triangle %u of the first body meets triangle %u of the second near (%.3f, %.3f, %.3f)\n",
        x, contact.triangle_a, contact.triangle_b, point.x, point.y, point.z);
}

Result<Model> generated(GeneratedShape shape) {
    const Result<Mesh> mesh = generate(shape, {.triangles = 2000});
    return mesh ? Model::build(*mesh) : Result<Model>(mesh.error());
}

}  // namespace

int main(int argc, char** argv) {
    const bool from_files = argc == 3;
    const Result<Model> a = from_files ? load_model(argv[1]) : generated(GeneratedShape::sphere);
    const Result<Model> b = from_files ? load_model(argv[2]) : generated(GeneratedShape::torus);
    for (const auto* model : {&a, &b}) {
        if (*model) continue;
        std::fprintf(stderr, "%s\n", model->error().text().c_str());
        return 2;
    }
    for (int step = 12; step >= 0; --step) {
        const double x = 0.25 * step;
        const FirstContact answer = first_contact(a->at(Pose::translation({x, 0, 0})), b->at_rest());
        report(x, answer);
        if (answer.witness) return 0;
    }
    return 0;
}
