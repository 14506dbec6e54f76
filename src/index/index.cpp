#include "base/float_environment.hpp"
#include "index/file/index_access.hpp"
#include "index/write_index.hpp"
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

IndexInfo info_of(const Header& header, std::uint64_t unfinished_bytes = 0) {
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
                   .segments = header.segments.entries != 0 ? header.segments.entries
                               : header.root                ? 1u
                                                            : 0u,
                   .unfinished_bytes = unfinished_bytes,
                   .leaf_bytes = header.leaf_bytes,
                   .format_version = header.version,
                   .source_digest = header.source_digest,
                   .root_digest = header.root_digest};
    if (header.split_trees != 0)
        info.split_depth = static_cast<double>(header.split_depths) / header.split_trees;
    if (header.root) info.bounds = header.root->box;
    return info;
}

template <typename Work>
Result<IndexInfo> info_after(const Work& work) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] {
        try {
            return info_of(work());
        } catch (io::Failure& failure) {
            index::throw_error(std::move(failure.error));
        }
    });
}

}  // namespace

Index::Index(std::unique_ptr<detail::IndexFile> file) : file_(std::move(file)) {}
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;
Index::~Index() = default;

Result<IndexInfo> Index::build(std::span<const std::filesystem::path> scenes,
                               const std::filesystem::path& file, const IndexBuildOptions& options) {
    return info_after([&] { return index::build_index(scenes, file, options); });
}

Result<IndexInfo> Index::append(std::span<const std::filesystem::path> scenes,
                                const std::filesystem::path& file, const IndexBuildOptions& options) {
    return info_after([&] { return index::append_to_index(scenes, file, options); });
}

Result<IndexInfo> Index::join(std::span<const std::filesystem::path> parts, const std::filesystem::path& file,
                              const IndexBuildOptions& options) {
    return info_after([&] { return index::join_indexes(parts, file, options); });
}

Result<Index> Index::open(const std::filesystem::path& file, const IndexOpenOptions& options) {
    return index::as_result(
        [&] { return Index(std::make_unique<detail::IndexFile>(file, options.memory_limit)); });
}

Result<IndexInfo> Index::verify(const std::filesystem::path& file) {
    return index::as_result([&] {
        const index::PageFile pages(file);
        pages.verify();
        return info_of(pages.header(), pages.unfinished_bytes());
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
    const index::Reader& reader = reader_of(*this);
    return info_of(reader.header(), reader.unfinished_bytes());
}

}  // namespace allide
