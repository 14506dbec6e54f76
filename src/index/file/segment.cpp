#include "index/file/segment.hpp"

#include "index/file/node_bytes.hpp"

namespace allide::index {

void put_table(ByteWriter& out, const Table& table) {
    out.put(table.first_page);
    out.put(table.entries);
}
Table table_from(ByteReader& in) {
    const std::uint64_t first = in.u64();
    return {first, in.u64()};
}

void put_segment(ByteWriter& out, const Segment& segment) {
    out.put(segment.first_object);
    out.put(segment.objects);
    out.put(segment.first_leaf);
    out.put(segment.leaves);
    out.put(segment.counts.inner_nodes);
    out.put(segment.counts.levels);
    out.put(segment.counts.split_depths);
    out.put(segment.counts.split_trees);
    out.put(segment.counts.ambiguous);
    put_child(out, segment.root);
    put_table(out, segment.leaf_table);
    put_table(out, segment.object_table);
    out.pad_to(segment_bytes);
}

Segment segment_from(ByteReader& in) {
    Segment segment{.first_object = in.u32()};
    segment.objects = in.u32();
    segment.first_leaf = in.u32();
    segment.leaves = in.u32();
    segment.counts.inner_nodes = in.u32();
    segment.counts.levels = in.u32();
    segment.counts.split_depths = in.u64();
    segment.counts.split_trees = in.u32();
    segment.counts.ambiguous = in.u32();
    segment.root = child_from(in);
    segment.leaf_table = table_from(in);
    segment.object_table = table_from(in);
    in.skip_to(segment_bytes);
    return segment;
}

}  // namespace allide::index
