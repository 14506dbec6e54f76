// Clash reports in units of work, for scenes that take too long on one machine. A plan divides the clash
// report of an index into units; any scheduler runs them, on any machine that has the plan and the index;
// their results are merged into the report that ClashReport::of() makes on one machine, byte for byte
// (docs/cluster.md).
//
//     plan_clashes("plant.allide", "plant.plan", {.report = {.clearance = 0.05}});
//     const ClashPlan plan = ClashPlan::open("plant.plan").value();
//     for (std::uint64_t unit = 0; unit < plan.info().units.size(); ++unit)  // anywhere, in any order
//         plan.run(unit, "results").value();
//     plan.merge("results").value().report.save("report.html");
#pragma once

#include <allide/report.hpp>
#include <allide/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// Internal classes, declared outside of the exported namespace so that a shared library hides their members.
namespace allide::detail::report {
class OpenPlan;
}  // namespace allide::detail::report

namespace ALLIDE_EXPORT allide {

// Options of plan_clashes.
struct ClashPlanOptions {
    // Stored in the plan, rules and baseline included, except `threads` and `progress`.
    ClashReportOptions report = {};
    // Stored in the plan for the .bcf files that are written after merging, except `made` and `progress`.
    ClashBcfOptions bcf = {};
    // The approximate number of units. 0, the default, makes units of about 4 million triangles; each pair of
    // parts counts with the triangles of both.
    std::uint64_t units = 0;
    // The name of the index in the plan and in the report. Empty, the default: the path of the index.
    std::string index_name = {};
    // The limit of the cache of file pages, in bytes.
    std::uint64_t memory_limit = std::uint64_t{1} << 28;
};

// A unit of work: pairs of parts that are neighbours in the index.
struct ClashUnit {
    std::uint64_t pairs = 0;
    // The number of triangles of all its pairs. A unit of several pairs costs at most twice the median unit.
    std::uint64_t cost = 0;
};

// The facts that a plan states.
struct ClashPlanInfo {
    // A digest of the index, the options and the units: equal plans have equal numbers.
    std::uint64_t id = 0;
    // The version of allide that made the plan. Only the same version runs and merges it.
    std::string version = {};
    // The index by the name that plan_clashes() was given, and its IndexInfo::root_digest.
    std::string index = {};
    std::uint64_t index_digest = 0;
    // `candidate_pairs` counts the pairs whose boxes are near each other, `pairs` those of them whose result
    // is not taken from a baseline.
    std::uint64_t candidate_pairs = 0, pairs = 0;
    std::uint64_t cost = 0;
    // A unit's number is its place in this list.
    std::vector<ClashUnit> units = {};
};

// Cuts the clash of an index into units and writes the plan, completely or not at all. The same index and
// options give the same bytes. Only the boxes of parts are read, and with UnknownSags::estimated their
// triangles.
Result<ClashPlanInfo> plan_clashes(const std::filesystem::path& index, const std::filesystem::path& plan,
                                   const ClashPlanOptions& options = {});

// Options of ClashPlan::open.
struct ClashPlanOpenOptions {
    // The index, where it has another name than when the plan was made. Empty, the default: the name in the
    // plan, looked for from the current folder and then from the plan's. Its digest must be the plan's.
    std::filesystem::path index = {};
    // The limit of caches for pages and for parts, in bytes.
    std::uint64_t memory_limit = std::uint64_t{1} << 29;
};

// Options of ClashPlan::run.
struct ClashUnitOptions {
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // If set, called repeatedly with the number of tested pairs. Returning false stops the work; run() then
    // returns an Error and writes nothing.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

// A unit that has been run.
struct ClashUnitResult {
    std::filesystem::path file = {};
    std::uint64_t pairs = 0, clashes = 0, bytes = 0;
};

// The units of a plan that still have to be run, given the results in a folder.
struct ClashUnitStates {
    // The numbers of units without a file, and of those whose file is truncated or damaged. Both have to be
    // run; ClashPlan::run replaces damaged files.
    std::vector<std::uint64_t> missing = {}, damaged = {};
    std::uint64_t done = 0;
};

// The merged report and the options for its .bcf files.
struct MergedClashes {
    ClashReport report = {};
    ClashBcfOptions bcf = {};
};

// An open plan. Cheap to copy; const members are safe from any number of threads.
class ClashPlan {
  public:
    // Reads the plan's first page and its list of units. The index is opened when first needed.
    static Result<ClashPlan> open(const std::filesystem::path& plan,
                                  const ClashPlanOpenOptions& options = {});
    const ClashPlanInfo& info() const;

    // Tests the pairs of one unit and writes the result to the folder, which is made if it does not exist, as
    // file_name(unit). The bytes depend only on the plan and the unit. The file appears completely or not at
    // all, so that a unit may be run several times, even at the same time.
    Result<ClashUnitResult> run(std::uint64_t unit, const std::filesystem::path& folder,
                                const ClashUnitOptions& options = {}) const;
    // Part numbers (a < b) of the pairs of a unit.
    Result<std::vector<std::array<std::uint32_t, 2>>> pairs(std::uint64_t unit) const;

    // Reads all results in the folder. An Error names a file that belongs to another plan, version or unit.
    Result<ClashUnitStates> check(const std::filesystem::path& folder) const;
    // Makes the report of all units: that of ClashReport::of() for the same index and options, but for
    // `seconds` and `date`. Searches the index again for pairs near each other, and compares them with those
    // that the units have tested. An Error names a result that is missing, truncated, damaged or foreign.
    Result<MergedClashes> merge(const std::filesystem::path& folder) const;

    // The name of a unit's result: "unit-17.clashes".
    static std::string file_name(std::uint64_t unit);

  private:
    explicit ClashPlan(std::shared_ptr<const detail::report::OpenPlan> plan);
    std::shared_ptr<const detail::report::OpenPlan> plan_;
};

}  // namespace allide
