#include "model/build_any_tree.hpp"

#include "kernel/pose/vec.hpp"
#include "mesh/array_checks.hpp"
#include "tree/wide/build.hpp"

#include <cmath>

namespace allide::detail {

std::optional<Error> refusal(const Mesh& mesh, const BuildOptions& options) {
    const auto bad = [](std::string message) {
        return Error{.code = ErrorCode::bad_argument, .message = std::move(message)};
    };
#ifdef ALLIDE_DEFAULT_ENGINE_ONLY
    if (options.volume != Volume::automatic ||
        (options.builder != Builder::automatic && options.builder != Builder::sah &&
         options.builder != Builder::median))
        return bad(
            "this build of allide has only the default engine, with the builders automatic, sah and median");
#endif
    if (!is_kdop(options.volume)) {
        const std::string volume(name_of(options.volume));
        if (options.realign != Realign::automatic)
            return bad("a realignment requires a k-DOP volume, found " + volume);
        if (options.leaf_volumes != LeafVolumes::stored)
            return bad("leaves without volumes require a k-DOP volume, found " + volume);
    }
    if (!(options.inflation >= 0) || !std::isfinite(options.inflation))
        return bad("the inflation is not a finite length of 0 or more");
    if (mesh.triangles().size() > tree::most_triangles) return bad("a model has at most 2^31 triangles");
    return std::nullopt;
}

std::optional<Error> non_finite_corner(const Mesh& mesh) {
    const auto triangles = mesh.triangles();
    const auto vertices = mesh.vertices();
    // Testing all vertices in order is faster than testing the corners of triangles. Only if some vertex is
    // not finite are the triangles searched for one that uses it; unused vertices may be non-finite.
    if (all_finite(vertices)) return std::nullopt;
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        for (const std::uint32_t vertex : triangles[i]) {
            if (kernel::finite(vertices[vertex])) continue;
            return Error{.code = ErrorCode::not_finite,
                         .message = "a coordinate is not a finite number",
                         .file = mesh.source(),
                         .vertex = vertex,
                         .triangle = i};
        }
    }
    return std::nullopt;
}

namespace {

// The wide tree of the default engine. Its own two builders divide the triangles directly; for any other
// builder, a binary tree is built first, and the wide tree takes over its division.
tree::WideTree build_wide(const Mesh& mesh, const tree::TreePlan& plan) {
    switch (plan.builder) {
        case Builder::automatic:
        case Builder::sah:
            return tree::build_wide_tree(mesh, tree::Divide::surface_area, plan.inflation);
        case Builder::median:
            return tree::build_wide_tree(mesh, tree::Divide::median, plan.inflation);
        case Builder::zachmann:
        case Builder::midpoint:
        case Builder::mean:
            break;
    }
#ifdef ALLIDE_DEFAULT_ENGINE_ONLY
    return {};  // refused above
#else
    return tree::widen(mesh, tree::binary_of(tree::build_aabb_tree(mesh, plan)), plan.inflation);
#endif
}

}  // namespace

AnyTree build_any_tree(const Mesh& mesh, const BuildOptions& options) {
    const tree::TreePlan plan{.builder = options.builder,
                              .inflation = options.inflation,
                              .realign = options.realign,
                              .leaf_volumes = options.leaf_volumes,
                              .hulls = options.hulls};
#ifndef ALLIDE_DEFAULT_ENGINE_ONLY
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
        case Volume::obb:
            return tree::build_obb_tree(mesh, plan);
        case Volume::automatic:
            break;
    }
#endif
    return build_wide(mesh, plan);
}

}  // namespace allide::detail
