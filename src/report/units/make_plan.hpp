// Makes the plan of an index.
#pragma once

#include <allide/extra/clash_plan.hpp>

#include <filesystem>

namespace allide::detail::report {

// Throws IndexFailure.
ClashPlanInfo make_plan(const std::filesystem::path& index_file, const std::filesystem::path& plan_file,
                        const ClashPlanOptions& options);

}  // namespace allide::detail::report
