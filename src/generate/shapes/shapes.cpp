#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "generate/shapes/makers.hpp"
#include "generate/shapes/split.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <array>
#include <new>

#include <fmt/format.h>

namespace allide {

namespace {

struct Kind {
    GeneratedShape shape;
    std::string_view name;
    std::uint64_t least;  // smallest number of triangles
    std::uint64_t usual;  // default number of triangles
    MeshData (*make)(std::uint64_t wanted, std::uint64_t seed);
};

constexpr std::uint64_t most_triangles = 100'000'000;

// In the order of the enumerators of GeneratedShape.
constexpr std::array kinds{
    Kind{GeneratedShape::sphere, "sphere", 6, 12'544, mesh::make_sphere},
    Kind{GeneratedShape::torus, "torus", 18, 12'544, mesh::make_torus},
    Kind{GeneratedShape::cylinder, "cylinder", 12, 4'096, mesh::make_cylinder},
    Kind{GeneratedShape::box, "box", 12, 3'968, mesh::make_box},
    Kind{GeneratedShape::noisy_torus, "noisy-torus", 18, 12'544, mesh::make_noisy_torus},
    Kind{GeneratedShape::cube, "cube", 12, 12, mesh::make_cube},
    Kind{GeneratedShape::octahedron, "octahedron", 8, 8, mesh::make_octahedron},
    Kind{GeneratedShape::icosahedron, "icosahedron", 20, 20, mesh::make_icosahedron},
    Kind{GeneratedShape::antiprism, "antiprism", 32, 32, mesh::make_antiprism},
    Kind{GeneratedShape::soup, "soup", 1, 1'000, mesh::make_soup},
};

constexpr auto shapes = [] {
    std::array<GeneratedShape, kinds.size()> list{};
    for (std::size_t i = 0; i < kinds.size(); ++i) list[i] = kinds[i].shape;
    return list;
}();

const Kind& kind_of(GeneratedShape shape) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.shape == shape; });
    base::expect(found != kinds.end(), "no such GeneratedShape");
    return *found;
}

Error refusal(ErrorCode code, std::string message) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    return error;
}

Result<Mesh> made(const Kind& kind, std::uint64_t wanted, std::uint64_t seed) {
    try {
        MeshData data = kind.make(wanted, seed);
        data.source = kind.name;
        return Mesh::from(std::move(data));
    } catch (const std::bad_alloc&) {
        return refusal(ErrorCode::too_large,
                       fmt::format("not enough memory for a {} of {} triangles", kind.name, wanted));
    }
}

}  // namespace

Result<Mesh> generate(GeneratedShape shape, const GenerateOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const Kind& kind = kind_of(shape);
    const std::uint64_t wanted = options.triangles == 0 ? kind.usual : options.triangles;
    if (wanted < kind.least)
        return refusal(ErrorCode::bad_argument,
                       fmt::format("a {} has at least {} triangles, not {}", kind.name, kind.least, wanted));
    if (wanted > most_triangles)
        return refusal(ErrorCode::too_large, fmt::format("a generated shape has at most {} triangles, not {}",
                                                         most_triangles, wanted));
    // A closed surface has an even number of triangles. For an odd number below 20, one triangle less would
    // be an error of more than 5 %.
    if (shape != GeneratedShape::soup && !mesh::is_near(wanted - wanted % 2, wanted))
        return refusal(ErrorCode::bad_argument,
                       fmt::format("a {} has an even number of triangles: at least {}, here {} or {}, not {}",
                                   kind.name, kind.least, wanted - 1, wanted + 1, wanted));
    return made(kind, wanted, options.seed);
}

std::span<const GeneratedShape> all_shapes() {
    return shapes;
}

std::string_view name_of(GeneratedShape shape) {
    return kind_of(shape).name;
}

Result<GeneratedShape> shape_from_name(std::string_view name) {
    std::string known;
    for (const Kind& kind : kinds) {
        if (kind.name == name) return kind.shape;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", kind.name);
    }
    return refusal(ErrorCode::bad_argument, fmt::format("unknown shape '{}'; known shapes: {}", name, known));
}

}  // namespace allide
