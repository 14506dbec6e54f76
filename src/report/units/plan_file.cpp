#include "report/units/plan_file.hpp"

#include "index/file/digest.hpp"
#include "index/file/index_failure.hpp"
#include "index/file/new_file.hpp"
#include "index/file/page_file.hpp"

#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

using index::ByteReader;
using index::Bytes;
using index::ByteView;
using index::ByteWriter;

constexpr std::string_view plan_magic = "allide plan\n";
constexpr std::uint32_t plan_format = 1;
constexpr std::size_t plan_fixed_bytes =
    plan_magic.size() + 4 + 8;  // the magic, the version, the size of the head
constexpr std::size_t pair_bytes = 12, unit_bytes = 24, limits_bytes = 32;

[[noreturn]] void not_a_plan() {
    index::throw_damaged("expected a plan written by `allide plan`");
}

void put_limits(ByteWriter& out, const ClashLimits& limits) {
    const auto& [clearance, touch, sag, depth_error] = limits;
    for (const double number : {clearance, touch, sag, depth_error}) out.put(number);
}
ClashLimits read_limits(ByteReader& in) {
    ClashLimits limits;
    auto& [clearance, touch, sag, depth_error] = limits;
    for (double* number : {&clearance, &touch, &sag, &depth_error}) *number = in.real();
    return limits;
}

// The head without its fixed first bytes and without the digest at its end, which is the plan's number.
Bytes head_record(const PlanHead& head) {
    ByteWriter out;
    out.put_text(head.info.version);
    out.put_text(head.info.index);
    out.put(head.info.index_digest);
    out.put(head.info.candidate_pairs);
    out.put(static_cast<std::uint32_t>(head.limits.size()));
    for (const ClashLimits& limits : head.limits) put_limits(out, limits);
    out.put(head.settings_bytes);
    out.put(head.settings_digest);
    out.put(static_cast<std::uint32_t>(head.info.units.size()));
    for (std::size_t i = 0; i < head.info.units.size(); ++i) {
        out.put(head.info.units[i].pairs);
        out.put(head.info.units[i].cost);
        out.put(head.unit_digests[i]);
    }
    return out.take();
}

PlanHead read_head_record(ByteView bytes) {
    ByteReader in(bytes);
    PlanHead head;
    head.info.version = in.text();
    head.info.index = in.text();
    head.info.index_digest = in.u64();
    head.info.candidate_pairs = in.u64();
    for (std::size_t rest = in.count(limits_bytes); rest > 0; --rest) head.limits.push_back(read_limits(in));
    head.settings_bytes = in.u64();
    head.settings_digest = in.u64();
    for (std::size_t rest = in.count(unit_bytes); rest > 0; --rest) {
        const std::uint64_t pairs = in.u64(), cost = in.u64();
        head.info.units.push_back({pairs, cost});
        head.unit_digests.push_back(in.u64());
        head.info.pairs += pairs;
        head.info.cost += cost;
    }
    in.expect_end();
    return head;
}

Bytes fixed_part(std::uint64_t head_bytes) {
    ByteWriter out;
    out.put(std::as_bytes(std::span(plan_magic)));
    out.put(plan_format);
    out.put(head_bytes);
    return out.take();
}

Bytes pairs_record(std::span<const PlannedPair> pairs) {
    ByteWriter out;
    for (const PlannedPair& pair : pairs) {
        out.put(pair.a);
        out.put(pair.b);
        out.put(pair.limits);
    }
    return out.take();
}

Bytes report_record(const PlanReport& report) {
    ByteWriter out;
    out.put(std::uint64_t{report.settings.size()});
    out.put(report.settings);
    out.put(static_cast<std::uint32_t>(report.sags.size()));
    for (const double sag : report.sags) out.put(sag);
    return out.take();
}

std::uint64_t length_of(const std::filesystem::path& file) {
    std::error_code failure;
    const std::uint64_t bytes = std::filesystem::file_size(file, failure);
    if (failure)
        index::throw_error({.code = ErrorCode::cannot_open,
                            .message = fmt::format("cannot open the file: {}", failure.message())});
    return bytes;
}

Bytes read_bytes(const std::filesystem::path& file, std::uint64_t offset, std::uint64_t count) {
    const std::uint64_t length = length_of(file);
    if (offset > length || count > length - offset)
        index::throw_damaged(fmt::format("expected at least {} bytes, found {}: the plan is truncated",
                                         offset + count, length));
    Bytes bytes(count);
    std::ifstream in(file, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(offset));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
    if (!in) index::throw_error({.code = ErrorCode::cannot_open, .message = "cannot read the file"});
    return bytes;
}

void expect_digest(ByteView bytes, std::uint64_t digest, std::string_view what) {
    if (index::byte_digest(bytes) != digest)
        index::throw_damaged(fmt::format("the {} of the plan are damaged: their digest differs", what));
}

// The plan's number covers the whole file, since the head holds the digests of the other sections.
std::uint64_t id_of(ByteView fixed, ByteView record) {
    index::Digest digest;
    digest.add(fixed);
    digest.add(record);
    return digest.value();
}

std::uint64_t all_bytes(const PlanHead& head) {
    return head.bytes + head.settings_bytes + pair_bytes * head.info.pairs;
}

}  // namespace

void write_plan(const std::filesystem::path& file, PlanHead& head, const PlanReport& report,
                const std::vector<PlannedPair>& pairs) {
    const Bytes settings = report_record(report);
    head.settings_bytes = settings.size();
    head.settings_digest = index::byte_digest(settings);
    head.info.pairs = pairs.size();
    head.info.cost = 0;
    head.unit_digests.clear();
    std::span<const PlannedPair> rest(pairs);
    for (const ClashUnit& unit : head.info.units) {
        head.unit_digests.push_back(index::byte_digest(pairs_record(rest.first(unit.pairs))));
        head.info.cost += unit.cost;
        rest = rest.subspan(unit.pairs);
    }
    const Bytes record = head_record(head);
    head.bytes = plan_fixed_bytes + record.size() + 8;
    const Bytes fixed = fixed_part(head.bytes);
    head.info.id = id_of(fixed, record);
    index::in_file(file, [&] {
        index::NewFile out(file);
        ByteWriter start;
        start.put(fixed);
        start.put(record);
        start.put(head.info.id);
        out.write(0, start.bytes());
        out.write(head.bytes, settings);
        std::uint64_t at = head.bytes + settings.size();
        constexpr std::size_t at_once = std::size_t{1} << 20;
        for (std::span<const PlannedPair> left(pairs); !left.empty();
             left = left.subspan(std::min(at_once, left.size()))) {
            const Bytes bytes = pairs_record(left.first(std::min(at_once, left.size())));
            out.write(at, bytes);
            at += bytes.size();
        }
        out.commit();
    });
}

PlanHead read_plan_head(const std::filesystem::path& file) {
    return index::in_file(file, [&] {
        const std::uint64_t length = length_of(file);
        if (length < plan_fixed_bytes + 8) not_a_plan();
        const Bytes fixed = read_bytes(file, 0, plan_fixed_bytes);
        ByteReader in(fixed);
        const ByteView first = in.take(plan_magic.size());
        if (!std::equal(first.begin(), first.end(), std::as_bytes(std::span(plan_magic)).begin()))
            not_a_plan();
        if (const std::uint32_t found = in.u32(); found != plan_format)
            index::throw_damaged(
                fmt::format("expected a plan of format {}, found format {}", plan_format, found));
        const std::uint64_t bytes = in.u64();
        if (bytes < plan_fixed_bytes + 8) not_a_plan();
        const Bytes rest = read_bytes(file, plan_fixed_bytes, bytes - plan_fixed_bytes);
        const ByteView record = ByteView(rest).first(rest.size() - 8);
        const std::uint64_t id = ByteReader(ByteView(rest).last(8)).u64();
        if (id_of(fixed, record) != id)
            index::throw_damaged("the head of the plan is damaged: its digest differs");
        PlanHead head = read_head_record(record);
        head.bytes = bytes;
        head.info.id = id;
        if (length != all_bytes(head))
            index::throw_damaged(
                fmt::format("expected a plan of {} bytes, found {}", all_bytes(head), length));
        return head;
    });
}

PlanReport read_plan_report(const std::filesystem::path& file, const PlanHead& head) {
    return index::in_file(file, [&] {
        const Bytes bytes = read_bytes(file, head.bytes, head.settings_bytes);
        expect_digest(bytes, head.settings_digest, "options");
        ByteReader in(bytes);
        PlanReport report;
        const ByteView settings = in.take(in.u64());
        report.settings.assign(settings.begin(), settings.end());
        for (std::size_t rest = in.count(8); rest > 0; --rest) report.sags.push_back(in.real());
        in.expect_end();
        return report;
    });
}

std::vector<PlannedPair> read_unit_pairs(const std::filesystem::path& file, const PlanHead& head,
                                         std::uint64_t unit) {
    return index::in_file(file, [&] {
        std::uint64_t offset = head.bytes + head.settings_bytes;
        for (std::uint64_t before = 0; before < unit; ++before)
            offset += pair_bytes * head.info.units[before].pairs;
        const Bytes bytes = read_bytes(file, offset, pair_bytes * head.info.units[unit].pairs);
        expect_digest(bytes, head.unit_digests[unit], fmt::format("pairs of unit {}", unit));
        ByteReader in(bytes);
        std::vector<PlannedPair> pairs;
        while (in.rest() > 0) {
            const std::uint32_t a = in.u32(), b = in.u32(), limits = in.u32();
            if (a >= b || limits >= head.limits.size())
                index::throw_damaged("expected pairs of two parts with limits of the plan");
            pairs.push_back({a, b, limits});
        }
        return pairs;
    });
}

}  // namespace allide::detail::report
