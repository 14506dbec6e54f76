#include "base/float_environment.hpp"
#include "index/build/tree_builder.hpp"
#include "index/file/index_access.hpp"
#include "index/file/page_writer.hpp"
#include "io/file/failure.hpp"

#include <allide/index.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>

#include <fmt/format.h>

namespace allide {
namespace {

using index::Header;

IndexInfo info_of(const Header& header) {
    IndexInfo info{.triangles = header.triangles,
                   .objects = header.objects,
                   .shapes = header.shapes,
                   .levels = header.levels,
                   .inner_nodes = header.inner_nodes,
                   .leaves = header.leaves,
                   .split_trees = header.split_trees,
                   .blurred_split_trees = header.ambiguous,
                   .bytes = header.pages * index::page_bytes,
                   .block_size = index::page_bytes,
                   .blocks = header.pages,
                   .leaf_bytes = header.leaf_bytes,
                   .format_version = header.version,
                   .source_digest = header.source_digest,
                   .root_digest = header.root_digest};
    if (header.split_trees != 0)
        info.split_depth = static_cast<double>(header.split_depths) / header.split_trees;
    if (header.root) info.bounds = header.root->box;
    return info;
}

// Converts a size to whole pages, rounded up and limited to 1 … 2³⁰, so that no count overflows.
std::uint64_t leaf_pages(std::uint64_t bytes) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    return std::clamp<std::uint64_t>(bytes / index::page_bytes + (bytes % index::page_bytes != 0 ? 1 : 0), 1,
                                     most);
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
    index::Progress reading, writing;

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
        index::throw_error(
            {.code = ErrorCode::too_large,
             .message = fmt::format("expected a memory limit of at least {2} bytes for {1} parts, "
                                    "found {0}",
                                    *limit, objects, objects * bytes_per_object)});
}

Header build_index(std::span<const std::filesystem::path> scenes, const std::filesystem::path& file,
                   const IndexBuildOptions& options) {
    const BuildProgress steps(options);
    static_cast<void>(
        index::TemporaryFile(folder_of(file)));  // fails early if the folder cannot be written to
    index::ObjectSource source(scenes, {.load = options.load,
                                        .memory_limit = options.memory_limit,
                                        .threads = options.threads,
                                        .spill_folder = folder_of(file),
                                        .refuses_large_parts = true});
    index::ObjectSpool objects(source, folder_of(file), steps.reading);
    expect_room_for(objects.objects(), options.memory_limit);
    const std::uint64_t pages = leaf_pages(options.leaf_bytes);
    Header header{.leaf_bytes = pages * index::page_bytes,
                  .source_digest = objects.digest(),
                  .triangles = objects.triangles(),
                  .objects = objects.objects(),
                  .shapes = objects.shapes()};
    index::PageWriter writer(file, salt_of(header));
    index::TreeBuilder(objects, writer, pages, steps.writing).build(header);
    writer.finish(header);
    return header;
}

}  // namespace

Index::Index(std::unique_ptr<detail::IndexFile> file) : file_(std::move(file)) {}
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;
Index::~Index() = default;

Result<IndexInfo> Index::build(std::span<const std::filesystem::path> scenes,
                               const std::filesystem::path& file, const IndexBuildOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] {
        try {
            return info_of(build_index(scenes, file, options));
        } catch (io::Failure& failure) {
            index::throw_error(std::move(failure.error));
        }
    });
}

Result<Index> Index::open(const std::filesystem::path& file, const IndexOpenOptions& options) {
    return index::as_result(
        [&] { return Index(std::make_unique<detail::IndexFile>(file, options.memory_limit)); });
}

Result<IndexInfo> Index::verify(const std::filesystem::path& file) {
    return index::as_result([&] {
        const index::PageFile pages(file);
        pages.verify();
        return info_of(pages.header());
    });
}

// Tests the extension first, so that an index with damaged first bytes is recognised by its name.
bool Index::recognises(const std::filesystem::path& file) {
    if (file.extension() == ".allide") return true;
    std::error_code missing;
    if (!std::filesystem::is_regular_file(file, missing)) return false;  // a pipe must not be read
    std::array<char, 8> first{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(first.data(), first.size());
    return stream && index::has_magic(std::as_bytes(std::span(first)));
}

IndexInfo Index::info() const {
    return info_of(reader_of(*this).header());
}

}  // namespace allide
