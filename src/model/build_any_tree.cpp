#include "model/build_any_tree.hpp"

#include <cmath>

namespace allide::detail {

std::optional<Error> refusal(const Mesh& mesh, const BuildOptions& options) {
    const auto bad = [](std::string message) {
        return Error{.code = ErrorCode::bad_argument, .message = std::move(message)};
    };
    if (!is_kdop(options.volume)) {
        const std::string volume(name_of(options.volume));
        if (options.realign != Realign::automatic)
            return bad("a realignment goes with a k-DOP volume, not with " + volume);
        if (options.leaf_volumes != LeafVolumes::stored)
            return bad("leaves without volumes go with a k-DOP volume, not with " + volume);
    }
    if (!(options.inflation >= 0) || !std::isfinite(options.inflation))
        return bad("the inflation is not a finite length of 0 or more");
    if (mesh.triangles().size() > tree::most_triangles) return bad("a model has at most 2^31 triangles");
    return std::nullopt;
}

AnyTree build_any_tree(const Mesh& mesh, const BuildOptions& options) {
    const tree::TreePlan plan{.builder = options.builder,
                              .inflation = options.inflation,
                              .realign = options.realign,
                              .leaf_volumes = options.leaf_volumes,
                              .hulls = options.hulls};
    switch (options.volume) {
        case Volume::aabb:
            return tree::build_aabb_tree(mesh, plan);
        case Volume::sphere:
            return tree::build_sphere_tree(mesh, plan);
        case Volume::kdop6:
            return tree::build_kdop_tree<6>(mesh, plan);
        case Volume::kdop8:
            return tree::build_kdop_tree<8>(mesh, plan);
        case Volume::kdop12:
            return tree::build_kdop_tree<12>(mesh, plan);
        case Volume::kdop14:
            return tree::build_kdop_tree<14>(mesh, plan);
        case Volume::kdop18:
            return tree::build_kdop_tree<18>(mesh, plan);
        case Volume::kdop26:
            return tree::build_kdop_tree<26>(mesh, plan);
        case Volume::kdop50:
            return tree::build_kdop_tree<50>(mesh, plan);
        case Volume::automatic:
        case Volume::obb:
            break;
    }
    return tree::build_obb_tree(mesh, plan);
}

}  // namespace allide::detail
