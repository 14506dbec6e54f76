// The distance of two triangles and its direction, in exact arithmetic.
#pragma once

#include "kernel/number/number_vectors.hpp"

namespace allide::kernel {

struct ExactGap {
    ExactRatio squared;
    NumberPoint<Exact> direction{};  // from A to B, not normalised; zero if they touch
};

ExactGap exact_gap(const NumberTriangle<Exact>& a, const NumberTriangle<Exact>& b);

}  // namespace allide::kernel
