#include "index_info.hpp"

#include <allide/report.hpp>

#include <fmt/format.h>

namespace allide::cli {

void write_index_info(JsonWriter& json, const std::string& file, const IndexInfo& info) {
    json.key("file").value(file);
    json.key("triangles").value(info.triangles);
    json.key("objects").value(info.objects);
    json.key("shapes").value(info.shapes);
    json.key("levels").value(info.levels);
    json.key("inner_nodes").value(info.inner_nodes);
    json.key("leaves").value(info.leaves);
    json.key("split_trees").value(info.split_trees);
    json.key("split_depth").value(info.split_depth);
    json.key("blurred_split_trees").value(info.blurred_split_trees);
    json.key("bytes").value(info.bytes);
    json.key("block_size").value(info.block_size);
    json.key("blocks").value(info.blocks);
    json.key("segments").value(info.segments);
    json.key("unfinished_bytes").value(info.unfinished_bytes);
    json.key("leaf_bytes").value(info.leaf_bytes);
    json.key("format_version").value(std::uint64_t{info.format_version});
    json.key("source_digest").value(fmt::format("{:016x}", info.source_digest));
    json.key("root_digest").value(fmt::format("{:016x}", info.root_digest));
    json.key("bounds");
    if (info.bounds)
        json.begin_array().value(info.bounds->lo).value(info.bounds->hi).end_array();
    else
        json.null();
}

std::string index_text(const std::string& file, const IndexInfo& info) {
    return fmt::format(
        "{}: an index of {} triangles in {} objects of {} shapes\n"
        "  {} levels, {} inner nodes, {} leaves of up to {} bytes\n"
        "  {} SplitTrees of mean depth {:.2f}, {} of them blurred\n"
        "  {} bytes in {} blocks of {}{}\n",
        file, info.triangles, info.objects, info.shapes, info.levels, info.inner_nodes, info.leaves,
        info.leaf_bytes, info.split_trees, info.split_depth, info.blurred_split_trees, info.bytes,
        info.blocks, info.block_size,
        info.segments > 1 ? fmt::format(", written in {} steps", info.segments) : "");
}

}  // namespace allide::cli
