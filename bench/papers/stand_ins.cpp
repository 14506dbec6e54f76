#include "papers/stand_ins.hpp"

#include "papers/scene_meshes.hpp"
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>

namespace allide::bench {
namespace {

// Scans are not used at quick size, so that tests print the same tables whether or not the files exist.
template <typename Generated>
StandIn scan_or(const Settings& settings, const char* for_what, const char* file, const char* name,
                const char* generated_name, Generated generated) {
    const std::filesystem::path path = settings.models / file;
    if (settings.size != Size::quick && std::filesystem::exists(path))
        return {for_what, std::string(name) + " (scan)", in_cube_of_two(load_mesh(path).value())};
    return {for_what, std::string(generated_name) + " (generated)", in_cube_of_two(generated())};
}

std::uint64_t sized(const Settings& settings, std::uint64_t triangles) {
    return settings.size == Size::quick ? triangles / 20 : triangles;
}

Mesh noisy_torus(std::uint64_t triangles, std::uint64_t seed) {
    return generate(GeneratedShape::noisy_torus, {.triangles = triangles, .seed = seed}).value();
}

}  // namespace

std::vector<StandIn> bodies_of_paper_000(const Settings& settings) {
    return {{"door", "bent sheet (generated)", in_cube_of_two(bent_sheet(sized(settings, 3'391)))},
            scan_or(settings, "lock", "scans/rocker-arm.obj", "rocker-arm", "noisy torus",
                    [&] { return noisy_torus(sized(settings, 20'898), 1); }),
            scan_or(settings, "car", "scans/stanford-bunny.obj", "bunny", "wrinkled torus",
                    [&] { return wrinkled_torus(sized(settings, 60'755)); }),
            {"pipes", "pipes (generated)", in_cube_of_two(pipes(sized(settings, 124'736)))}};
}

std::vector<StandIn> bodies_of_paper_001(const Settings& settings) {
    return {scan_or(settings, "Dinosaur", "scans/rocker-arm.obj", "rocker-arm", "noisy torus",
                    [&] { return noisy_torus(sized(settings, 20'000), 1); }),
            scan_or(settings, "Horse", "dirty/bunny_dupfaces.ply", "coarse bunny", "wrinkled torus",
                    [&] { return wrinkled_torus(sized(settings, 20'000)); })};
}

}  // namespace allide::bench
