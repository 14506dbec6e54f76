// The distance of two triangles, and the direction of it, in numbers that never round.
#pragma once

#include "kernel/number/number_vectors.hpp"

namespace allide::kernel {

struct ExactGap {
    ExactRatio squared;
    NumberPoint<Exact> direction{};  // from A to B, of any length; zero if they touch
};

ExactGap exact_gap(const NumberTriangle<Exact>& a, const NumberTriangle<Exact>& b);

}  // namespace allide::kernel
