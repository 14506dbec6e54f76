// One placed model, in the form that all queries about a single mesh use. Triangles are addressed by their
// position in tree order.
#pragma once

#include "model/model_data.hpp"
#include "traverse/binary/one_walk.hpp"

#include <allide/probe.hpp>

namespace allide::query {

class PlacedSurface {
  public:
    explicit PlacedSurface(const Placed& model);

    std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }
    std::uint32_t number(std::uint32_t place) const { return order_[place]; }
    kernel::Triangle corners(std::uint32_t place) const {
        const auto& [a, b, c] = triangles_[order_[place]];
        return {vertices_[a], vertices_[b], vertices_[c]};
    }
    const Pose& pose() const { return pose_; }

    // Passes all triangles that the ray may hit to the sink. With Search::brute_force, passes all triangles.
    void offer(const kernel::RayTester& ray, traverse::Sink& sink, Search search) const;
    // Passes all triangles that may be within the sink's limit of the point to the sink. With
    // Search::brute_force, passes all triangles.
    void offer(const Vec3& point, traverse::Sink& sink, Search search) const;
    tree::ObbView view() const;

  private:
    void offer_all(traverse::Sink& sink) const;

    const detail::AnyTree& tree_;
    Pose pose_;
    std::span<const std::uint32_t> order_;
    std::span<const Vec3> vertices_;
    std::span<const TriangleIndices> triangles_;
};

}  // namespace allide::query
