#include "tree/binary/build_tree.hpp"

#include "tree/binary/build.hpp"

namespace allide::tree {
namespace {

std::unique_ptr<Divider> make_divider(Builder builder, const Mesh& mesh) {
    switch (builder) {
        case Builder::zachmann:
            return divide_by_growth<6>(mesh);
        case Builder::midpoint:
            return divide_at_midpoint();
        case Builder::median:
            return divide_at_median();
        case Builder::sah:
            return divide_by_sah(mesh);
        case Builder::automatic:
        case Builder::mean:
            break;
    }
    return divide_at_mean();
}

template <typename V, typename Fit>
Tree<V> build_plain(const Mesh& mesh, const TreePlan& plan, Fit&& fit) {
    const auto divider = make_divider(plan.builder, mesh);
    Tree<V> tree = build_top_down<V>(mesh, *divider, LeafVolumes::stored, fit, [](auto&&...) {});
    tree.norm += 4 * plan.inflation;
    tree.inflation = plan.inflation;
    return tree;
}

// Collects the per-node data that the chosen realignment method needs.
template <int K>
class RealignNotes {
  public:
    RealignNotes(const TreePlan& plan, std::size_t triangles, double norm) : plan_(plan), norm_(norm) {
        const std::size_t slots = triangles == 0                           ? 0
                                  : plan.leaf_volumes == LeafVolumes::none ? triangles - 1
                                                                           : 2 * triangles - 1;
        if (plan.realign == Realign::vertices)
            data_ = volume::CornerLists{.ranges = std::vector<volume::CornerLists::Range>(slots),
                                        .corners = {},
                                        .error = volume::corner_error<K>(norm)};
        if (plan.realign == Realign::occupancy)
            data_ = volume::OccupancyTables<K>{std::vector<volume::Occupancy<K>>(slots)};
        if (plan.realign == Realign::hill_climb) data_ = volume::NodeHulls(slots, volume::directions<K>());
    }

    void add(std::uint32_t slot, const volume::Kdop<K>& dop, std::span<const Vec3> points) {
        if (auto* lists = std::get_if<volume::CornerLists>(&data_)) add_corners(*lists, slot, dop);
        if (auto* tables = std::get_if<volume::OccupancyTables<K>>(&data_))
            tables->nodes[slot] = volume::fit_occupancy<K>(points);
        if (auto* hulls = std::get_if<volume::NodeHulls>(&data_))
            if (plan_.hulls == HullNodes::all || slot == 0) hulls->set(slot, points);
    }
    volume::RealignData<K> take() { return std::move(data_); }

  private:
    void add_corners(volume::CornerLists& lists, std::uint32_t slot, const volume::Kdop<K>& dop) const {
        const std::vector<Vec3> corners = volume::corners_of(dop, norm_);
        lists.ranges[slot] = {static_cast<std::uint32_t>(lists.corners.size()),
                              static_cast<std::uint32_t>(corners.size())};
        lists.corners.insert(lists.corners.end(), corners.begin(), corners.end());
    }

    TreePlan plan_;
    double norm_;
    volume::RealignData<K> data_;
};

}  // namespace

Tree<volume::Obb> build_obb_tree(const Mesh& mesh, const TreePlan& plan) {
    return build_plain<volume::Obb>(mesh, plan, [&](std::span<const Vec3> points) {
        volume::Obb box = volume::fit_obb(points);
        if (plan.inflation > 0)
            for (double& half : box.half) half += plan.inflation;
        return box;
    });
}

Tree<volume::Aabb> build_aabb_tree(const Mesh& mesh, const TreePlan& plan) {
    return build_plain<volume::Aabb>(mesh, plan, [&](std::span<const Vec3> points) {
        using kernel::operator+;
        volume::Aabb box = volume::fit_aabb(points);
        box.half = box.half + Vec3{plan.inflation, plan.inflation, plan.inflation};
        return box;
    });
}

Tree<volume::Sphere> build_sphere_tree(const Mesh& mesh, const TreePlan& plan) {
    return build_plain<volume::Sphere>(mesh, plan, [&](std::span<const Vec3> points) {
        volume::Sphere sphere = volume::fit_sphere(points);
        sphere.radius += plan.inflation;
        return sphere;
    });
}

template <int K>
KdopTree<K> build_kdop_tree(const Mesh& mesh, const TreePlan& plan) {
    const bool by_growth = plan.builder == Builder::automatic || plan.builder == Builder::zachmann;
    const auto divider = by_growth ? divide_by_growth<K>(mesh) : make_divider(plan.builder, mesh);
    const double norm = NodePoints(mesh).norm() + 4 * plan.inflation;
    RealignNotes<K> notes(plan, mesh.triangles().size(), norm);
    const auto fit = [&](std::span<const Vec3> points) {
        volume::Kdop<K> dop = volume::fit_kdop<K>(points);
        dop.inflate(plan.inflation);
        return dop;
    };
    const auto observe = [&](std::uint32_t slot, const volume::Kdop<K>& dop, std::span<const Vec3> points) {
        notes.add(slot, dop, points);
    };
    KdopTree<K> tree;
    static_cast<Tree<volume::Kdop<K>>&>(tree) =
        build_top_down<volume::Kdop<K>>(mesh, *divider, plan.leaf_volumes, fit, observe);
    tree.norm = norm;
    tree.inflation = plan.inflation;
    tree.realign = plan.realign == Realign::automatic ? Realign::zachmann : plan.realign;
    tree.realign_data = notes.take();
    return tree;
}

#define ALLIDE_INSTANTIATE(K) template KdopTree<K> build_kdop_tree<K>(const Mesh&, const TreePlan&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::tree
