// Generated shapes and engine rooms (allide/extra).
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "scene.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

namespace allide::python {
namespace {

#define ALLIDE_ROOM_PARAMETERS \
    std::uint64_t triangles, std::uint64_t seed, std::uint64_t clashes, std::uint64_t clearances
#define ALLIDE_ROOM_NAMES                                                                               \
    "triangles"_a = std::uint64_t{100000}, "seed"_a = std::uint64_t{1}, "clashes"_a = std::uint64_t{0}, \
    "clearances"_a = std::uint64_t {                                                                    \
        0                                                                                               \
    }

}  // namespace

void bind_generate(nb::module_& module) {
    module.def(
        "all_shapes",
        [] {
            std::vector<std::string> names;
            for (const GeneratedShape shape : all_shapes()) names.emplace_back(name_of(shape));
            return names;
        },
        "The shapes that generate() knows.");
    module.def(
        "generate",
        [](const std::string& shape, std::uint64_t triangles, std::uint64_t seed) {
            const GeneratedShape wanted = value_of(shape_from_name(shape));
            return value_of(
                run_short([&] { return generate(wanted, {.triangles = triangles, .seed = seed}); }));
        },
        "shape"_a, "triangles"_a = std::uint64_t{0}, "seed"_a = std::uint64_t{1},
        R"(A mesh of the shape within the cube from −1 to 1.

The number of triangles is met within 5 %; 0 is the shape's default. The same arguments give the same bytes.

>>> allide.generate("torus", triangles=1000)
Mesh(496 vertices, 992 triangles, 1 parts, source='torus'))");
    nb::class_<DeliberatePair>(module, "DeliberatePair", "Two parts that were placed too close on purpose.")
        .def_ro("part_a", &DeliberatePair::part_a)
        .def_ro("part_b", &DeliberatePair::part_b)
        .def_prop_ro("kind",
                     [](const DeliberatePair& self) {
                         return std::string(self.kind == PairKind::clash ? "clash" : "clearance");
                     })
        .def_ro("depth_or_gap", &DeliberatePair::depth_or_gap)
        .def_prop_ro(
            "direction", [](const DeliberatePair& self) { return point_from(self.direction); },
            nb::rv_policy::automatic);
    nb::class_<EngineRoom>(module, "EngineRoom", "A generated engine room of a ship, in millimetres.")
        .def_ro("mesh", &EngineRoom::mesh)
        .def_ro("pairs", &EngineRoom::pairs, "The deliberate pairs, by (part_a, part_b).");
    module.def(
        "generate_engine_room",
        [](ALLIDE_ROOM_PARAMETERS) {
            const EngineRoomOptions options{triangles, seed, clashes, clearances};
            return value_of(run_long([options] { return generate_engine_room(options); }));
        },
        ALLIDE_ROOM_NAMES,
        "A ship's engine room of thousands of named parts, with clashes and clearances whose number and size "
        "are known.");
    module.def(
        "generate_engine_rooms",
        [](const nb::object& take, ALLIDE_ROOM_PARAMETERS) {
            Callback callback(take);
            const EngineRoomOptions options{triangles, seed, clashes, clearances};
            bool failed = false;
            const std::optional<Error> error = run_short([&] {
                return generate_engine_rooms(options, [&](const EngineRoom& room) -> std::optional<Error> {
                    const bool went_well =
                        callback.call_with([&](const nb::object& function) { function(room); });
                    if (went_well) return std::nullopt;
                    failed = true;
                    return Error{.message = "stopped"};
                });
            });
            callback.rethrow();
            if (error && !failed) raise(*error);
        },
        "take"_a, ALLIDE_ROOM_NAMES,
        nb::sig("def generate_engine_rooms(take: typing.Callable[[EngineRoom], object], triangles: int = "
                "100000, seed: int = 1, clashes: int = 0, "
                "clearances: int = 0) -> None"),
        "Passes engine rooms to `take` one by one, for scenes too large for memory.");
}

}  // namespace allide::python
