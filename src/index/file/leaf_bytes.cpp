#include "index/file/leaf_bytes.hpp"

namespace allide::index {
namespace {

constexpr std::size_t alignment = 8;

std::uint64_t aligned(std::uint64_t place) {
    return (place + alignment - 1) / alignment * alignment;
}

constexpr std::uint64_t entry_bytes = 4 + 4 + 1 + 8 + 8;
static_assert(entry_bytes + alignment - 1 == entry_head);

std::uint64_t first_shape(std::span<const LeafEntry> entries) {
    std::uint64_t place = leaf_head;
    for (const LeafEntry& entry : entries) place += entry_bytes + entry.summary.size();
    return aligned(place);
}

void check_place(const LeafObject& object, const Leaf& leaf) {
    const ShapePlace& shape = object.shape;
    if (!shape.in_leaf) return;
    if (shape.offset > leaf.payload.size() || shape.bytes > leaf.payload.size() - shape.offset)
        throw_damaged("an object's shape exceeds its leaf");
}

LeafObject object_from(ByteReader& in) {
    LeafObject object;
    object.id = in.u32();
    object.summary = read_summary(in.take(in.count(1)));
    object.shape.in_leaf = in.u8() != 0;
    (object.shape.in_leaf ? object.shape.offset : object.shape.first_page) = in.u64();
    object.shape.bytes = in.u64();
    return object;
}

}  // namespace

std::uint64_t leaf_size(std::span<const EntrySize> entries) {
    std::uint64_t size = leaf_head;
    for (const EntrySize& entry : entries) size += entry_bytes + entry.summary_bytes;
    for (const EntrySize& entry : entries)
        if (entry.shape_bytes != 0) size = aligned(size) + entry.shape_bytes;
    return size;
}

Bytes leaf_bytes(std::uint32_t number, std::span<const LeafEntry> entries) {
    ByteWriter out;
    std::uint64_t size = first_shape(entries);
    for (const LeafEntry& entry : entries) size += entry.shape.size() + alignment;
    out.reserve(static_cast<std::size_t>(size));
    out.put(number);
    out.put(static_cast<std::uint32_t>(entries.size()));
    std::uint64_t place = first_shape(entries);
    for (const LeafEntry& entry : entries) {
        out.put(entry.id);
        out.put(static_cast<std::uint32_t>(entry.summary.size()));
        out.put(entry.summary);
        out.put(static_cast<std::uint8_t>(!entry.shape_page));
        out.put(entry.shape_page.value_or(place));
        out.put(entry.shape_bytes);
        if (!entry.shape_page) place = aligned(place + entry.shape.size());
    }
    for (const LeafEntry& entry : entries) {
        if (entry.shape_page) continue;
        out.pad_to(alignment);
        out.put(entry.shape);
    }
    return out.take();
}

Leaf leaf_from(Bytes payload, const LeafPlace& place, std::uint32_t objects) {
    Leaf leaf{.place = place, .payload = std::move(payload)};
    ByteReader in(leaf.payload);
    if (in.u32() != place.number) throw_damaged("expected another leaf");
    const std::size_t count = in.count(entry_bytes);
    leaf.objects.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        leaf.objects.push_back(object_from(in));
        check_place(leaf.objects.back(), leaf);
        if (leaf.objects.back().id >= objects || (i > 0 && leaf.objects[i - 1].id >= leaf.objects[i].id))
            throw_damaged("expected ascending object numbers below the number of objects");
    }
    return leaf;
}

}  // namespace allide::index
