// Any bytes as a rules file of `clash`, in TOML or in JSON, and as a baseline. What is refused names the file
// and a line of it; what is accepted answers every question about parts.
#include "clash_baseline.hpp"
#include "clash_rules.hpp"
#include "expect.hpp"
#include "input_name.hpp"
#include "output.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace allide::cli;

void check_refusal(const std::string& message, const std::string& text) {
    const std::string start = std::string(input_name) + ":";
    ALLIDE_FUZZ_EXPECT(message.starts_with(start));
    const long line = std::strtol(message.c_str() + start.size(), nullptr, 10);
    ALLIDE_FUZZ_EXPECT(line >= 1 && line <= 1 + std::count(text.begin(), text.end(), '\n'));
}

std::vector<ClashPartInfo> some_parts() {
    std::vector<ClashPartInfo> parts(3);
    parts[0].name = "piping/line-1/pipe-1";
    parts[1].name = "piping/line-1/pipe-2";
    parts[2].name = parts[2].file = "hull.obj";
    for (ClashPartInfo& part : parts) part.group = "room.glb";
    parts[0].identity = parts[1].identity = "piping/line-1/pipe-1\n0000000000000000";
    parts[2].identity = "hull.obj\n0000000000000000";
    return parts;
}

void check_rules(const std::string& text) {
    const ClashRules rules = ClashRules::read(text, std::string(input_name));
    const allide::ClashLimits usual = rules.own_limits();
    const double largest = rules.largest_limit(usual);
    ALLIDE_FUZZ_EXPECT(std::isfinite(largest) && largest >= 0);
    std::vector<ClashPartInfo> parts = some_parts();
    for (ClashPartInfo& part : parts)
        if (const auto group = rules.group_of(part)) part.group = *group;
    for (const ClashPartInfo& a : parts)
        for (const ClashPartInfo& b : parts) {
            const auto limits = rules.limits(a, b, usual), other = rules.limits(b, a, usual);
            ALLIDE_FUZZ_EXPECT(limits.has_value() == other.has_value());
            if (!limits) continue;
            ALLIDE_FUZZ_EXPECT(limits->clearance == other->clearance && limits->touch == other->touch);
            ALLIDE_FUZZ_EXPECT(limits->clearance >= 0 && limits->clearance <= largest);
            ALLIDE_FUZZ_EXPECT(limits->touch >= 0 && limits->touch <= largest);
        }
}

void check_baseline(const std::string& text) {
    ClashBaseline baseline = ClashBaseline::read(text, std::string(input_name));
    baseline.compare_settings({}, 0);
    ClashReport report;
    report.parts = some_parts();
    baseline.recognise(report.parts);
    baseline.settle(report, [](std::uint32_t a, std::uint32_t) {
        return a == 0 ? ClashBaseline::Looked::at_it : ClashBaseline::Looked::not_at_it;
    });
    for (const ClashRow& row : report.rows) {
        ALLIDE_FUZZ_EXPECT(row.status != ClashStatus::fresh);
        for (const auto& id : {row.a_id, row.b_id}) ALLIDE_FUZZ_EXPECT(!id || *id < report.parts.size());
    }
    ALLIDE_FUZZ_EXPECT(!as_json(report).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        if (input_name.starts_with("baseline"))
            check_baseline(text);
        else
            check_rules(text);
    } catch (const Refusal& refusal) {
        check_refusal(refusal.what(), text);
    }
    return 0;
}
