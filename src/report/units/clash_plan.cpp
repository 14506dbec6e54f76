#include "base/float_environment.hpp"
#include "index/file/index_failure.hpp"
#include "report/units/make_plan.hpp"
#include "report/units/open_plan.hpp"
#include "report/units/result_file.hpp"

#include <allide/extra/clash_plan.hpp>

#include <chrono>
#include <utility>

namespace allide {

using detail::report::OpenPlan;

Result<ClashPlanInfo> plan_clashes(const std::filesystem::path& index, const std::filesystem::path& plan,
                                   const ClashPlanOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] { return detail::report::make_plan(index, plan, options); });
}

ClashPlan::ClashPlan(std::shared_ptr<const OpenPlan> plan) : plan_(std::move(plan)) {}

Result<ClashPlan> ClashPlan::open(const std::filesystem::path& plan, const ClashPlanOpenOptions& options) {
    return index::as_result([&] { return ClashPlan(std::make_shared<const OpenPlan>(plan, options)); });
}

const ClashPlanInfo& ClashPlan::info() const {
    return plan_->info();
}

Result<ClashUnitResult> ClashPlan::run(std::uint64_t unit, const std::filesystem::path& folder,
                                       const ClashUnitOptions& options) const {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] { return plan_->run(unit, folder, options); });
}

Result<std::vector<std::array<std::uint32_t, 2>>> ClashPlan::pairs(std::uint64_t unit) const {
    return index::as_result([&] {
        std::vector<std::array<std::uint32_t, 2>> pairs;
        for (const detail::report::PlannedPair& pair : plan_->pairs(unit)) pairs.push_back({pair.a, pair.b});
        return pairs;
    });
}

Result<ClashUnitStates> ClashPlan::check(const std::filesystem::path& folder) const {
    return index::as_result([&] { return plan_->check(folder); });
}

Result<MergedClashes> ClashPlan::merge(const std::filesystem::path& folder) const {
    const base::DefaultFloatEnvironment environment;
    const auto begin = std::chrono::steady_clock::now();
    Result<MergedClashes> merged = index::as_result([&] { return plan_->merge(folder); });
    if (!merged) return merged;
    MergedClashes made = std::move(merged).value();
    made.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return made;
}

std::string ClashPlan::file_name(std::uint64_t unit) {
    return detail::report::result_name(unit);
}

}  // namespace allide
