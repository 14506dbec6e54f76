#include "report/units/clash_bytes.hpp"

#include "index/file/index_failure.hpp"

#include <utility>

namespace allide::detail::report {

namespace {

using index::ByteReader;
using index::ByteWriter;

// Each structured binding below names all members of a struct. If a member is added to the struct, the
// binding does not compile until the member is written here too.

void put_depth(ByteWriter& out, const LocalDepth& depth) {
    const auto& [lower, upper, point] = depth;
    out.put(lower);
    out.put(upper);
    out.put(point);
}
LocalDepth read_depth(ByteReader& in) {
    LocalDepth depth;
    auto& [lower, upper, point] = depth;
    lower = in.real();
    upper = in.real();
    point = in.vec();
    return depth;
}

void put_volume(ByteWriter& out, const CommonVolume& volume) {
    const auto& [lower, upper, fraction] = volume;
    out.put(lower);
    out.put(upper);
    out.put(fraction);
}
CommonVolume read_volume(ByteReader& in) {
    CommonVolume volume;
    auto& [lower, upper, fraction] = volume;
    lower = in.real();
    upper = in.real();
    fraction = in.real();
    return volume;
}

void put_pair_clash(ByteWriter& out, const PairClash& clash) {
    const auto& [kind, exact_kind, within_facets, distance, depth, volume, contact_area, separation,
                 separation_direction, shallow, contacts, point] = clash;
    put_kind(out, kind);
    put_kind(out, exact_kind);
    put_flag(out, within_facets);
    out.put(distance);
    put_optional(out, depth, [&](const LocalDepth& value) { put_depth(out, value); });
    put_optional(out, volume, [&](const CommonVolume& value) { put_volume(out, value); });
    out.put(contact_area);
    out.put(separation);
    put_optional(out, separation_direction, [&](const Vec3& value) { out.put(value); });
    put_flag(out, shallow);
    out.put(contacts);
    out.put(point);
}
void read_pair_clash(ByteReader& in, PairClash& clash) {
    auto& [kind, exact_kind, within_facets, distance, depth, volume, contact_area, separation,
           separation_direction, shallow, contacts, point] = clash;
    kind = read_kind(in);
    exact_kind = read_kind(in);
    within_facets = read_flag(in);
    distance = in.real();
    depth = read_optional(in, [&] { return read_depth(in); });
    volume = read_optional(in, [&] { return read_volume(in); });
    contact_area = in.real();
    separation = in.real();
    separation_direction = read_optional(in, [&] { return in.vec(); });
    shallow = read_flag(in);
    contacts = in.u64();
    point = in.vec();
}

void put_region(ByteWriter& out, const ClashRegion& region) {
    const auto& [contacts, point, depth] = region;
    out.put(contacts);
    out.put(point);
    put_optional(out, depth, [&](const LocalDepth& value) { put_depth(out, value); });
}
ClashRegion read_region(ByteReader& in) {
    ClashRegion region;
    auto& [contacts, point, depth] = region;
    contacts = in.u64();
    point = in.vec();
    depth = read_optional(in, [&] { return read_depth(in); });
    return region;
}
constexpr std::size_t least_region_bytes = 33;

}  // namespace

void put_flag(ByteWriter& out, bool flag) {
    out.put(static_cast<std::uint8_t>(flag ? 1 : 0));
}
bool read_flag(ByteReader& in) {
    const std::uint8_t flag = in.u8();
    if (flag > 1) index::throw_damaged("expected a flag of 0 or 1");
    return flag == 1;
}

void put_kind(ByteWriter& out, ClashKind kind) {
    out.put(static_cast<std::uint8_t>(kind));
}
ClashKind read_kind(ByteReader& in) {
    const std::uint8_t kind = in.u8();
    if (kind > static_cast<std::uint8_t>(ClashKind::clearance))
        index::throw_damaged("expected the number of a kind of clash");
    return static_cast<ClashKind>(kind);
}

void put_clash(ByteWriter& out, const Clash& clash) {
    put_pair_clash(out, clash);
    out.put(static_cast<std::uint32_t>(clash.regions.size()));
    for (const ClashRegion& region : clash.regions) put_region(out, region);
}
Clash read_clash(ByteReader& in) {
    Clash clash;
    read_pair_clash(in, clash);
    for (std::size_t rest = in.count(least_region_bytes); rest > 0; --rest)
        clash.regions.push_back(read_region(in));
    return clash;
}

}  // namespace allide::detail::report
