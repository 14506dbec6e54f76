#include "report/units/make_plan.hpp"

#include "index/file/index_failure.hpp"
#include "report/clash/clash_run.hpp"
#include "report/units/cut_units.hpp"
#include "report/units/plan_file.hpp"
#include "report/units/plan_settings.hpp"
#include "report/units/planned_pairs.hpp"

#include <allide/index.hpp>

#include <mutex>
#include <utility>

namespace allide::detail::report {

namespace {

template <typename T>
T value_or_throw(Result<T> result) {
    if (!result) index::throw_error(result.error());
    return std::move(result).value();
}

std::vector<double> sags_of(const std::vector<AssemblyPart>& parts) {
    std::vector<double> sags;
    for (const AssemblyPart& part : parts) sags.push_back(part.estimated_sag);
    return sags;
}

}  // namespace

ClashPlanInfo make_plan(const std::filesystem::path& index_file, const std::filesystem::path& plan_file,
                        const ClashPlanOptions& options) {
    Index opened = value_or_throw(Index::open(index_file, {.memory_limit = options.memory_limit}));
    PlanHead head;
    head.info.version = version();
    head.info.index = options.index_name.empty() ? index_file.string() : options.index_name;
    head.info.index_digest = opened.info().root_digest;
    const ClashScene scene =
        value_or_throw(ClashScene::of(std::move(opened), head.info.index, options.memory_limit));
    ClashRun run(scene, options.report);
    const std::lock_guard lock(run.store().searching);
    if (auto error = run.prepare()) index::throw_error(*std::move(error));
    PlannedPairs pairs = planned_pairs(run);
    head.info.candidate_pairs = pairs.candidates;
    head.limits = std::move(pairs.limits);
    for (const UnitRange& unit : cut_units(pairs.pairs, options.units))
        head.info.units.push_back({unit.size(), unit.cost});
    PlanReport report{.settings = settings_bytes(options.report, options.bcf)};
    if (options.report.unknown_sags == UnknownSags::estimated) report.sags = sags_of(run.parts());
    write_plan(plan_file, head, report, pairs.planned);
    return std::move(head.info);
}

}  // namespace allide::detail::report
