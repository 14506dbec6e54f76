// Tracks a contact by means of two vertices of one model. While one is inside the other model, which is
// closed, and one outside, and neither reaches its surface, the connected surface between the vertices goes
// through that surface. Such steps are as long as the inner vertex is deep, whereas a pair of triangles soon
// separates.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "model/model_data.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::query {

class InnerVertices {
  public:
    // `of_a`: the vertices are A's and B is the closed model; otherwise the reverse.
    InnerVertices(const Moving& a, const Placed& b, const kernel::ScrewScene& scene, bool of_a);

    // A time, not before t and at most hi, up to which the surfaces certainly touch if they do at t. The
    // search for an inner vertex starts at the corners of `triangle`. Returns t if it finds none.
    double touch_until(double t, double hi, std::uint32_t triangle);

  private:
    // Both models at one time.
    struct Now {
        Pose pose;
        Placed solid;
    };
    struct Gap {
        double lower =
            0;  // lower bound of the distance of a vertex from the solid's surface, in the scene's unit
        Vec3 place, from_surface;
    };

    Now at(double t) const;
    Gap gap_of(std::uint32_t vertex, const Now& now) const;
    bool is_inside(std::uint32_t vertex, const Now& now) const;
    double speed_of(std::uint32_t vertex) const;
    std::optional<std::uint32_t> inner_vertex(std::uint32_t triangle, const Now& now) const;
    std::optional<std::uint32_t> outer_vertex(std::uint32_t inner, const Now& now) const;
    std::uint32_t deepest_from(std::uint32_t vertex, const Now& now) const;
    double duration_of(std::uint32_t vertex, const Now& now) const;
    std::span<const std::uint32_t> neighbors_of(std::uint32_t vertex) const {
        return std::span(neighbor_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
    }

    const Moving& a_;
    const Placed& b_;
    const kernel::ScrewScene& scene_;
    bool of_a_;
    const Mesh& mesh_;
    bool is_solid_closed_ = false;
    double norm_ = 0;                         // upper bound of |x|₁ over the model with the vertices
    std::vector<std::uint32_t> position_of_;  // equal positions count as one vertex
    std::vector<std::uint32_t> first_, neighbor_, shell_;
    std::optional<std::uint32_t> outer_;
};

}  // namespace allide::query
