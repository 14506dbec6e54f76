#include "report/units/plan_settings.hpp"

#include "report/clash/access.hpp"
#include "report/units/clash_bytes.hpp"

#include <utility>

namespace allide::detail::report {

namespace {

using index::ByteReader;
using index::ByteWriter;

void put_text(ByteWriter& out, std::string_view text) {
    out.put(std::uint64_t{text.size()});
    out.put(std::as_bytes(std::span(text)));
}
std::string read_text(ByteReader& in) {
    const index::ByteView letters = in.take(in.u64());
    return {reinterpret_cast<const char*>(letters.data()), letters.size()};
}

void put_number(ByteWriter& out, const std::optional<double>& number) {
    put_optional(out, number, [&](double value) { out.put(value); });
}
std::optional<double> read_number(ByteReader& in) {
    return read_optional(in, [&] { return in.real(); });
}

void put_kinds(ByteWriter& out, const std::vector<ClashKind>& kinds) {
    out.put(static_cast<std::uint32_t>(kinds.size()));
    for (const ClashKind kind : kinds) put_kind(out, kind);
}
std::vector<ClashKind> read_kinds(ByteReader& in) {
    std::vector<ClashKind> kinds;
    for (std::size_t rest = in.count(1); rest > 0; --rest) kinds.push_back(read_kind(in));
    return kinds;
}

void put_filter(ByteWriter& out, const ClashFilter& filter) {
    out.put(static_cast<std::uint32_t>(filter.between.size()));
    for (const auto& [one, other] : filter.between) {
        put_text(out, one);
        put_text(out, other);
    }
    put_kinds(out, filter.kinds);
    out.put(filter.min_depth);
    out.put(filter.min_volume);
}
ClashFilter read_filter(ByteReader& in) {
    ClashFilter filter;
    for (std::size_t rest = in.count(16); rest > 0; --rest) {
        std::string one = read_text(in), other = read_text(in);
        filter.between.push_back({std::move(one), std::move(other)});
    }
    filter.kinds = read_kinds(in);
    filter.min_depth = in.real();
    filter.min_volume = in.real();
    return filter;
}

void put_bcf(ByteWriter& out, const ClashBcfOptions& bcf) {
    put_text(out, bcf.author);
    put_number(out, bcf.scale);
    put_flag(out, bcf.version == BcfVersion::v3_0);
    put_kinds(out, bcf.kinds);
    put_optional(out, bcf.limit, [&](std::size_t limit) { out.put(std::uint64_t{limit}); });
}
ClashBcfOptions read_bcf(ByteReader& in) {
    ClashBcfOptions bcf;
    bcf.author = read_text(in);
    bcf.scale = read_number(in);
    bcf.version = read_flag(in) ? BcfVersion::v3_0 : BcfVersion::v2_1;
    bcf.kinds = read_kinds(in);
    if (const auto limit = read_optional(in, [&] { return in.u64(); })) bcf.limit = *limit;
    return bcf;
}

// Parses a stored settings document. It was valid when the plan was made, so an error means that the plan was
// changed.
template <typename T>
T parsed(ByteReader& in) {
    const std::string name = read_text(in), text = read_text(in);
    Result<T> document = T::parse(text, name);
    if (!document) index::throw_error(document.error());
    return std::move(document).value();
}
void put_document(ByteWriter& out, const SettingsText& source) {
    put_text(out, source.name);
    put_text(out, source.text);
}

}  // namespace

index::Bytes settings_bytes(const ClashReportOptions& report, const ClashBcfOptions& bcf) {
    ByteWriter out;
    put_number(out, report.clearance);
    put_number(out, report.touch);
    out.put(report.depth_error);
    put_flag(out, report.unknown_sags == UnknownSags::estimated);
    const SettingsText& rules = Access::of(report.rules).source();
    put_flag(out, !rules.name.empty());
    if (!rules.name.empty()) put_document(out, rules);
    put_flag(out, report.baseline.has_value());
    if (report.baseline) put_document(out, Access::of(*report.baseline).source());
    put_filter(out, report.filter);
    put_text(out, report.units);
    put_optional(out, report.up, [&](const Vec3& up) { out.put(up); });
    put_bcf(out, bcf);
    return out.take();
}

PlanSettings read_settings(index::ByteView bytes) {
    ByteReader in(bytes);
    PlanSettings settings;
    ClashReportOptions& report = settings.report;
    report.clearance = read_number(in);
    report.touch = read_number(in);
    report.depth_error = in.real();
    report.unknown_sags = read_flag(in) ? UnknownSags::estimated : UnknownSags::zero;
    if (read_flag(in)) report.rules = parsed<ClashRules>(in);
    if (read_flag(in)) report.baseline = parsed<ClashBaseline>(in);
    report.filter = read_filter(in);
    report.units = read_text(in);
    report.up = read_optional(in, [&] { return in.vec(); });
    settings.bcf = read_bcf(in);
    in.expect_end();
    return settings;
}

}  // namespace allide::detail::report
