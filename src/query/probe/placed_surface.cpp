#include "query/probe/placed_surface.hpp"

#include "traverse/wide/one_tree.hpp"

namespace allide::query {

PlacedSurface::PlacedSurface(const Placed& model)
    : tree_(data_of(model).tree),
      pose_(model.pose()),
      order_(std::visit([](const auto& tree) { return std::span<const std::uint32_t>(tree.order); },
                        data_of(model).tree)),
      vertices_(data_of(model).mesh.vertices()),
      triangles_(data_of(model).mesh.triangles()) {}

tree::ObbView PlacedSurface::view() const {
    return std::visit([](const auto& tree) { return tree::ObbView(tree); }, tree_);
}

void PlacedSurface::offer_all(traverse::Sink& sink) const {
    for (std::uint32_t place = 0; place < size(); ++place) sink.candidate(place);
}

void PlacedSurface::offer(const kernel::RayTester& ray, traverse::Sink& sink, Search search) const {
    if (search == Search::brute_force) return offer_all(sink);
    const auto* wide = std::get_if<tree::WideTree>(&tree_);
    if (wide != nullptr && traverse::walk_ray_wide(*wide, ray, sink)) return;
    traverse::walk_ray(view(), ray, sink);
}

void PlacedSurface::offer(const Vec3& point, traverse::Sink& sink, Search search) const {
    if (search == Search::brute_force) return offer_all(sink);
    const traverse::LocalPoint local(pose_, point);
    const auto* wide = std::get_if<tree::WideTree>(&tree_);
    if (wide != nullptr && traverse::walk_near_wide(*wide, local, sink)) return;
    traverse::walk_near(view(), local, sink);
}

}  // namespace allide::query
