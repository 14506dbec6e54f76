#pragma once

#include "results.hpp"

#include <allide/probe.hpp>

#include <string_view>

namespace allide::python {

InsideRule rule_of(std::string_view name);
SliceSide slice_side_of(std::string_view name);
Verdict verdict_of(PointLocation location);
Verdict verdict_of(Containment containment);
Verdict verdict_of(SolidOverlap overlap);

}  // namespace allide::python
