// An open plan: runs units, checks results and merges them. All members throw IndexFailure and are safe from
// any number of threads.
#pragma once

#include "report/units/plan_file.hpp"

#include <allide/extra/clash_plan.hpp>
#include <allide/index.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace allide::detail::report {

class OpenPlan {
  public:
    OpenPlan(const std::filesystem::path& file, const ClashPlanOpenOptions& options);

    const ClashPlanInfo& info() const { return head_.info; }
    std::vector<PlannedPair> pairs(std::uint64_t unit) const;
    ClashUnitResult run(std::uint64_t unit, const std::filesystem::path& folder,
                        const ClashUnitOptions& options) const;
    ClashUnitStates check(const std::filesystem::path& folder) const;
    MergedClashes merge(const std::filesystem::path& folder) const;

  private:
    void expect_own_version() const;
    std::filesystem::path index_file() const;
    Index open_index() const;
    const Index& shared_index() const;
    void expect_known_files(const std::filesystem::path& folder) const;
    Clashes all_clashes(const std::filesystem::path& folder) const;

    std::filesystem::path file_;
    ClashPlanOpenOptions options_;
    PlanHead head_;
    mutable std::mutex opening_;
    // opened by the first unit, and then reused because of its cache of pages
    mutable std::optional<Index> index_;
};

}  // namespace allide::detail::report
