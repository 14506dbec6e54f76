// Reads arbitrary bytes as a rules file of `clash`, in TOML or JSON, and as a baseline. An error must name
// the file and a line in it; rules and baselines that are accepted must answer consistently about parts.
#include "expect.hpp"
#include "input_name.hpp"
#include "report/clash/baseline.hpp"
#include "report/clash/rules.hpp"
#include "report/clash/settings.hpp"

#include <allide/report.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace allide;
using namespace allide::detail::report;

void check_error(const Error& error, const std::string& text) {
    ALLIDE_FUZZ_EXPECT(error.file == input_name);
    ALLIDE_FUZZ_EXPECT(!error.message.empty());
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    ALLIDE_FUZZ_EXPECT(error.line && *error.line >= 1 && *error.line <= lines);
}

std::vector<AssemblyPart> some_parts() {
    std::vector<AssemblyPart> parts(3);
    parts[0].name = "piping/line-1/pipe-1";
    parts[1].name = "piping/line-1/pipe-2";
    parts[2].name = parts[2].file = "hull.obj";
    for (AssemblyPart& part : parts) part.group = "room.glb";
    parts[0].identity = parts[1].identity = "piping/line-1/pipe-1\n0000000000000000";
    parts[2].identity = "hull.obj\n0000000000000000";
    return parts;
}

void check_rules(const std::string& text) {
    const Rules rules = Rules::parse(text, input_name);
    const ClashLimits usual = rules.own_limits();
    const double largest = rules.largest_limit(usual);
    ALLIDE_FUZZ_EXPECT(std::isfinite(largest) && largest >= 0);
    std::vector<AssemblyPart> parts = some_parts();
    for (AssemblyPart& part : parts)
        if (const auto group = rules.group_of(part)) part.group = *group;
    for (const AssemblyPart& a : parts)
        for (const AssemblyPart& b : parts) {
            const auto limits = rules.limits(a, b, usual), other = rules.limits(b, a, usual);
            ALLIDE_FUZZ_EXPECT(limits.has_value() == other.has_value());
            if (!limits) continue;
            ALLIDE_FUZZ_EXPECT(limits->clearance == other->clearance && limits->touch == other->touch);
            ALLIDE_FUZZ_EXPECT(limits->clearance >= 0 && limits->clearance <= largest);
            ALLIDE_FUZZ_EXPECT(limits->touch >= 0 && limits->touch <= largest);
        }
}

void check_baseline(const std::string& text) {
    const Baseline baseline = Baseline::parse(text, input_name);
    const BaselineComparison comparison(baseline, {}, UnknownSags::zero, 0, {});
    ClashReport report;
    report.parts = some_parts();
    comparison.assign_identities(report.parts);
    comparison.set_statuses(report, [](std::uint32_t a, std::uint32_t, const PairClash&) {
        using Coverage = BaselineComparison::PairCoverage;
        return a == 0 ? Coverage::tested : Coverage::untested;
    });
    for (const ReportedClash& clash : report.clashes) {
        ALLIDE_FUZZ_EXPECT(clash.status != ClashStatus::fresh);
        for (const auto& id : {clash.a_id, clash.b_id}) ALLIDE_FUZZ_EXPECT(!id || *id < report.parts.size());
    }
    ALLIDE_FUZZ_EXPECT(!report.json().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        if (input_name.starts_with("baseline"))
            check_baseline(text);
        else
            check_rules(text);
    } catch (const SettingsFailure& failure) {
        check_error(failure.error, text);
    }
    return 0;
}
