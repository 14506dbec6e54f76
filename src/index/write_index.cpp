#include "index/write_index.hpp"

#include "index/build/object_source.hpp"
#include "index/build/part_objects.hpp"
#include "index/build/top_tree.hpp"
#include "index/build/tree_builder.hpp"
#include "index/file/page_writer.hpp"
#include "index/file/reader.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace allide::index {
namespace {

// Converts a size to whole pages, rounded up and limited to 1 … 2³⁰, so that no count overflows.
std::uint64_t leaf_pages(std::uint64_t bytes) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    return std::clamp<std::uint64_t>(bytes / page_bytes + (bytes % page_bytes != 0 ? 1 : 0), 1, most);
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.parent_path();
    return folder.empty() ? std::filesystem::path(".") : folder;
}

// Progress of a build: reading the scenes counts for two thirds, writing the index for one third.
class BuildProgress {
  public:
    explicit BuildProgress(const IndexBuildOptions& options) {
        if (!options.progress) return;
        reading = [report = options.progress](std::uint64_t done, std::uint64_t all) {
            return report(share(done, all) * 2, 3 * whole);
        };
        writing = [report = options.progress](std::uint64_t done, std::uint64_t all) {
            return report(2 * whole + share(done, all), 3 * whole);
        };
    }
    Progress reading, writing;

  private:
    static constexpr std::uint64_t whole = 1000;
    static std::uint64_t share(std::uint64_t done, std::uint64_t all) {
        return all == 0 ? whole
                        : static_cast<std::uint64_t>(static_cast<double>(std::min(done, all)) /
                                                     static_cast<double>(all) * whole);
    }
};

// Dividing the root needs the boxes of all objects in memory: boxes, numbers, sorted ends and positions take
// 112 bytes per object. They may take at most two fifths of the memory limit.
void expect_room_for(std::uint64_t objects, std::optional<std::uint64_t> limit) {
    constexpr std::uint64_t bytes_per_object = 112 * 5 / 2;
    if (limit && *limit < objects * bytes_per_object)
        throw_error({.code = ErrorCode::too_large,
                     .message = fmt::format("expected a memory limit of at least {2} bytes for {1} parts, "
                                            "found {0}",
                                            *limit, objects, objects * bytes_per_object)});
}

SourceOptions source_options(const std::filesystem::path& file, const IndexBuildOptions& options) {
    return {.load = options.load,
            .memory_limit = options.memory_limit,
            .spill_folder = folder_of(file),
            .refuses_large_parts = true};
}

// An eighth of the memory limit, for a cache.
std::uint64_t cache_bytes(const IndexBuildOptions& options) {
    return options.memory_limit.value_or(std::uint64_t{1} << 30) / 8;
}

Header write_new_index(ObjectStream& source, const std::filesystem::path& file,
                       const IndexBuildOptions& options) {
    const BuildProgress steps(options);
    const ObjectSpool objects(source, folder_of(file), steps.reading, options.threads);
    expect_room_for(objects.objects(), options.memory_limit);
    const std::uint64_t pages = leaf_pages(options.leaf_bytes);
    Header header{.leaf_bytes = pages * page_bytes,
                  .source_digest = objects.digest(),
                  .triangles = objects.triangles(),
                  .objects = objects.objects(),
                  .shapes = objects.shapes()};
    header.salt = new_salt(header);
    NewFile output(file);
    PageWriter writer(output, header.salt);
    const TreeOptions tree{
        .leaf_pages = pages, .memory_limit = options.memory_limit, .threads = options.threads};
    const Segment all = TreeBuilder(objects, writer, tree, steps.writing).build();
    header.leaves = all.leaves;
    header.leaf_table = all.leaf_table;
    header.object_table = all.object_table;
    if (all.objects != 0) header.root = all.root;
    set_counts(header, all.counts);
    writer.finish(header);
    return header;
}

void expect_extensible(const Header& header) {
    if (header.version < 2)
        throw_error(
            {.code = ErrorCode::bad_argument,
             .message =
                 "page 0: expected format version 2 of an index to append to, found 1; build it again"});
    if (!header.root)
        throw_error({.code = ErrorCode::bad_argument,
                     .message = "page 0: expected an index with objects to append to, found an empty one"});
}

// Writes the list of segments, and the nodes above them.
void write_segments(Header& header, std::span<const Segment> segments, const Reader& old,
                    const ObjectSpool& objects, PageWriter& writer) {
    TreeCounts counts;
    header.root = write_top_tree(segments, old, objects, writer, counts);
    set_counts(header, counts);
    ByteWriter bytes;
    for (const Segment& segment : segments) put_segment(bytes, segment);
    header.segments = {writer.write_run(PageType::segments, bytes.bytes()), segments.size()};
    header.leaf_table = header.object_table = {};
}

}  // namespace

Header build_index(std::span<const std::filesystem::path> scenes, const std::filesystem::path& file,
                   const IndexBuildOptions& options) {
    static_cast<void>(TemporaryFile(folder_of(file)));  // fails early if the folder cannot be written to
    ObjectSource source(scenes, source_options(file, options));
    return write_new_index(source, file, options);
}

Header join_indexes(std::span<const std::filesystem::path> parts, const std::filesystem::path& file,
                    const IndexBuildOptions& options) {
    static_cast<void>(TemporaryFile(folder_of(file)));
    PartObjects source(parts, cache_bytes(options));
    return write_new_index(source, file, options);
}

Header append_to_index(std::span<const std::filesystem::path> scenes, const std::filesystem::path& file,
                       const IndexBuildOptions& options) {
    const BuildProgress steps(options);
    ExtendedFile output(file);
    const Reader old(file, cache_bytes(options));
    Header header = old.header();
    in_file(file, [&] { expect_extensible(header); });
    ObjectSource source(scenes, source_options(file, options));
    const ObjectSpool objects(
        source, folder_of(file), steps.reading, options.threads,
        {.objects = header.objects, .shapes = header.shapes, .digest = header.source_digest});
    if (objects.objects() == 0) return header;
    expect_room_for(objects.objects(), options.memory_limit);
    output.begin(header);
    PageWriter writer(output, header.salt, header.pages, Digest::resumed(header.digest_state));
    const TreeOptions tree{.leaf_pages = header.leaf_bytes / page_bytes,
                           .memory_limit = options.memory_limit,
                           .threads = options.threads,
                           .first_object = header.objects,
                           .first_leaf = header.leaves};
    std::vector<Segment> segments = old.segments();
    segments.push_back(TreeBuilder(objects, writer, tree, steps.writing).build());
    header.source_digest = objects.digest();
    header.triangles += objects.triangles();
    header.objects += objects.objects();
    header.shapes += objects.shapes();
    header.leaves += segments.back().leaves;
    write_segments(header, segments, old, objects, writer);
    writer.finish(header);
    return header;
}

}  // namespace allide::index
