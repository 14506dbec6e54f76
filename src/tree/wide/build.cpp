#include "tree/wide/build.hpp"

#include "tree/wide/fit.hpp"
#include "tree/wide/links.hpp"

namespace allide::tree {
namespace {

WideTree fitted(WideTree tree, const Mesh& mesh, const LocalUnit& unit, FitSpace& space) {
    const FitPlan plan(tree, mesh.triangles(), space.memory);
    fit(tree, plan, mesh.vertices(), unit, space);
    return tree;
}

WideTree widen(const Mesh& mesh, const LocalUnit& unit, Binary binary, double inflation, FitSpace& space) {
    WideTree tree = widened(std::move(binary));
    tree.inflation = inflation;
    return fitted(std::move(tree), mesh, unit, space);
}

}  // namespace

WideTree build_wide_tree(const Mesh& mesh, Divide how, double inflation) {
    const LocalUnit unit(mesh);
    FitSpace space;
    return widen(mesh, unit, divide(mesh, unit, how, space.memory), inflation, space);
}

WideTree widen(const Mesh& mesh, const Binary& binary, double inflation) {
    FitSpace space;
    return widen(mesh, LocalUnit(mesh), binary, inflation, space);
}

WideTree refit(const WideTree& tree, const Mesh& moved) {
    FitSpace space;
    return fitted(tree, moved, LocalUnit(moved), space);
}

}  // namespace allide::tree
