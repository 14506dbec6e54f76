#include "tree/wide_build.hpp"

#include "tree/wide_fit.hpp"
#include "tree/wide_links.hpp"

namespace allide::tree {
namespace {

WideTree fitted(WideTree tree, const Mesh& mesh, const LocalUnit& unit) {
    FitSpace space;
    fit(tree, FitPlan(tree, mesh.triangles()), mesh.vertices(), unit, space);
    return tree;
}

WideTree widen(const Mesh& mesh, const LocalUnit& unit, const Binary& binary, double inflation) {
    WideTree tree = widened(binary);
    tree.inflation = inflation;
    return fitted(std::move(tree), mesh, unit);
}

}  // namespace

WideTree build_wide_tree(const Mesh& mesh, Divide how, double inflation) {
    const LocalUnit unit(mesh);
    return widen(mesh, unit, divide(mesh, unit, how), inflation);
}

WideTree widen(const Mesh& mesh, const Binary& binary, double inflation) {
    return widen(mesh, LocalUnit(mesh), binary, inflation);
}

WideTree refit(const WideTree& tree, const Mesh& moved) {
    return fitted(tree, moved, LocalUnit(moved));
}

}  // namespace allide::tree
