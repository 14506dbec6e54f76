#include "base/float_environment.hpp"
#include "io/file/file.hpp"
#include "report/clash/access.hpp"
#include "report/clash/clash_run.hpp"
#include "report/clash/settings.hpp"

#include <allide/report.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace allide {

using detail::report::Access;

namespace {

// Parses a text. Returns the Error of a SettingsFailure that T::parse throws.
template <typename T>
Result<std::shared_ptr<const T>> parsed(std::string_view text, std::string_view name) {
    try {
        return std::shared_ptr<const T>(std::make_shared<T>(T::parse(text, name)));
    } catch (detail::report::SettingsFailure& failure) {
        return std::move(failure.error);
    }
}

}  // namespace

std::string_view name_of(ClashStatus status) {
    constexpr std::array<std::string_view, 5> names{"new", "persisting", "resolved", "unchecked", "approved"};
    return names[static_cast<std::size_t>(status)];
}

Result<ClashReport> ClashReport::of(const ClashScene& scene, const ClashReportOptions& options) {
    const base::DefaultFloatEnvironment environment;
    const auto begin = std::chrono::steady_clock::now();
    detail::report::ClashRun run(scene, options);
    const std::lock_guard lock(run.store().searching);
    if (auto error = run.prepare()) return *std::move(error);
    const Result<Clashes> found = run.store().clashes(run.question());
    if (!found) return found.error();
    ClashReport made = run.finish(*found);
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return made;
}

std::string_view AssemblyPart::attribute(std::string_view wanted) const {
    for (const PartAttribute& one : attributes)
        if (one.name == wanted) return one.value;
    return {};
}

ClashTotals ClashReport::totals() const {
    ClashTotals totals;
    for (const ReportedClash& clash : clashes) {
        ++totals.statuses[static_cast<std::size_t>(clash.status)];
        if (clash.status == ClashStatus::resolved) continue;
        ++totals.kinds[static_cast<std::size_t>(clash.clash.kind)];
        totals.shallow += clash.clash.shallow ? 1 : 0;
    }
    return totals;
}

const std::string& ClashReport::label_a(const ReportedClash& clash) const {
    return clash.a_id && !parts[*clash.a_id].label.empty() ? parts[*clash.a_id].label : clash.a;
}
const std::string& ClashReport::label_b(const ReportedClash& clash) const {
    return clash.b_id && !parts[*clash.b_id].label.empty() ? parts[*clash.b_id].label : clash.b;
}

bool ClashReport::has_open_clashes() const {
    return std::any_of(clashes.begin(), clashes.end(), [](const auto& clash) { return clash.is_open(); });
}

bool ClashReport::depends_on_facets(const ReportedClash& clash) const {
    if (!clash.a_id || !clash.b_id) return false;
    const double sags = parts[*clash.a_id].sag + parts[*clash.b_id].sag;
    const double depth = clash.clash.depth ? clash.clash.depth->upper : clash.clash.separation;
    return std::max(clash.clash.distance, depth) < sags;
}

ClashRules::ClashRules() : rules_(std::make_shared<detail::report::Rules>()) {}

Result<ClashRules> ClashRules::parse(std::string_view text, std::string_view name) {
    auto data = parsed<detail::report::Rules>(text, name);
    if (!data) return data.error();
    ClashRules rules;
    rules.rules_ = std::move(data).value();
    return rules;
}

Result<ClashRules> ClashRules::load(const std::filesystem::path& file) {
    const Result<std::string> text = io::read_file(file);
    if (!text) return text.error();
    return parse(*text, file.string());
}

ClashLimits ClashRules::limits() const {
    return Access::of(*this).own_limits();
}

Result<ClashBaseline> ClashBaseline::parse(std::string_view text, std::string_view name) {
    auto data = parsed<detail::report::Baseline>(text, name);
    if (!data) return data.error();
    ClashBaseline baseline;
    baseline.baseline_ = std::move(data).value();
    return baseline;
}

Result<ClashBaseline> ClashBaseline::load(const std::filesystem::path& file) {
    const Result<std::string> text = io::read_file(file);
    if (!text) return text.error();
    return parse(*text, file.string());
}

}  // namespace allide
