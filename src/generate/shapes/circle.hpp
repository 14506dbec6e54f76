// Points on the unit circle, the same bits everywhere: the C library's sin and cos differ between machines.
#pragma once

#include <cstdint>

namespace allide::mesh {

struct CirclePoint {
    double cos = 1, sin = 0;
};

// The point at `step` of `steps` equal parts of a full turn, counted from (1, 0) against the clock.
CirclePoint circle_point(std::uint64_t step, std::uint64_t steps);

}  // namespace allide::mesh
