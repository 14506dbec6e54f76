#include "report/clash/clash_run.hpp"

#include "base/precondition.hpp"
#include "mesh/estimate_sag.hpp"
#include "report/clash/access.hpp"
#include "report/clash/load_parts.hpp"
#include "report/clash/parts.hpp"
#include "report/current_time.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

bool comes_before(const ReportedClash& x, const ReportedClash& y) {
    const bool has_x = x.a_id && x.b_id, has_y = y.a_id && y.b_id;
    if (has_x != has_y) return has_x;
    if (!has_x) return x.key < y.key;
    return std::pair(*x.a_id, *x.b_id) < std::pair(*y.a_id, *y.b_id);
}

}  // namespace

ClashRun::ClashRun(const ClashScene& scene, const ClashReportOptions& options)
    : options_(options), rules_(Access::of(options.rules)), store_(Access::of(scene)) {
    report_.limits = {.clearance = options.clearance.value_or(rules_.own_limits().clearance),
                      .touch = options.touch.value_or(rules_.own_limits().touch),
                      .depth_error = options.depth_error};
    report_.unknown_sags = options.unknown_sags;
    for (const double limit : {report_.limits.clearance, report_.limits.touch})
        base::expect(limit >= 0 && std::isfinite(limit),
                     "ClashReport: a limit must be finite and not negative");
    base::expect(options.depth_error >= 1e-3 && options.depth_error <= 0.5,
                 "ClashReport: depth_error must be from 1e-3 to 0.5");
    report_.rules_digest = rules_.digest();
    report_.up = options.up.value_or(stated_up());
    report_.grid = rules_.grid();
    if (report_.grid && !rules_.grid_has_axes()) set_horizontal_axes(*report_.grid);
    report_.has_baseline = options.baseline.has_value();
    if (options.baseline)
        baseline_.emplace(Access::of(*options.baseline), report_.limits, options.unknown_sags,
                          report_.rules_digest, text_of(options.filter));
    Access::set(report_, std::make_shared<PictureScene>(store_));
}

std::optional<Error> ClashRun::prepare(const std::vector<double>& sags) {
    if (auto error = take_units()) return error;
    take_parts();
    if (!sags.empty())
        for (std::size_t part = 0; part < sags.size(); ++part) report_.parts[part].estimated_sag = sags[part];
    else if (options_.unknown_sags == UnknownSags::estimated)
        for (std::uint32_t part = 0; part < report_.parts.size(); ++part) estimate_sag(part);
    return std::nullopt;
}

ClashReport ClashRun::finish(const Clashes& found) {
    add_clashes(found);
    report_.date = current_time();
    if (baseline_) set_statuses(found);
    std::sort(report_.clashes.begin(), report_.clashes.end(), comes_before);
    estimate_sags_of_clashes();
    if (report_.grid)
        for (ReportedClash& clash : report_.clashes) clash.square = square_of(clash.clash.point);
    return std::move(report_);
}

// Sets the unit: the given one, otherwise the one that all files state.
std::optional<Error> ClashRun::take_units() {
    report_.units = options_.units;
    if (!report_.units.empty()) return std::nullopt;
    const FileFrame* first = nullptr;
    for (const FileFrame& frame : store_->frames) {
        if (frame.unit.empty()) continue;
        if (first == nullptr) first = &frame;
        if (frame.unit != first->unit)
            return Error{.message = fmt::format("its lengths are in {}, those of {} in {}: convert one, or "
                                                "state the unit of both with --units",
                                                frame.unit, first->file, first->unit),
                         .file = frame.file};
    }
    if (first != nullptr) report_.units = first->unit;
    return std::nullopt;
}
Vec3 ClashRun::stated_up() const {
    for (const FileFrame& frame : store_->frames)
        if (frame.up) return *frame.up;
    return {0, 0, 1};
}
// Sets the axes of the grid to the two axes that are closest to horizontal.
void ClashRun::set_horizontal_axes(ClashGrid& grid) const {
    const std::array<double, 3> up{std::abs(report_.up.x), std::abs(report_.up.y), std::abs(report_.up.z)};
    const auto vertical = static_cast<std::size_t>(std::max_element(up.begin(), up.end()) - up.begin());
    grid.first_axis = vertical == 0 ? 1 : 0;
    grid.second_axis = vertical == 2 ? 1 : 2;
}

void ClashRun::take_parts() {
    if (rules_.ignores_siblings()) find_nodes(*store_);
    report_.parts = store_->parts;
    report_.unreadable = store_->unreadable;
    report_.without_geometry = store_->without_geometry;
    report_.partial = !report_.unreadable.empty();
    if (baseline_) baseline_->assign_identities(report_.parts);
    for (AssemblyPart& part : report_.parts)
        if (auto group = rules_.group_of(part)) part.group = *std::move(group);
    set_labels(report_.parts);
    filter_ = {options_.filter, rules_, report_.parts};
    report_.filter = text_of(options_.filter);
    for (const std::string& pattern : rules_.unused_patterns(report_.parts)) warn_of_pattern(pattern);
    for (const std::string& pattern : filter_.unused_patterns()) warn_of_pattern(pattern);
}
void ClashRun::warn_of_pattern(const std::string& pattern) {
    report_.warnings.push_back(fmt::format("the pattern '{}' matches nothing", pattern));
}

std::optional<ClashLimits> ClashRun::limits(std::uint32_t a, std::uint32_t b) const {
    if (!filter_.wants_pair(a, b)) return std::nullopt;
    std::optional<ClashLimits> limits = rules_.limits(report_.parts[a], report_.parts[b], report_.limits);
    if (!limits) return limits;
    limits->sag = sag_in_use(report_.parts[a]) + sag_in_use(report_.parts[b]);
    limits->depth_error = report_.limits.depth_error;
    return limits;
}

// The sag of a part that decides between hard and touch.
double ClashRun::sag_in_use(const AssemblyPart& part) const {
    if (part.sag > 0 || options_.unknown_sags == UnknownSags::zero) return part.sag;
    return part.estimated_sag;
}
// Estimates the sag of one part, if its file states none.
void ClashRun::estimate_sag(std::uint32_t part) {
    AssemblyPart& of = report_.parts[part];
    if (of.sag > 0 || of.estimated_sag > 0 || !of.is_testable) return;
    if (const Scene* scene = store_->scene())
        of.estimated_sag = mesh::estimate_sag(scene->mesh(store_->objects()[part]));
    else if (const Result<Model> model = store_->model_in_index(part))
        of.estimated_sag = mesh::estimate_sag(model->mesh());
}
void ClashRun::estimate_sags_of_clashes() {
    std::set<std::uint32_t> clashing;
    for (const ReportedClash& clash : report_.clashes)
        for (const auto& id : {clash.a_id, clash.b_id})
            if (id && clash.clash.kind == ClashKind::hard) clashing.insert(*id);
    for (const std::uint32_t part : clashing) estimate_sag(part);
}

PartStore::Question ClashRun::question() {
    return {.largest_limit = rules_.largest_limit(report_.limits),
            .threads = options_.threads,
            .limits = [this](std::uint32_t a, std::uint32_t b) { return limits(a, b); },
            .is_known =
                [this](std::uint32_t a, std::uint32_t b) {
                    return baseline_ && baseline_->has_answer(report_.parts[a], report_.parts[b]);
                },
            .progress = options_.progress};
}

void ClashRun::add_clashes(const Clashes& found) {
    for (const Clash& clash : found) {
        if (!filter_.wants(clash.a.number, clash.b.number, clash)) {
            left_out_.emplace(clash.a.number, clash.b.number);
            continue;
        }
        const AssemblyPart &a = report_.parts[clash.a.number], &b = report_.parts[clash.b.number];
        report_.clashes.push_back({.key = clash_key(a.identity, b.identity),
                                   .a = a.name,
                                   .b = b.name,
                                   .a_id = clash.a.number,
                                   .b_id = clash.b.number,
                                   .clash = clash,
                                   .group = group_pair(a.group, b.group),
                                   .regions = clash.regions});
    }
    report_.candidate_pairs = found.candidate_pairs;
    report_.coverage = {.tested_pairs = found.tested_pairs,
                        .carried_pairs = found.candidate_pairs - found.tested_pairs - found.untested.size(),
                        .untested_pairs = found.untested.size()};
    report_.partial = report_.partial || !found.untested.empty();
}

void ClashRun::set_statuses(const Clashes& found) {
    using Coverage = BaselineComparison::PairCoverage;
    std::set<std::pair<std::uint32_t, std::uint32_t>> untested;
    for (const ObjectPair& pair : found.untested) untested.emplace(pair.a.number, pair.b.number);
    baseline_->set_statuses(report_, [&](std::uint32_t a, std::uint32_t b, const PairClash& before) {
        if (!limits(a, b) || left_out_.contains({a, b}) || !filter_.wants(a, b, before))
            return Coverage::ignored;
        const bool tested =
            report_.parts[a].is_testable && report_.parts[b].is_testable && !untested.contains({a, b});
        return tested ? Coverage::tested : Coverage::untested;
    });
}

std::array<std::int64_t, 2> ClashRun::square_of(const Vec3& point) const {
    const std::array<double, 3> x{point.x, point.y, point.z};
    const auto square = [&](std::size_t axis) {
        const double number = std::floor(x[axis] / report_.grid->size);
        return static_cast<std::int64_t>(std::clamp(number, -0x1p62, 0x1p62));
    };
    return {square(report_.grid->first_axis), square(report_.grid->second_axis)};
}

}  // namespace allide::detail::report
