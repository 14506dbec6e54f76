// Writes a scene to an index on disk and asks which of its parts a moving ball hits first. Only the pages
// that the motion may meet are read, so the scene may be larger than memory.
#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <filesystem>

using namespace allide;

int main() {
    const auto folder = std::filesystem::temp_directory_path() / "allide-example-index";
    std::filesystem::create_directories(folder);
    const std::filesystem::path scene = folder / "room.glb", file = folder / "room.allide";

    const EngineRoom room = generate_engine_room({.triangles = 60'000}).value();
    if (!save_mesh(room.mesh, scene)) return 2;
    const IndexInfo info = Index::build(std::vector{scene}, file).value();
    std::printf("%llu parts, %llu triangles\n", static_cast<unsigned long long>(info.objects),
                static_cast<unsigned long long>(info.triangles));

    const Index index = Index::open(file).value();
    const Model ball = Model::build(generate(GeneratedShape::sphere, {.triangles = 500}).value()).value();
    const Vec3 &lo = info.bounds->lo, &hi = info.bounds->hi;
    const Pose above = Pose::translation({(lo.x + hi.x) / 2, (lo.y + hi.y) / 2, hi.z + 10});
    const Motion fall = Motion::linear({0, 0, lo.z - hi.z - 20}).from(above);

    const IndexPrediction first = predict(ball.along(fall), index).value();
    if (first.object)
        std::printf("hits %s at t = %.6f; %llu of %llu blocks were read\n", first.object->name.c_str(),
                    first.prediction.impact->t_lo, static_cast<unsigned long long>(first.search.blocks_read),
                    static_cast<unsigned long long>(first.search.blocks));
    std::filesystem::remove_all(folder);
    return first.object ? 0 : 1;
}
