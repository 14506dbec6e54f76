// Points on the unit circle with the same bits on every machine, unlike the C library's sin and cos.
#pragma once

#include <cstdint>

namespace allide::mesh {

struct CirclePoint {
    double cos = 1, sin = 0;
};

// The point after `step` of `steps` equal parts of a full turn, counter-clockwise from (1, 0).
CirclePoint circle_point(std::uint64_t step, std::uint64_t steps);

}  // namespace allide::mesh
