#include "report/units/open_plan.hpp"

#include "base/precondition.hpp"
#include "index/file/index_access.hpp"
#include "index/file/index_failure.hpp"
#include "index/file/new_file.hpp"
#include "index/file/page_file.hpp"
#include "index/search/pair_tests.hpp"
#include "report/clash/clash_run.hpp"
#include "report/units/plan_settings.hpp"
#include "report/units/planned_pairs.hpp"
#include "report/units/result_file.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, std::string message, ErrorCode code = ErrorCode::bad_argument) {
    index::throw_error({.code = code, .message = std::move(message), .file = file.string()});
}

// The pairs of the plan, compared with those that the index has now.
class ExpectedPairs {
  public:
    ExpectedPairs(const fs::path& plan, const PlanHead& head, const PlannedPairs& pairs)
        : plan_(plan), head_(head), pairs_(pairs) {
        if (pairs.candidates != head.info.candidate_pairs || pairs.planned.size() != head.info.pairs)
            differ();
    }
    void take(const std::vector<PlannedPair>& unit) {
        for (const PlannedPair& pair : unit) {
            const PlannedPair& expected = pairs_.planned[next_++];
            if (pair.a != expected.a || pair.b != expected.b ||
                !same(head_.limits[pair.limits], pairs_.limits[expected.limits]))
                differ();
        }
    }

  private:
    static bool same(const ClashLimits& x, const ClashLimits& y) {
        return std::tie(x.clearance, x.touch, x.sag, x.depth_error) ==
               std::tie(y.clearance, y.touch, y.sag, y.depth_error);
    }
    [[noreturn]] void differ() const {
        fail(plan_, "the pairs of its units are not all pairs of the index that are near each other");
    }

    const fs::path& plan_;
    const PlanHead& head_;
    const PlannedPairs& pairs_;
    std::size_t next_ = 0;
};

}  // namespace

OpenPlan::OpenPlan(const fs::path& file, const ClashPlanOpenOptions& options)
    : file_(file), options_(options), head_(read_plan_head(file)) {}

void OpenPlan::expect_own_version() const {
    if (head_.info.version != version())
        fail(file_, fmt::format("expected a plan of this version, allide {}, found one of allide {}",
                                version(), head_.info.version));
}

std::vector<PlannedPair> OpenPlan::pairs(std::uint64_t unit) const {
    if (unit >= head_.info.units.size())
        fail(file_, fmt::format("expected a unit below {}, found {}", head_.info.units.size(), unit));
    return read_unit_pairs(file_, head_, unit);
}

fs::path OpenPlan::index_file() const {
    if (!options_.index.empty()) return options_.index;
    const fs::path name = head_.info.index;
    std::error_code ignored;
    if (name.is_relative() && !fs::exists(name, ignored)) {
        const fs::path beside = file_.parent_path() / name;
        if (fs::exists(beside, ignored)) return beside;
    }
    return name;
}

Index OpenPlan::open_index() const {
    const fs::path file = index_file();
    Result<Index> opened = Index::open(file, {.memory_limit = options_.memory_limit / 2});
    if (!opened) index::throw_error(opened.error());
    if (opened->info().root_digest != head_.info.index_digest)
        fail(file, fmt::format("expected the index of plan {:016x}, with digest {:016x}, found one with "
                               "digest {:016x}",
                               head_.info.id, head_.info.index_digest, opened->info().root_digest));
    return std::move(opened).value();
}

const Index& OpenPlan::shared_index() const {
    const std::lock_guard lock(opening_);
    if (!index_) index_ = open_index();
    return *index_;
}

ClashUnitResult OpenPlan::run(std::uint64_t unit, const fs::path& folder,
                              const ClashUnitOptions& options) const {
    expect_own_version();
    const std::vector<PlannedPair> planned = pairs(unit);
    const fs::path file = folder / result_name(unit);
    std::vector<index::NumberPair> numbers;
    for (const PlannedPair& pair : planned) numbers.push_back({pair.a, pair.b});
    const Index& scene = shared_index();
    for (const PlannedPair& pair : planned)
        if (pair.b >= scene.info().objects) fail(file_, "expected pairs of parts of the index");
    index::PairOutcomes outcomes = index::in_file(reader_of(scene).file(), [&] {
        return index::test_pairs(
            reader_of(scene), numbers,
            {.detail = ClashDetail::regions,
             .threads = options.threads,
             .limits = [&](std::size_t pair) { return head_.limits[planned[pair].limits]; },
             .progress = options.progress,
             .memory_limit = options_.memory_limit / 2});
    });
    if (std::ranges::find(outcomes.done, 0) != outcomes.done.end()) fail(file, "the unit was stopped");
    std::vector<Clash> clashes;
    for (std::optional<Clash>& clash : outcomes.clashes)
        if (clash) clashes.push_back(*std::move(clash));
    const index::Bytes bytes = result_bytes(head_.info, unit, planned, clashes);
    std::error_code failure;  // ignored: writing the file fails then and reports it
    fs::create_directories(folder, failure);
    index::NewFile out(file);
    out.write(0, bytes);
    out.commit();
    return {.file = file, .pairs = planned.size(), .clashes = clashes.size(), .bytes = bytes.size()};
}

// Refuses files that are named like results but belong to no unit: each may be a result under a wrong name,
// or a copy.
void OpenPlan::expect_known_files(const fs::path& folder) const {
    std::error_code failure;
    fs::directory_iterator files(folder, failure);
    if (failure) {
        if (head_.info.units.empty()) return;
        fail(folder, fmt::format("cannot read the folder of results: {}", failure.message()),
             ErrorCode::cannot_open);
    }
    std::vector<fs::path> unknown;
    for (const fs::directory_entry& entry : files) {
        const fs::path name = entry.path().filename();
        if (!is_result_name(name)) continue;
        const std::string text = name.string();
        constexpr std::size_t prefix = std::string_view("unit-").size();
        std::uint64_t unit = 0;
        std::from_chars(text.data() + std::min(prefix, text.size()), text.data() + text.size(), unit);
        if (text != result_name(unit) || unit >= head_.info.units.size()) unknown.push_back(entry.path());
    }
    if (!unknown.empty())
        fail(*std::ranges::min_element(unknown),
             fmt::format("expected results of the plan's units only, {} to {}",
                         head_.info.units.empty() ? "none" : result_name(0),
                         head_.info.units.empty() ? "none" : result_name(head_.info.units.size() - 1)));
}

ClashUnitStates OpenPlan::check(const fs::path& folder) const {
    expect_own_version();
    std::error_code failure;
    ClashUnitStates states;
    if (fs::exists(folder, failure)) expect_known_files(folder);
    for (std::uint64_t unit = 0; unit < head_.info.units.size(); ++unit) {
        const fs::path file = folder / result_name(unit);
        if (!fs::exists(file, failure)) {
            states.missing.push_back(unit);
            continue;
        }
        try {
            read_result(file, head_.info, unit, pairs(unit));
            ++states.done;
        } catch (const index::IndexFailure& broken) {
            if (broken.error.code != ErrorCode::bad_syntax || broken.error.file == file_.string()) throw;
            states.damaged.push_back(unit);
        }
    }
    return states;
}

// Each unit's clashes; an error unless every unit has a result.
Clashes OpenPlan::all_clashes(const fs::path& folder) const {
    expect_known_files(folder);
    std::vector<std::uint64_t> missing;
    std::error_code ignored;
    for (std::uint64_t unit = 0; unit < head_.info.units.size(); ++unit)
        if (!fs::exists(folder / result_name(unit), ignored)) missing.push_back(unit);
    if (!missing.empty())
        fail(folder / result_name(missing.front()),
             fmt::format("expected the result of unit {}, found no file: {} of {} units {} missing",
                         missing.front(), missing.size(), head_.info.units.size(),
                         missing.size() == 1 ? "is" : "are"),
             ErrorCode::cannot_open);
    Clashes clashes{.candidate_pairs = head_.info.candidate_pairs, .tested_pairs = head_.info.pairs};
    for (std::uint64_t unit = 0; unit < head_.info.units.size(); ++unit)
        for (Clash& clash : read_result(folder / result_name(unit), head_.info, unit, pairs(unit)))
            clashes.list.push_back(std::move(clash));
    std::sort(clashes.list.begin(), clashes.list.end(),
              [](const Clash& x, const Clash& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
    return clashes;
}

MergedClashes OpenPlan::merge(const fs::path& folder) const {
    expect_own_version();
    const Clashes clashes = all_clashes(folder);
    const PlanReport report = read_plan_report(file_, head_);
    const PlanSettings settings = index::in_file(file_, [&] { return read_settings(report.settings); });
    const Result<ClashScene> scene =
        ClashScene::of(open_index(), head_.info.index, options_.memory_limit / 2);
    if (!scene) index::throw_error(scene.error());
    if (!report.sags.empty() && report.sags.size() != scene->parts().size())
        fail(file_, "expected an estimated sag for each part of the index");
    ClashRun run(*scene, settings.report);
    const std::lock_guard lock(run.store().searching);
    if (auto error = run.prepare(report.sags)) index::throw_error(*std::move(error));
    const PlannedPairs near = planned_pairs(run);
    ExpectedPairs expected(file_, head_, near);
    for (std::uint64_t unit = 0; unit < head_.info.units.size(); ++unit) expected.take(pairs(unit));
    return {.report = run.finish(clashes), .bcf = settings.bcf};
}

}  // namespace allide::detail::report
