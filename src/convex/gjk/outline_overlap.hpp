// Overlap test of two outlines in single precision, a filter before the test in double: nearly all pairs of a
// scene are either clearly apart or clearly overlap.
#pragma once

#include "convex/body/outline.hpp"

namespace allide::convex {

// `yes` if the bodies are certainly at most `limit` apart, `no` if they are certainly farther apart,
// otherwise `undecided`.
BodyVerdict overlap_of_outlines(const Outline& a, const Outline& b, double limit);

}  // namespace allide::convex
