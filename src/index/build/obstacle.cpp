#include "index/build/obstacle.hpp"

#include "index/file/axes.hpp"

namespace allide::index {

Obstacle obstacle_of(Side side, const std::array<Vec3, 3>& corners) {
    const auto& [a, b, c] = corners;
    return {.side = side,
            .is_triangle = true,
            .box = {lower_of(lower_of(a, b), c), upper_of(upper_of(a, b), c)},
            .corners = corners};
}

Obstacle obstacle_of(Side side, const Box& box) {
    return {.side = side, .box = box};
}

}  // namespace allide::index
