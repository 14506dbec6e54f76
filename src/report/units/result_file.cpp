#include "report/units/result_file.hpp"

#include "index/file/digest.hpp"
#include "index/file/index_failure.hpp"
#include "index/file/page_file.hpp"
#include "io/file/file.hpp"
#include "report/units/clash_bytes.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

using index::ByteReader;
using index::Bytes;
using index::ByteView;
using index::ByteWriter;

constexpr std::string_view result_magic = "allide unit\n";
constexpr std::uint32_t result_format = 1;
constexpr std::size_t size_place = result_magic.size() + 4;     // position of the field with the file's size
constexpr std::size_t result_fixed_bytes = size_place + 8 + 8;  // including the digest at the end
constexpr std::string_view extension = ".clashes";

[[noreturn]] void foreign(std::string message) {
    index::throw_error({.code = ErrorCode::bad_argument, .message = std::move(message)});
}

// Checks the magic, the size and the digest. Returns the record between them.
ByteView undamaged_record(ByteView bytes) {
    if (bytes.size() < result_fixed_bytes)
        index::throw_damaged(
            fmt::format("expected the result of a unit, found {} bytes: it is truncated", bytes.size()));
    ByteReader in(bytes);
    const ByteView first = in.take(result_magic.size());
    if (!std::equal(first.begin(), first.end(), std::as_bytes(std::span(result_magic)).begin()))
        index::throw_damaged("expected the result of a unit, found another kind of file");
    if (const std::uint32_t found = in.u32(); found != result_format)
        foreign(fmt::format("expected a result of format {}, found format {}", result_format, found));
    if (const std::uint64_t size = in.u64(); size != bytes.size())
        index::throw_damaged(fmt::format("expected {} bytes, found {}{}", size, bytes.size(),
                                         bytes.size() < size ? ": the result is truncated" : ""));
    const ByteView covered = bytes.first(bytes.size() - 8);
    if (ByteReader(bytes.last(8)).u64() != index::byte_digest(covered))
        index::throw_damaged("the result is damaged: its digest differs");
    return covered.subspan(in.at());
}

void expect_unit_of_plan(ByteReader& in, const ClashPlanInfo& plan, std::uint64_t unit) {
    if (const std::string version = in.text(); version != plan.version)
        foreign(fmt::format("expected a result of allide {}, found one of allide {}", plan.version, version));
    if (const std::uint64_t id = in.u64(); id != plan.id)
        foreign(fmt::format("expected a result of plan {:016x}, found one of plan {:016x}", plan.id, id));
    if (const std::uint64_t digest = in.u64(); digest != plan.index_digest)
        foreign("it is a result for another index");
    if (const std::uint64_t found = in.u64(); found != unit)
        foreign(fmt::format("expected the result of unit {}, found that of unit {}", unit, found));
}

void expect_pairs(ByteReader& in, std::span<const PlannedPair> pairs) {
    const auto differ = [] { foreign("the pairs that it tested are not those of the unit"); };
    if (in.count(8) != pairs.size()) differ();
    for (const PlannedPair& pair : pairs) {
        const std::uint32_t a = in.u32(), b = in.u32();
        if (a != pair.a || b != pair.b) differ();
    }
}

}  // namespace

std::string result_name(std::uint64_t unit) {
    return fmt::format("unit-{}{}", unit, extension);
}

bool is_result_name(const std::filesystem::path& file) {
    return file.extension() == extension;
}

Bytes result_bytes(const ClashPlanInfo& plan, std::uint64_t unit, std::span<const PlannedPair> pairs,
                   std::span<const Clash> clashes) {
    ByteWriter record;
    record.put_text(plan.version);
    record.put(plan.id);
    record.put(plan.index_digest);
    record.put(unit);
    record.put(static_cast<std::uint32_t>(pairs.size()));
    for (const PlannedPair& pair : pairs) {
        record.put(pair.a);
        record.put(pair.b);
    }
    record.put(static_cast<std::uint32_t>(clashes.size()));
    std::size_t place = 0;
    for (const Clash& clash : clashes) {
        while (pairs[place].a != clash.a.number || pairs[place].b != clash.b.number) ++place;
        record.put(static_cast<std::uint32_t>(place));
        put_clash(record, clash);
    }
    ByteWriter file;
    file.put(std::as_bytes(std::span(result_magic)));
    file.put(result_format);
    file.put(std::uint64_t{result_fixed_bytes + record.size()});
    file.put(record.bytes());
    file.put(index::byte_digest(file.bytes()));
    return file.take();
}

std::vector<Clash> read_result(const std::filesystem::path& file, const ClashPlanInfo& plan,
                               std::uint64_t unit, std::span<const PlannedPair> pairs) {
    return index::in_file(file, [&] {
        const Result<std::string> bytes = io::read_file(file);
        if (!bytes) index::throw_error(bytes.error());
        ByteReader in(undamaged_record(std::as_bytes(std::span(*bytes))));
        expect_unit_of_plan(in, plan, unit);
        expect_pairs(in, pairs);
        constexpr std::size_t least_clash_bytes = 70;
        std::vector<Clash> clashes;
        std::size_t next = 0;
        for (std::size_t rest = in.count(least_clash_bytes); rest > 0; --rest) {
            const std::uint32_t place = in.u32();
            if (place < next || place >= pairs.size())
                index::throw_damaged("expected clashes in the order of the pairs");
            clashes.push_back(read_clash(in));
            clashes.back().a = {pairs[place].a};
            clashes.back().b = {pairs[place].b};
            next = place + std::size_t{1};
        }
        in.expect_end();
        return clashes;
    });
}

}  // namespace allide::detail::report
