// The arguments that clash() and plan_clashes() have in common.
#pragma once

#include "arguments.hpp"

#include <allide/report.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace allide::python {

struct ClashArguments {
    std::optional<double> clearance, touch;
    const nb::object& rules;
    const nb::object& baseline;
    const std::string& units;
    double depth_error;
    bool estimate_sag;
    const std::vector<std::string>& kinds;
    const std::vector<std::pair<std::string, std::string>>& between;
    double min_depth, min_volume;
    const OptionalArrayArgument& up;
};

// Converts the arguments. Raises an error that names the wrong one.
ClashReportOptions clash_options_of(const ClashArguments& given);
std::vector<ClashKind> clash_kinds_of(const std::vector<std::string>& names);

}  // namespace allide::python
